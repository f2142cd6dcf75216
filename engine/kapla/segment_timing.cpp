// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/segment_timing.h"

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
    std::sort(loops.begin(), loops.end(),
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

} // namespace nestloom::kapla
