// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cost/evaluate.h"
#include "engine/mapping/verify.h"
#include "engine/schedule/network_run.h"

#include <QtGlobal>

/// A Simba-like accelerator with 16 PEs of 64 MACs and a hand-made mapping of a ResNet-50 layer that uses all of them,
/// costed by the engine. Figures as in presets/accelerators/simba.yaml.
namespace nestloom::ui::simba {

inline hardware::BufferLevel level(const char* name, hardware::LevelKind kind, std::int64_t bytes, TensorSet keeps,
                                   hardware::Fanout fanout)
{
    hardware::BufferLevel l;
    l.name = name;
    l.kind = kind;
    if (bytes > 0)
        l.capacity = Bytes{bytes};
    l.keeps = keeps;
    l.fanout = fanout;
    return l;
}

inline hardware::Accelerator accelerator()
{
    using hardware::LevelKind;
    const TensorSet weights = TensorSet::of(TensorRole::Weights);
    const TensorSet inputs = TensorSet::of(TensorRole::Inputs);
    const TensorSet outputs = TensorSet::of(TensorRole::Outputs);
    hardware::Accelerator a;
    a.name = "simba";
    a.energySource = hardware::EnergySource::TimeloopPat;
    a.macEnergy = Picojoules{0.25};
    a.levels = {level("DRAM", LevelKind::Dram, 0, TensorSet::all(), {1, 1}),
                level("GlobalBuffer", LevelKind::Sram, 65'536, inputs.with(TensorRole::Outputs), {4, 4}),
                level("InputBuffer", LevelKind::Sram, 4'096, inputs, {8, 1}),
                level("WeightBuffer", LevelKind::Sram, 16'384, weights, {1, 1}),
                level("AccumulationBuffer", LevelKind::Sram, 192, outputs, {8, 1}),
                level("Registers", LevelKind::Registers, 1, weights, {1, 1})};
    a.levels[0].readBandwidth = a.levels[0].writeBandwidth = BytesPerCycle{10};
    a.levels[0].accessElements = 64;
    for (const std::size_t i : {1, 2, 3})
        a.levels[i].accessElements = 8;
    a.levels[4].elementBits[TensorRole::Outputs] = Bits{24};
    a.levels[4].clusterSize = 8;
    a.levels[5].clusterSize = 64;
    return a;
}

inline workload::Layer layer()
{
    workload::Layer l;
    l.name = "layer3.1.conv2";
    l.bounds = {{3, 3, 14, 14, 256, 256, 1, 1}};
    return l;
}

inline mapping::LayerMapping layerMapping()
{
    using enum workload::LoopDimension;
    const hardware::Accelerator a = accelerator();
    mapping::LayerMapping m;
    m.levels = {{{{P, 2}}, {}, a.levels[0].keeps},
                {{{K, 2}, {C, 16}}, {{K, 4, hardware::Axis::Rows}, {K, 4}}, a.levels[1].keeps},
                {{{P, 7}}, {{K, 8}}, a.levels[2].keeps},
                {{{C, 2}}, {}, a.levels[3].keeps},
                {{{R, 3}, {S, 3}, {Q, 14}}, {{C, 8}}, a.levels[4].keeps},
                {{}, {}, a.levels[5].keeps}};
    return m;
}

/// Verified and costed by the engine; without a mapping if either refuses it, so that tests notice.
inline schedule::LayerResult solved()
{
    schedule::LayerResult r;
    r.name = layer().name;
    const auto cost = cost::evaluate(accelerator(), layer(), layerMapping(), cost::Model::Nestloom);
    if (!mapping::verify(accelerator(), layer(), layerMapping()).empty() || !cost) {
        qWarning("the sample mapping is not valid: %s", cost ? "verifier" : cost.error().message.c_str());
        return r;
    }
    r.status = schedule::LayerStatus::Proven;
    r.verified = true;
    r.mapping = layerMapping();
    r.cost = *cost;
    r.lowerBoundCycles = r.objectiveBound = 112'896;
    r.gap = double(r.cost->cycles.count) / *r.lowerBoundCycles - 1;
    return r;
}

} // namespace nestloom::ui::simba
