// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cost/access_counts.h"

#include <optional>

namespace nestloom::traffic {

/// The innermost level at `level` or outside it that keeps a tensor; the outermost level keeps all.
std::size_t keeperAtOrOutside(const cost::Nest& nest, TensorRole role, std::size_t level);
/// The outermost level inside `level` that keeps a tensor; the number of levels (the MAC units) when none does.
std::size_t keeperInside(const cost::Nest& nest, TensorRole role, std::size_t level);

/// What one used instance of level `inner` (or one MAC unit) exchanges with the level that keeps the tensor outside it,
/// over the whole layer, in elements, by the counts of our own model.
struct ChildTraffic {
    double arrives = 0; // for outputs: partial sums brought back
    double leaves = 0;  // outputs only
};
ChildTraffic childTraffic(const workload::Layer& layer, const cost::Nest& nest, const cost::AccessCounts& counts,
                          TensorRole role, std::size_t inner);

} // namespace nestloom::traffic
