// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cost/layer_cost.h"

#include <string>
#include <vector>

// The roofline model (Williams, Waterman and Patterson, Communications of the ACM 52(4), 2009) with one roof for each
// port of a level: a layer that moves b bytes through the port of one instance runs at macs / b MACs a byte, and no
// faster than that times the bandwidth of the port, nor faster than all MAC units.
namespace nestloom::cost {

/// A port with a bandwidth. Of a level with one port for reads and writes both count.
struct Roof {
    std::size_t level = 0;
    bool reads = true, writes = false;
    std::string name;         // "DRAM read", "GlobalBuffer"
    double bytesPerCycle = 0; // of one instance
    friend bool operator==(const Roof&, const Roof&) = default;
};

/// Outermost level first; levels without bandwidths have none.
std::vector<Roof> roofs(const hardware::Accelerator& accelerator);

struct RooflinePoint {
    double macsPerByte = 0;  // through the port of one instance
    double macsPerCycle = 0; // <= macsPerByte * Roof::bytesPerCycle, up to the rounding of cycles
};

/// Of a mapping's cost by our own model. Nothing when the layer moves nothing through the port, as in schedules of
/// tiles.
std::optional<RooflinePoint> rooflinePoint(const hardware::Accelerator& accelerator, const LayerCost& cost,
                                           const Roof& roof);

/// The port that bounds most cycles of these layers, or the first one; nothing where none has a bandwidth or none of
/// the layers a point.
std::optional<Roof> busiestRoof(const hardware::Accelerator& accelerator, const std::vector<const LayerCost*>& layers);

} // namespace nestloom::cost
