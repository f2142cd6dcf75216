// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/kapla/node_run.h"

#include <array>

namespace nestloom::kapla {

/// Where the energy of a schedule on nodes goes.
enum class NodePart : std::uint8_t { Operations, Registers, Wires, Buffer, Hops, Dram, Static };
inline constexpr std::array kNodeParts{NodePart::Operations, NodePart::Registers, NodePart::Wires, NodePart::Buffer,
                                       NodePart::Hops,       NodePart::Dram,      NodePart::Static};
std::string_view name(NodePart part); // "mac", "registers", "wires", "buffer", "hops", "dram", "idle", as in JSON

struct NodeEnergy {
    std::array<double, kNodeParts.size()> parts{}; // pJ
    double& operator[](NodePart part) { return parts[std::size_t(part)]; }
    double operator[](NodePart part) const { return parts[std::size_t(part)]; }
    double total() const;
    friend bool operator==(const NodeEnergy&, const NodeEnergy&) = default;
};

/// Of one layer; static energy for its own time.
NodeEnergy nodeEnergy(const Costs& costs, const LayerSchedule& layer);
/// Of the whole schedule; static energy for the time that it takes. Adds up to the schedule's cost; zero without one.
NodeEnergy nodeEnergy(const NodeRun& run);

/// Words read from and written to memory.
double dramWords(const LayerSchedule& layer);

} // namespace nestloom::kapla
