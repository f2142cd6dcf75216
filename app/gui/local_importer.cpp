// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/local_importer.h"

#include "app/export_design.h"
#include "app/import_design.h"
#include "app/import_file.h"
#include "app/write_file.h"
#include "engine/io/read_accelerator.h"
#include "engine/io/read_network.h"
#include "engine/io/result_json.h"
#include "engine/io/text.h"
#include "engine/mapping/mapping_text.h"

#include <QFileInfo>

#include <algorithm>

namespace nestloom::app {

namespace {

constexpr std::size_t kSmallBytes = 64 * 1024; // parsed within a few milliseconds
constexpr std::size_t kKeptDesigns = 4;

std::string fileName(std::string name)
{
    const auto isPlain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    };
    std::replace_if(
        name.begin(), name.end(), [&](char c) { return !isPlain(c); }, '_');
    return name.substr(0, 100);
}

/// NAME.yaml, or NAME-2.yaml and so on when other files have these names.
std::filesystem::path freePath(const std::filesystem::path& folder, const std::string& name,
                               const std::string& extension, const std::string& text)
{
    for (int number = 1;; ++number) {
        const std::filesystem::path path =
            folder / (fileName(name) + (number == 1 ? "" : "-" + std::to_string(number)) + extension);
        std::error_code error;
        if (!std::filesystem::exists(path, error))
            return path;
        if (const auto there = readFile(path); there && *there == text)
            return path;
    }
}

using Paths = std::vector<std::filesystem::path>;

ui::DesignAnswer answerTo(const Paths& files, const mapping::DesignImportOptions& options)
{
    ui::DesignAnswer answer;
    auto design = importDesign(files, options);
    if (!design) {
        answer.problem = QString::fromStdString(design.error().text());
        return answer;
    }
    answer.kind = QString::fromUtf8(design->kind.data(), qsizetype(design->kind.size()));
    answer.import = std::move(design->import);
    if (!answer.import->mapping)
        return answer;
    DesignVerdict verdict = judge(*answer.import);
    answer.violations = std::move(verdict.violations);
    answer.cost = std::move(verdict.timeloop);
    answer.mappingText = QString::fromStdString(
        mapping::print(*answer.import->accelerator, answer.import->network->layers.front(), *answer.import->mapping));
    return answer;
}

struct Written {
    QStringList paths, remarks;
    QString problem;
};

QString toQt(const std::filesystem::path& path) { return QString::fromStdString(path.string()); }

void addFile(Written& kept, const std::filesystem::path& folder, const std::string& name, const std::string& extension,
             const std::string& text)
{
    if (!kept.problem.isEmpty())
        return;
    if (const auto path = keepFile(folder, name, extension, text))
        kept.paths << toQt(*path);
    else
        kept.problem = QString::fromStdString(path.error().text());
}

/// The network first: the window shows what it opens last.
Written keepDesign(const std::filesystem::path& folder, const mapping::DesignImport& import)
{
    Written kept;
    if (import.network)
        addFile(kept, folder, import.network->name, ".yaml", io::writeNetwork(*import.network));
    if (import.accelerator)
        addFile(kept, folder, import.accelerator->name, ".yaml", io::writeAccelerator(*import.accelerator));
    if (import.mapping)
        addFile(kept, folder, import.network->name + "-on-" + import.accelerator->name, ".mapping.json",
                io::mappingToJson(*import.accelerator, *import.mapping) + "\n");
    return kept;
}

Written writeDesign(const ui::DesignExport& design, const std::filesystem::path& folder)
{
    const auto files = design.format == ui::DesignExport::Format::Topology
                           ? topologyFiles(design.network.value_or(workload::Network{}))
                       : design.layer && design.mapping
                           ? timeloopFiles(design.accelerator, *design.layer, *design.mapping)
                           : timeloopFiles(design.accelerator);
    if (!files)
        return {{}, {}, QString::fromStdString(files.error().text())};
    const auto paths = writeExport(*files, folder);
    if (!paths)
        return {{}, {}, QString::fromStdString(paths.error().text())};
    Written written;
    for (const auto& path : *paths)
        written.paths << toQt(path);
    for (const std::string& remark : files->remarks)
        written.remarks << QString::fromStdString(remark);
    return written;
}

/// What the work on the thread returns; of what it throws, a result with that problem.
template <typename Work>
std::invoke_result_t<Work> resultOf(const Work& work)
{
    std::invoke_result_t<Work> result{};
    try {
        result = work();
    } catch (...) {
        if constexpr (!std::is_same_v<decltype(result), bool>)
            result.problem = QString::fromStdString(thrownError().text());
    }
    return result;
}

} // namespace

