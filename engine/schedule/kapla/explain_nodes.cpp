// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/kapla/explain_nodes.h"

#include "engine/cost/explain.h"

#include <functional>
#include <string>

namespace nestloom::kapla {

namespace {

using cost::Formula;
using cost::given;
using cost::made;
using cost::Unit;
using Operation = Formula::Operation;

const std::string kCounted = "counted from partition, mapping and blocking";
const std::string kStated = "of the accelerator, see nodes";

/// `count` pieces of work, each with the same energy.
Formula energyOf(NodePart part, Formula count, double each, Unit unit = Unit::PicojoulesPerAccess)
{
    const std::string title = part == NodePart::Dram         ? "DRAM"
                              : part == NodePart::Operations ? "operations"
                                                             : std::string(name(part));
    return made(title, Unit::Picojoules, Operation::Product,
                {std::move(count), given("energy of each", each, unit, kStated)});
}

Formula words(std::string title, const std::function<double(TensorRole)>& of)
{
    std::vector<Formula> parts;
    for (const TensorRole role : kTensorRoles)
        if (const double count = of(role); count != 0)
            parts.push_back(given(std::string(nestloom::name(role)), count, Unit::Elements, kCounted));
    return made(std::move(title), Unit::Elements, Operation::Sum, std::move(parts));
}

Formula energyOfLayer(const Costs& costs, const std::string& name, const LayerCost& cost, bool withStatic)
{
    const auto at = [&cost](Level level) {
        return words("words", [&cost, level](TensorRole role) { return cost.counts.access[index(level)][role]; });
    };
    Formula buffer = at(Level::Buffer);
    const Formula remote =
        words("words of other layers' nodes", [&cost](TensorRole role) { return cost.counts.remote[role]; });
    if (remote.value != 0)
        buffer = made("words", Unit::Elements, Operation::Sum, {std::move(buffer), remote});
    std::vector<Formula> parts{
        energyOf(NodePart::Operations, given("operations", cost.counts.operations, Unit::Macs, kCounted),
                 costs.operation, Unit::PicojoulesPerMac),
        energyOf(NodePart::Registers, at(Level::Registers), costs.registers),
        energyOf(NodePart::Wires, at(Level::Array), costs.array),
        energyOf(NodePart::Buffer, std::move(buffer), costs.buffer),
        energyOf(NodePart::Hops,
                 words("words times hops",
                       [&cost](TensorRole role) { return cost.memoryHops[role] + cost.sharingHops[role]; }),
                 costs.hop),
        energyOf(NodePart::Dram, at(Level::Dram), costs.dram)};
    if (withStatic)
        parts.push_back(energyOf(NodePart::Static,
                                 given("cycles", double(cost.cycles()), Unit::Cycles, "of this layer"), costs.idle,
                                 Unit::PicojoulesPerCycle));
    std::erase_if(parts, [](const Formula& part) { return part.value == 0; });
    return made(name, Unit::Picojoules, Operation::Sum, std::move(parts));
}

Formula cyclesOfLayer(const std::string& name, const BlockingCounts& counts)
{
    return made(
        name, Unit::Cycles, Operation::Maximum,
        {given("PE arrays", double(counts.passCycles), Unit::Cycles, "their passes, one after the other"),
         given("buses of the nodes", double(counts.busCycles), Unit::Cycles, "words of the buffers by their bus"),
         given("DRAM", double(counts.dramCycles), Unit::Cycles, "words of DRAM by its bandwidth")});
}

const std::string& nameOf(const NodeRun& run, std::size_t layer) { return run.graph.network.layers[layer].name; }

/// Layers on different nodes work at the same time.
Formula cyclesOfSegment(const NodeRun& run, const ScheduledSegment& segment, std::size_t number)
{
    const SegmentTiming& timing = segment.timing;
    std::vector<Formula> layers, dram;
    for (std::size_t i = 0; i < segment.layers.size(); ++i) {
        const std::string& name = nameOf(run, segment.segment.layers[i].layer);
        const BlockingCounts& counts = segment.layers[i]->cost.counts;
        layers.push_back(cyclesOfLayer(name, counts));
        dram.push_back(given(name, double(counts.dramCycles), Unit::Cycles, "words of DRAM by its bandwidth"));
    }
    if (layers.size() == 1 && layers.front().value == double(timing.cycles()))
        return std::move(layers.front());
    Formula nodes = given("nodes", double(timing.nodeCycles()), Unit::Cycles,
                          std::to_string(timing.batchGroups())
                              + " parts of the batch follow each other through these layers, which overlap");
    nodes.parts = std::move(layers);
    return made("segment " + std::to_string(number), Unit::Cycles, Operation::Maximum,
                {std::move(nodes), made("DRAM", Unit::Cycles, Operation::Sum, std::move(dram))});
}

/// The schedule of a layer of the network.
const LayerSchedule& scheduleOf(const NodeRun& run, std::size_t layer) { return *run.schedule->layers()[layer]; }

} // namespace

Formula explainEnergy(const NodeRun& run)
{
    std::vector<Formula> parts;
    for (const ScheduledSegment& segment : run.schedule->segments)
        for (std::size_t i = 0; i < segment.layers.size(); ++i)
            parts.push_back(energyOfLayer(run.machine.costs, nameOf(run, segment.segment.layers[i].layer),
                                          segment.layers[i]->cost, false));
    if (run.machine.costs.idle != 0)
        parts.push_back(
            energyOf(NodePart::Static, explainCycles(run), run.machine.costs.idle, Unit::PicojoulesPerCycle));
    return made("energy", Unit::Picojoules, Operation::Sum, std::move(parts));
}

Formula explainCycles(const NodeRun& run)
{
    std::vector<Formula> parts;
    double all = 0;
    for (const ScheduledSegment& segment : run.schedule->segments) {
        parts.push_back(cyclesOfSegment(run, segment, parts.size() + 1));
        all += parts.back().value;
    }
    if (double(run.schedule->cycles) == all)
        return made("cycles", Unit::Cycles, Operation::Sum, std::move(parts));
    Formula cycles = given("cycles", double(run.schedule->cycles), Unit::Cycles,
                           "the one segment stays on the nodes: inputs follow each other at the pace of the slowest");
    cycles.parts = std::move(parts);
    return cycles;
}

Formula explainEdp(const NodeRun& run, Hertz clock)
{
    return cost::energyDelayProduct(explainEnergy(run), explainCycles(run), clock);
}

Formula explainLayerEnergy(const NodeRun& run, std::size_t layer)
{
    return energyOfLayer(run.machine.costs, nameOf(run, layer), scheduleOf(run, layer).cost, true);
}

Formula explainLayerCycles(const NodeRun& run, std::size_t layer)
{
    return cyclesOfLayer(nameOf(run, layer), scheduleOf(run, layer).cost.counts);
}

} // namespace nestloom::kapla
