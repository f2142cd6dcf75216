// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/segment.h"

#include <map>
#include <vector>

namespace nestloom::kapla {

/// Where a layer of a segment reads and writes. Besides, it may read what the layer before it on the same nodes has
/// left there, and leave data there for the next one.
struct LayerLinks {
    bool fromMemory = false;
    std::optional<Slot> fromNodes; // a layer on other nodes; never together with memory
    bool fromLayerBefore = false;
    bool toMemory = false;
    std::vector<Slot> toNodes; // layers on other nodes
    bool toLayerAfter = false;
};

/// How data move within and around a segment.
struct SegmentLinks {
    std::vector<std::vector<LayerLinks>> of; // by slot
    /// Layers that read the same from memory: the first one brings it, and passes it on to the others.
    std::vector<std::vector<Slot>> sharedInputs;
    /// Layers with readers both outside and inside: they write to memory, and the readers inside take it from their
    /// nodes.
    std::map<Slot, std::vector<Slot>> keptOutputs;

    const LayerLinks& at(Slot slot) const { return of[slot.spatial][slot.temporal]; }
};

/// Returns  nothing when a layer's inputs come from memory and from other nodes at once, when layers of one group read
/// from
///          different nodes, or when data are read on the same nodes by another than the next layer.
/// `forks` = false  also when the layers are not a chain.
std::optional<SegmentLinks> segmentLinks(const Network& network, const LayerGroups& groups, bool forks = true);

} // namespace nestloom::kapla
