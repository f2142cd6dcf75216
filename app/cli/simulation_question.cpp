// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/simulation_question.h"

#include "app/cli/read_input.h"
#include "engine/base/ranges.h"
#include "engine/io/json_reader.h"
#include "engine/mapping/constraints.h"
#include "engine/schedule/mesh/mesh_engine.h"

#include <algorithm>
#include <array>

namespace nestloom::cli {

namespace {

constexpr std::array kRouters{noc::RouterKind::Wormhole, noc::RouterKind::VirtualChannels};
constexpr std::array kReductions{traffic::Reduction::PacketChain, traffic::Reduction::StoreAndForward,
                                 traffic::Reduction::AtReceiver};

template <typename Kind, std::size_t count>
std::vector<std::string> namesOf(const std::array<Kind, count>& kinds)
{
    return collect(kinds, [&](const Kind kind) { return std::string(name(kind)); });
}

template <typename Kind, std::size_t count>
Kind named(const std::string& wanted, const std::array<Kind, count>& kinds)
{
    const auto found = std::ranges::find_if(kinds, [&](Kind kind) { return name(kind) == wanted; });
    return found == kinds.end() ? kinds.front() : *found;
}

} // namespace

void addChoiceOptions(const Options& command, ChoiceArguments& arguments)
{
    command
        .add("--dram", arguments.dram,
             "How DRAM takes time; if left out the device that the accelerator names, or else the bandwidth it "
             "states, or else ddr4-2400")
        .oneOf(dram::memoryModelNames());
    command
        .add("--router", arguments.router,
             "Routers of the mesh: ready/valid wormhole, or virtual channels with credits")
        .oneOf(namesOf(kRouters))
        .showDefault(std::string(name(kRouters.front())));
    command
        .add("--reduction", arguments.reduction,
             "How partial sums of PEs come together: packet by packet or tile by tile along "
             "a chain of PEs, or where the outputs are kept")
        .oneOf(namesOf(kReductions))
        .showDefault(std::string(name(kReductions.front())));
}

simulation::Choices choicesOf(const ChoiceArguments& arguments)
{
    return {arguments.dram, named(arguments.reduction, kReductions), named(arguments.router, kRouters)};
}

Result<LayerQuestion> layerQuestion(const records::RunRecord& run, const std::string& layer,
                                    const simulation::Choices& choices)
{
    TRY(auto found, findLayer(run.inputs.network, layer));
    for (const schedule::LayerResult& result : run.layers)
        if (result.name == layer && result.verified && result.mapping)
            return LayerQuestion{{mapping::withConstraints(run.inputs.accelerator, run.inputs.options.constraints),
                                  std::move(found), *result.mapping, choices,
                                  schedule::costModelOf(run.inputs.options.engine)},
                                 result.index};
    return Error{ErrorCode::InvalidInput, "run " + std::to_string(run.summary.id) + " has no verified mapping of it",
                 "layer " + layer};
}

std::string place(const noc::Mesh& mesh, noc::EndpointId endpoint)
{
    if (endpoint == noc::endpointOf(mesh, mesh.outsidePort()))
        return "DRAM";
    if (endpoint == noc::endpointOf(mesh, mesh.bufferPort()))
        return "buffer";
    return endpoint < mesh.peCount() ? "PE " + std::to_string(endpoint) : "router " + std::to_string(endpoint);
}

std::string linkWords(const noc::Mesh& mesh, noc::LinkId link)
{
    const noc::GridLink ends = noc::gridLink(noc::gridOf(mesh), link);
    switch (ends.kind) {
    case noc::GridLink::Kind::Hop:
        return "router " + std::to_string(ends.from) + " to router " + std::to_string(ends.to);
    case noc::GridLink::Kind::Leaving: return "mesh to " + place(mesh, ends.endpoint);
    case noc::GridLink::Kind::Entering: return place(mesh, ends.endpoint) + " into the mesh";
    }
    return {};
}

simulation::Choices statedChoices(const simulation::Question& question)
{
    simulation::Choices choices = question.choices;
    if (choices.dram.empty())
        choices.dram = simulation::dramModelOf(question.accelerator);
    return choices;
}

std::string otherMemoryText(const std::string& dram, const hardware::Accelerator& accelerator)
{
    return "simulated with DRAM " + dram + ", while model and bounds count " + simulation::dramModelOf(accelerator)
           + ": simulated cycles may be below what is proven\n";
}

std::string simulationJson(const simulation::Question& question, const simulation::LayerSimulation& simulated)
{
    const simulation::Choices choices = statedChoices(question);
    io::Json json;
    json["layer"] = question.layer.name;
    json["dram"] = choices.dram;
    json["router"] = name(choices.router);
    json["reduction"] = name(choices.reduction);
    json["finished"] = simulated.run.finished;
    json["analytical_cycles"] = simulated.analytical.count;
    if (const auto cycles = simulation::modelCycles(question)) {
        json["model"] = cost::name(question.model);
        json["model_cycles"] = cycles->count;
    }
    json["simulated_cycles"] = simulated.run.cycles;
    json["steps"] = simulated.traffic.steps;
    json["merged_loops"] = simulated.traffic.mergedLoops;
    json["transactions"] = simulated.traffic.list.size();
    json["flit_hops"] = simulated.run.flitHops;
    json["time"] = {
        {"compute", simulated.shares.compute}, {"tail", simulated.shares.tail}, {"waits", io::Json::array()}};
    for (const auto& wait : simulated.shares.waits)
        json["time"]["waits"].push_back(
            {{"for", std::string(name(wait.traffic))}, {"from_dram", wait.fromDram}, {"cycles", wait.cycles}});
    json["buffer_sending_cycles"] = simulated.bufferSending;
    json["senders_blocked_cycles"] = simulated.sendersBlocked;
    const dram::Statistics& s = simulated.dram;
    json["dram_counts"] = {{"reads", s.reads},
                           {"writes", s.writes},
                           {"row_hits", s.rowHits},
                           {"rows_opened", s.rowMisses},
                           {"row_conflicts", s.rowConflicts},
                           {"refreshes", s.refreshes},
                           {"bus_use", simulated.dramBusUse}};
    json["hottest_links"] = io::Json::array();
    for (const simulation::HotLink& hot : simulated.hottest)
        json["hottest_links"].push_back({{"link", linkWords(simulated.traffic.mesh, hot.link)},
                                         {"flits", hot.count.flits},
                                         {"use", hot.use},
                                         {"blocked_cycles", hot.count.blocked}});
    return io::dump(json, 2) + "\n";
}

} // namespace nestloom::cli
