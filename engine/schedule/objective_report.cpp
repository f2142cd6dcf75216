// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/objective_report.h"

#include "engine/base/cpu_clock.h"
#include "engine/mapping/constraints.h"
#include "engine/schedule/cosa/objective_bound.h"
#include "engine/schedule/cosa/paper_terms.h"
#include "engine/schedule/exact/exact.h"

#include <algorithm>
#include <map>

namespace nestloom::schedule {

namespace {

std::string_view unitOf(Objective objective)
{
    switch (objective) {
    case Objective::Latency: return "cycle";
    case Objective::Energy: return "pJ";
    case Objective::Edp: return "pJ*cycle";
    case Objective::CosaPaper: break;
    }
    return {};
}

double figureOf(Objective objective, const cost::LayerCost& cost)
{
    const double cycles = static_cast<double>(cost.cycles.count);
    return objective == Objective::Latency ? cycles : objective == Objective::Energy ? cost.energy.count : cycles * cost.energy.count;
}

/// One solver and the bounds it proves.
class Prover {
public:
    Prover(milp::Solver& solver, std::stop_token stop) : m_solver(solver) { m_control.stop = std::move(stop); }

    /// The least figure of all mappings when the exact search gets through, else the better of its bound and the programs'.
    Result<double> bound(const cosa::MappingSpace& space, Objective objective, double leastCycles, double figure)
    {
        const auto proof = exact::searchExactly(space.accelerator(), space.layer(), objective, figure, {},
                                                [this] { return m_control.stop.stop_requested(); });
        if (proof.complete || m_control.stop.stop_requested())
            return proof.bound;
        const auto relaxed = relaxedBound(space, objective, leastCycles, figure);
        return relaxed ? Result<double>(std::max(*relaxed, proof.bound)) : relaxed;
    }
    std::chrono::nanoseconds solverCpu() const { return m_solverCpu; }

private:
    Result<double> relaxedBound(const cosa::MappingSpace& space, Objective objective, double leastCycles, double figure)
    {
        const cosa::ObjectiveBound bounds(space, [this](const milp::Model& model) {
            const std::chrono::nanoseconds before = threadCpuTime();
            auto answer = m_solver.solve(model, {.relaxationOnly = true}, m_control);
            if (answer)
                m_solverCpu += answer->stats.cpu - (threadCpuTime() - before);
            return answer;
        });
        if (objective == Objective::Energy)
            return bounds.energy(1, std::numeric_limits<double>::max());
        const auto latency = bounds.cycles();
        if (!latency || objective == Objective::Latency)
            return latency;
        return bounds.edp(std::max(*latency, leastCycles), figure);
    }

    milp::Solver& m_solver;
    RunControl m_control;
    std::chrono::nanoseconds m_solverCpu{};
};

PaperTerms termsOf(const hardware::Accelerator& accelerator, const workload::Layer& layer, const ScheduleOptions& options,
                   const mapping::LayerMapping& mapping)
{
    cost::Nest nest;
    cost::flatten(mapping, nest);
    return cosa::paperTerms(accelerator, layer, nest, options.cosa.paper);
}

} // namespace

Result<std::vector<ObjectiveReport>> reportObjective(const hardware::Accelerator& accelerator, const workload::Network& network,
                                                     const ScheduleOptions& options, const std::vector<LayerResult>& results,
                                                     const SolverFactory& makeSolver, std::stop_token stop)
{
    std::vector<ObjectiveReport> reports(results.size());
    const Objective objective = options.cosa.objective;
    const hardware::Accelerator constrained = mapping::withConstraints(accelerator, options.constraints);
    const std::unique_ptr<milp::Solver> solver = makeSolver();
    std::map<std::uint64_t, double> proven; // by shape
    for (std::size_t i = 0; i < results.size() && !stop.stop_requested(); ++i) {
        const LayerResult& result = results[i];
        const workload::Layer& layer = network.layers[result.index];
        if (!result.cost || !result.mapping)
            continue;
        ObjectiveReport& report = reports[i];
        if (objective == Objective::CosaPaper) {
            report.paperTerms = termsOf(accelerator, layer, options, *result.mapping);
            continue;
        }
        report.unit = unitOf(objective);
        report.figure = figureOf(objective, *result.cost);
        const std::uint64_t shape = workload::shapeFingerprint(layer);
        if (objective == Objective::Latency && options.engine == "cosa" && result.lowerBoundCycles)
            proven[shape] = *result.lowerBoundCycles; // the engine has proven it
        else if (options.engine == "cosa" && result.status == LayerStatus::Optimal)
            proven[shape] = *report.figure; // no mapping has less
        const auto known = proven.find(shape);
        if (known == proven.end()) {
            const std::chrono::nanoseconds start = threadCpuTime();
            Prover prover(*solver, stop);
            const cosa::MappingSpace space(constrained, layer);
            const auto bound = prover.bound(space, objective, result.lowerBoundCycles.value_or(1), *report.figure);
            if (!bound)
                return bound.error();
            proven[shape] = objective == Objective::Latency ? std::max(*bound, result.lowerBoundCycles.value_or(0)) : *bound;
            report.cpuMs = std::chrono::duration<double, std::milli>(threadCpuTime() - start + prover.solverCpu()).count();
        }
        if (!(proven[shape] > 0))
            continue; // stopped before anything was proven
        report.bound = std::min(proven[shape], *report.figure);
        report.gap = *report.figure / *report.bound - 1;
    }
    return reports;
}

} // namespace nestloom::schedule
