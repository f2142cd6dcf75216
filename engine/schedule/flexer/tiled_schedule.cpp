// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/flexer/tiled_schedule.h"

#include "engine/hardware/energy_table.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace nestloom::schedule::flexer {

std::string_view name(DataType type)
{
    constexpr std::array<std::string_view, 4> names{"inputs", "weights", "partial sums", "outputs"};
    return names[std::size_t(type)];
}

std::string_view name(Direction direction) { return direction == Direction::Load ? "load" : "store"; }

std::string label(const Tile& tile)
{
    std::string text(name(tile.role));
    if (tile.pixels >= 0)
        text += " p" + std::to_string(tile.pixels);
    if (tile.outputs >= 0)
        text += " o" + std::to_string(tile.outputs);
    if (tile.reduction >= 0)
        text += " r" + std::to_string(tile.reduction);
    return text;
}

namespace {

using enum workload::LoopDimension;
using cost::LayerCost;
using cost::LevelCost;
using cost::TensorAccesses;

/// Elements that pass between scratchpad and arrays over the whole layer.
struct Streams {
    double inputs = 0, weights = 0, sumsAdded = 0, sumsRead = 0;
};

/// Of one operation, from its tiles' elements: passes * what a pass streams.
Streams streamsOf(const TiledSchedule& schedule)
{
    const workload::Layer& layer = schedule.layer;
    const Machine& machine = schedule.machine;
    const double taps = double(layer.bounds[R] * layer.bounds[S]);
    const auto elements = [&](TileId tile, TensorRole role) {
        return double(schedule.tiles[tile.value].size.count) * 8 / double(machine.onChip[role].count);
    };
    const auto last = [](std::int64_t whole, std::int64_t tile, std::int64_t i) {
        return double(std::min(tile, whole - i * tile));
    };
    const std::int64_t outputsPerGroup = (layer.bounds[K] - 1) / schedule.tiling.outputChannels + 1;
    Streams streams;
    for (const TileOperation& operation : schedule.operations) {
        const Tile& weight = schedule.tiles[operation.tiles[TensorRole::Weights].value];
        const double channels = last(layer.bounds[C], schedule.tiling.inputChannels, weight.reduction);
        const double made = last(layer.bounds[K], schedule.tiling.outputChannels, weight.outputs % outputsPerGroup);
        const double rowPasses = std::ceil(channels * taps / double(machine.arrayRows));
        const double columnPasses = std::ceil(made / double(machine.arrayColumns));
        const double outputs = std::floor(elements(operation.tiles[TensorRole::Outputs], TensorRole::Outputs));
        streams.inputs += outputs / made * channels * taps * columnPasses;
        streams.weights += std::floor(elements(operation.tiles[TensorRole::Weights], TensorRole::Weights));
        streams.sumsAdded += outputs * rowPasses;
        streams.sumsRead += outputs * (rowPasses - (operation.reduction == 0 ? 1 : 0));
    }
    return streams;
}

TensorAccesses accesses(double tile, double instances, double reads, double fills, double updates,
                        const hardware::AccessEnergies& energies)
{
    return {std::int64_t(tile),
            std::int64_t(instances),
            reads / instances,
            fills / instances,
            updates / instances,
            {energies.areEqual()
                 ? (reads + fills + updates) * energies.read.count
                 : reads * energies.read.count + fills * energies.fill.count + updates * energies.update.count}};
}

LevelCost dramCost(const hardware::Accelerator& accelerator, const TiledSchedule& schedule)
{
    LevelCost level;
    level.level = accelerator.levels[0].name;
    const hardware::AccessEnergies energy = hardware::elementEnergies(accelerator, 0);
    const auto elements = [&](Bytes bytes, TensorRole role) {
        return double(bytes.count) * 8 / double(schedule.machine.offChip[role].count);
    };
    const Traffic& traffic = schedule.traffic;
    using enum TensorRole;
    level.tensors[Inputs] = accesses(0, 1, elements(traffic.inputs, Inputs), 0, 0, energy);
    level.tensors[Weights] = accesses(0, 1, elements(traffic.weights, Weights), 0, 0, energy);
    level.tensors[Outputs] = accesses(0, 1, elements(traffic.partialSumsLoaded, Outputs), 0,
                                      elements(traffic.outputs + traffic.partialSumsStored, Outputs), energy);
    for (const TensorRole role : kTensorRoles)
        level.tensors[role]->tileElements = workload::elements(schedule.layer, role);
    level.readCycles = schedule.machine.loadTime(traffic.inputs + traffic.weights + traffic.partialSumsLoaded);
    level.writeCycles = schedule.machine.storeTime(traffic.outputs + traffic.partialSumsStored);
    return level;
}

LevelCost scratchpadCost(const hardware::Accelerator& accelerator, const TiledSchedule& schedule,
                         const Streams& streams)
{
    LevelCost level;
    level.level = accelerator.levels[1].name;
    const hardware::AccessEnergies energy = hardware::elementEnergies(accelerator, 1);
    PerTensor<double> largest{};
    for (const Tile& tile : schedule.tiles)
        largest[tile.role] = std::max(largest[tile.role],
                                      double(tile.size.count) * 8 / double(schedule.machine.onChip[tile.role].count));
    const auto elements = [&](Bytes bytes, Bits bits) { return double(bytes.count) * 8 / double(bits.count); };
    const Machine& machine = schedule.machine;
    const Traffic& traffic = schedule.traffic;
    using enum TensorRole;
    level.tensors[Inputs] =
        accesses(largest[Inputs], 1, streams.inputs, elements(traffic.inputs, machine.offChip[Inputs]), 0, energy);
    level.tensors[Weights] =
        accesses(largest[Weights], 1, streams.weights, elements(traffic.weights, machine.offChip[Weights]), 0, energy);
    const double leaving = elements(traffic.outputs, machine.offChip[Outputs])
                           + elements(traffic.partialSumsStored, machine.onChip[Outputs]);
    level.tensors[Outputs] =
        accesses(largest[Outputs], 1, streams.sumsRead + leaving,
                 elements(traffic.partialSumsLoaded, machine.onChip[Outputs]), streams.sumsAdded, energy);
    return level;
}

LevelCost innerCost(const hardware::Accelerator& accelerator, std::size_t i, const Streams& streams, std::int64_t macs)
{
    const hardware::BufferLevel& buffer = accelerator.levels[i];
    LevelCost level;
    level.level = buffer.name;
    const hardware::AccessEnergies energy = hardware::elementEnergies(accelerator, i);
    const double instances = double(accelerator.instances(i));
    const bool feedsMacs = std::none_of(accelerator.levels.begin() + std::ptrdiff_t(i) + 1, accelerator.levels.end(),
                                        [](const auto& other) { return other.keeps.contains(TensorRole::Weights); });
    using enum TensorRole;
    if (buffer.keeps.contains(Weights))
        level.tensors[Weights] =
            accesses(0, instances, feedsMacs ? double(macs) : streams.weights, streams.weights, 0, energy);
    if (buffer.keeps.contains(Inputs))
        level.tensors[Inputs] = accesses(0, instances, streams.inputs, streams.inputs, 0, energy);
    if (buffer.keeps.contains(Outputs))
        level.tensors[Outputs] = accesses(0, instances, streams.sumsAdded, 0, streams.sumsAdded, energy);
    return level;
}

} // namespace

