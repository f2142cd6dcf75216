// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/kapla/node_energy.h"

#include <numeric>

namespace nestloom::kapla {

namespace {

double sum(const PerTensor<double>& words) { return words.values[0] + words.values[1] + words.values[2]; }

double wordsAt(const LayerSchedule& layer, Level level) { return sum(layer.cost.counts.access[index(level)]); }

} // namespace

std::string_view name(NodePart part)
{
    switch (part) {
    case NodePart::Operations: return "mac";
    case NodePart::Registers: return "registers";
    case NodePart::Wires: return "wires";
    case NodePart::Buffer: return "buffer";
    case NodePart::Hops: return "hops";
    case NodePart::Dram: return "dram";
    case NodePart::Static: return "idle";
    }
    return "";
}

double NodeEnergy::total() const { return std::accumulate(parts.begin(), parts.end(), 0.0); }

NodeEnergy nodeEnergy(const Costs& costs, const LayerSchedule& layer)
{
    NodeEnergy energy;
    energy[NodePart::Operations] = layer.cost.operationCost;
    energy[NodePart::Registers] = costs.registers * wordsAt(layer, Level::Registers);
    energy[NodePart::Wires] = costs.array * wordsAt(layer, Level::Array);
    energy[NodePart::Buffer] = costs.buffer * (wordsAt(layer, Level::Buffer) + sum(layer.cost.counts.remote));
    energy[NodePart::Hops] = layer.cost.hopCost;
    energy[NodePart::Dram] = costs.dram * wordsAt(layer, Level::Dram);
    energy[NodePart::Static] = layer.cost.idleCost;
    return energy;
}

NodeEnergy nodeEnergy(const NodeRun& run)
{
    NodeEnergy all;
    if (!run.schedule)
        return all;
    for (const ScheduledSegment& segment : run.schedule->segments)
        for (const auto& layer : segment.layers) {
            const NodeEnergy one = nodeEnergy(run.machine.costs, *layer);
            for (const NodePart part : kNodeParts)
                all[part] += one[part];
        }
    all[NodePart::Static] = run.machine.costs.idle * double(run.schedule->cycles);
    return all;
}

double dramWords(const LayerSchedule& layer) { return wordsAt(layer, Level::Dram); }

} // namespace nestloom::kapla
