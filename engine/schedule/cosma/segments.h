// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/cosma/spill_state.h"

namespace nestloom::schedule::cosma {

/// Break nodes found by themselves (the paper chose them by hand): the default order is cut where fewest bytes are
/// alive, again and again, as long as each part keeps `least` operators. Positions behind each part, ascending.
std::vector<std::size_t> breakPositions(const GraphIndex& graph, std::size_t least);

} // namespace nestloom::schedule::cosma
