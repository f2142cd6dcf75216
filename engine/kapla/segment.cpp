// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/segment.h"

namespace nestloom::kapla {

LayerGroups groupsOf(const Segment& segment)
{
    LayerGroups groups;
    for (const SegmentLayer& one : segment.layers) {
        if (groups.size() <= one.slot.spatial)
            groups.resize(one.slot.spatial + 1);
        groups[one.slot.spatial].push_back(one.layer);
    }
    return groups;
}

Segment singleLayer(const Machine& machine, std::size_t layer)
{
    return {{{layer, {}, wholeMachine(machine), std::nullopt}}};
}

} // namespace nestloom::kapla
