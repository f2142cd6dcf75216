// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/machine.h"
#include "engine/kapla/network.h"
#include "engine/kapla/scheduling_graph.h"

#include <optional>
#include <vector>

namespace nestloom::kapla {

/// A layer's turn within a segment: on which of the node groups it runs, and as which of the layers there.
struct Slot {
    std::size_t spatial = 0;
    std::size_t temporal = 0;
    friend auto operator<=>(const Slot&, const Slot&) = default;
};

/// A layer of a segment in its place.
struct SegmentLayer {
    std::size_t layer = 0; // index into the network
    Slot slot;
    Placement placement;
    std::optional<NodeRegion> forwardedFrom; // its inputs are held by these nodes, wherever else they lie as well
    friend bool operator==(const SegmentLayer&, const SegmentLayer&) = default;
};

/// Layers that hand data on without memory, in the order in which they are scheduled: groups of nodes one after the
/// other, layers of a group in the order in which they run there.
struct Segment {
    std::vector<SegmentLayer> layers;
    friend bool operator==(const Segment&, const Segment&) = default;
};

/// The layers of a segment by their nodes: those of one inner list share nodes and run one after the other.
using LayerGroups = std::vector<std::vector<std::size_t>>;

LayerGroups groupsOf(const Segment& segment);

/// Which layers may be on the machine at the same time.
struct SegmentRules {
    bool spatial = false;  // vertices on nodes of their own, passing data on as they go
    bool temporal = false; // all layers on all nodes, one after the other, with data staying in the buffers
    std::size_t longest = std::size_t(-1); // vertices of a segment
    double utilisationLoss = 0.05;         // of all nodes, because shares of nodes are whole
    bool forksAndForwarding = true;   // without: chains only, each layer waits for all of what the one before makes
    double longestDelay = kUnlimited; // of a segment against its layers one by one, as a part of their time
    /// A network that is one segment stays on the machine: filters in the buffers are not charged, and one batch
    /// follows the other without filling and draining. nn_dataflow assumes so; off, every batch brings its filters from
    /// memory.
    bool networksStay = false;
    friend bool operator==(const SegmentRules&, const SegmentRules&) = default;
};

/// Runs of vertices of two or more layers that are worth being one segment: each shares a source with the others, reads
/// from at most one of them, and at most one reader of each is left outside.
/// In the order in which nn_dataflow looks at those that end with the same layer.
std::vector<LayerGroups> segmentCandidates(const SchedulingGraph& graph, const SegmentRules& rules);

/// Nodes for each group of layers, in proportion to their operations: whole multiples of the largest possible divisor
/// of the machine's rows.
/// Returns  nothing when that leaves more nodes idle than `utilisationLoss`.
std::optional<std::vector<NodeRegion>> sharedNodes(const Machine& machine, const Network& network,
                                                   const LayerGroups& groups, double utilisationLoss);

/// The segment of these groups of layers: the nodes of each group, where each layer reads and writes.
/// Returns  nothing when data would not be there when they are needed, or the nodes cannot be shared well.
std::optional<Segment> placed(const Machine& machine, const Network& network, const LayerGroups& groups,
                              const SegmentRules& rules);

/// Segments by the layer that they end with, an index into the network: each layer on the whole machine, then all
/// candidates that can be placed.
using SegmentsByEnd = std::vector<std::vector<Segment>>;
SegmentsByEnd singleSegments(const Machine& machine, const Network& network, const SegmentRules& rules);
SegmentsByEnd segmentsByEnd(const Machine& machine, const Network& network, const SchedulingGraph& graph,
                            const SegmentRules& rules);

} // namespace nestloom::kapla
