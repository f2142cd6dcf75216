// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/io/technology_yaml.h"
#include "ui/ports/technology_files.h"

namespace nestloom::ui {

/// One shipped table, and what was kept in memory; texts are read and written as by the program.
class FakeTechnologyFiles : public TechnologyFiles {
    Q_OBJECT
public:
    std::vector<hardware::Technology> shipped() const override
    {
        hardware::Technology table;
        table.name = "relative";
        table.description = "MAC 1, DRAM 200";
        table.source = "a test";
        table.macs = {{Bits{16}, {1}, {}}};
        table.dram = hardware::StatedEnergy{{200}, "a paper"};
        table.sram = {{Bytes{1024}, {6}, {}}};
        table.registers = {{Bytes{64}, {1}, {}}};
        return {table};
    }
    std::vector<hardware::Technology> own() const override { return kept; }
    QString folder() const override { return QStringLiteral("/tables"); }
    void keep(const std::vector<hardware::Technology>& own) override { kept = own; }
    Result<hardware::Technology> parse(const QString& yaml, const QString& fileName) const override
    {
        return io::parseTechnology(yaml.toStdString(), fileName.toStdString());
    }
    QString text(const hardware::Technology& technology) const override
    {
        return QString::fromStdString(io::writeTechnology(technology));
    }

    std::vector<hardware::Technology> kept;
};

} // namespace nestloom::ui