LayerCost costOf(const hardware::Accelerator& accelerator, const TiledSchedule& schedule)
{
    LayerCost cost;
    cost.model = cost::Model::TiledSchedule;
    cost.cycles = schedule.latency;
    std::vector<Cycles> busy; // of each NPU
    for (const TileOperation& operation : schedule.operations) {
        busy.resize(std::max(busy.size(), std::size_t(operation.npu) + 1));
        busy[std::size_t(operation.npu)] += operation.end - operation.start;
    }
    const auto used = std::int64_t(busy.size());
    cost.computeCycles = busy.empty() ? Cycles{} : std::ranges::max(busy);
    cost.macs = workload::macs(schedule.layer);
    cost.macUnitsUsed = used * schedule.machine.arrayRows * schedule.machine.arrayColumns;
    cost.utilization = double(cost.macs) / (double(accelerator.macUnits()) * double(cost.cycles.count));
    cost.macEnergy = accelerator.macEnergy * double(cost.macs);
    const Streams streams = streamsOf(schedule);
    cost.levels = {dramCost(accelerator, schedule), scratchpadCost(accelerator, schedule, streams)};
    for (std::size_t i = 2; i < accelerator.levels.size(); ++i)
        cost.levels.push_back(innerCost(accelerator, i, streams, cost.macs));
    const auto leaked = [&](Watts leakage, std::int64_t instances) {
        return hardware::leakagePerCycle(accelerator, leakage) * double(cost.cycles.count * instances);
    };
    cost.macEnergy += leaked(accelerator.macLeakage, accelerator.macUnits());
    cost.energy = cost.macEnergy;
    for (std::size_t i = 0; i < cost.levels.size(); ++i) {
        LevelCost& level = cost.levels[i];
        level.leakage = leaked(accelerator.levels[i].leakage, accelerator.instances(i));
        level.energy = level.leakage;
        for (const auto& tensor : level.tensors.values)
            level.energy += tensor ? tensor->energy : Picojoules{0};
        cost.energy += level.energy;
    }
    const Cycles loads = cost.levels[0].readCycles, stores = cost.levels[0].writeCycles;
    const bool isApart = schedule.machine.storeDma.has_value();
    const std::string& dram = accelerator.levels[0].name;
    if (!isApart && loads + stores > cost.computeCycles)
        cost.bottleneck = {cost::Bottleneck::Kind::ReadPort, 0, dram + " transfers"};
    else if (std::max(loads, stores) > cost.computeCycles)
        cost.bottleneck = loads < stores ? cost::Bottleneck{cost::Bottleneck::Kind::WritePort, 0, dram + " stores"}
                                         : cost::Bottleneck{cost::Bottleneck::Kind::ReadPort, 0, dram + " loads"};
    else
        cost.bottleneck = {cost::Bottleneck::Kind::Compute, 0, "compute"};
    return cost;
}

} // namespace nestloom::schedule::flexer
