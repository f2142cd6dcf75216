// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/kapla/rebuild_nodes.h"

#include "engine/base/integers.h"
#include "engine/kapla/pe_mapping.h"

#include <algorithm>
#include <cstdlib>

namespace nestloom::kapla {

namespace {

Error noSchedule(const std::string& why)
{
    return {ErrorCode::InvalidInput, "it is no schedule of this network on these nodes: " + why, ""};
}

/// What evaluate() takes for granted: every layer is there, and the layers that it reads from came before.
Status checkOrder(const Network& network, const NodeDecisions& decisions)
{
    if (decisions.inputs.size() != network.inputs.size())
        return noSchedule("it has other inputs");
    std::vector<bool> done(network.layers.size(), false);
    for (const DecidedSegment& one : decisions.segments) {
        if (one.segment.layers.empty() || one.mappings.size() != one.segment.layers.size())
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
    if (const auto missing = std::ranges::find(done, false); missing != done.end())
        return noSchedule("layer " + network.layers[std::size_t(missing - done.begin())].name + " does not run");
    return success();
}

/// What the model and its verifiers take for granted of a stored schedule, since they divide by these numbers, count up
/// to them and make lists of as many entries: nodes, parts, iterations and places are those of this network on these
/// nodes.
class Grounds {
public:
    Grounds(const NodeRun& run, std::int64_t batch)
        : m_machine(run.machine), m_network(run.graph.network), m_batch(batch)
    {
    }

    /// Also takes the PE mappings anew: they follow from the partition, and only their choice is stored.
    bool hold(DecidedSegment& one) const
    {
        return areSlots(one.segment) && std::ranges::all_of(one.segment.layers, [&](const SegmentLayer& layer) {
                   return isPlacement(layer)
                          && isMapping(layer, one.mappings[std::size_t(&layer - one.segment.layers.data())]);
               });
    }

    /// Inputs of the network lie in the memory, as one piece each.
    bool hold(const std::vector<DataLayout>& inputs) const
    {
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            const NetworkInput& input = m_network.inputs[i];
            const FmapRange whole{{{0, m_batch}, {0, input.channels}, {0, input.height}, {0, input.width}}};
            if (inputs[i].size() != 1 || inputs[i].front().range != whole
                || inputs[i].front().region != m_machine.memory
                || partsOf(inputs[i].front().partition, m_machine.memory.extent) == std::nullopt)
                return false;
        }
        return true;
    }

private:
    /// Parts in rows and columns; nothing when they are more than there are nodes.
    static std::optional<Extent> partsOf(const Partition& partition, Extent most)
    {
        Extent all;
        for (const Extent parts : partition.parts) {
            if (parts.h < 1 || parts.w < 1 || parts.h > most.h || parts.w > most.w)
                return std::nullopt;
            all = all * parts;
            if (all.h > most.h || all.w > most.w)
                return std::nullopt;
        }
        return all;
    }

    /// Layers follow one another in the slots of their nodes, without a gap.
    static bool areSlots(const Segment& segment)
    {
        std::vector<std::size_t> taken;
        for (const SegmentLayer& layer : segment.layers) {
            if (layer.slot.spatial > taken.size())
                return false;
            if (layer.slot.spatial == taken.size())
                taken.push_back(0);
            if (layer.slot.temporal != taken[layer.slot.spatial]++)
                return false;
        }
        return !segment.layers.empty();
    }

    bool isRegion(const NodeRegion& region) const
    {
        if (region.kind == RegionKind::Memory)
            return region == m_machine.memory;
        const std::int64_t nodes = m_machine.nodes.extent.size();
        const auto isNear = [](std::int64_t place) { return std::abs(place) <= 1'000'000; };
        const auto size = region.extent.h >= 1 && region.extent.w >= 1
                              ? checkedProduct(region.extent.h, region.extent.w)
                              : std::nullopt;
        return size && *size <= nodes && region.foldWidth >= 1 && region.foldWidth <= nodes && region.firstWidth != 0
               && region.firstWidth >= -region.foldWidth && region.firstWidth <= region.foldWidth
               && isNear(region.origin.h) && isNear(region.origin.w) && isNear(region.pitch.h)
               && isNear(region.pitch.w);
    }

    bool isPlacement(const SegmentLayer& layer) const
    {
        return layer.placement.nodes.kind == RegionKind::Nodes && isRegion(layer.placement.nodes)
               && isRegion(layer.placement.source) && isRegion(layer.placement.destination)
               && (!layer.forwardedFrom || isRegion(*layer.forwardedFrom));
    }

    bool isMapping(const SegmentLayer& placed, LayerMapping& mapping) const
    {
        if (partsOf(mapping.partition, placed.placement.nodes.extent) != placed.placement.nodes.extent)
            return false;
        const std::vector<UnitLoops> known =
            peMappings(m_machine, shareOf(mapping.partition, m_network.layers[placed.layer].layer, m_batch));
        auto same = std::ranges::find(known, mapping.loops);
        if (same == known.end()) // another version of the model may count other accesses
            same = std::ranges::find_if(known, [&](const UnitLoops& loops) {
                return loops.trips == mapping.loops.trips && loops.bufferWords == mapping.loops.bufferWords
                       && loops.registerWords == mapping.loops.registerWords;
            });
        if (same == known.end())
            return false;
        mapping.loops = *same;
        for (const Loop loop : kLoops) {
            std::int64_t left = mapping.loops.trips[index(loop)];
            for (const PerLoop& factors : mapping.blocking.factors) {
                const std::int64_t factor = factors[index(loop)];
                if (factor < 1 || left % factor != 0)
                    return false;
                left /= factor;
            }
            if (left != 1)
                return false;
        }
        return true;
    }

    const Machine& m_machine;
    const Network& m_network;
    const std::int64_t m_batch;
};

Result<NetworkSchedule> evaluated(const NodeRun& run, std::int64_t batch, const NodeDecisions& decisions)
{
    const Grounds grounds(run, batch);
    if (!grounds.hold(decisions.inputs))
        return noSchedule("its inputs lie elsewhere");
    NetworkSchedule schedule;
    schedule.inputs = decisions.inputs;
    NetworkLayouts layouts{decisions.inputs, std::vector<DataLayout>(run.graph.network.layers.size())};
    for (DecidedSegment one : decisions.segments) {
        auto segment = grounds.hold(one)
                           ? evaluate(run.machine, run.graph.network, batch, one.segment, one.mappings, layouts)
                           : std::nullopt;
        if (!segment)
            return noSchedule("layer " + run.graph.network.layers[one.segment.layers.front().layer].name
                              + " or one beside it does not fit");
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

Result<NodeRun> rebuiltNodeRun(const hardware::Accelerator& accelerator, const workload::Network& network,
                               const NodeRunOptions& options, const NodeDecisions& decisions)
{
    auto run = loweredRun(accelerator, network, options);
    if (!run)
        return run;
    TRY_DO(checkOrder(run->graph.network, decisions));
    TRY(auto schedule, evaluated(*run, options.batch, decisions));
    takeVerified(*run, options.batch, std::move(schedule));
    if (!run->schedule)
        return noSchedule(run->violations.front());
    return run;
}

} // namespace nestloom::kapla
