// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/segment_cost.h"

#include <algorithm>

namespace nestloom::kapla {

namespace {

/// Factors of the outermost loops: the batch if it is the outermost one, then the next one.
PerLoop outermostGroups(const Blocking& blocking)
{
    std::vector<Loop> loops;
    for (const Loop loop : kLoops)
        if (blocking.factors[0][index(loop)] > 1)
            loops.push_back(loop);
    std::ranges::sort(loops,
                      [&](Loop a, Loop b) { return blocking.position[0][index(a)] > blocking.position[0][index(b)]; });
    PerLoop groups{1, 1, 1};
    std::size_t at = 0;
    if (at < loops.size() && loops[at] == Loop::Batch) {
        groups[index(Loop::Batch)] = blocking.factors[0][index(Loop::Batch)];
        ++at;
    }
    if (at < loops.size())
        groups[index(loops[at])] = blocking.factors[0][index(loops[at])];
    return groups;
}

} // namespace

void SegmentTiming::add(const Network& network, std::size_t layer, Slot slot, const LayerSchedule& schedule)
{
    const PerLoop groups = outermostGroups(schedule.blocking);
    const std::int64_t batch = groups[index(Loop::Batch)];
    m_batchGroups = m_batchGroups == 0 ? batch : m_batchGroups == batch ? batch : 1;
    const bool reduces = network.layers[layer].layer.kind == LayerKind::Convolution;
    const std::int64_t ownOutputs = groups[index(Loop::OutputChannels)];
    const BlockingCounts& counts = schedule.cost.counts;
    LayerTiming timing{
        counts.cycles(), counts.nodeCycles(), counts.dramCycles, schedule.partition.extent().size(), ownOutputs, 0, 0};
    for (const Source& source : network.layers[layer].sources) {
        const auto found = source.isInput ? m_slots.end() : m_slots.find(source.at);
        if (found == m_slots.end())
            continue;
        const LayerTiming& before = m_timings[found->second.spatial][found->second.temporal];
        const bool sameNodes = found->second.spatial == slot.spatial;
        const bool streams = sameNodes ? !reduces && ownOutputs == before.groups
                                       : (reduces ? groups[index(Loop::InputChannels)] : ownOutputs) == before.groups;
        timing.start = std::max(timing.start, streams ? before.start + before.cycles / before.groups : before.done);
        if (sameNodes)
            timing.done = before.done + timing.cycles;
    }
    timing.done = std::max(timing.done, timing.start + timing.cycles);
    m_slots[layer] = slot;
    if (m_timings.size() <= slot.spatial)
        m_timings.resize(slot.spatial + 1);
    m_timings[slot.spatial].push_back(timing);
    m_criticalCycles = 0;
    for (const auto& timings : m_timings)
        m_criticalCycles = std::max(m_criticalCycles, timings.back().done - timings.front().start);
    m_dramCycles += schedule.cost.counts.dramCycles;
    m_nodeCycles = 0;
    for (const auto& timings : m_timings)
        m_nodeCycles =
            std::max(m_nodeCycles, (timings.back().done + m_criticalCycles * (m_batchGroups - 1)) / m_batchGroups);
}

double SegmentTiming::delay() const
{
    double nodes = 0, alone = 0;
    for (const auto& timings : m_timings)
        nodes += double(timings.front().nodes);
    for (const auto& timings : m_timings)
        for (const LayerTiming& one : timings)
            alone += std::max(double(one.nodeCycles) * double(one.nodes) / nodes, double(one.dramCycles));
    return (double(cycles()) - alone) / alone;
}

DataLayout inputsOf(const Network& network, const SegmentLayer& one, const NetworkLayouts& layouts)
{
    std::vector<const DataLayout*> parts;
    for (const Source& source : network.layers[one.layer].sources)
        parts.push_back(source.isInput ? &layouts.inputs[source.at] : &layouts.layers[source.at]);
    DataLayout layout = concatenated(parts);
    return one.forwardedFrom ? movedTo(*one.forwardedFrom, std::move(layout)) : layout;
}

std::vector<std::vector<DataLayout>> inputLayouts(const Machine& machine, const Network& network, std::int64_t batch,
                                                  const PartitionRules& rules)
{
    const NetworkInput& first = network.inputs.front();
    Layer asLayer = convolution(1, first.channels, 1, 1);
    asLayer.outputHeight = first.height;
    asLayer.outputWidth = first.width;
    std::vector<std::vector<DataLayout>> all;
    for (const Partition& partition : partitions(asLayer, batch, machine.memory.extent, rules, true)) {
        const Partition inMemory = projected(partition, machine.memory);
        std::vector<DataLayout> layouts;
        for (const NetworkInput& input : network.inputs)
            layouts.push_back({{FmapRange{{{0, batch}, {0, input.channels}, {0, input.height}, {0, input.width}}},
                                machine.memory, inMemory}});
        all.push_back(std::move(layouts));
    }
    return all;
}

void NetworkTally::beginSegment()
{
    if (m_segments++ > 0)
        m_cyclesBefore += m_segment.cycles();
    m_segment = {};
}

void NetworkTally::add(const Network& network, const SegmentLayer& one, const LayerSchedule& schedule)
{
    ++m_added;
    m_layerCost += schedule.cost.total();
    m_staticCost += schedule.cost.idleCost;
    m_layerCycles += schedule.cost.cycles();
    m_segment.add(network, one.layer, one.slot, schedule);
}

std::int64_t NetworkTally::cycles() const
{
    if (m_stays && m_segments == 1 && m_added == m_layers)
        return m_segment.criticalCycles();
    return m_cyclesBefore + m_segment.cycles();
}

double NetworkTally::cost() const
{
    if (m_layerCycles == 0)
        return m_layerCost;
    return m_layerCost - m_staticCost * (1 - double(cycles()) / double(m_layerCycles));
}

std::optional<LayerSchedule> evaluate(const Machine& machine, const Placement& placement, const Layer& layer,
                                      std::int64_t batch, const LayerMapping& mapping, const DataLayout& inputs)
{
    auto cost = evaluate(machine, placement, layer, batch, mapping.partition, mapping.loops, mapping.blocking, inputs);
    if (!cost)
        return std::nullopt;
    return LayerSchedule{mapping, std::move(*cost), outputLayout(placement, layer, batch, mapping.partition)};
}

std::optional<ScheduledSegment> evaluate(const Machine& machine, const Network& network, std::int64_t batch,
                                         const Segment& segment, const std::vector<LayerMapping>& mappings,
                                         NetworkLayouts& layouts)
{
    ScheduledSegment result{segment, {}, {}};
    NetworkLayouts after = layouts;
    after.layers.resize(network.layers.size());
    for (std::size_t i = 0; i < segment.layers.size(); ++i) {
        const SegmentLayer& one = segment.layers[i];
        auto schedule = evaluate(machine, one.placement, network.layers[one.layer].layer, batch, mappings[i],
                                 inputsOf(network, one, after));
        if (!schedule)
            return std::nullopt;
        after.layers[one.layer] = schedule->outputs;
        result.timing.add(network, one.layer, one.slot, *schedule);
        result.layers.push_back(std::make_shared<const LayerSchedule>(std::move(*schedule)));
    }
    layouts = std::move(after);
    return result;
}

std::vector<const LayerSchedule*> NetworkSchedule::layers() const
{
    std::size_t count = 0;
    for (const ScheduledSegment& one : segments)
        count += one.layers.size();
    std::vector<const LayerSchedule*> all(count);
    for (const ScheduledSegment& one : segments)
        for (std::size_t i = 0; i < one.layers.size(); ++i)
            all[one.segment.layers[i].layer] = one.layers[i].get();
    return all;
}

void tally(const Network& network, NetworkSchedule& schedule, bool stays)
{
    NetworkTally sum(network.layers.size(), stays);
    for (const ScheduledSegment& one : schedule.segments) {
        sum.beginSegment();
        for (std::size_t i = 0; i < one.layers.size(); ++i)
            sum.add(network, one.segment.layers[i], *one.layers[i]);
    }
    schedule.cost = sum.cost();
    schedule.cycles = sum.cycles();
}

} // namespace nestloom::kapla
