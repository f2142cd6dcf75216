// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/tensor_role.h"
#include "engine/base/units.h"
#include "engine/hardware/accelerator.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace nestloom::cost {

/// Which model made the numbers (see access_counts.h for what differs).
enum class Model { Nestloom, Timeloop2022, TiledSchedule, Timeloop2025, Mesh };
std::string_view name(Model model); // "nestloom", "timeloop-2022", "tiled-schedule", "timeloop-2025", "mesh"
inline bool isTimeloop(Model model) { return model == Model::Timeloop2022 || model == Model::Timeloop2025; }
/// The one that the accelerator's compatibility mode counts as.
inline Model timeloopModel(const hardware::Accelerator& accelerator)
{
    return accelerator.timeloop == hardware::TimeloopVersion::June2022 ? Model::Timeloop2022 : Model::Timeloop2025;
}

/// What one instance of a level does for one tensor over the whole layer. Unit: elements (not bytes, not accesses).
struct TensorAccesses {
    std::int64_t tileElements = 0; // held by one instance
    std::int64_t instances = 1;    // instances that are used
    double reads = 0;              // towards the inner side; for outputs: partial sums read back
    double fills = 0;              // arriving from the outer side
    double updates = 0;            // outputs arriving from the inner side
    Picojoules energy{};           // all used instances together
};

struct LevelCost {
    std::string level;
    PerTensor<std::optional<TensorAccesses>> tensors; // only tensors kept here
    Cycles readCycles{};                              // time its read port needs; 0 = unlimited
    Cycles writeCycles{};                             // the same when it has one port for both
    Picojoules energy{};                              // of its tensors, leakage and mesh
    Picojoules leakage{};                             // of all its instances over the whole layer
    Picojoules mesh{};                                // of what crosses the mesh below it; of Model::Mesh only
};

/// What sets the latency.
struct Bottleneck {
    enum class Kind { Compute, ReadPort, WritePort };
    Kind kind = Kind::Compute;
    std::size_t level = 0; // index of the level for the ports
    std::string text;      // "compute", "DRAM read", "DRAM write", of one port for both "DRAM transfers"
    friend bool operator==(const Bottleneck&, const Bottleneck&) = default;
};

/// Cost of one layer under one mapping.
struct LayerCost {
    Model model = Model::Nestloom;
    Cycles cycles{};        // max of compute and every port; of Mesh also what mesh_model.h says
    Cycles computeCycles{}; // product of the temporal bounds
    std::int64_t macs = 0;  // of the layer; a mapping that covers more computes, and is charged for, more
    std::int64_t macUnitsUsed = 0;
    double utilization = 0; // macs / (all MAC units * cycles)
    Picojoules energy{};
    Picojoules macEnergy{}; // with the leakage of the MAC units
    Bottleneck bottleneck;
    std::vector<LevelCost> levels; // outermost first
};

} // namespace nestloom::cost
