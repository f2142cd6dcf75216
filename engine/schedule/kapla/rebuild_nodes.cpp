// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/kapla/rebuild_nodes.h"

namespace nestloom::kapla {

namespace {

Error noSchedule(const std::string& why) { return {ErrorCode::InvalidInput, "it is no schedule of this network on these nodes: " + why, ""}; }

/// What evaluate() takes for granted: every layer is there, and the layers that it reads from came before.
Status checkOrder(const Network& network, const NodeDecisions& decisions)
{
    if (decisions.inputs.size() != network.inputs.size())
        return noSchedule("it has other inputs");
    std::vector<bool> done(network.layers.size(), false);
    for (const DecidedSegment& one : decisions.segments) {
        if (one.mappings.size() != one.segment.layers.size())
            return noSchedule("a layer has no mapping");
        for (const SegmentLayer& placed : one.segment.layers) {
            if (placed.layer >= network.layers.size() || done[placed.layer])
                return noSchedule("layer " + std::to_string(placed.layer) + " runs twice or does not exist");
            for (const Source& source : network.layers[placed.layer].sources)
                if (!source.isInput && !done[source.at])
                    return noSchedule("layer " + network.layers[placed.layer].name + " runs too early");
            done[placed.layer] = true;
        }
    }
    return success();
}

/// Numbers of parts, iterations and nodes must be there before anything is divided by them.
bool isPositive(const DecidedSegment& one)
{
    for (const LayerMapping& mapping : one.mappings) {
        for (const Extent parts : mapping.partition.parts)
            if (parts.h < 1 || parts.w < 1)
                return false;
        for (const PerLoop& factors : mapping.blocking.factors)
            for (const std::int64_t factor : factors)
                if (factor < 1)
                    return false;
        for (const std::int64_t trips : mapping.loops.trips)
            if (trips < 1)
                return false;
    }
    for (const SegmentLayer& layer : one.segment.layers)
        for (const NodeRegion* region : {&layer.placement.nodes, &layer.placement.source, &layer.placement.destination})
            if (region->extent.h < 1 || region->extent.w < 1 || region->foldWidth < 1)
                return false;
    return true;
}

Result<NetworkSchedule> evaluated(const NodeRun& run, std::int64_t batch, const NodeDecisions& decisions)
{
    NetworkSchedule schedule;
    schedule.inputs = decisions.inputs;
    NetworkLayouts layouts{decisions.inputs, std::vector<DataLayout>(run.graph.network.layers.size())};
    for (const DecidedSegment& one : decisions.segments) {
        auto segment = isPositive(one) ? evaluate(run.machine, run.graph.network, batch, one.segment, one.mappings, layouts) : std::nullopt;
        if (!segment)
            return noSchedule("layer " + run.graph.network.layers[one.segment.layers.front().layer].name + " or one beside it does not fit");
        schedule.segments.push_back(*std::move(segment));
    }
    tally(run.graph.network, schedule);
    return schedule;
}

} // namespace

NodeDecisions decisionsOf(const NetworkSchedule& schedule)
{
    NodeDecisions decisions{schedule.inputs, {}};
    for (const ScheduledSegment& segment : schedule.segments) {
        DecidedSegment one{segment.segment, {}};
        for (const auto& layer : segment.layers)
            one.mappings.push_back(*layer);
        decisions.segments.push_back(std::move(one));
    }
    return decisions;
}

Result<NodeRun> rebuiltNodeRun(const hardware::Accelerator& accelerator, const workload::Network& network, const NodeRunOptions& options,
                               const NodeDecisions& decisions)
{
    auto run = loweredRun(accelerator, network, options);
    if (!run)
        return run;
    if (const Status ordered = checkOrder(run->graph.network, decisions); !ordered)
        return ordered.error();
    auto schedule = evaluated(*run, options.batch, decisions);
    if (!schedule)
        return schedule.error();
    takeVerified(*run, options.batch, *std::move(schedule));
    if (!run->schedule)
        return noSchedule(run->violations.front());
    return run;
}

} // namespace nestloom::kapla
