// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/machine.h"
#include "engine/kapla/network.h"

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

/// Layers that are on the machine at the same time, in the order in which they are scheduled: groups of nodes one after
/// the other, layers of a group in the order in which they run there.
struct Segment {
    std::vector<SegmentLayer> layers;
    friend bool operator==(const Segment&, const Segment&) = default;
};

/// The layers of a segment by their nodes: those of one inner list share nodes and run one after the other.
using LayerGroups = std::vector<std::vector<std::size_t>>;

LayerGroups groupsOf(const Segment& segment);

/// A single layer on the whole machine, from memory to memory.
Segment singleLayer(const Machine& machine, std::size_t layer);

} // namespace nestloom::kapla
