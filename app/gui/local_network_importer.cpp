// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/local_network_importer.h"

#include "app/import_file.h"
#include "app/write_file.h"
#include "engine/io/read_network.h"

#include <algorithm>

namespace nestloom::app {

namespace {

ui::ImportAnswer answerTo(quint64 id, const std::filesystem::path& path, const workload::ImportOptions& options)
{
    auto file = importFile(path, options);
    if (!file)
        return {id, std::nullopt, QString::fromStdString(file.error().message)};
    return {id, std::move(file->import), {}};
}

std::string fileName(std::string name)
{
    const auto isPlain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    };
    std::replace_if(
        name.begin(), name.end(), [&](char c) { return !isPlain(c); }, '_');
    return name.substr(0, 100);
}

/// NAME.yaml, or NAME-2.yaml and so on when other networks have these names.
std::filesystem::path freePath(const std::filesystem::path& folder, const std::string& name, const std::string& yaml)
{
    for (int number = 1;; ++number) {
        const std::filesystem::path path =
            folder / (fileName(name) + (number == 1 ? "" : "-" + std::to_string(number)) + ".yaml");
        std::error_code error;
        if (!std::filesystem::exists(path, error))
            return path;
        if (const auto there = readFile(path); there && *there == yaml)
            return path;
    }
}

Result<std::filesystem::path> keepIn(const std::filesystem::path& folder, const workload::Network& network)
{
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    const std::string yaml = io::writeNetwork(network);
    const std::filesystem::path path = freePath(folder, network.name, yaml);
    if (const Status written = writeFile(path, yaml); !written)
        return written.error();
    return path;
}

} // namespace

LocalNetworkImporter::LocalNetworkImporter(std::filesystem::path folder, QObject* parent)
    : ui::NetworkImporter(parent), m_folder(std::move(folder))
{
    m_thread.setMaxThreadCount(1);
}

LocalNetworkImporter::~LocalNetworkImporter()
{
    m_thread.clear();
    m_thread.waitForDone();
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
        const auto path = keepIn(m_folder, network);
        const QString file = path ? QString::fromStdString(path->string()) : QString();
        const QString problem = path ? QString() : QString::fromStdString(path.error().text());
        QMetaObject::invokeMethod(
            this, [this, id, file, problem] { Q_EMIT kept(id, file, problem); }, Qt::QueuedConnection);
    });
    return id;
}

} // namespace nestloom::app
