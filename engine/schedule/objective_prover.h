// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cost/layer_cost.h"
#include "engine/milp/solver.h"
#include "engine/schedule/cosa/mapping_space.h"
#include "engine/schedule/objective.h"

#include <chrono>

namespace nestloom::schedule {

/// Proven lower bounds for one layer after the other, by one solver, on the calling thread: by exact search, some 10 to
/// 300 ms for a layer, and by linear programs where the space is too large for it.
class ObjectiveProver {
public:
    /// Ends when `control` says so, by stop or time limit; the seed is not used.
    ObjectiveProver(milp::Solver& solver, const RunControl& control);

    /// No mapping in which every level keeps what it may keep has a lower figure; 0 = stopped before anything was
    /// proven. `leastCycles` is what is known of the latency, `figure` that of a mapping. Not for Objective::CosaPaper.
    /// Fails   SolverFailure when the solver died
    Result<double> bound(const cosa::MappingSpace& space, const Goal& goal, double leastCycles, double figure);
    /// pJ: no mapping with at most as many cycles needs less; nothing when nothing could be proven.
    std::optional<double> leastEnergyWithin(const cosa::MappingSpace& space, const cost::LayerCost& cost) const;
    /// As bound(), by linear programs only: a millisecond for latency, some ten for energy and a hundred for EDP.
    Result<double> relaxedBound(const cosa::MappingSpace& space, const Goal& goal, double leastCycles, double figure);

    /// CPU time so far, the solver process's included.
    std::chrono::nanoseconds cpu() const { return threadCpuTime() - m_start + m_solverCpu; }

private:
    bool stopped() const { return m_control.stop.stop_requested() || m_control.outOfTime(m_begin); }

    milp::Solver& m_solver;
    RunControl m_control; // without progress
    const std::chrono::steady_clock::time_point m_begin = std::chrono::steady_clock::now();
    std::chrono::nanoseconds m_solverCpu{};
    const std::chrono::nanoseconds m_start;
};

} // namespace nestloom::schedule
