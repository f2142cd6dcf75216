// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/baselines/baselines.h"
#include "engine/schedule/cosa/local_search.h"

namespace nestloom::schedule {

/// What a baseline has evaluated so far, the best of it and when that was found.
class SearchRecord {
public:
    SearchRecord(const cosa::MappingSpace& space, const Goal& goal, const RunControl& control,
                 const OnConvergence& onPoint = {});

    const cosa::MappingSpace& space() const { return m_space; }
    /// Score of a candidate that fits; `improved` tells whether it is the best so far.
    cost::Score evaluate(const cosa::Candidate& candidate);
    /// Notes a candidate that was scored elsewhere.
    void take(const cosa::Candidate& candidate, const cost::Score& score);
    bool improved() const { return m_improved; }
    std::int64_t evaluations() const { return m_evaluations; }
    /// The objective's figure; cycles for Eq. 12.
    double figure(const cost::Score& score) const { return m_better.goal.figure(score.cycles, score.energy); }
    double cpuSeconds() const { return std::chrono::duration<double>(threadCpuTime() - m_cpuStart).count(); }
    /// Asks the stop token and the time limit now and then.
    bool stopped();
    LayerOutcome outcome(bool isProven, StopCause cause);

private:
    const cosa::MappingSpace& m_space;
    const cosa::Better m_better;
    const RunControl& m_control;
    const OnConvergence m_onPoint;
    cost::Evaluator m_evaluator;
    cost::Nest m_nest;
    std::optional<cosa::LocalSearch::Best> m_best;
    std::vector<ConvergencePoint> m_convergence;
    std::int64_t m_evaluations = 0;
    std::int64_t m_asked = 0;
    bool m_improved = false;
    bool m_stopped = false;
    const std::chrono::steady_clock::time_point m_wallStart = std::chrono::steady_clock::now();
    const std::chrono::nanoseconds m_cpuStart;
};

void searchRandom(SearchRecord& record, const BaselineParams& params, std::uint64_t seed);
void searchHybrid(SearchRecord& record, const BaselineParams& params, std::uint64_t seed);
void anneal(SearchRecord& record, const BaselineParams& params, std::uint64_t seed);

/// Candidates of the space, counted before capacities and fan-outs; infinite above 2^63.
double countCandidates(const cosa::MappingSpace& space);
/// Calls `visit` for every candidate that fits; false when the record was stopped before the end.
bool walkAll(SearchRecord& record);

/// Every prime factor in a slot drawn at random; need not fit.
cosa::Candidate randomFactorisation(const cosa::MappingSpace& space, Rng& rng);
/// The loop orders of a factorisation that differ: combinations of the stationary tensors of levels with several loops.
std::vector<cosa::Candidate> ordersOf(const cosa::MappingSpace& space, const cosa::Candidate& candidate);

} // namespace nestloom::schedule
