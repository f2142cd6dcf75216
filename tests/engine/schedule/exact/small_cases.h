// SPDX-License-Identifier: Apache-2.0
// Machines and layers small enough for every mapping to be walked through.
#pragma once

#include "engine/base/rng.h"
#include "engine/cost/evaluate.h"
#include "engine/schedule/objective.h"
#include "tests/support/builders.h"

namespace nestloom::tests {

/// Two to four levels, each keeps and multicasts what it likes, arrays of one and two dimensions or none.
inline hardware::Accelerator oddMachine(Rng& rng)
{
    using enum hardware::LevelKind;
    hardware::Accelerator accelerator;
    accelerator.name = "odd";
    accelerator.macEnergy = {0.5};
    const std::size_t count = 2 + rng.below(3);
    for (std::size_t i = 0; i < count; ++i) {
        TensorSet keeps = i == 0 ? TensorSet::all() : TensorSet();
        for (const TensorRole role : kTensorRoles)
            keeps = rng.below(3) > 0 ? keeps.with(role) : keeps;
        std::optional<Bytes> capacity;
        if (i > 0 && rng.below(5) > 0)
            capacity = Bytes{std::int64_t(8 + rng.below(i + 1 == count ? 40 : 160))};
        const std::int64_t columns = rng.below(2) > 0 ? 1 : std::int64_t(1 + rng.below(6)),
                           rows = rng.below(3) > 0 ? 1 : std::int64_t(2 + rng.below(2));
        accelerator.levels.push_back(
            level("L" + std::to_string(i), i > 0 ? Sram : Dram, capacity, keeps, columns, rows));
        hardware::BufferLevel& level = accelerator.levels.back();
        level.accessEnergy = Picojoules{double(1 + rng.below(100)) / double(1 + i * i)};
        if (rng.below(3) == 0)
            level.elementBits[TensorRole::Outputs] = {24};
        for (const TensorRole role : kTensorRoles)
            level.multicast = rng.below(4) > 0 ? level.multicast : level.multicast.without(role);
    }
    return accelerator;
}

/// Reads and writes of some levels take turns.
inline void drawPorts(hardware::Accelerator& accelerator, Rng& rng)
{
    for (hardware::BufferLevel& level : accelerator.levels)
        if (rng.below(2) == 0)
            level.ports = std::int64_t(1 + rng.below(2));
}

/// The same machine with energies of reads, fills and updates apart, and with leakage.
inline void stateEnergiesByKind(hardware::Accelerator& accelerator)
{
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i) {
        hardware::BufferLevel& level = accelerator.levels[i];
        level.fillEnergy = Picojoules{level.accessEnergy->count * (0.4 + 0.5 * double(i))};
        level.updateEnergy = Picojoules{level.accessEnergy->count * 1.7};
        level.leakage = Watts{2e-3 * double(1 + i)};
    }
    accelerator.macLeakage = Watts{1e-4};
}

/// At most 96 MACs, with halos, strides, dilations and groups.
inline workload::Layer smallLayer(Rng& rng)
{
    const auto draw = [&](std::initializer_list<std::int64_t> values) {
        return *(values.begin() + static_cast<std::ptrdiff_t>(rng.below(values.size())));
    };
    workload::Layer layer;
    layer.name = "small";
    layer.bounds = {{draw({1, 1, 2, 3}), draw({1, 1, 1, 3}), draw({1, 2, 3, 4}), draw({1, 1, 2, 3}), draw({1, 2, 3}),
                     draw({1, 2, 4}), draw({1, 1, 2}), draw({1, 1, 1, 2})}};
    if (rng.below(2) > 0) {
        layer.strideP = draw({1, 2, 3});
        layer.strideQ = draw({1, 2});
        layer.dilationR = draw({1, 2});
        layer.dilationS = draw({1, 2, 3});
    }
    while (workload::macs(layer) > 96)
        layer.bounds[workload::kLoopDimensions[rng.below(workload::kLoopDimensionCount)]] = 1;
    return layer;
}

inline double figure(const schedule::Goal& goal, const cost::Score& score)
{
    return goal.figure(score.cycles, score.energy);
}

inline cost::Score scoreOf(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                           const mapping::LayerMapping& mapping)
{
    cost::Nest nest;
    cost::flatten(accelerator, mapping, nest);
    return cost::Evaluator(accelerator, layer).score(nest);
}

/// Pixels and taps of one axis may share inputs in space; there the search may stay below the model.
inline bool mayMix(const workload::Layer& layer)
{
    using enum workload::LoopDimension;
    return (layer.bounds[P] > 1 && layer.bounds[R] > 1) || (layer.bounds[Q] > 1 && layer.bounds[S] > 1);
}

} // namespace nestloom::tests
