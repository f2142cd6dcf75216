// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/buffer_sharing.h"
#include "engine/kapla/tensor_hops.h"

namespace nestloom::kapla {

/// What one scheduled layer costs, over all of its nodes.
struct LayerCost {
    BlockingCounts counts;
    PerTensor<double> memoryHops;  // words times hops between memory, or other layers' nodes, and the nodes
    PerTensor<double> sharingHops; // words times hops between nodes that share buffers
    double operationCost = 0, accessCost = 0, hopCost = 0, idleCost = 0;
    double total() const { return operationCost + accessCost + hopCost + idleCost; }
    std::int64_t cycles() const { return counts.cycles(); }
};

/// Words times hops of moving each tensor once; what is read comes from `inputs` (heldTensors()).
PerTensor<std::int64_t> hopsOnce(const Machine& machine, const Placement& placement, const Layer& layer,
                                 std::int64_t batch, const Partition& partition, const DataLayout& inputs);

LayerCost layerCost(const Costs& costs, const BlockingCounts& counts, const PerTensor<std::int64_t>& hopsOnce,
                    const PerTensor<double>& sharingHops);

/// The whole model for one layer: partition, PE mapping and blocking are given.
/// Returns  nothing when the blocking does not fit, see count().
std::optional<LayerCost> evaluate(const Machine& machine, const Placement& placement, const Layer& layer,
                                  std::int64_t batch, const Partition& partition, const UnitLoops& loops,
                                  const Blocking& blocking, const DataLayout& inputs);

/// How a layer is mapped: divided among nodes, on the PEs of each, and in time.
struct LayerMapping {
    Partition partition;
    UnitLoops loops;
    Blocking blocking;
    friend bool operator==(const LayerMapping&, const LayerMapping&) = default;
};

/// A mapped layer with what it costs, and where it leaves its outputs.
struct LayerSchedule : LayerMapping {
    LayerCost cost;
    DataLayout outputs;
};

} // namespace nestloom::kapla
