// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/nodes/node_energy.h"

#include <numeric>

namespace nestloom::ui {

namespace {

double sum(const PerTensor<double>& words) { return words.values[0] + words.values[1] + words.values[2]; }

double wordsAt(const kapla::LayerSchedule& layer, kapla::Level level) { return sum(layer.cost.counts.access[kapla::index(level)]); }

} // namespace

double NodeEnergy::total() const { return std::accumulate(parts.begin(), parts.end(), 0.0); }

NodeEnergy nodeEnergy(const kapla::Costs& costs, const kapla::LayerSchedule& layer)
{
    NodeEnergy energy;
    energy[NodePart::Operations] = layer.cost.operationCost;
    energy[NodePart::Registers] = costs.registers * wordsAt(layer, kapla::Level::Registers);
    energy[NodePart::Wires] = costs.array * wordsAt(layer, kapla::Level::Array);
    energy[NodePart::Buffer] = costs.buffer * (wordsAt(layer, kapla::Level::Buffer) + sum(layer.cost.counts.remote));
    energy[NodePart::Hops] = layer.cost.hopCost;
    energy[NodePart::Dram] = costs.dram * wordsAt(layer, kapla::Level::Dram);
    energy[NodePart::Static] = layer.cost.idleCost;
    return energy;
}

NodeEnergy nodeEnergy(const kapla::NodeRun& run)
{
    NodeEnergy all;
    if (!run.schedule)
        return all;
    for (const kapla::ScheduledSegment& segment : run.schedule->segments)
        for (const auto& layer : segment.layers) {
            const NodeEnergy one = nodeEnergy(run.machine.costs, *layer);
            for (const NodePart part : kNodeParts)
                all[part] += one[part];
        }
    all[NodePart::Static] = run.machine.costs.idle * double(run.schedule->cycles);
    return all;
}

double dramWords(const kapla::LayerSchedule& layer) { return wordsAt(layer, kapla::Level::Dram); }

} // namespace nestloom::ui
