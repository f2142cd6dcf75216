// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/segment_search.h"

#include <algorithm>

namespace nestloom::kapla {

namespace {

bool isDominated(const std::vector<std::int64_t>& numbers, const std::vector<std::vector<std::int64_t>>& working)
{
    return std::ranges::any_of(working, [&numbers](const std::vector<std::int64_t>& coarser) {
        return std::equal(numbers.begin(), numbers.end(), coarser.begin(), std::greater_equal<>());
    });
}

} // namespace

NetworkSchedule finished(const PartialSchedule& partial)
{
    NetworkSchedule schedule;
    schedule.inputs = partial.layouts.inputs;
    for (const PartialSchedule::Link* link = partial.last.get(); link; link = link->before.get())
        schedule.segments.push_back(link->segment);
    std::ranges::reverse(schedule.segments);
    schedule.cost = partial.tally.cost();
    schedule.cycles = partial.tally.cycles();
    return schedule;
}

SegmentSearch::SegmentSearch(const Machine& machine, const Network& network, std::int64_t batch,
                             const BaselineOptions& options, const RunControl& control)
    : m_machine(machine), m_network(network), m_batch(batch), m_options(options), m_control(control)
{
}

std::vector<PartialSchedule> SegmentSearch::beginnings() const
{
    std::vector<PartialSchedule> all;
    for (std::vector<DataLayout>& inputs : inputLayouts(m_machine, m_network, m_batch, m_options.partitions))
        all.push_back({{std::move(inputs), std::vector<DataLayout>(m_network.layers.size())},
                       NetworkTally(m_network.layers.size(), m_options.segments.networksStay),
                       nullptr});
    return all;
}

bool SegmentSearch::better(const PartialSchedule& a, const PartialSchedule& b) const
{
    return kapla::better(m_options.goal, a.tally.cost(), double(a.tally.cycles()), b.tally.cost(),
                         double(b.tally.cycles()));
}

std::optional<PartialSchedule> SegmentSearch::best(const Segment& segment, const std::vector<PartialSchedule>& before)
{
    const auto constraints = segmentConstraints(m_machine, m_network, m_batch, segment, m_options.segments);
    if (!constraints)
        return std::nullopt;
    ++m_effort.segments;
    m_effort.constraints += std::int64_t(constraints->size());
    std::optional<PartialSchedule> best;
    std::vector<std::vector<std::int64_t>> working;
    for (std::size_t i = 0; i < constraints->size(); ++i) {
        const std::vector<std::int64_t> numbers = constraints->numbers(i);
        if (isDominated(numbers, working))
            continue;
        auto found = this->best(segment, constraints->at(i), before);
        if (m_control.stop.stop_requested())
            return std::nullopt;
        if (!found || !(found->tally.segment().delay() <= m_options.segments.longestDelay))
            continue;
        working.push_back(numbers);
        if (!best || better(*found, *best))
            best = std::move(found);
    }
    return best;
}

std::optional<PartialSchedule> SegmentSearch::best(const Segment& segment, const SegmentConstraint& constraint,
                                                   const std::vector<PartialSchedule>& before)
{
    std::optional<PartialSchedule> best;
    ScheduledSegment scheduled{segment, {}, {}};
    // The first layer chooses among what may lie before, by its own cost; the others follow it.
    for (std::size_t i = 0; i < segment.layers.size(); ++i) {
        const SegmentLayer& one = segment.layers[i];
        std::shared_ptr<const LayerSchedule> chosen;
        std::optional<PartialSchedule> next;
        const std::size_t choices = i == 0 ? before.size() : 1;
        for (std::size_t choice = 0; choice < choices; ++choice) {
            const PartialSchedule& partial = i == 0 ? before[choice] : *best;
            auto found = schedule(one, constraint[i], partial, scheduled);
            if (!found)
                continue;
            PartialSchedule tried = partial;
            if (i == 0)
                tried.tally.beginSegment();
            tried.tally.add(m_network, one, *found);
            if (next && !better(tried, *next))
                continue;
            tried.layouts.layers[one.layer] = found->outputs;
            next = std::move(tried);
            chosen = std::move(found);
        }
        if (!next)
            return std::nullopt;
        best = std::move(next);
        scheduled.layers.push_back(std::move(chosen));
    }
    scheduled.timing = best->tally.segment();
    best->last = std::make_shared<const PartialSchedule::Link>(PartialSchedule::Link{std::move(scheduled), best->last});
    return best;
}

std::shared_ptr<const LayerSchedule> SegmentSearch::schedule(const SegmentLayer& one, const LayerConstraint& constraint,
                                                             const PartialSchedule& partial,
                                                             const ScheduledSegment& segment)
{
    TopConstraint top = constraint.top;
    if (constraint.outputsLike)
        top.factor[index(Loop::OutputChannels)] =
            segment.layers[*constraint.outputsLike]->blocking.factors[0][index(Loop::OutputChannels)];
    return searchFor(one.layer).best(one.placement, top, inputsOf(m_network, one, partial.layouts), m_control.stop);
}

LayerSearch& SegmentSearch::searchFor(std::size_t layer)
{
    const Layer& shape = m_network.layers[layer].layer;
    return m_searches
        .try_emplace(shape, m_machine, shape, m_batch, m_options.partitions, m_options.goal, m_options.threads,
                     m_options.hopsOfFirstAssignment ? &m_assignments : nullptr)
        .first->second;
}

BaselineEffort SegmentSearch::effort() const
{
    BaselineEffort effort = m_effort;
    for (const auto& [shape, search] : m_searches) {
        effort.sweeps.enumerated += search.effort().enumerated;
        effort.sweeps.evaluated += search.effort().evaluated;
    }
    return effort;
}

} // namespace nestloom::kapla
