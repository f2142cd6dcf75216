// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cost/nest.h"
#include "engine/workload/layer.h"

namespace nestloom::cost {

/// What the children of one instance ask for while the temporal loops outside their tiles run. Unit: elements.
struct WalkSums {
    double asked = 0;         // reads of the parent: equal requests of several children count once
    double delivered = 0;     // arriving at all children together from the parent
    double fromNeighbour = 0; // taken from the neighbouring child's last tile instead

    WalkSums& operator+=(const WalkSums& other)
    {
        asked += other.asked;
        delivered += other.delivered;
        fromNeighbour += other.fromNeighbour;
        return *this;
    }
    friend WalkSums operator*(double weight, WalkSums sums)
    {
        return {weight * sums.asked, weight * sums.delivered, weight * sums.fromNeighbour};
    }
};

/// Timeloop's walk (see timeloop_counts.h) for the tiles held at `child` level, one of them per spatial child of level
/// `child` - 1. child == levelCount() stands for the MACs, which ask for one element in every iteration and hold none;
/// one beside a MAC that had the element in the iteration before takes it from there.
WalkSums walkTile(const workload::Layer& layer, const Nest& nest, TensorRole role, std::size_t child);

} // namespace nestloom::cost
