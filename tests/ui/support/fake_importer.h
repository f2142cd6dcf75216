// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/support/fake_technology_files.h"
#include "ui/ports/importer.h"

namespace nestloom::ui {

/// Reads and writes nothing by itself: the test says what came of it, and when.
class FakeImporter : public Importer {
    Q_OBJECT
public:
    quint64 readNetwork(const QString& path, const workload::ImportOptions& options) override
    {
        networkReads.push_back({path, options});
        return ++last;
    }
    quint64 keepNetwork(const workload::Network& network) override
    {
        networks.push_back(network);
        return ++last;
    }
    quint64 read(const QStringList& paths, const mapping::DesignImportOptions& options) override
    {
        reads.push_back({paths, options});
        return ++last;
    }
    quint64 keep(const mapping::DesignImport& import) override
    {
        keeps.push_back(import);
        return ++last;
    }
    quint64 write(const DesignExport& design, const QString& folder) override
    {
        writes.push_back({folder, design});
        return ++last;
    }
    quint64 prepare(const QString& path) override
    {
        prepares << path;
        return ++last;
    }

    TechnologyFiles* technologyFiles() override { return &tables; }

    void tell(const workload::NetworkImport& import) { Q_EMIT networkAnswered({last, import, {}}); }
    void refuseNetwork(const QString& problem) { Q_EMIT networkAnswered({last, std::nullopt, problem}); }
    void tellKept(const QString& path, const QString& problem = {}) { Q_EMIT networkKept(last, path, problem); }

    void tell(DesignAnswer answer)
    {
        answer.id = last;
        Q_EMIT answered(answer);
    }
    void refuse(const QString& problem)
    {
        DesignAnswer answer;
        answer.problem = problem;
        tell(std::move(answer));
    }

    std::vector<std::pair<QString, workload::ImportOptions>> networkReads;
    std::vector<workload::Network> networks;
    std::vector<std::pair<QStringList, mapping::DesignImportOptions>> reads;
    std::vector<mapping::DesignImport> keeps;
    std::vector<std::pair<QString, DesignExport>> writes;
    QStringList prepares;
    FakeTechnologyFiles tables;
    quint64 last = 0;
};

} // namespace nestloom::ui
