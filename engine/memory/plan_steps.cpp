// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/plan_steps.h"

#include <algorithm>
#include <utility>

namespace nestloom::memory {

namespace {

using ByteRange = std::pair<Bytes, Bytes>;

/// What lies on chip at each step, as address ranges.
std::vector<std::vector<ByteRange>> residents(const workload::OperatorGraph& graph, const MemoryPlan& plan)
{
    std::vector<std::vector<ByteRange>> at(plan.order.size());
    for (const Residency& residency : plan.residencies) {
        const ByteRange span{residency.offset, residency.offset + graph.tensors[residency.tensor.value].size};
        for (std::size_t step = residency.first; step <= residency.last; ++step)
            at[step].push_back(span);
    }
    std::vector<std::size_t> stepOf(graph.operators.size());
    for (std::size_t step = 0; step < plan.order.size(); ++step)
        stepOf[plan.order[step].value] = step;
    for (const ParameterPlace& place : plan.parameters)
        at[stepOf[place.op.value]].emplace_back(
            place.offset, place.offset + graph.operators[place.op.value].parameters[place.parameter]);
    return at;
}

std::vector<ByteRange> holesBetween(std::vector<ByteRange> spans, Bytes budget)
{
    std::ranges::sort(spans);
    std::vector<ByteRange> free;
    Bytes end{};
    for (const ByteRange& span : spans) {
        if (span.first > end)
            free.emplace_back(end, span.first);
        end = std::max(end, span.second);
    }
    if (budget > end)
        free.emplace_back(end, budget);
    return free;
}

/// Moves of every tensor: residencies of one tensor lie side by side, by first step.
void addMoves(const workload::OperatorGraph& graph, const MemoryPlan& plan, std::vector<PlanStep>& steps)
{
    for (std::size_t i = 0; i < plan.residencies.size(); ++i) {
        const Residency& residency = plan.residencies[i];
        const Bytes size = graph.tensors[residency.tensor.value].size;
        const bool isFirst = i == 0 || plan.residencies[i - 1].tensor != residency.tensor;
        const bool isLast = i + 1 == plan.residencies.size() || plan.residencies[i + 1].tensor != residency.tensor;
        (isFirst ? steps[residency.first].created : steps[residency.first].retrieved) += size;
        const OperatorId producer = graph.tensors[residency.tensor.value].producer;
        const bool hasCopy = plan.inputsBacked && graph.operators[producer.value].inputs.empty();
        (isFirst && !isLast && !hasCopy ? steps[residency.last].spilled : steps[residency.last].freed) += size;
    }
    for (PlanStep& step : steps)
        for (const Bytes parameter : graph.operators[step.op.value].parameters) {
            step.parameters += parameter;
            step.freed += parameter;
        }
}

/// From the step that makes a tensor to the last one that needs it; parameters at their step.
void addLive(const workload::OperatorGraph& graph, const MemoryPlan& plan, std::vector<PlanStep>& steps)
{
    std::vector<std::size_t> first(graph.tensors.size(), plan.order.size()), last(graph.tensors.size());
    for (const Residency& residency : plan.residencies) {
        first[residency.tensor.value] = std::min(first[residency.tensor.value], residency.first);
        last[residency.tensor.value] = std::max(last[residency.tensor.value], residency.last);
    }
    for (std::size_t t = 0; t < graph.tensors.size(); ++t)
        for (std::size_t step = first[t]; step < steps.size() && step <= last[t]; ++step)
            steps[step].live += graph.tensors[t].size;
    for (PlanStep& step : steps)
        for (const Bytes parameter : graph.operators[step.op.value].parameters)
            step.live += parameter;
}

} // namespace

std::vector<PlanMoves> planMoves(const workload::OperatorGraph& graph, const MemoryPlan& plan)
{
    std::vector<PlanMoves> moves(plan.order.size());
    for (std::size_t i = 1; i < plan.residencies.size(); ++i) { // by tensor, then by first step
        const Residency& before = plan.residencies[i - 1];
        const Residency& after = plan.residencies[i];
        if (before.tensor != after.tensor)
            continue;
        const bool isFirst = i == 1 || plan.residencies[i - 2].tensor != before.tensor;
        const OperatorId producer = graph.tensors[before.tensor.value].producer;
        const bool hasCopy = plan.inputsBacked && graph.operators[producer.value].inputs.empty();
        (isFirst && !hasCopy ? moves[before.last].spilled : moves[before.last].dropped).push_back(before.tensor);
        moves[after.first].retrieved.push_back(after.tensor);
    }
    return moves;
}

std::vector<PlanStep> planSteps(const workload::OperatorGraph& graph, const MemoryPlan& plan)
{
    std::vector<PlanStep> steps(plan.order.size());
    const std::vector<std::vector<ByteRange>> at = residents(graph, plan);
    for (std::size_t i = 0; i < steps.size(); ++i) {
        steps[i].op = plan.order[i];
        for (const ByteRange& span : at[i]) {
            steps[i].used += span.second - span.first;
            steps[i].top = std::max(steps[i].top, span.second);
        }
        for (const ByteRange& hole : holesBetween(at[i], plan.budget))
            steps[i].largestHole = std::max(steps[i].largestHole, hole.second - hole.first);
    }
    addMoves(graph, plan, steps);
    addLive(graph, plan, steps);
    return steps;
}

std::vector<std::pair<Bytes, Bytes>> holes(const workload::OperatorGraph& graph, const MemoryPlan& plan,
                                           std::size_t step)
{
    std::vector<ByteRange> spans;
    for (const Residency& residency : plan.residencies)
        if (residency.first <= step && step <= residency.last)
            spans.emplace_back(residency.offset, residency.offset + graph.tensors[residency.tensor.value].size);
    for (const ParameterPlace& place : plan.parameters)
        if (place.op == plan.order[step])
            spans.emplace_back(place.offset,
                               place.offset + graph.operators[place.op.value].parameters[place.parameter]);
    return holesBetween(std::move(spans), plan.budget);
}

double fragmentation(const PlanStep& step, Bytes budget)
{
    const Bytes free = budget - step.used;
    return free.count > 0 ? 1 - double(step.largestHole.count) / double(free.count) : 0;
}

} // namespace nestloom::memory
