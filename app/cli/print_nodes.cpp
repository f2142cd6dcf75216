// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/print_run.h"

#include "app/cli/output.h"
#include "engine/base/number_words.h"
#include "engine/base/text.h"

namespace nestloom::cli {

using namespace kapla;

namespace {

std::string partsText(const Partition& partition)
{
    std::string text;
    for (const Split split : partition.order)
        if (const Extent parts = partition.of(split); parts.size() > 1)
            text += (text.empty() ? "" : ", ") + std::string(letters(split)) + " " + std::to_string(parts.h) + "x"
                    + std::to_string(parts.w);
    return text.empty() ? "-" : text;
}

std::string layersTable(const NodeRun& run, double wordBytes)
{
    TextTable table({{"segment", kRight},
                     {"layer"},
                     {"pass"},
                     {"nodes", kRight},
                     {"divided by (rows x columns)"},
                     {"cycles", kRight},
                     {"energy", kRight},
                     {"DRAM", kRight}});
    for (std::size_t i = 0; i < run.schedule->segments.size(); ++i) {
        const ScheduledSegment& segment = run.schedule->segments[i];
        for (std::size_t j = 0; j < segment.layers.size(); ++j) {
            const SegmentLayer& one = segment.segment.layers[j];
            const LayerSchedule& layer = *segment.layers[j];
            table.addRow({j == 0 ? std::to_string(i + 1) : "", run.graph.network.layers[one.layer].name,
                          std::string(name(run.graph.passes[one.layer])),
                          std::to_string(one.placement.nodes.extent.size()), partsText(layer.partition),
                          grouped(layer.cost.cycles()), shortEnergy({layer.cost.total()}),
                          shortBytes(dramWords(layer) * wordBytes)});
        }
    }
    return table.print();
}

std::string searchText(const NodeRunOptions& options, const NodeRun& run)
{
    std::string text =
        "searched " + duration(run.cpuMs) + " of CPU time, " + counted(run.evaluated, "blocking") + " counted";
    if (options.engine == "kapla" && run.effort.schemes > 0)
        text += "; schemes between layers: " + grouped(run.effort.schemes) + ", buffers may hold "
                + grouped(run.effort.valid) + ", Pareto-optimal " + grouped(run.effort.pareto) + "; segments solved "
                + grouped(run.effort.solved);
    return text + "\n";
}

} // namespace

std::string printNodeRun(const hardware::Accelerator& accelerator, const workload::Network& network,
                         const NodeRunOptions& options, const NodeRun& run)
{
    std::string text = network.name + " on " + accelerator.name + ", engine " + options.engine + ", batch "
                       + std::to_string(options.batch) + (options.training ? ", training" : ", inference") + "\n\n";
    if (!run.schedule)
        return text + "no schedule: " + run.reason + "\n";
    const double wordBytes = double(accelerator.levels[0].elementBits[TensorRole::Weights].count) / 8;
    text += layersTable(run, wordBytes);
    text += "\ntotal " + shortEnergy({run.schedule->cost}) + ", " + exactCycles({run.schedule->cycles}) + ", "
            + counted(std::int64_t(run.schedule->segments.size()), "segment") + " (model of nn_dataflow; verified)\n";
    if (options.training)
        text += "stored for the backward layers: "
                + shortBytes(double(run.graph.storedWords * options.batch) * wordBytes) + "\n";
    text += searchText(options, run);
    for (const std::string& note : run.notes)
        text += "note: " + note + "\n";
    return text;
}

} // namespace nestloom::cli
