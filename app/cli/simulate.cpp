// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/progress.h"
#include "app/cli/read_input.h"
#include "app/cli/run_arguments.h"
#include "app/cli/simulate_run.h"
#include "app/store/simulation_store.h"
#include "app/write_file.h"
#include "engine/base/number_words.h"
#include "engine/base/ranges.h"
#include "engine/base/text.h"
#include "engine/io/json_reader.h"
#include "engine/io/result_json.h"
#include "engine/io/trace_json.h"
#include "engine/mapping/constraints.h"
#include "engine/milp/process_solver.h"
#include "engine/schedule/network_run.h"
#include "engine/simulation/simulation_question.h"
#include "engine/simulation/simulation_trace.h"

#include <algorithm>
#include <array>
#include <string>

namespace nestloom::cli {

namespace {

using simulation::LayerSimulation;

/// Words for an endpoint: "PE 3", "buffer", "DRAM", "router 17".
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

std::string waitWords(const simulation::TimeShares::Wait& wait)
{
    return "waits for " + std::string(name(wait.traffic)) + (wait.fromDram ? " from DRAM" : " on the mesh");
}

std::string share(noc::Cycle cycles, noc::Cycle all) { return percent(all > 0 ? double(cycles) / double(all) : 0); }

std::string timeTable(const LayerSimulation& simulated)
{
    const noc::Cycle all = simulated.run.cycles;
    TextTable table({{"where the time goes (PE that is done last)"}, {"cycles", kRight}, {"share", kRight}});
    const auto row = [&](const std::string& what, noc::Cycle cycles) {
        table.addRow({what, grouped(cycles), share(cycles, all)});
    };
    row("computes", simulated.shares.compute);
    for (const auto& wait : simulated.shares.waits)
        row(waitWords(wait), wait.cycles);
    row("last outputs leave", simulated.shares.tail);
    return table.print();
}

std::string linkTable(const LayerSimulation& simulated)
{
    TextTable table({{"hottest links"}, {"flits", kRight}, {"use", kRight}, {"blocked cycles", kRight}});
    for (const simulation::HotLink& hot : simulated.hottest)
        table.addRow({linkWords(simulated.traffic.mesh, hot.link), grouped(hot.count.flits), percent(hot.use),
                      grouped(hot.count.blocked)});
    return table.print();
}

std::string dramLine(const std::string& dram, const LayerSimulation& simulated)
{
    const dram::Statistics& s = simulated.dram;
    return "DRAM " + dram + ": " + grouped(s.reads) + " reads, " + grouped(s.writes) + " writes, " + grouped(s.rowHits)
           + " row hits, " + grouped(s.rowMisses) + " rows opened, " + grouped(s.rowConflicts)
           + " row conflicts, bus in use " + percent(simulated.dramBusUse) + "\n";
}

std::string unfinished(const LayerSimulation& simulated)
{
    if (!simulated.run.standstill)
        return "not finished after " + exactCycles({simulated.run.cycles}) + "\n";
    std::string text =
        "stands still: nothing moves any more since cycle " + grouped(simulated.run.standstill->since) + "\n";
    for (const std::string& wait : simulated.run.standstill->waits)
        text += "  " + wait + "\n";
    return text;
}

/// Analytical beside simulated cycles, where the time goes, the hottest links, what DRAM did.
std::string printSimulation(const workload::Layer& layer, const simulation::Choices& choices,
                            const LayerSimulation& simulated)
{
    std::string text = "layer " + layer.name + ", " + workload::describeShape(layer) + "\n";
    if (!simulated.run.finished)
        return text + unfinished(simulated);
    const auto cycles = double(simulated.run.cycles);
    text += "analytical " + exactCycles(simulated.analytical) + ", simulated " + exactCycles({simulated.run.cycles})
            + " (" + fixedNumber(cycles / double(simulated.analytical.count), 2) + " times)\n";
    if (simulated.traffic.mergedLoops > 0)
        text +=
            simulated.traffic.mergedLoops == 1
                ? std::string("the innermost loop over the PEs' tiles is one step, because there are too many steps\n")
                : "the innermost " + std::to_string(simulated.traffic.mergedLoops)
                      + " loops over the PEs' tiles are one step each, because there are too many steps\n";
    text += "\n" + timeTable(simulated) + "\n";
    text += "serial sends: the buffer sends in " + share(simulated.bufferSending, simulated.run.cycles)
            + " of all cycles, one transfer at a time\n";
    text +=
        "contention: the mesh let nothing of buffer and DRAM in for " + exactCycles({simulated.sendersBlocked}) + "\n";
    text += "routers: " + std::string(name(choices.router)) + ", partial sums: " + std::string(name(choices.reduction))
            + "\n";
    return text + dramLine(choices.dram, simulated) + "\n" + linkTable(simulated);
}

std::string simulationJson(const workload::Layer& layer, const simulation::Choices& choices,
                           const LayerSimulation& simulated)
{
    io::Json json;
    json["layer"] = layer.name;
    json["dram"] = choices.dram;
    json["router"] = name(choices.router);
    json["reduction"] = name(choices.reduction);
    json["finished"] = simulated.run.finished;
    json["analytical_cycles"] = simulated.analytical.count;
    json["simulated_cycles"] = simulated.run.cycles;
    json["steps"] = simulated.traffic.steps;
    json["merged_loops"] = simulated.traffic.mergedLoops;
    json["transactions"] = simulated.traffic.list.size();
    json["flit_hops"] = simulated.run.flitHops;
    json["time"] = {{"compute", simulated.shares.compute}, {"tail", simulated.shares.tail}};
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
    for (const simulation::HotLink& hot : simulated.hottest)
        json["hottest_links"].push_back({{"link", linkWords(simulated.traffic.mesh, hot.link)},
                                         {"flits", hot.count.flits},
                                         {"use", hot.use},
                                         {"blocked_cycles", hot.count.blocked}});
    return io::dump(json, 2) + "\n";
}

/// A line for each transaction: id, what it does, tensor, step, actor, destinations, bytes, start and end in cycles.
std::string simulationCsv(const LayerSimulation& simulated)
{
    const traffic::MappingTraffic& traffic = simulated.traffic;
    std::string csv = "id,what,tensor,step,actor,destinations,bytes,start_cycle,end_cycle\n";
    for (noc::TransactionId id = 0; id < traffic.list.size(); ++id) {
        const traffic::TransactionTag& tag = traffic.tags[id];
        const bool compute = tag.flow == traffic::TransactionTag::kCompute;
        const noc::TransactionTimes& times = simulated.run.times[id];
        const std::string destinations = joinText(traffic.list.destinations(id), " / ",
                                                  [&](const noc::EndpointId to) { return place(traffic.mesh, to); });
        csv += std::to_string(id)
               + (compute ? ",compute,," : ",send," + std::string(nestloom::name(traffic.flows[tag.flow].tensor)) + ",")
               + std::to_string(tag.step) + "," + place(traffic.mesh, traffic.list[id].actor) + "," + destinations + ","
               + std::to_string(tag.bytes) + "," + std::to_string(times.start) + "," + std::to_string(times.end) + "\n";
    }
    return csv;
}

struct SimulateArguments {
    std::string accelerator, network, layer, mapping, trace;
    std::string dram;              // empty = the accelerator's
    std::string router, reduction; // names; empty = the first ones
    std::optional<records::RunId> run;
    StoreArguments storage; // of the run
    ConstraintArguments constraints;
    bool json = false;
};

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

simulation::Choices choicesOf(const SimulateArguments& arguments)
{
    return {arguments.dram, named(arguments.reduction, kReductions), named(arguments.router, kRouters)};
}

/// What is simulated, and the layer of the stored run that it is.
struct Task {
    simulation::Question question;
    std::optional<std::size_t> layer;
};

/// The mapping of the file, or else CoSA's.
Result<mapping::LayerMapping> chooseMapping(const SimulateArguments& arguments,
                                            const hardware::Accelerator& accelerator, const workload::Layer& layer,
                                            std::stop_token stop)
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
    TRY(const auto results, schedule::scheduleNetwork(accelerator, network, options,
                                                      milp::processSolvers({milp::findSolverProgram()}), stop));
    if (!results.front().mapping)
        return Error{ErrorCode::InvalidInput, results.front().reason, "layer " + layer.name};
    return *results.front().mapping;
}

Result<Task> storedTask(const SimulateArguments& arguments)
{
    TRY(auto store, openStored<store::RunStore>(arguments.storage));
    TRY(auto record, store.load(*arguments.run));
    TRY(const auto layer, findLayer(record.inputs.network, arguments.layer));
    for (const schedule::LayerResult& result : record.layers)
        if (result.name == arguments.layer && result.verified && result.mapping)
            return Task{{mapping::withConstraints(record.inputs.accelerator, record.inputs.options.constraints), layer,
                         *result.mapping, choicesOf(arguments)},
                        result.index};
    return Error{ErrorCode::InvalidInput, "run " + std::to_string(*arguments.run) + " has no verified mapping of it",
                 "layer " + arguments.layer};
}

Result<Task> newTask(const SimulateArguments& arguments, std::stop_token stop)
{
    TRY(const auto input, readLayer(arguments.accelerator, arguments.network, arguments.layer));
    TRY(const auto constraints, readConstraints(arguments.constraints, input.accelerator));
    const hardware::Accelerator accelerator = mapping::withConstraints(input.accelerator, constraints);
    if (const auto known =
            dram::memoryModel(arguments.dram.empty() ? simulation::dramModelOf(accelerator) : arguments.dram);
        !known)
        return known.error(); // before the search for a mapping
    TRY(const auto mapping, chooseMapping(arguments, accelerator, input.layer, stop));
    return Task{{accelerator, input.layer, mapping, choicesOf(arguments)}, {}};
}

Status writeTrace(const std::string& path, const simulation::LayerSimulation& simulated, const std::string& name)
{
    if (path.ends_with(".csv"))
        return app::writeFile(path, simulationCsv(simulated));
    return app::writeFile(path, io::traceJson(simulation::simulationTrace(simulated, name)));
}

/// Stored with its run; nothing to do for other layers.
Result<std::string> keep(const SimulateArguments& arguments, const Task& task,
                         const simulation::LayerSimulation& simulated)
{
    if (!task.layer || !simulated.run.finished)
        return std::string();
    TRY(const auto path, existingStore(arguments.storage));
    TRY(auto simulations, store::SimulationStore::open(path));
    TRY(const auto kept,
        simulations.keep(store::keyOf(*arguments.run, *task.layer, task.question), store::pack(simulated)));
    return "stored with run " + std::to_string(*arguments.run) + " (" + shortBytes(double(kept.size.count))
           + (kept.hasTimes ? ")\n" : "; without the times of transactions, which are too large)\n");
}

Result<ExitCode> tell(const SimulateArguments& arguments, const Task& task,
                      const simulation::LayerSimulation& simulated)
{
    const simulation::Question& question = task.question;
    if (!arguments.trace.empty())
        TRY_DO(writeTrace(arguments.trace, simulated, question.layer.name + " on " + question.accelerator.name));
    const auto kept = keep(arguments, task, simulated);
    if (!kept)
        complain("the simulation was not stored: " + kept.error().text());
    simulation::Choices choices = question.choices;
    if (choices.dram.empty())
        choices.dram = simulation::dramModelOf(question.accelerator);
    const std::string text = arguments.json ? simulationJson(question.layer, choices, simulated)
                                            : printSimulation(question.layer, choices, simulated)
                                                  + (kept && !kept->empty() ? "\n" + *kept : "");
    TRY_DO(writeOutput({}, text));
    return simulated.run.finished && kept ? Ok : SomeFailed;
}

Status checkArguments(const SimulateArguments& arguments)
{
    if (arguments.run && (!arguments.constraints.lines.empty() || !arguments.constraints.file.empty()))
        return Error{ErrorCode::InvalidInput,
                     "a stored run has constraints of its own; leave out --constraint and --constraints", "simulate"};
    if (!arguments.run && (arguments.accelerator.empty() || arguments.network.empty()))
        return Error{ErrorCode::InvalidInput, "name an --accelerator and a --network, or a stored run with --run",
                     "simulate"};
    if (arguments.layer.empty() && (!arguments.run || !arguments.trace.empty()))
        return Error{
            ErrorCode::InvalidInput,
            "name a --layer; without one all layers of a stored --run are simulated, and no --trace is written",
            "simulate"};
    return arguments.trace.empty() ? success() : checkWritable(arguments.trace);
}

Result<ExitCode> simulate(const SimulateArguments& arguments)
{
    TRY_DO(checkArguments(arguments));
    if (arguments.layer.empty())
        return simulateRun(arguments.storage, *arguments.run, choicesOf(arguments), arguments.json);
    Interrupt interrupt;
    TRY(const auto task, arguments.run ? storedTask(arguments) : newTask(arguments, interrupt.token()));
    const simulation::Question& question = task.question;
    TRY(auto settings, simulation::settingsFor(question.accelerator, question.choices));
    settings.countClasses = task.layer.has_value(); // the window shows them
    RunControl control;
    control.stop = interrupt.token();
    TRY(const auto simulated,
        simulation::simulateLayer(question.accelerator, question.layer, question.mapping, settings, control));
    return interrupt.happened() ? Cancelled : tell(arguments, task, simulated);
}

} // namespace

