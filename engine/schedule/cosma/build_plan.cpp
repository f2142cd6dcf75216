// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/cosma/build_plan.h"

#include <algorithm>

namespace nestloom::schedule::cosma {

namespace {

/// Residencies without addresses, by tensor and first step.
std::vector<memory::Residency> residencies(const GraphIndex& index, const SpillSchedule& schedule)
{
    std::vector<std::vector<memory::Residency>> of(index.tensors());
    std::vector<bool> away(index.tensors());
    for (std::size_t step = 0; step < schedule.order.size(); ++step) {
        for (const std::uint32_t t : schedule.leaving[step])
            away[t] = true;
        for (const std::uint32_t t : index.inputs(schedule.order[step])) {
            if (away[t])
                of[t].push_back({TensorId{t}, step, step, {}});
            of[t].back().last = step;
            away[t] = false;
        }
        for (const std::uint32_t t : index.outputs(schedule.order[step]))
            of[t].push_back({TensorId{t}, step, step, {}});
    }
    std::vector<memory::Residency> all;
    for (const auto& list : of)
        all.insert(all.end(), list.begin(), list.end());
    return all;
}

} // namespace

SolveOutcome<memory::MemoryPlan> buildPlan(const workload::OperatorGraph& graph, const GraphIndex& index,
                                           const SpillSchedule& schedule, Bytes budget, const RunControl& control)
{
    memory::MemoryPlan plan;
    plan.budget = budget;
    plan.inputsBacked = index.inputsBacked();
    plan.residencies = residencies(index, schedule);
    std::vector<memory::Buffer> buffers;
    for (const memory::Residency& residency : plan.residencies)
        buffers.push_back({residency.first, residency.last, graph.tensors[residency.tensor.value].size});
    for (std::size_t step = 0; step < schedule.order.size(); ++step) {
        const OperatorId op{schedule.order[step]};
        plan.order.push_back(op);
        const std::vector<Bytes>& parameters = graph.operators[op.value].parameters;
        for (std::size_t p = 0; p < parameters.size(); ++p) {
            plan.parameters.push_back({op, p, {}});
            buffers.push_back({step, step, parameters[p]});
        }
    }
    SolveOutcome<memory::Packing> packed = memory::pack(buffers, budget, control);
    SolveOutcome<memory::MemoryPlan> outcome;
    outcome.status = packed.status;
    outcome.cause = packed.cause;
    outcome.reason = packed.reason;
    outcome.stats = packed.stats;
    if (!packed.solution)
        return outcome;
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        const Bytes offset = packed.solution->offsets[i];
        if (i < plan.residencies.size())
            plan.residencies[i].offset = offset;
        else
            plan.parameters[i - plan.residencies.size()].offset = offset;
    }
    plan.traffic = memory::traffic(graph, plan.residencies, plan.inputsBacked);
    outcome.solution = std::move(plan);
    return outcome;
}

} // namespace nestloom::schedule::cosma