LocalImporter::LocalImporter(std::filesystem::path folder, std::filesystem::path technologies, QObject* parent)
    : ui::Importer(parent), m_folder(std::move(folder)),
      m_technologies(std::make_unique<LocalTechnologyFiles>(technologies.empty() ? m_folder / "technologies"
                                                                                 : std::move(technologies)))
{
    m_thread.setMaxThreadCount(1);
}

LocalImporter::~LocalImporter()
{
    m_thread.clear();
    m_thread.waitForDone();
}

template <typename Work, typename Tell>
quint64 LocalImporter::start(Work work, Tell tell)
{
    const quint64 id = ++m_last;
    m_thread.start([this, id, work = std::move(work), tell = std::move(tell)] {
        QMetaObject::invokeMethod(
            this, [id, tell, result = resultOf(work)]() mutable { tell(id, std::move(result)); }, Qt::QueuedConnection);
    });
    return id;
}

quint64 LocalImporter::readNetwork(const QString& path, const workload::ImportOptions& options)
{
    return start(
        [file = std::filesystem::path(path.toStdString()), options]() -> ui::NetworkAnswer {
            auto read = importFile(file, options);
            if (!read)
                return {0, std::nullopt, QString::fromStdString(read.error().message)};
            return {0, std::move(read->import), {}};
        },
        [this](quint64 id, ui::NetworkAnswer answer) {
            answer.id = id;
            Q_EMIT networkAnswered(answer);
        });
}

quint64 LocalImporter::keepNetwork(const workload::Network& network)
{
    return start(
        [folder = m_folder, network] {
            Written kept;
            addFile(kept, folder, network.name, ".yaml", io::writeNetwork(network));
            return kept;
        },
        [this](quint64 id, const Written& done) { Q_EMIT networkKept(id, done.paths.value(0), done.problem); });
}

quint64 LocalImporter::read(const QStringList& paths, const mapping::DesignImportOptions& options)
{
    Paths files;
    for (const QString& path : paths)
        files.emplace_back(path.toStdString());
    return start([files, options] { return answerTo(files, options); },
                 [this](quint64 id, ui::DesignAnswer answer) {
                     answer.id = id;
                     Q_EMIT answered(answer);
                 });
}

quint64 LocalImporter::keep(const mapping::DesignImport& import)
{
    return start([folder = m_folder, import] { return keepDesign(folder, import); },
                 [this](quint64 id, const Written& done) { Q_EMIT kept(id, done.paths, done.problem); });
}

quint64 LocalImporter::write(const ui::DesignExport& design, const QString& folder)
{
    return start(
        [design, path = std::filesystem::path(folder.toStdString())] { return writeDesign(design, path); },
        [this](quint64 id, const Written& done) { Q_EMIT written(id, done.paths, done.remarks, done.problem); });
}

quint64 LocalImporter::prepare(const QString& path)
{
    return start(
        [this, path] {
            if (const auto yaml = io::readTextFile(path.toStdString()))
                (void)m_networks.parse(*yaml,
                                       QFileInfo(path).fileName().toStdString()); // errors are told when it is opened
            return true;
        },
        [this](quint64 id, bool) { Q_EMIT prepared(id); });
}

Result<workload::Network> NetworkCache::parse(const std::string& yaml, const std::string& name)
{
    if (yaml.size() < kSmallBytes)
        return io::parseNetwork(yaml, name);
    {
        const std::lock_guard lock(m_lock);
        for (const auto& parsed : m_last)
            if (parsed->name == name && parsed->yaml == yaml)
                return parsed->network;
    }
    const auto parsed = std::make_shared<const Parsed>(Parsed{yaml, name, io::parseNetwork(yaml, name)});
    const std::lock_guard lock(m_lock);
    m_last.push_front(parsed);
    if (m_last.size() > kKeptDesigns)
        m_last.pop_back();
    return parsed->network;
}

Result<std::filesystem::path> keepFile(const std::filesystem::path& folder, const std::string& name,
                                       const std::string& extension, const std::string& text)
{
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    const std::filesystem::path path = freePath(folder, name, extension, text);
    TRY_DO(writeFile(path, text));
    return path;
}

} // namespace nestloom::app
