// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/records/sweep.h"
#include "tests/ui/support/sample_run.h"

/// A sweep of 3 x 2 accelerators with costs that can be checked by hand; not a claim about any machine.
namespace nestloom::ui::sample {

/// Buffer 32, 64 and 128 KiB; DRAM read 4 and 8 B/cycle.
inline explore::SweepInputs sweep(std::size_t networks = 1)
{
    explore::SweepInputs inputs;
    inputs.space.base = accelerator();
    inputs.space.axes = {{"levels.GlobalBuffer.capacity", {32'768, 65'536, 131'072}},
                         {"levels.DRAM.read_bandwidth", {4, 8}}};
    for (std::size_t i = 0; i < networks; ++i) {
        inputs.networks.push_back(network(2));
        inputs.networks.back().name = i == 0 ? "first" : "second";
    }
    return inputs;
}

/// Stored under this number.
inline records::SweepSummary summary(records::SweepId id)
{
    records::SweepSummary summary;
    summary.id = id;
    return summary;
}

/// More capacity and more bandwidth take fewer cycles: 6,000 for point 0 down to 1,000 for point 5.
inline explore::PointResult point(std::size_t index, std::size_t network = 0)
{
    explore::PointCost cost;
    cost.cycles = Cycles{std::int64_t(6 - index) * 1000};
    cost.energy = Picojoules{1e6 * double(index + 1)};
    cost.edpJouleSeconds = 1e-12 * double(index + 1);
    cost.onChip = Bytes{std::int64_t(1 + index / 2) * 65'536};
    cost.utilization = 0.1 * double(index + 1);
    cost.lowerBoundCycles = 900;
    cost.seconds = double(cost.cycles.count) / 1e9;
    cost.gap = index % 2 == 0 ? 0.0 : 0.04; // every other point is undecided
    return {index, network, explore::PointStatus::Finished, {}, cost};
}

inline explore::PointResult infeasiblePoint(std::size_t index, std::size_t network = 0)
{
    return {index,
            network,
            explore::PointStatus::Infeasible,
            "layer layer0: level LocalBuffer needs 3 B; raise its capacity to 3 B",
            {}};
}

} // namespace nestloom::ui::sample
