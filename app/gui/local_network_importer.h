// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "ui/ports/network_importer.h"

#include <QThreadPool>

#include <filesystem>
#include <memory>

namespace nestloom::app {

class LocalDesignImporter;

/// Imports on this computer. Thread rule: lives on the GUI thread; one thread reads and writes, in the order of the
/// requests; the destructor waits for the request at work and drops the others.
class LocalNetworkImporter final : public ui::NetworkImporter {
    Q_OBJECT
public:
    /// Imported networks are kept in `folder`, which is made when the first one is; tables of energies in
    /// `technologies` (empty = in a folder of `folder`).
    explicit LocalNetworkImporter(std::filesystem::path folder, std::filesystem::path technologies = {},
                                  QObject* parent = nullptr);
    ~LocalNetworkImporter() override;

    quint64 read(const QString& path, const workload::ImportOptions& options) override;
    quint64 keep(const workload::Network& network) override;
    ui::DesignImporter* designs() override { return m_designs.get(); }

    /// As io::parseNetwork, at once for what was prepared before.
    Result<workload::Network> parseNetwork(const std::string& yaml, const std::string& name) const;

private:
    const std::filesystem::path m_folder;
    quint64 m_last = 0;
    QThreadPool m_thread;
    const std::unique_ptr<LocalDesignImporter> m_designs; // with a thread of its own
};

} // namespace nestloom::app
