// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/blocking.h"
#include "engine/kapla/tensor_hops.h"

namespace nestloom::kapla {

/// Nodes that need the same data of one tensor and may keep a part each.
struct SharingGroup {
    Extent extent;
    NeighbourDistance distance; // hops between neighbours
    friend bool operator==(const SharingGroup& a, const SharingGroup& b)
    {
        return a.extent == b.extent && a.distance.h == b.distance.h && a.distance.w == b.distance.w;
    }
};
PerTensor<SharingGroup> sharingGroups(LayerKind kind, const Partition& partition, const NodeRegion& region);

/// Hops per word of unique data until every node of each subgroup has seen all data of it once: the nodes form a chain
/// that winds through the subgroup, and pass their parts on. `units` is the number of pieces that move together; pieces
/// larger than a node's part save the last steps.
double rotationHops(const SharingGroup& group, std::int64_t subgroup, std::int64_t units);

/// Hops per word for reading, without a rotation, `width` parts where a node holds one.
double wideFetchHops(const SharingGroup& group, std::int64_t subgroup, double width);

/// The loops that bring data into registers may be cut once more and reordered, as long as this changes no number of
/// fetches: loops over what lies in other nodes outside, loops over what lies in the node itself inside. That decides
/// how often shared data have to go round.
///
/// Words times hops that each tensor makes between nodes which share it, over all nodes, for the subgroup sizes, cut
/// and order with the least sum. Zero without buffer sharing.
PerTensor<double> sharingHops(const BlockingProblem& problem, const Blocking& blocking, const BlockingCounts& counts,
                              const PerTensor<SharingGroup>& groups);

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
