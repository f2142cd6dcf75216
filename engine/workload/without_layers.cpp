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

std::string whyNothingToMap(const Network& network)
{
    if (!network.layers.empty())
        return {};
    if (!hasGraph(network))
        return "it has no layers to map";
    const std::size_t count = operatorsWithoutLayers(network.graph).size();
    return "it has no layers to map: "
           + (count == 1 ? std::string("its only operator is no convolution and no matrix product")
                         : "none of its " + std::to_string(count) + " operators is a convolution or a matrix product");
}

} // namespace nestloom::workload
