// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/cosma/memory_run.h"

#include "engine/schedule/cosma/graph_index.h"
#include "engine/schedule/cosma/paper_ilp.h"
#include "engine/schedule/cosma/peak_search.h"
#include "engine/workload/fuse.h"

namespace nestloom::schedule::cosma {

namespace {

CosmaParams paramsOf(const MemoryRunOptions& options)
{
    CosmaParams params;
    params.inputsBacked = options.inputsBacked;
    params.order = options.order;
    return params;
}

} // namespace

bool isMemoryEngine(std::string_view engine) { return engine == "cosma" || engine == "cosma-ilp"; }

std::string whyNothingToPlan(const workload::Network& network)
{
    return workload::hasGraph(network)
               ? std::string()
               : "only its layers are known; planning memory needs its operators (see presets/README.md)";
}

workload::OperatorGraph plannedGraph(const workload::OperatorGraph& graph, bool parameters, bool fused)
{
    workload::OperatorGraph planned = fused ? workload::fused(graph) : graph;
    return parameters ? planned : workload::withoutParameters(std::move(planned));
}

Result<MemoryRun> planMemory(const workload::Network& network, const MemoryRunOptions& options,
                             const SolverFactory& makeSolver, const RunControl& control, const PlanFound& onPlan)
{
    if (const std::string why = whyNothingToPlan(network); !why.empty())
        return Error{ErrorCode::InvalidInput, why, "network " + network.name};
    MemoryRun run{.graph = plannedGraph(network.graph, options.parameters, options.fused)};
    RunControl asked = control;
    asked.seed = options.seed;
    TRY(const auto between, budgets(run.graph, asked));
    run.budgets = between;
    RunControl limited = asked;
    limited.timeLimit = options.timeLimit;
    TRY(auto outcome, options.engine == "cosma-ilp"
                          ? solvePaperIlp(run.graph, options.scratchpad, paramsOf(options), *makeSolver(), limited)
                          : solve(run.graph, options.scratchpad, paramsOf(options), limited, onPlan));
    run.outcome = std::move(outcome);
    if (run.outcome.solution) {
        const GraphIndex index(run.graph, options.inputsBacked);
        if (const auto peak = leastPeak(index, asked); peak.solution)
            run.baselines = baselines(index, peak.solution->order, options.scratchpad);
    }
    return run;
}

} // namespace nestloom::schedule::cosma
