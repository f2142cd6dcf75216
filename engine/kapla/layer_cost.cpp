// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/layer_cost.h"

namespace nestloom::kapla {

PerTensor<std::int64_t> hopsOnce(const Machine& machine, const Placement& placement, const Layer& layer,
                                 std::int64_t batch, const Partition& partition, const DataLayout& inputs)
{
    PerTensor<std::int64_t> hops = fixedHops(machine, placement, layer, batch, partition);
    const PerTensor<std::int64_t> read =
        readHops(machine, placement, layer, batch, partition, heldTensors(layer, inputs));
    for (const TensorRole role : kTensorRoles)
        hops[role] += read[role];
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
