// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/baselines/search_record.h"

#include "engine/base/run_control.h"

namespace nestloom::schedule {

namespace {
constexpr std::int64_t kAskEvery = 256;
}

SearchRecord::SearchRecord(const cosa::MappingSpace& space, const Goal& goal, const RunControl& control,
                           const OnConvergence& onPoint)
    : m_space(space), m_better{goal}, m_control(control), m_onPoint(onPoint),
      m_evaluator(space.accelerator(), space.layer()), m_cpuStart(threadCpuTime())
{
    evaluate(space.outermost()); // there is always an answer
}

cost::Score SearchRecord::evaluate(const cosa::Candidate& candidate)
{
    m_space.toNest(candidate, m_nest);
    const cost::Score score = m_evaluator.score(m_nest);
    take(candidate, score);
    return score;
}

void SearchRecord::take(const cosa::Candidate& candidate, const cost::Score& score)
{
    ++m_evaluations;
    m_improved = !m_best || m_better(score, m_best->score);
    if (m_improved) {
        m_best = {candidate, score};
        m_convergence.push_back({m_evaluations, cpuSeconds() * 1e3, figure(score)});
        if (m_onPoint)
            m_onPoint(m_convergence.back());
    }
}

bool SearchRecord::stopped()
{
    if (m_stopped || m_asked++ % kAskEvery != 0)
        return m_stopped;
    m_stopped = m_control.outOfTime(m_wallStart) || m_control.stop.stop_requested();
    m_control.report({"search", std::nullopt, m_best->score.cycles, std::nullopt});
    return m_stopped;
}

LayerOutcome SearchRecord::outcome(bool isProven, StopCause cause)
{
    LayerOutcome result;
    result.solution = m_space.toMapping(m_best->candidate);
    result.status = isProven ? SolveStatus::Optimal : SolveStatus::Feasible;
    result.cause = m_control.stop.stop_requested() ? StopCause::Cancelled : m_stopped ? StopCause::TimeLimit : cause;
    result.convergence = m_convergence;
    result.stats.bound = double(workload::macs(m_space.layer())) / double(m_space.accelerator().macUnits());
    if (isProven)
        result.objectiveBound = figure(m_best->score);
    if (isProven && m_better.goal.objective == Objective::Latency)
        result.stats.bound = m_best->score.cycles;
    result.stats.evaluations = m_evaluations;
    result.stats.wall = std::chrono::steady_clock::now() - m_wallStart;
    result.stats.cpu = threadCpuTime() - m_cpuStart;
    return result;
}

} // namespace nestloom::schedule
