// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/mapping/layer_mapping.h"
#include "engine/schedule/network_run.h"

/// Small readable values for tests of models and views. The mapping is a real one (its factors multiply to the layer's
/// bounds and its tiles fit); the cost is arithmetic on it that can be checked by hand, not a claim about any machine.
namespace nestloom::ui::sample {

using workload::LoopDimension;

/// DRAM, a shared 64 KiB buffer feeding 4 x 4 PEs, and per PE a weight buffer and a buffer for inputs and 24-bit
/// outputs that feeds 8 x 8 MAC units.
inline hardware::Accelerator accelerator()
{
    using namespace hardware;
    Accelerator a;
    a.name = "sample";
    BufferLevel dram;
    dram.name = "DRAM";
    dram.kind = LevelKind::Dram;
    dram.readBandwidth = dram.writeBandwidth = BytesPerCycle{10};
    BufferLevel global;
    global.name = "GlobalBuffer";
    global.capacity = Bytes{65'536};
    global.keeps = TensorSet::of(TensorRole::Inputs).with(TensorRole::Outputs);
    global.fanout = {4, 4};
    BufferLevel weights;
    weights.name = "WeightBuffer";
    weights.capacity = Bytes{32'768};
    weights.keeps = TensorSet::of(TensorRole::Weights);
    BufferLevel local;
    local.name = "LocalBuffer";
    local.capacity = Bytes{8'192};
    local.keeps = TensorSet::of(TensorRole::Inputs).with(TensorRole::Outputs);
    local.elementBits = {{{Bits{8}, Bits{8}, Bits{24}}}};
    local.fanout = {8, 8};
    a.levels = {dram, global, weights, local};
    return a;
}

/// 3x3, 64 -> 64 channels, 56 x 56: 115,605,504 MACs.
inline workload::Layer layer(std::string name = "layer1.0.conv2")
{
    workload::Layer l;
    l.name = std::move(name);
    l.bounds = {{3, 3, 56, 56, 64, 64, 1, 1}};
    return l;
}

inline workload::Network network(int count)
{
    workload::Network n;
    n.name = "sample_net";
    for (int i = 0; i < count; ++i)
        n.layers.push_back(layer("layer" + std::to_string(i)));
    return n;
}

/// Uses 16 PEs and all 64 MAC units of each: 112,896 compute cycles.
inline mapping::LayerMapping layerMapping()
{
    using enum LoopDimension;
    mapping::LayerMapping m;
    m.levels.resize(4);
    const TensorSet activations = TensorSet::of(TensorRole::Inputs).with(TensorRole::Outputs);
    m.levels[0] = {{{P, 7}, {Q, 2}}, {}, TensorSet::all()};
    m.levels[1] = {{{Q, 4}, {P, 2}}, {{K, 4, hardware::Axis::Rows}, {P, 4}}, activations};
    m.levels[2] = {{{C, 8}, {K, 2}}, {}, TensorSet::of(TensorRole::Weights)};
    m.levels[3] = {{{R, 3}, {S, 3}, {Q, 7}}, {{C, 8, hardware::Axis::Rows}, {K, 8}}, activations};
    return m;
}

inline cost::LayerCost layerCost(const hardware::Accelerator& a, const workload::Layer& l,
                                 const mapping::LayerMapping& m)
{
    cost::LayerCost c;
    std::int64_t compute = 1;
    std::int64_t units = 1;
    for (const mapping::LevelLoops& loops : m.levels) {
        compute *= mapping::temporalProduct(loops);
        units *= mapping::spatialProduct(loops);
    }
    c.computeCycles = c.cycles = Cycles{compute};
    c.macs = workload::macs(l);
    c.macUnitsUsed = units;
    c.utilization = double(c.macs) / (double(a.macUnits()) * double(compute));
    c.macEnergy = Picojoules{double(c.macs)};
    c.bottleneck.text = "compute";
    c.energy = c.macEnergy;
    std::int64_t instances = 1;
    for (std::size_t i = 0; i < m.levels.size(); ++i) {
        cost::LevelCost level;
        level.level = a.levels[i].name;
        for (const TensorRole role : kTensorRoles) {
            if (!m.levels[i].keeps.contains(role))
                continue;
            cost::TensorAccesses t;
            t.tileElements = mapping::tileElements(l, m, i, role);
            t.instances = instances;
            t.reads = double(t.tileElements) * 3;
            t.fills = double(t.tileElements);
            t.updates = role == TensorRole::Outputs ? double(t.tileElements) : 0;
            t.energy = Picojoules{(i == 0 ? 20.0 : 2.0) * t.reads * double(instances)};
            level.energy += t.energy;
            level.tensors[role] = t;
        }
        if (i == 0) {
            level.readCycles = Cycles{compute * 7 / 8};
            level.writeCycles = Cycles{compute / 16};
        }
        c.energy += level.energy;
        c.levels.push_back(level);
        instances *= mapping::spatialProduct(m.levels[i]);
    }
    return c;
}

/// A verified result 1 % above its bound.
inline schedule::LayerResult solved(std::size_t index = 0, std::string name = "layer1.0.conv2")
{
    schedule::LayerResult r;
    r.index = index;
    r.name = std::move(name);
    r.status = schedule::LayerStatus::BestFound;
    r.verified = true;
    r.mapping = layerMapping();
    r.cost = layerCost(accelerator(), layer(), *r.mapping);
    r.lowerBoundCycles = r.objectiveBound = double(r.cost->cycles.count) / 1.01;
    r.gap = 0.01;
    r.solveCpuMs = 42;
    return r;
}

inline schedule::LayerResult boundByDram(std::size_t index, std::string name)
{
    schedule::LayerResult r = solved(index, std::move(name));
    r.cost->cycles = Cycles{2 * r.cost->computeCycles.count};
    r.cost->levels[0].readCycles = r.cost->cycles;
    r.cost->utilization /= 2;
    r.cost->bottleneck = {cost::Bottleneck::Kind::ReadPort, 0, "DRAM read"};
    r.lowerBoundCycles = r.objectiveBound = double(r.cost->cycles.count);
    r.gap = 0;
    r.status = schedule::LayerStatus::Proven;
    return r;
}

inline schedule::LayerResult failed(std::size_t index, std::string name)
{
    schedule::LayerResult r;
    r.index = index;
    r.name = std::move(name);
    r.status = schedule::LayerStatus::Infeasible;
    r.reason = "level LocalBuffer needs 3 B for one outputs element but holds 2 B; raise its capacity to 3 B";
    return r;
}

} // namespace nestloom::ui::sample
