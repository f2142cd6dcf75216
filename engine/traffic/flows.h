// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/hardware/accelerator.h"
#include "engine/mapping/layer_mapping.h"
#include "engine/traffic/flow_groups.h"

#include <vector>

namespace nestloom::traffic {

/// A loop that makes a flow as large as it is.
struct FlowLoop {
    enum class Effect {
        Moves,     // temporal: each step needs other data
        ReadAgain, // temporal: the same data crosses the mesh once more
        Splits,    // spatial: each child has its own part
        Shared,    // spatial: the children need the same data (multicast), or add to the same sums (reduction)
        Copied, // spatial: the same, but each child has a copy of its own, as the level does not multicast the tensor
    };
    std::size_t level = 0;
    std::size_t position = 0; // in its level: the temporal loops first, then the spatial ones
    bool spatial = false;
    mapping::Loop loop;
    Effect effect = Effect::Moves;
    double factor = 1; // how many times larger one child's traffic is with this loop; 1 for spatial loops
    friend bool operator==(const FlowLoop&, const FlowLoop&) = default;
};

/// What one tensor sends one way across the mesh, over the whole layer.
struct Flow {
    enum class Kind {
        Deliver, // weights or inputs to the PEs
        Return,  // partial sums back to the PEs; each PE that adds to a sum takes an equal part of them
        Collect, // outputs from the PEs
        Fill,    // from outside to the buffer
        Drain,   // outputs from the buffer to the outside
    };
    /// How one item travels: to one place, to many (a tree of X-Y routes carries it once), or summed on its way from
    /// many.
    enum class Cast { Unicast, Multicast, Reduction };

    Kind kind = Kind::Deliver;
    Cast cast = Cast::Unicast;
    TensorRole tensor = TensorRole::Weights;
    std::size_t outer = 0;        // level that it leaves or reaches on the outer side
    std::size_t inner = 0;        // the same on the inner side; the number of levels = the MAC units
    double entered = 0;           // bytes that enter the mesh
    double left = 0;              // bytes that leave it: a multicast leaves more than enters, a reduction less
    std::size_t groups = 0;       // of PEs that share data; 1 for Fill and Drain
    std::size_t largestGroup = 0; // PEs
    std::vector<FlowLoop> loops;  // responsible ones, outermost first
    friend bool operator==(const Flow&, const Flow&) = default;
};

/// A flow and what it consists of: each group of PEs exchanges `bytesPerGroup` over the whole layer.
struct GroupedFlow {
    Flow flow;                // `entered`, `left` and `cast` are not set yet
    PeGroups groups;          // empty for Fill and Drain
    double bytesPerGroup = 0; // Fill, Drain: all bytes
};

/// Everything that a valid mapping sends across one mesh, the children of level `mesh` of one used instance. A tensor
/// that bypasses that level comes from outside; what the level itself exchanges with the outside crosses the mesh as
/// well, from port to port. Elements have the width of the level on the outer side, as in the cost model's counts for
/// its port. Flows without bytes are left out. The mapping must have at most cost::kMaxLevels levels.
std::vector<GroupedFlow> findFlows(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                                   const mapping::LayerMapping& mapping, std::size_t mesh);

} // namespace nestloom::traffic