void addSimulate(const Options& program)
{
    const auto arguments = std::make_shared<SimulateArguments>();
    const Options command = program.command(
        "simulate", "Simulate one layer, or all of a stored run, cycle by cycle: PEs, mesh, buffer and DRAM");
    Option run =
        command.add("--run", arguments->run, "A stored run, see nestloom-cli runs; the simulation is stored with it");
    command.add("--accelerator", arguments->accelerator, "Preset or YAML file, with an interconnect")
        .type("NAME|FILE")
        .excludes(run);
    command.add("--network", arguments->network, "Preset or YAML file").type("NAME|FILE").excludes(run);
    command.add("--layer", arguments->layer, "Its name; of a stored run all layers if left out");
    command.add("--mapping", arguments->mapping, "JSON file: a list of levels, outermost first; CoSA's if left out")
        .type("FILE")
        .excludes(run);
    command.add("--dram", arguments->dram, "How DRAM takes time; the accelerator's own if left out, or else ddr4-2400")
        .oneOf(dram::memoryModelNames());
    command
        .add("--router", arguments->router,
             "Routers of the mesh: ready/valid wormhole, or virtual channels with credits")
        .oneOf(namesOf(kRouters))
        .showDefault(std::string(name(kRouters.front())));
    command
        .add("--reduction", arguments->reduction,
             "How partial sums of PEs come together: packet by packet or tile by tile along "
             "a chain of PEs, or where the outputs are kept")
        .oneOf(namesOf(kReductions))
        .showDefault(std::string(name(kReductions.front())));
    command.add("--trace", arguments->trace, "Write what happens when: .csv, else JSON for Perfetto").type("FILE");
    command.flag("--json", arguments->json, "Print JSON");
    addStoreOption(command, arguments->storage, false);
    command["--store"].needs(run);
    addConstraintOptions(command, arguments->constraints);
    command.does([arguments] { return simulate(*arguments); });
}

} // namespace nestloom::cli
