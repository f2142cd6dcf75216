// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/hardware/accelerator.h"
#include "engine/zoo/graph_builder.h"

namespace nestloom::tests {

/// 2 x 2 nodes with 4 x 4 PEs of 64 B registers and a buffer of 4 KiB each, 16 bit.
inline hardware::Accelerator smallNodes()
{
    using hardware::LevelKind;
    hardware::Accelerator accelerator;
    accelerator.name = "small-nodes";
    accelerator.macEnergy = {1};
    accelerator.macBits = {16};
    const auto add = [&](const char* name, LevelKind kind, std::optional<Bytes> capacity, double energy,
                         hardware::Fanout fanout) {
        hardware::BufferLevel level;
        level.name = name;
        level.kind = kind;
        level.capacity = capacity;
        level.elementBits = {{{{16}, {16}, {16}}}};
        level.accessEnergy = Picojoules{energy};
        level.fanout = fanout;
        accelerator.levels.push_back(level);
    };
    add("DRAM", LevelKind::Dram, {}, 200, {2, 2});
    add("NodeBuffer", LevelKind::Sram, Bytes{4096}, 6, {4, 4});
    add("Registers", LevelKind::Registers, Bytes{64}, 1, {1, 1});
    accelerator.levels[0].readBandwidth = accelerator.levels[0].writeBandwidth = BytesPerCycle{16};
    accelerator.levels[1].readBandwidth = BytesPerCycle{16};
    accelerator.nodes = hardware::NodeArray{};
    accelerator.nodes->hopEnergy = {10};
    accelerator.nodes->wireEnergy = {2};
    accelerator.nodes->idleEnergy = {5};
    return accelerator;
}

/// A convolution, a branch with a depthwise one that is added back, a pooling, a concatenation and a classifier.
inline workload::Network branches()
{
    zoo::GraphBuilder g("branches", 16);
    const TensorId x = g.relu("relu", g.conv("stem", g.input("input", {3, 8, 8}), {.channels = 8, .kernel = 3}));
    const TensorId sum = g.add("add", x, g.depthwise("depthwise", x, {.kernel = 3}));
    const TensorId small = g.maxPool("pool", sum, {.kernel = 2, .stride = 2});
    const TensorId left = g.conv("left", small, {.channels = 4}),
                   right = g.conv("right", small, {.channels = 12, .kernel = 3});
    g.fullyConnected("classifier", g.globalAveragePool("average", g.concat("concat", {left, right})), 10);
    return g.network("two branches", {});
}

} // namespace nestloom::tests
