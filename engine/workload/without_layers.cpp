// SPDX-License-Identifier: Apache-2.0
#include "engine/workload/without_layers.h"

namespace nestloom::workload {

std::vector<OperatorId> operatorsWithoutLayers(const OperatorGraph& graph)
{
    std::vector<OperatorId> ids;
    for (std::size_t i = 0; i < graph.operators.size(); ++i)
        if (graph.operators[i].layers.empty() && graph.operators[i].type != "input")
            ids.push_back(OperatorId{static_cast<std::uint32_t>(i)});
    return ids;
}

} // namespace nestloom::workload
