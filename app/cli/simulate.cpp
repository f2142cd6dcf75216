// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "app/cli/print_simulation.h"
#include "app/cli/read_input.h"
#include "app/write_file.h"
#include "engine/io/result_json.h"
#include "engine/io/trace_json.h"
#include "engine/milp/process_solver.h"
#include "engine/schedule/network_run.h"
#include "engine/simulation/simulation_question.h"
#include "engine/simulation/simulation_trace.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>

namespace nestloom::cli {

namespace {

struct SimulateArguments {
    std::string accelerator, network, layer, mapping, trace;
    std::string dram; // empty = the accelerator's
    std::string router, reduction; // names; empty = the first ones
    bool json = false;
};

constexpr std::array kRouters{noc::RouterKind::Wormhole, noc::RouterKind::VirtualChannels};
constexpr std::array kReductions{traffic::Reduction::PacketChain, traffic::Reduction::StoreAndForward,
                                 traffic::Reduction::AtReceiver};

template <typename Kind, std::size_t count>
std::vector<std::string> namesOf(const std::array<Kind, count>& kinds)
{
    std::vector<std::string> names;
    for (const Kind kind : kinds)
        names.emplace_back(name(kind));
    return names;
}

template <typename Kind, std::size_t count>
Kind named(const std::string& wanted, const std::array<Kind, count>& kinds)
{
    const auto found = std::find_if(kinds.begin(), kinds.end(), [&](Kind kind) { return name(kind) == wanted; });
    return found == kinds.end() ? kinds.front() : *found;
}

/// The mapping of the file, or else CoSA's.
Result<mapping::LayerMapping> chooseMapping(const SimulateArguments& arguments, const hardware::Accelerator& accelerator,
                                            const workload::Layer& layer, std::stop_token stop)
{
    if (!arguments.mapping.empty()) {
        const auto text = app::readFile(arguments.mapping);
        return text ? io::mappingFromJson(accelerator, *text) : text.error();
    }
    workload::Network network;
    network.name = layer.name;
    network.layers = {layer};
    schedule::ScheduleOptions options;
    options.threads = 1;
    const auto results = schedule::scheduleNetwork(accelerator, network, options, [] {
        return std::make_unique<milp::ProcessSolver>(milp::ProcessSolverOptions{milp::findSolverProgram()});
    }, stop);
    if (!results)
        return results.error();
    if (!results->front().mapping)
        return Error{ErrorCode::InvalidInput, results->front().reason, "layer " + layer.name};
    return *results->front().mapping;
}

Status writeTrace(const std::string& path, const simulation::LayerSimulation& simulated, const std::string& name)
{
    if (path.ends_with(".csv"))
        return app::writeFile(path, simulationCsv(simulated));
    return app::writeFile(path, io::traceJson(simulation::simulationTrace(simulated, name)));
}

ExitCode simulate(const SimulateArguments& arguments)
{
    Interrupt interrupt;
    const auto input = readLayer(arguments.accelerator, arguments.network, arguments.layer);
    if (!input)
        return fail(input.error());
    const auto& [accelerator, layer] = *input;
    const simulation::Choices choices{arguments.dram.empty() ? simulation::dramModelOf(accelerator) : arguments.dram,
                                      named(arguments.reduction, kReductions), named(arguments.router, kRouters)};
    const auto settings = simulation::settingsFor(accelerator, choices);
    if (!settings)
        return fail(settings.error());
    if (const Status writable = arguments.trace.empty() ? success() : checkWritable(arguments.trace); !writable)
        return fail(writable.error());
    const auto mapping = chooseMapping(arguments, accelerator, layer, interrupt.token());
    if (!mapping)
        return fail(mapping.error());
    RunControl control;
    control.stop = interrupt.token();
    const auto simulated = simulation::simulateLayer(accelerator, layer, *mapping, *settings, control);
    if (!simulated)
        return fail(simulated.error());
    if (interrupt.happened())
        return Cancelled;
    if (!arguments.trace.empty())
        if (const Status written = writeTrace(arguments.trace, *simulated, layer.name + " on " + accelerator.name); !written)
            return fail(written.error());
    const Status written = writeOutput({}, arguments.json ? simulationJson(layer, choices, *simulated)
                                                          : printSimulation(layer, choices, *simulated));
    if (!written)
        return fail(written.error());
    return simulated->run.finished ? Ok : SomeFailed;
}

} // namespace

void addSimulate(CLI::App& app, Command& chosen)
{
    const auto arguments = std::make_shared<SimulateArguments>();
    CLI::App* command = app.add_subcommand("simulate", "Simulate one layer cycle by cycle: PEs, mesh, buffer and DRAM");
    command->add_option("--accelerator", arguments->accelerator, "Preset or YAML file, with an interconnect")
        ->required()
        ->type_name("NAME|FILE");
    command->add_option("--network", arguments->network, "Preset or YAML file")->required()->type_name("NAME|FILE");
    command->add_option("--layer", arguments->layer, "Its name")->required();
    command->add_option("--mapping", arguments->mapping, "JSON file: a list of levels, outermost first; CoSA's if left out")
        ->type_name("FILE");
    command->add_option("--dram", arguments->dram, "How DRAM takes time; the accelerator's own if left out, or else ddr4-2400")
        ->check(CLI::IsMember(dram::memoryModelNames()));
    command->add_option("--router", arguments->router, "Routers of the mesh: ready/valid wormhole, or virtual channels with credits")
        ->check(CLI::IsMember(namesOf(kRouters)))
        ->default_str(std::string(name(kRouters.front())));
    command->add_option("--reduction", arguments->reduction, "How partial sums of PEs come together: packet by packet or tile by tile along "
                        "a chain of PEs, or where the outputs are kept")
        ->check(CLI::IsMember(namesOf(kReductions)))
        ->default_str(std::string(name(kReductions.front())));
    command->add_option("--trace", arguments->trace, "Write what happens when: .csv, else JSON for Perfetto")->type_name("FILE");
    command->add_flag("--json", arguments->json, "Print JSON");
    command->callback([arguments, &chosen] { chosen = [arguments] { return simulate(*arguments); }; });
}

} // namespace nestloom::cli
