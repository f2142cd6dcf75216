// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/cosma/refusal.h"

namespace nestloom::schedule::cosma {

Status checkGraph(const workload::OperatorGraph& graph)
{
    if (const auto findings = workload::check(graph); !findings.empty())
        return Error{ErrorCode::InvalidInput, findings.front().message,
                     "graph " + graph.name + ": " + findings.front().key};
    return success();
}

std::optional<OperatorId> operatorWithoutRoom(const workload::OperatorGraph& graph, Bytes budget)
{
    std::optional<OperatorId> heaviest;
    Bytes most = budget;
    for (std::uint32_t o = 0; o < graph.operators.size(); ++o)
        if (const Bytes bytes = workload::workingSet(graph, {o}); bytes > most) {
            most = bytes;
            heaviest = OperatorId{o};
        }
    return heaviest;
}

std::string lackOfRoom(const workload::OperatorGraph& graph, Bytes budget)
{
    const auto heaviest = operatorWithoutRoom(graph, budget);
    if (!heaviest)
        return {};
    const Bytes needed = workload::workingSet(graph, *heaviest);
    const std::string most = std::to_string(needed.count);
    return "operator " + graph.operators[heaviest->value].name + " needs " + most
           + " B for its inputs, outputs and parameters, the scratchpad holds " + std::to_string(budget.count) + " B ("
           + std::to_string((needed - budget).count) + " B short); raise it to " + most + " B";
}

} // namespace nestloom::schedule::cosma
