// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/layer_cost.h"

namespace nestloom::kapla {

DataLayout outputLayout(const Placement& placement, const Layer& layer, std::int64_t batch, const Partition& partition)
{
    const FmapRange whole{{{0, batch}, {0, layer.outputChannels}, {0, layer.outputHeight}, {0, layer.outputWidth}}};
    return {{whole, placement.destination, projected(partition, placement.destination)}};
}

PerTensor<std::int64_t> hopsOnce(const Machine& machine, const Placement& placement, const Layer& layer,
                                 std::int64_t batch, const Partition& partition, const DataLayout& inputs)
{
    const bool forwards = machine.features.forwards();
    const auto demand = [&](TensorRole role) { return demandOf(role, layer, batch, partition, placement.nodes); };
    PerTensor<std::int64_t> hops;
    hops[TensorRole::Weights] = weightHops(demand(TensorRole::Weights), layer, nodesOf(machine.memory), forwards);
    hops[TensorRole::Inputs] = inputHops(demand(TensorRole::Inputs), inputs, forwards);
    const DataLayout outputs = outputLayout(placement, layer, batch, partition);
    const bool stay = outputs.front().partition == partition && outputs.front().region == placement.nodes;
    hops[TensorRole::Outputs] = stay ? 0 : outputHops(demand(TensorRole::Outputs), outputs, forwards);
    return hops;
}

LayerCost layerCost(const Costs& costs, const BlockingCounts& counts, const PerTensor<std::int64_t>& hopsOnce,
                    const PerTensor<double>& sharingHops)
{
    LayerCost cost;
    cost.counts = counts;
    cost.sharingHops = sharingHops;
    double hops = 0;
    for (const TensorRole role : kTensorRoles) {
        cost.memoryHops[role] = double(hopsOnce[role] * counts.fetches[0][role]);
        hops += cost.memoryHops[role] + sharingHops[role];
    }
    cost.operationCost = costs.operation * counts.operations;
    cost.accessCost = accessCost(counts, costs);
    cost.hopCost = costs.hop * hops;
    cost.idleCost = costs.idle * double(counts.cycles());
    return cost;
}

std::optional<LayerCost> evaluate(const Machine& machine, const Placement& placement, const Layer& layer,
                                  std::int64_t batch, const Partition& partition, const UnitLoops& loops,
                                  const Blocking& blocking, const DataLayout& inputs)
{
    const BlockingProblem problem = blockingProblem(machine, placement, partition, loops);
    const auto counts = count(problem, blocking);
    if (!counts)
        return std::nullopt;
    const PerTensor<std::int64_t> once = hopsOnce(machine, placement, layer, batch, partition, inputs);
    const PerTensor<double> shared =
        sharingHops(problem, blocking, *counts, sharingGroups(layer.kind, partition, placement.nodes));
    return layerCost(machine.costs, *counts, once, shared);
}

} // namespace nestloom::kapla
