// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/tiled_trace.h"

#include "engine/schedule/flexer/flexer.h"
#include "engine/schedule/flexer/layer_detail.h"
#include "engine/schedule/flexer/verify_schedule.h"
#include "engine/trace/trace.h"

namespace nestloom::cli {

namespace flexer = schedule::flexer;

namespace {

Result<trace::Trace> layerTrace(const workload::Layer& layer, const flexer::Machine& machine,
                                const records::RunInputs& inputs, const flexer::TiledSummary& summary)
{
    const auto schedule = flexer::rebuild(layer, machine, inputs.options.flexer, summary.chosen.recipe);
    if (!schedule)
        return schedule.error();
    if (const auto violations = flexer::verify(*schedule); !violations.empty())
        return Error{ErrorCode::Internal, "the verifier refuses the schedule: " + violations.front().message,
                     "layer " + layer.name};
    trace::Trace trace = flexer::traceOf(*schedule);
    trace.lanes.push_back({"layer", "network"});
    trace.kinds.push_back("layer");
    trace.labels.push_back(workload::describeShape(layer));
    trace.events.push_back({0, schedule->latency.count, schedule->traffic.total().count,
                            std::uint32_t(trace.lanes.size() - 1), std::uint32_t(trace.labels.size() - 1),
                            std::uint16_t(trace.kinds.size() - 1)});
    return trace;
}

} // namespace

Result<trace::Trace> tiledTrace(const records::RunInputs& inputs, const std::vector<schedule::LayerResult>& layers)
{
    const auto machine = flexer::machineOf(inputs.accelerator);
    if (!machine)
        return machine.error();
    trace::Trace all;
    all.name = inputs.network.name + " on " + inputs.accelerator.name;
    std::int64_t begin = 0;
    for (const schedule::LayerResult& layer : layers) {
        if (!layer.tiled)
            continue;
        const auto trace = layerTrace(inputs.network.layers[layer.index], *machine, inputs, *layer.tiled);
        if (!trace)
            return trace.error();
        if (const Status added = trace::append(all, *trace, begin, layer.name + ": "); !added)
            return added.error();
        begin += layer.tiled->chosen.latency.count;
    }
    if (all.events.empty())
        return Error{ErrorCode::InvalidInput, "no layer has a tiled schedule to trace",
                     "network " + inputs.network.name};
    return all;
}

} // namespace nestloom::cli
