// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/objective_report.h"

#include "engine/cost/evaluate.h"
#include "engine/mapping/constraints.h"
#include "engine/schedule/baselines/baselines.h"
#include "engine/schedule/cosa/paper_model.h"
#include "engine/schedule/mesh/mesh_engine.h"
#include "engine/schedule/objective_prover.h"
#include "engine/schedule/standing.h"

#include <algorithm>
#include <map>

namespace nestloom::schedule {

namespace {

/// Reports on the layers of one run; what is proven of a shape holds for all its layers.
class Reporter {
public:
    Reporter(const hardware::Accelerator& accelerator, const ScheduleOptions& options, milp::Solver& solver,
             std::stop_token stop)
        : m_accelerator(mapping::withConstraints(accelerator, options.constraints)), m_options(options),
          m_goal(options.cosa.objective, options.cosa.cyclePrice), m_solver(solver), m_stop(std::move(stop))
    {
    }

    Result<ObjectiveReport> report(const workload::Layer& layer, const LayerResult& result)
    {
        ObjectiveReport report;
        if (m_goal.objective == Objective::CosaPaper) {
            report.paperTerms = termsOf(layer, *result.mapping);
            return report;
        }
        report.unit = unitOf(m_goal.objective);
        report.figure = m_goal.figure(double(result.cost->cycles.count), result.cost->energy.count);
        auto known = m_proven.find(workload::shapeFingerprint(layer));
        if (known == m_proven.end()) {
            TRY(const auto proven, prove(layer, result, *report.figure, report.cpuMs));
            known = m_proven.emplace(workload::shapeFingerprint(layer), proven).first;
        }
        if (!(known->second.figure > 0))
            return report; // stopped before anything was proven
        if (*report.figure < known->second.figure * (1 - kNoGap)) {
            if (bypasses(*result.mapping))
                return report; // edited by hand: the bound is of mappings in which every level keeps what it may
            return Error{ErrorCode::Internal,
                         "the mapping costs less than the lower bound that was proven: one of both is wrong",
                         "layer " + layer.name};
        }
        report.bound = std::min(known->second.figure, *report.figure);
        report.gap = *report.figure / *report.bound - 1;
        if (known->second.energy && hasOwnSizes(layer, result)) {
            report.energyBound = *known->second.energy;
            report.energyGap = result.cost->energy.count / *report.energyBound - 1;
        }
        return report;
    }

private:
    struct Proven {
        double figure = 0;
        std::optional<double> energy; // of mappings that are as fast
    };

    Result<Proven> prove(const workload::Layer& layer, const LayerResult& result, double figure, double& cpuMs) const
    {
        const bool isLatency = m_goal.objective == Objective::Latency;
        RunControl control;
        control.stop = m_stop;
        control.timeLimit = m_options.timeLimitPerLayer; // of each proof, as of each search
        ObjectiveProver prover(m_solver, control);
        const cosa::MappingSpace space(cost::withPortsOf(costModelOf(m_options.engine), m_accelerator), layer);
        Proven proven;
        const bool wasCutOff = result.cause == StopCause::TimeLimit && result.status != LayerStatus::Proven;
        if (result.objectiveBound && !wasCutOff
            && (m_options.cosa.proveWithMip || result.status == LayerStatus::Proven))
            proven.figure = *result.objectiveBound; // the run has proven it
        else {
            TRY(const auto bound, prover.bound(space, m_goal, result.lowerBoundCycles.value_or(1), figure));
            proven.figure = std::max({bound, isLatency ? result.lowerBoundCycles.value_or(0) : 0,
                                      result.objectiveBound.value_or(0)}); // what the run has proven stays
        }
        // Of mappings of its own sizes: where a larger one is faster, none of them may be. Those that are as fast as
        // what a baseline found are many, and tell nothing.
        const bool hasTies = isLatency && hasOwnSizes(layer, result) && !isBaseline(m_options.engine);
        if (hasTies && result.leastEnergy)
            proven.energy = std::min(*result.leastEnergy, result.cost->energy.count); // by the run
        else if (hasTies && !result.anyKeeps) {
            const auto energy = caught(
                [&]() -> Result<std::optional<double>> { return prover.leastEnergyWithin(space, *result.cost); });
            proven.energy = energy ? *energy : std::nullopt; // a proof that takes too much memory proves nothing
        }
        cpuMs = std::chrono::duration<double, std::milli>(prover.cpu()).count();
        return proven;
    }

    static bool hasOwnSizes(const workload::Layer& layer, const LayerResult& result)
    {
        return mapping::coveredLayer(layer, *result.mapping).bounds == layer.bounds;
    }

    bool bypasses(const mapping::LayerMapping& mapping) const
    {
        for (std::size_t i = 0; i < mapping.levels.size() && i < m_accelerator.levels.size(); ++i)
            if (mapping.levels[i].keeps != m_accelerator.levels[i].keeps)
                return true;
        return false;
    }

    PaperTerms termsOf(const workload::Layer& layer, const mapping::LayerMapping& mapping) const
    {
        cost::Nest nest;
        cost::flatten(m_accelerator, mapping, nest);
        return cosa::paperTerms(m_accelerator, layer, nest, m_options.cosa.paper);
    }

    const hardware::Accelerator m_accelerator; // with the constraints of the run
    const ScheduleOptions& m_options;
    const Goal m_goal;
    milp::Solver& m_solver;
    const std::stop_token m_stop;
    std::map<std::uint64_t, Proven> m_proven; // by shape
};

} // namespace

Result<std::vector<ObjectiveReport>> reportObjective(const hardware::Accelerator& accelerator,
                                                     const workload::Network& network, const ScheduleOptions& options,
                                                     const std::vector<LayerResult>& results,
                                                     const SolverFactory& makeSolver, const std::stop_token& stop,
                                                     const OnReport& onReport)
{
    std::vector<ObjectiveReport> reports(results.size());
    const std::unique_ptr<milp::Solver> solver = makeSolver();
    Reporter reporter(accelerator, options, *solver, stop);
    for (std::size_t i = 0; i < results.size() && !stop.stop_requested(); ++i) {
        const LayerResult& result = results[i];
        if (!result.cost || !result.mapping)
            continue;
        TRY(auto report, reporter.report(network.layers[result.index], result));
        reports[i] = report;
        if (onReport)
            onReport(i, reports[i]);
    }
    return reports;
}

} // namespace nestloom::schedule
