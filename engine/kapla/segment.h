// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/blocking_sweep.h"
#include "engine/kapla/network.h"
#include "engine/kapla/segment_timing.h"

#include <optional>
#include <vector>

namespace nestloom::kapla {

/// A layer of a segment in its place.
struct SegmentLayer {
    std::size_t layer = 0; // index into the network
    Slot slot;
    Placement placement;
    std::optional<NodeRegion> forwardedTo; // its inputs have been brought to these nodes before
};

/// Layers that are on the machine at the same time, in the order in which they are scheduled.
struct Segment {
    std::vector<SegmentLayer> layers;
};

/// A single layer on the whole machine.
Segment singleLayer(const Machine& machine, const Network& network, std::size_t layer);

} // namespace nestloom::kapla
