// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/run_history.h"

namespace nestloom::ui::sample {

/// A finished run of resnet50 on simba: 12.4 Mcycle, 31.2 mJ, 1 % above its bound.
inline RunSummary historyRow(RunId id, RunStatus status = RunStatus::Finished)
{
    RunSummary row;
    row.id = id;
    using namespace std::chrono_literals;
    row.startedAt = std::chrono::sys_days(2026y / 11 / 21) + 9h + 30min;
    row.acceleratorName = "simba";
    row.networkName = "resnet50";
    row.engine = "cosa";
    row.objective = "latency";
    row.engineVersion = "0.1.0";
    row.seed = 1;
    row.status = status;
    row.layerCount = row.layersDone = 54;
    row.clock = Hertz{1e9};
    row.totals.emplace();
    row.totals->layers = row.totals->solved = 54;
    row.totals->cycles = Cycles{12'400'000};
    row.totals->energy = Picojoules{31.2e9};
    row.totals->edp = 31.2e9 * 12'400'000;
    row.totals->utilization = 0.71;
    row.totals->gap = 0.01;
    return row;
}

/// `count` runs, the newest first, of three networks on two accelerators; every tenth is starred, every seventh failed
/// before its first layer.
inline std::vector<RunSummary> history(int count)
{
    const char* const networks[] = {"resnet50", "alexnet", "vgg16"};
    std::vector<RunSummary> rows;
    for (int id = count; id > 0; --id) {
        RunSummary row = historyRow(id);
        row.startedAt += std::chrono::minutes(id - count);
        row.networkName = networks[id % 3];
        row.acceleratorName = id % 2 == 0 ? "simba" : "simba-8x8";
        row.totals->cycles.count += 1000 * ((id * 7919) % 10'007);
        row.marks.starred = id % 10 == 0;
        if (id % 7 == 0) {
            row.status = RunStatus::Failed;
            row.layersDone = 0;
            row.totals.reset();
        }
        rows.push_back(row);
    }
    return rows;
}

} // namespace nestloom::ui::sample
