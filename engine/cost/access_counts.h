// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cost/nest.h"
#include "engine/workload/layer.h"

#include <array>

namespace nestloom::cost {

/// What one used instance of a level does for one tensor over the whole layer. Unit: elements.
struct Counts {
    bool kept = false;
    double tile = 0;      // elements held
    double instances = 1; // used
    double reads = 0;
    double fills = 0;
    double updates = 0;
};
using AccessCounts = std::array<PerTensor<Counts>, kMaxLevels>;

/// Counts of our own model, in closed form, linear in the number of loops.
///   Stationarity  a temporal loop that moves nothing of a tensor costs nothing while no loop inside it moves the tensor.
///   Halo          a tile that overlaps its predecessor fetches only what is new, whichever loop moved it.
///   Multicast     children that need the same elements share one read of their parent; children whose outputs are the
///                 same elements are summed on the way (spatial reduction), so the parent sees one update. Only where
///                 all levels in between multicast the tensor: else each child has its own read or update, and the
///                 parent reads what it adds an update to.
///   Outputs       a tile that leaves is read out of its level (drain) and updates the level outside; a tile that comes
///                 back is read there and filled here; the first visit of an element brings nothing. Of children that
///                 are summed on the way all are filled when their tile comes back: one goes on from the sum, the others
///                 from zero. So what a level reads of an element it was filled with or updated before.
/// Differs from Timeloop (timeloop_counts.h) in: halo reuse by every loop and without extrapolation from two
/// iterations, drains counted as reads, fills without the first visit, no transfers between neighbours.
void countAccesses(const workload::Layer& layer, const Nest& nest, AccessCounts& counts);
/// Of one tensor alone; the counts of the others stay as they are.
void countAccesses(const workload::Layer& layer, const Nest& nest, TensorRole role, AccessCounts& counts);

/// Fills in what does not depend on the model: which tensors are kept, tiles and used instances; counts are zero.
void startCounts(const workload::Layer& layer, const Nest& nest, AccessCounts& counts);

/// Elements that one instance of a level fetches of a tensor (of outputs: drains) when its tile follows all loops
/// outside.
double fetches(const workload::Layer& layer, const Nest& nest, TensorRole role, std::size_t level, double tile);
/// Elements of a tensor without halo that one instance ever holds: its tile times every temporal loop outside that
/// moves it.
double everHeld(const Nest& nest, TensorRole role, std::size_t level, double tile);

/// How many tiles of a tensor the children reached through the spatial loops of levels [outer, inner) exchange with
/// their parent: one for all that hold the same, if the levels that tell them apart multicast the tensor.
double distinctChildren(const workload::Layer& layer, const Nest& nest, TensorRole role, std::size_t outer,
                        std::size_t inner);

/// The innermost level at `level` or outside it that keeps a tensor; the outermost level keeps all.
std::size_t keeperAtOrOutside(const Nest& nest, TensorRole role, std::size_t level);
/// The outermost level inside `level` that keeps a tensor; the number of levels (the MAC units) when none does.
std::size_t keeperInside(const Nest& nest, TensorRole role, std::size_t level);

/// What one used instance of a level (or one MAC unit) exchanges with the level that keeps the tensor outside it, over
/// the whole layer, in elements.
struct ChildTraffic {
    double arrives = 0; // for outputs: partial sums brought back
    double leaves = 0;  // outputs only
};
ChildTraffic childTraffic(const workload::Layer& layer, const Nest& nest, const AccessCounts& counts, TensorRole role,
                          std::size_t inner);

} // namespace nestloom::cost
