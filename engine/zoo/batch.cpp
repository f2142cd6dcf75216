// SPDX-License-Identifier: Apache-2.0
#include "engine/zoo/batch.h"

namespace nestloom::zoo {

namespace {

using workload::LoopDimension;
using workload::Operator;

/// Of a multi-head attention the products have a group for each head, its projections have none.
bool isOfActivations(const Operator& op, const workload::Layer& layer)
{
    return op.type == "matmul" || (op.type == "attention" && layer.bounds[LoopDimension::G] > 1);
}

} // namespace

workload::Network withBatch(workload::Network network, std::int64_t batch)
{
    network.batch = batch;
    if (batch == 1)
        return network;
    for (workload::Tensor& tensor : network.graph.tensors) {
        tensor.size.count *= batch;
        tensor.shape.insert(tensor.shape.begin(), batch);
    }
    for (Operator& op : network.graph.operators) {
        for (workload::Layer& layer : op.layers)
            layer.bounds[isOfActivations(op, layer) ? LoopDimension::G : LoopDimension::N] *= batch;
        if (op.type == "matmul")
            for (Bytes& kept : op.parameters)
                kept.count *= batch;
    }
    network.layers = workload::layersOf(network.graph);
    const std::string one = ", batch 1";
    if (const std::size_t at = network.description.find(one); at != std::string::npos)
        network.description.replace(at, one.size(), ", batch " + std::to_string(batch));
    return network;
}

} // namespace nestloom::zoo
