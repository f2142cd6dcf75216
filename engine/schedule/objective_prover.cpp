// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/objective_prover.h"

#include "engine/base/run_control.h"
#include "engine/schedule/cosa/objective_bound.h"
#include "engine/schedule/exact/exact.h"

#include <algorithm>
#include <limits>

namespace nestloom::schedule {

ObjectiveProver::ObjectiveProver(milp::Solver& solver, const RunControl& control)
    : m_solver(solver), m_start(threadCpuTime())
{
    m_control.stop = control.stop;
    m_control.timeLimit = control.timeLimit;
}

Result<double> ObjectiveProver::bound(const cosa::MappingSpace& space, const Goal& goal, double leastCycles,
                                      double figure)
{
    const auto proof =
        exact::searchExactly(space.accelerator(), space.layer(), goal, figure, {}, [this] { return stopped(); });
    if (proof.complete || stopped())
        return proof.bound;
    const auto relaxed = relaxedBound(space, goal, leastCycles, figure);
    return relaxed ? Result<double>(std::max(*relaxed, proof.bound)) : relaxed;
}

std::optional<double> ObjectiveProver::leastEnergyWithin(const cosa::MappingSpace& space,
                                                         const cost::LayerCost& cost) const
{
    const auto proof = exact::searchLeastEnergyWithin(space.accelerator(), space.layer(), double(cost.cycles.count),
                                                      cost.energy.count, {}, [this] { return stopped(); });
    return proof.bound > 0 ? std::optional(std::min(proof.bound, cost.energy.count)) : std::nullopt;
}

Result<double> ObjectiveProver::relaxedBound(const cosa::MappingSpace& space, const Goal& goal, double leastCycles,
                                             double figure)
{
    const cosa::ObjectiveBound bounds(space, [this](const milp::Model& model) {
        const std::chrono::nanoseconds before = threadCpuTime();
        RunControl control;
        control.stop = m_control.stop;
        control.timeLimit = std::max(std::chrono::milliseconds(1), m_control.timeLeft(m_begin));
        auto answer = m_solver.solve(model, {.relaxationOnly = true}, control);
        if (answer)
            m_solverCpu += answer->stats.cpu - (threadCpuTime() - before);
        return answer;
    });
    constexpr double kAnyLatency = std::numeric_limits<double>::max();
    if (goal.objective == Objective::Energy || goal.objective == Objective::Weighted)
        return bounds.energy(1, kAnyLatency, goal.objective == Objective::Weighted ? goal.cyclePrice : 0);
    const auto latency = bounds.cycles();
    if (!latency || goal.objective == Objective::Latency)
        return latency;
    return bounds.edp(std::max(*latency, leastCycles), figure);
}

} // namespace nestloom::schedule
