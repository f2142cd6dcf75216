// SPDX-License-Identifier: Apache-2.0
#include "engine/cost/evaluate.h"

#include "engine/cost/access_counts.h"
#include "engine/cost/level_cost.h"
#include "engine/cost/timeloop_counts.h"
#include "engine/hardware/energy_table.h"
#include "engine/mapping/verify.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace nestloom::cost {

std::string_view name(Model model)
{
    constexpr std::array<std::string_view, 4> names{"nestloom", "timeloop-2022", "tiled-schedule", "timeloop-2025"};
    return names[static_cast<std::size_t>(model)];
}

namespace {

Cycles wholeCycles(double cycles) { return {static_cast<std::int64_t>(std::ceil(cycles - 1e-9))}; }

LevelCost levelCost(const hardware::Accelerator& accelerator, std::size_t i, const PerTensor<Counts>& counts,
                    Model model)
{
    LevelCost cost;
    cost.level = accelerator.levels[i].name;
    for (const TensorRole role : kTensorRoles) {
        const Counts& c = counts[role];
        if (!c.kept)
            continue;
        TensorAccesses accesses{static_cast<std::int64_t>(c.tile),
                                static_cast<std::int64_t>(c.instances),
                                c.reads,
                                c.fills,
                                c.updates,
                                levelEnergy(accelerator, i, c, isTimeloop(model))};
        cost.energy += accesses.energy;
        cost.tensors[role] = accesses;
    }
    const PortTimes times = portTimes(accelerator, i, counts);
    cost.readCycles = wholeCycles(times.read);
    cost.writeCycles = wholeCycles(times.write);
    return cost;
}

/// What all instances and MAC units leak. Timeloop takes idle instances to be switched off and has no leakage of MAC
/// units; the older one has none at all.
void addLeakage(const hardware::Accelerator& accelerator, LayerCost& cost)
{
    if (cost.model == Model::Timeloop2022)
        return;
    const bool onlyUsed = cost.model == Model::Timeloop2025;
    const auto leaked = [&](Watts leakage, std::int64_t instances) {
        return hardware::leakagePerCycle(accelerator, leakage) * static_cast<double>(cost.cycles.count)
               * static_cast<double>(instances);
    };
    const Picojoules macs = leaked(accelerator.macLeakage, onlyUsed ? 0 : accelerator.macUnits());
    cost.macEnergy += macs;
    cost.energy += macs;
    for (std::size_t i = 0; i < cost.levels.size(); ++i) {
        std::int64_t used = 1;
        for (const auto& tensor : cost.levels[i].tensors.values)
            used = std::max(used, tensor ? tensor->instances : 1);
        LevelCost& level = cost.levels[i];
        level.leakage = leaked(accelerator.levels[i].leakage, onlyUsed ? used : accelerator.instances(i));
        level.energy += level.leakage;
        cost.energy += level.leakage;
    }
}

void findBottleneck(LayerCost& cost)
{
    cost.cycles = cost.computeCycles;
    cost.bottleneck = {Bottleneck::Kind::Compute, 0, "compute"};
    for (std::size_t i = 0; i < cost.levels.size(); ++i) {
        const LevelCost& level = cost.levels[i];
        if (level.readCycles > cost.cycles) {
            cost.cycles = level.readCycles;
            cost.bottleneck = {Bottleneck::Kind::ReadPort, i, level.level + " read"};
        }
        if (level.writeCycles > cost.cycles) {
            cost.cycles = level.writeCycles;
            cost.bottleneck = {Bottleneck::Kind::WritePort, i, level.level + " write"};
        }
    }
}

} // namespace

Result<LayerCost> evaluate(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                           const mapping::LayerMapping& mapping, Model model)
{
    if (const auto violations = mapping::verify(accelerator, layer, mapping); !violations.empty())
        return Error{ErrorCode::InvalidInput, violations.front().message, "mapping of layer " + layer.name};
    if (model == Model::TiledSchedule)
        return Error{ErrorCode::InvalidInput, "a mapping has no schedule of tiles to count",
                     "mapping of layer " + layer.name};
    if (accelerator.levels.size() > kMaxLevels)
        return Error{ErrorCode::Unsupported, "the cost model takes at most " + std::to_string(kMaxLevels) + " levels",
                     accelerator.name};

    Nest nest;
    flatten(mapping, nest);
    AccessCounts counts;
    if (isTimeloop(model))
        countAccessesLikeTimeloop(layer, nest, model == Model::Timeloop2025, counts);
    else
        countAccesses(layer, nest, counts);

    LayerCost cost;
    cost.model = model;
    cost.macs = workload::macs(layer);
    cost.computeCycles = {nest.computeCycles()};
    cost.macUnitsUsed = cost.macs / nest.computeCycles();
    cost.macEnergy = accelerator.macEnergy * static_cast<double>(cost.macs);
    cost.energy = cost.macEnergy;
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i) {
        cost.levels.push_back(levelCost(accelerator, i, counts[i], model));
        cost.energy += cost.levels.back().energy;
    }
    findBottleneck(cost);
    addLeakage(accelerator, cost);
    cost.utilization = static_cast<double>(cost.macs)
                       / (static_cast<double>(accelerator.macUnits()) * static_cast<double>(cost.cycles.count));
    return cost;
}

} // namespace nestloom::cost
