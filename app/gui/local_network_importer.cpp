// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/local_network_importer.h"

#include "app/gui/local_design_importer.h"
#include "app/import_file.h"
#include "engine/io/read_network.h"

namespace nestloom::app {

namespace {

ui::ImportAnswer answerTo(quint64 id, const std::filesystem::path& path, const workload::ImportOptions& options)
{
    auto file = caught([&] { return importFile(path, options); });
    if (!file)
        return {id, std::nullopt, QString::fromStdString(file.error().message)};
    return {id, std::move(file->import), {}};
}

} // namespace

LocalNetworkImporter::LocalNetworkImporter(std::filesystem::path folder, std::filesystem::path technologies,
                                           QObject* parent)
    : ui::NetworkImporter(parent), m_folder(std::move(folder)),
      m_designs(std::make_unique<LocalDesignImporter>(m_folder, std::move(technologies)))
{
    m_thread.setMaxThreadCount(1);
}

LocalNetworkImporter::~LocalNetworkImporter()
{
    m_thread.clear();
    m_thread.waitForDone();
}

Result<workload::Network> LocalNetworkImporter::parseNetwork(const std::string& yaml, const std::string& name) const
{
    return m_designs->networks().parse(yaml, name);
}

quint64 LocalNetworkImporter::read(const QString& path, const workload::ImportOptions& options)
{
    const quint64 id = ++m_last;
    m_thread.start([this, id, file = std::filesystem::path(path.toStdString()), options] {
        QMetaObject::invokeMethod(
            this, [this, answer = answerTo(id, file, options)] { Q_EMIT answered(answer); }, Qt::QueuedConnection);
    });
    return id;
}

quint64 LocalNetworkImporter::keep(const workload::Network& network)
{
    const quint64 id = ++m_last;
    m_thread.start([this, id, network] {
        const auto path = caught([&] { return keepFile(m_folder, network.name, ".yaml", io::writeNetwork(network)); });
        const QString file = path ? QString::fromStdString(path->string()) : QString();
        const QString problem = path ? QString() : QString::fromStdString(path.error().text());
        QMetaObject::invokeMethod(
            this, [this, id, file, problem] { Q_EMIT kept(id, file, problem); }, Qt::QueuedConnection);
    });
    return id;
}

} // namespace nestloom::app
