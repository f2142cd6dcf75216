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

std::string lackOfRoom(const workload::OperatorGraph& graph, Bytes budget)
{
    std::size_t heaviest = 0;
    Bytes needed{};
    for (std::size_t o = 0; o < graph.operators.size(); ++o)
        if (const Bytes bytes = workload::workingSet(graph, {std::uint32_t(o)}); bytes > needed) {
            needed = bytes;
            heaviest = o;
        }
    if (needed <= budget)
        return {};
    const std::string most = std::to_string(needed.count);
    return "operator " + graph.operators[heaviest].name + " needs " + most
           + " B for its inputs, outputs and parameters, the scratchpad holds " + std::to_string(budget.count) + " B ("
           + std::to_string((needed - budget).count) + " B short); raise it to " + most + " B";
}

} // namespace nestloom::schedule::cosma
