// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/segment.h"

namespace nestloom::kapla {

Segment singleLayer(const Machine& machine, const Network& network, std::size_t layer)
{
    Placement placement = wholeMachine(machine);
    placement.filtersStay = network.layers.size() == 1;
    return {{{layer, {}, placement, std::nullopt}}};
}

} // namespace nestloom::kapla
