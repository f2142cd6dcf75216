// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/cosma/graph_index.h"

namespace nestloom::schedule::cosma {

/// A legal order made in one go, for graphs too large to search: of the operators whose inputs exist, the one after
/// which fewest bytes are alive, compared with before; of equal ones the one that needs least meanwhile, then the one
/// that became ready last. O(operators * ready operators).
std::vector<std::uint32_t> listOrder(const GraphIndex& graph);

} // namespace nestloom::schedule::cosma
