// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/ui/support/fake_technology_files.h"
#include "ui/ports/design_importer.h"

namespace nestloom::ui {

/// Reads and writes nothing by itself: the test says what came of it, and when.
class FakeDesignImporter : public DesignImporter {
    Q_OBJECT
public:
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

    std::vector<std::pair<QStringList, mapping::DesignImportOptions>> reads;
    std::vector<mapping::DesignImport> keeps;
    std::vector<std::pair<QString, DesignExport>> writes;
    QStringList prepares;
    FakeTechnologyFiles tables;
    quint64 last = 0;
};

} // namespace nestloom::ui
