// SPDX-License-Identifier: Apache-2.0
#include "engine/records/method.h"

#include "engine/schedule/kapla/node_run.h"
#include "engine/schedule/mesh/mesh_engine.h"
#include "engine/schedule/network_run.h"

#include <algorithm>
#include <array>

namespace nestloom::records {

namespace {

constexpr std::array kKinds{RunKind::Layers, RunKind::Nodes, RunKind::Memory};

std::vector<Method> allMethods()
{
    std::vector<Method> all;
    for (const schedule::EngineInfo& engine : schedule::engines())
        all.push_back({engine.id, engine.title, RunKind::Layers,
                       engine.id == "flexer"                ? CostModel::Tiles
                       : engine.id == schedule::kMeshEngine ? CostModel::Mesh
                                                            : CostModel::Own});
    for (const kapla::NodeEngineInfo& engine : kapla::nodeEngines())
        all.push_back({engine.id, engine.title, RunKind::Nodes, CostModel::Nodes});
    all.push_back({"cosma", "COSMA", RunKind::Memory, CostModel::Memory});
    all.push_back({"cosma-ilp", "COSMA (ILP)", RunKind::Memory, CostModel::Memory});
    return all;
}

} // namespace

std::string_view name(RunKind kind)
{
    switch (kind) {
    case RunKind::Nodes: return "nodes";
    case RunKind::Memory: return "memory";
    case RunKind::Layers: break;
    }
    return "layers";
}

RunKind runKind(std::string_view text)
{
    const auto found = std::ranges::find_if(kKinds, [&](RunKind kind) { return name(kind) == text; });
    return found == kKinds.end() ? RunKind::Layers : *found;
}

std::string_view name(CostModel model)
{
    switch (model) {
    case CostModel::Own: return "own";
    case CostModel::Mesh: return "mesh";
    case CostModel::Ideal: return "ideal";
    case CostModel::Timeloop: return "timeloop";
    case CostModel::Tiles: return "tiles";
    case CostModel::Nodes: return "nodes";
    case CostModel::Memory: return "memory";
    case CostModel::Simulated: break;
    }
    return "simulated";
}

std::string_view describe(CostModel model)
{
    switch (model) {
    case CostModel::Own:
        return "Analytical: a layer takes as long as the slowest of its MAC units and the bandwidths of all levels; "
               "reads and writes of a level side by side or in turns, by its ports; the mesh has no limit";
    case CostModel::Mesh:
        return "Analytical with the mesh: ports of buffer, DRAM and PEs, packets, bursts that two tiles of room cannot "
               "hide, sums that come back; follows the simulation. Mappings of another model take at least what that "
               "one says";
    case CostModel::Ideal:
        return "Analytical with unlimited ports for layers, as in CoSA's evaluation; vector operators have the "
               "memory's bandwidth";
    case CostModel::Timeloop: return "Analytical with the conventions of Timeloop";
    case CostModel::Tiles:
        return "Event by event: tiles on NPUs around one scratchpad, transfers one after the other on each DMA channel";
    case CostModel::Nodes:
        return "nn_dataflow's: layers on nodes, segments of layers in a pipeline; memory reads and writes share the "
               "bandwidth unless the memory has two ports, and idle nodes cost energy";
    case CostModel::Memory: return "Off-chip bytes beyond the compulsory; it knows neither cycles nor energy";
    case CostModel::Simulated: break;
    }
    return "Cycle by cycle: every transfer over the mesh, buffers with ports, DRAM by clock";
}

const std::vector<Method>& methods()
{
    static const std::vector<Method> all = allMethods();
    return all;
}

const Method* findMethod(std::string_view engine)
{
    const auto& all = methods();
    const auto found = std::ranges::find_if(all, [&](const Method& one) { return one.engine == engine; });
    return found == all.end() ? nullptr : &*found;
}

RunKind kindOf(std::string_view engine)
{
    const Method* method = findMethod(engine);
    return method ? method->kind : RunKind::Layers;
}

CostModel modelOf(std::string_view engine)
{
    const Method* method = findMethod(engine);
    return method ? method->model : CostModel::Own;
}

} // namespace nestloom::records
