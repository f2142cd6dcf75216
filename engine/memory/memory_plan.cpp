// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/memory_plan.h"

#include <algorithm>

namespace nestloom::memory {

Bytes traffic(const workload::OperatorGraph& graph, const std::vector<Residency>& residencies, bool inputsBacked)
{
    std::vector<std::int64_t> count(graph.tensors.size());
    for (const Residency& residency : residencies)
        ++count[residency.tensor.value];
    Bytes sum{};
    for (std::size_t t = 0; t < count.size(); ++t)
        if (count[t] > 1) {
            const bool hasCopy = inputsBacked && graph.operators[graph.tensors[t].producer.value].inputs.empty();
            sum += graph.tensors[t].size * (count[t] - (hasCopy ? 1 : 0));
        }
    return sum;
}

std::vector<StepUse> occupancy(const workload::OperatorGraph& graph, const MemoryPlan& plan)
{
    std::vector<StepUse> use(plan.order.size());
    const auto add = [&](std::size_t step, Bytes offset, Bytes size) {
        use[step].used += size;
        use[step].top = std::max(use[step].top, offset + size);
    };
    for (const Residency& residency : plan.residencies)
        for (std::size_t step = residency.first; step <= residency.last; ++step)
            add(step, residency.offset, graph.tensors[residency.tensor.value].size);
    std::vector<std::size_t> stepOf(graph.operators.size());
    for (std::size_t step = 0; step < plan.order.size(); ++step)
        stepOf[plan.order[step].value] = step;
    for (const ParameterPlace& place : plan.parameters)
        add(stepOf[place.op.value], place.offset, graph.operators[place.op.value].parameters[place.parameter]);
    return use;
}

} // namespace nestloom::memory
