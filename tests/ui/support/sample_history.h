// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/run_history.h"

namespace nestloom::ui::sample {

/// A finished run of resnet50 on simba: 12.4 Mcycle, 31.2 mJ, 1 % above its bound.
inline RunRow historyRow(RunId id, RunStatus status = RunStatus::Finished)
{
    RunRow row;
    row.id = id;
    row.startedAt = QDateTime(QDate(2026, 11, 21), QTime(9, 30), Qt::UTC);
    row.acceleratorName = QStringLiteral("simba");
    row.networkName = QStringLiteral("resnet50");
    row.engine = QStringLiteral("cosa");
    row.objective = QStringLiteral("latency");
    row.engineVersion = QStringLiteral("0.1.0");
    row.seed = 1;
    row.status = status;
    row.layerCount = row.layersDone = 54;
    row.figures = RunRow::Figures{Cycles{12'400'000}, Picojoules{31.2e9}, 3.87e-4, 0.71, 0.01, 0, 0, 54};
    return row;
}

/// `count` runs, the newest first, of three networks on two accelerators; every tenth is starred, every seventh failed
/// before its first layer.
inline std::vector<RunRow> history(int count)
{
    const QString networks[] = {QStringLiteral("resnet50"), QStringLiteral("alexnet"), QStringLiteral("vgg16")};
    std::vector<RunRow> rows;
    for (int id = count; id > 0; --id) {
        RunRow row = historyRow(id);
        row.startedAt = row.startedAt.addSecs(60 * (id - count));
        row.networkName = networks[id % 3];
        row.acceleratorName = id % 2 == 0 ? QStringLiteral("simba") : QStringLiteral("simba-8x8");
        row.figures->cycles.count += 1000 * ((id * 7919) % 10'007);
        row.marks.starred = id % 10 == 0;
        if (id % 7 == 0) {
            row.status = RunStatus::Failed;
            row.layersDone = 0;
            row.figures.reset();
        }
        rows.push_back(row);
    }
    return rows;
}

} // namespace nestloom::ui::sample
