// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nestloom::records {

/// What a run decides: a mapping or a schedule of tiles for each layer; a whole network on nodes; order, addresses and
/// spills of a whole network.
enum class RunKind { Layers, Nodes, Memory };
std::string_view name(RunKind kind); // "layers", "nodes", "memory", as in the database and in JSON
RunKind runKind(std::string_view name);

/// Which model made a figure. Figures of different models say different things of one machine.
///   Own        analytical: the slowest of compute and the bandwidths of all levels, no limit of the mesh
///   Mesh       analytical, with ports, packets and bursts of the mesh, as the simulation has them
///   Ideal      analytical, with unlimited ports, as in CoSA's evaluation
///   Timeloop   analytical, with Timeloop's conventions
///   Tiles      event by event: tiles on NPUs around one scratchpad
///   Nodes      nn_dataflow's: layers on nodes, segments, memory at their edges
///   Memory     off-chip bytes of a plan; no cycles and no energy
///   Simulated  cycle by cycle: transactions over the mesh, DRAM by clock
enum class CostModel { Own, Mesh, Ideal, Timeloop, Tiles, Nodes, Memory, Simulated };
std::string_view name(CostModel model); // "own", "mesh", "ideal", "timeloop", "tiles", "nodes", "memory", "simulated"
std::string_view describe(CostModel model); // one sentence

/// A way to schedule: an engine, with what it decides and the model that its figures are of.
struct Method {
    std::string engine; // "cosa"
    std::string title;  // "CoSA"
    RunKind kind = RunKind::Layers;
    CostModel model = CostModel::Own;
};
const std::vector<Method>& methods();
const Method* findMethod(std::string_view engine); // null = none of that name
RunKind kindOf(std::string_view engine);           // Layers for one that is not known
CostModel modelOf(std::string_view engine);

} // namespace nestloom::records
