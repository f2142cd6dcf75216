// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/local_technology_files.h"
#include "engine/base/result.h"
#include "engine/workload/network.h"
#include "ui/ports/importer.h"

#include <QThreadPool>

#include <deque>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>

namespace nestloom::app {

/// Remembers the networks of the last large YAML texts, so that one thread can parse what another one asks for later.
/// Thread rule: any thread; a text is parsed outside the lock.
class NetworkCache {
public:
    /// As io::parseNetwork; small texts are parsed again every time.
    Result<workload::Network> parse(const std::string& yaml, const std::string& name);

private:
    struct Parsed {
        std::string yaml, name;
        Result<workload::Network> network;
    };
    std::mutex m_lock;
    std::deque<std::shared_ptr<const Parsed>> m_last; // newest first
};

/// Keeps what was imported as a file of the folder, which is made when the first one is; `name` may hold anything.
/// Equal texts of one name are one file. Fails   Io
Result<std::filesystem::path> keepFile(const std::filesystem::path& folder, const std::string& name,
                                       const std::string& extension, const std::string& text);

/// Imports and exports on this computer. Thread rule: lives on the GUI thread; one thread reads and writes, in the
/// order of the requests; the destructor waits for the request at work and drops the others.
class LocalImporter final : public ui::Importer {
    Q_OBJECT
public:
    /// What is imported is kept in `folder`, which is made when the first file is.
    /// The user's tables of energies are in `technologies`; empty = in a folder of `folder`.
    explicit LocalImporter(std::filesystem::path folder, std::filesystem::path technologies = {},
                           QObject* parent = nullptr);
    ~LocalImporter() override;

    quint64 readNetwork(const QString& path, const workload::ImportOptions& options) override;
    quint64 keepNetwork(const workload::Network& network) override;
    quint64 read(const QStringList& paths, const mapping::DesignImportOptions& options) override;
    quint64 keep(const mapping::DesignImport& import) override;
    quint64 write(const ui::DesignExport& design, const QString& folder) override;
    quint64 prepare(const QString& path) override;
    ui::TechnologyFiles* technologyFiles() override { return m_technologies.get(); }

    NetworkCache& networks() { return m_networks; }

private:
    /// Runs `work` on the thread, then `tell` with what it gave on the GUI thread.
    template <typename Work, typename Tell>
    quint64 start(Work work, Tell tell);

    const std::filesystem::path m_folder;
    std::unique_ptr<LocalTechnologyFiles> m_technologies;
    quint64 m_last = 0;
    NetworkCache m_networks;
    QThreadPool m_thread;
};

} // namespace nestloom::app
