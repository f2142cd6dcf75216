// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/flexer/list_scheduler.h"

#include <algorithm>

namespace nestloom::schedule::flexer {

/// The best set of as many operations as there are NPUs; of fewer when they do not fit together, at first beside the
/// tiles of the set before (soft pin), then without sparing them. An empty scratchpad has room for one operation.
void ListScheduler::choose(const Recipe& recipe, PlannedSet& set, Decision* trace)
{
    m_selector.begin(m_ready, recipe.window, recipe.countSharing, trace);
    const int most = int(std::min(std::size_t(m_state.tiled.machine.npus), m_selector.candidates()));
    for (int size = most; size >= 1; --size)
        for (const bool spare : {true, false}) {
            if (spare && !recipe.softPin)
                continue;
            m_state.uses.spareSet = spare ? m_state.sets - 1 : -1;
            if (m_selector.select(size, m_state.uses, set))
                return;
        }
    m_state.flush();
    m_selector.begin(m_ready, 1, recipe.countSharing, nullptr);
    m_selector.select(1, m_state.uses, set);
    if (trace) {
        trace->candidates.push_back({{0}, true, 0, {}, {}, {}, {}});
        trace->winner = std::int32_t(trace->candidates.size()) - 1;
    }
}

std::optional<SchedulePoint> ListScheduler::run(const OperationOrder& order, const Recipe& recipe,
                                                const Incumbent& incumbent, const std::stop_token& stop,
                                                ScheduleRecorder* recorder)
{
    m_state.reset(recipe.prefetch, recorder);
    m_ready.reset(m_state.tiled, order);
    PlannedSet set;
    while (!m_ready.isEmpty()) {
        Decision decision;
        const bool isTraced = recorder && recorder->wantsDecisions();
        choose(recipe, set, isTraced ? &decision : nullptr);
        m_state.issue(set);
        for (const Operation& op : set.operations)
            m_ready.issued(op, m_state.done[std::size_t(m_state.outputIndex(op))]);
        if (isTraced)
            recorder->decide(std::move(decision));
        if (m_state.clock.leastMetric(m_params) > incumbent() || stop.stop_requested())
            return std::nullopt;
    }
    if (recorder)
        m_state.finish();
    return SchedulePoint{recipe, {m_state.clock.end()}, m_state.clock.traffic()};
}

} // namespace nestloom::schedule::flexer
