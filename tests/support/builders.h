// SPDX-License-Identifier: Apache-2.0
// Small readable values for tests.
#pragma once

#include "engine/base/integers.h"
#include "engine/base/rng.h"
#include "engine/hardware/accelerator.h"
#include "engine/mapping/layer_mapping.h"
#include "engine/workload/network.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>

namespace nestloom::tests {

inline constexpr TensorSet kWeights = TensorSet::of(TensorRole::Weights);
inline constexpr TensorSet kInputs = TensorSet::of(TensorRole::Inputs);
inline constexpr TensorSet kOutputs = TensorSet::of(TensorRole::Outputs);

inline hardware::BufferLevel level(std::string name, hardware::LevelKind kind, std::optional<Bytes> capacity,
                                   TensorSet keeps, std::int64_t columns, std::int64_t rows = 1)
{
    hardware::BufferLevel result;
    result.name = std::move(name);
    result.kind = kind;
    result.capacity = capacity;
    result.keeps = keeps;
    result.fanout = {columns, rows};
    result.accessEnergy = Picojoules{1};
    return result;
}

/// The machine of the Timeloop reference figures: 16 PEs of 64 MACs.
inline hardware::Accelerator simba()
{
    using enum hardware::LevelKind;
    hardware::Accelerator accelerator;
    accelerator.name = "simba";
    accelerator.energySource = hardware::EnergySource::TimeloopPat;
    accelerator.macEnergy = {0.25};
    accelerator.levels = {level("DRAM", Dram, {}, TensorSet::all(), 1),
                          level("GlobalBuffer", Sram, Bytes{65536}, kInputs.with(TensorRole::Outputs), 4, 4),
                          level("InputBuffer", Sram, Bytes{4096}, kInputs, 8),
                          level("WeightBuffer", Sram, Bytes{16384}, kWeights, 1),
                          level("AccumulationBuffer", Sram, Bytes{192}, kOutputs, 8),
                          level("Registers", Registers, Bytes{1}, kWeights, 1)};
    const std::array<std::int64_t, 6> blocks{64, 8, 8, 8, 1, 1};
    const std::array<std::int64_t, 6> clusters{1, 1, 1, 1, 8, 64};
    for (std::size_t i = 0; i < 6; ++i) {
        accelerator.levels[i].accessElements = blocks[i];
        accelerator.levels[i].clusterSize = clusters[i];
        accelerator.levels[i].accessEnergy.reset();
    }
    accelerator.levels[0].readBandwidth = BytesPerCycle{10};
    accelerator.levels[0].writeBandwidth = BytesPerCycle{10};
    accelerator.levels[4].elementBits[TensorRole::Outputs] = {24};
    return accelerator;
}

/// Two levels, everything kept everywhere, 4 MACs: small enough to count by hand.
inline hardware::Accelerator twoLevels(Bytes capacity = Bytes{256})
{
    hardware::Accelerator accelerator;
    accelerator.name = "two-levels";
    accelerator.macEnergy = {1};
    accelerator.levels = {level("DRAM", hardware::LevelKind::Dram, {}, TensorSet::all(), 1),
                          level("Buffer", hardware::LevelKind::Sram, capacity, TensorSet::all(), 4)};
    accelerator.levels[0].readBandwidth = BytesPerCycle{4};
    accelerator.levels[0].writeBandwidth = BytesPerCycle{2};
    return accelerator;
}

/// The same accelerator with a limit on every port, so that any level can be the bottleneck.
inline hardware::Accelerator withBandwidths(hardware::Accelerator accelerator, double scale = 1)
{
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i) {
        accelerator.levels[i].readBandwidth = BytesPerCycle{scale * static_cast<double>(4 + 3 * i)};
        accelerator.levels[i].writeBandwidth = BytesPerCycle{scale * static_cast<double>(3 + 2 * i)};
    }
    return accelerator;
}

inline workload::Layer convolution(std::string name, std::int64_t taps, std::int64_t pixels, std::int64_t c,
                                   std::int64_t k, std::int64_t stride = 1, std::int64_t groups = 1,
                                   std::int64_t batch = 1)
{
    workload::Layer layer;
    layer.name = std::move(name);
    layer.bounds = {{taps, taps, pixels, pixels, c, k, batch, groups}};
    layer.strideP = layer.strideQ = stride;
    return layer;
}

/// A valid mapping drawn at random: every prime goes to a random place where it still fits, loops in random order.
inline mapping::LayerMapping randomMapping(Rng& rng, const hardware::Accelerator& accelerator,
                                           const workload::Layer& layer)
{
    using mapping::Loop;
    mapping::LayerMapping result;
    for (const auto& levelOf : accelerator.levels)
        result.levels.push_back({{}, {}, levelOf.keeps});
    std::vector<Loop> primes;
    for (const auto d : workload::kLoopDimensions)
        for (const PrimeFactor& f : primeFactors(layer.bounds[d]))
            primes.insert(primes.end(), static_cast<std::size_t>(f.multiplicity), Loop{d, f.prime});
    rng.shuffle(std::span(primes));
    const auto fits = [&](const mapping::LayerMapping& candidate) {
        for (std::size_t i = 0; i < accelerator.levels.size(); ++i) {
            const hardware::Fanout& fanout = accelerator.levels[i].fanout;
            std::int64_t columns = 1, rows = 1;
            for (const Loop& loop : candidate.levels[i].spatial)
                (loop.axis == hardware::Axis::Rows ? rows : columns) *= loop.bound;
            if (columns * rows > fanout.count()
                || (fanout.isPlane() && (columns > fanout.columns || rows > fanout.rows)))
                return false;
            std::int64_t bits = 0;
            for (const TensorRole role : kTensorRoles)
                if (candidate.levels[i].keeps.contains(role))
                    bits += mapping::tileBits(accelerator, layer, candidate, i, role).count;
            if (accelerator.levels[i].capacity && bits > accelerator.levels[i].capacity->count * 8)
                return false;
        }
        return true;
    };
    for (const Loop& prime : primes) {
        mapping::LayerMapping next = result;
        const std::size_t level = rng.below(next.levels.size());
        const bool spatial = rng.below(2) == 0;
        auto& loops = spatial ? next.levels[level].spatial : next.levels[level].temporal;
        const auto made = loops.insert(loops.begin() + static_cast<std::ptrdiff_t>(rng.below(loops.size() + 1)), prime);
        const hardware::Fanout& fanout = accelerator.levels[level].fanout;
        if (spatial && fanout.isPlane() && rng.below(2) == 0)
            made->axis = hardware::Axis::Rows;
        if (fits(next))
            result = next;
        else
            result.levels[0].temporal.push_back(prime);
    }
    return result;
}

} // namespace nestloom::tests
