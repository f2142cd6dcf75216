// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/flexer/search.h"

namespace nestloom::schedule::flexer {

TiledSummary Search::summary() const
{
    TiledSummary result;
    const auto pointOf = [](const std::optional<Found>& found) {
        return found ? std::optional(found->point) : std::nullopt;
    };
    result.outOfOrder = pointOf(m_bestOutOfOrder);
    result.strong = pointOf(m_bestStrong);
    result.plain = pointOf(m_bestPlain);
    const auto isAsGood = [](const std::optional<Found>& a, const std::optional<Found>& b) {
        return a && (!b || a->metric <= b->metric);
    };
    const std::optional<Found>& seed = isAsGood(m_bestStrong, m_bestAlternating) ? m_bestStrong : m_bestAlternating;
    const bool keepsSeed = m_params.extensions.seed && isAsGood(seed, m_bestOutOfOrder);
    if (keepsSeed && m_bestOutOfOrder && seed->metric < m_bestOutOfOrder->metric)
        result.outOfOrder.reset(); // whether it was finished depends on the threads
    const std::optional<Found>& best = keepsSeed ? seed : m_bestOutOfOrder ? m_bestOutOfOrder : m_bestStrong;
    if (m_bestBlocked && (!best || m_bestBlocked->metric < best->metric)) {
        result.chosen = m_bestBlocked->point;
    } else if (best) {
        result.chosen = best->point;
    }
    result.latencyBound = m_bounds.latency;
    result.metricBound = m_bounds.metric;
    result.transferBound = {std::int64_t(m_bounds.transfer)};
    return result;
}

FlexerOutcome Search::outcome() const
{
    FlexerOutcome result;
    if (m_control.stop.stop_requested())
        result.cause = StopCause::Cancelled;
    else if (isOver())
        result.cause = StopCause::TimeLimit;
    if (m_candidates.empty()) {
        result.status = SolveStatus::Infeasible;
        result.reason = whyNoTiling(m_layer, m_machine, m_params);
        return result;
    }
    TiledSummary best = summary();
    result.stats.bound = best.latencyBound;
    if (!m_bestStrong && !m_bestOutOfOrder && !m_bestBlocked) {
        result.reason =
            result.cause == StopCause::Completed ? "no schedule was found" : "stopped before the first schedule";
        return result;
    }
    auto schedule = rebuild(m_layer, m_machine, m_params, best.chosen.recipe);
    if (!schedule) {
        result.reason = schedule.error().message;
        return result;
    }
    best.operations = std::int64_t(schedule->operations.size());
    result.status =
        metric(best.chosen) <= best.metricBound * kGoodEnough ? SolveStatus::Optimal : SolveStatus::Feasible;
    result.solution = FlexerSolution{best, *std::move(schedule)};
    return result;
}

} // namespace nestloom::schedule::flexer
