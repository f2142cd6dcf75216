// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/progress.h"
#include "app/cli/read_input.h"
#include "app/cli/run_arguments.h"
#include "app/cli/simulate_run.h"
#include "app/cli/simulation_question.h"
#include "app/store/simulation_store.h"
#include "app/write_file.h"
#include "engine/base/number_words.h"
#include "engine/base/ranges.h"
#include "engine/base/text.h"
#include "engine/io/result_json.h"
#include "engine/io/trace_json.h"
#include "engine/mapping/constraints.h"
#include "engine/milp/process_solver.h"
#include "engine/schedule/network_run.h"
#include "engine/simulation/simulation_question.h"
#include "engine/simulation/simulation_trace.h"

#include <algorithm>
#include <string>
#include <utility>

namespace nestloom::cli {

namespace {

using simulation::LayerSimulation;

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

std::string dramLine(const hardware::Accelerator& accelerator, const std::string& dram,
                     const LayerSimulation& simulated)
{
    const dram::Statistics& s = simulated.dram;
    const bool isOther = dram != "bandwidth" && accelerator.readRate(0);
    const std::string use = "in use " + percent(simulated.dramBusUse) + ", port to the mesh "
                            + percent(simulation::dramPortUse(simulated)) + "\n";
    if (simulated.dramWindows.burst.count == 1) // it knows no bursts
        return "DRAM " + dram + ": " + grouped(s.reads) + " B read, " + grouped(s.writes) + " B written, " + use;
    return "DRAM " + dram + (isOther ? ", whatever bandwidth its level states (--dram bandwidth takes that)" : "")
           + ": " + grouped(s.reads) + " reads, " + grouped(s.writes) + " writes, " + grouped(s.rowHits) + " row hits, "
           + grouped(s.rowMisses) + " rows opened, " + grouped(s.rowConflicts) + " row conflicts, bus " + use;
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

/// Model beside simulated cycles, where the time goes, the hottest links, what DRAM did.
std::string printSimulation(const simulation::Question& question, const LayerSimulation& simulated)
{
    const workload::Layer& layer = question.layer;
    const simulation::Choices choices = statedChoices(question);
    std::string text = "layer " + layer.name + ", " + workload::describeShape(layer) + "\n";
    if (!simulated.run.finished)
        return text + unfinished(simulated);
    const auto cycles = double(simulated.run.cycles);
    const auto counted = simulation::modelCycles(question);
    const Cycles ofModel = counted ? *counted : simulated.analytical;
    text += std::string(question.model == cost::Model::Mesh ? "mesh model " : "analytical ") + exactCycles(ofModel)
            + ", simulated " + exactCycles({simulated.run.cycles}) + " ("
            + fixedNumber(cycles / double(ofModel.count), 2) + " times)\n";
    if (simulation::isOfOtherMemory(question))
        text += otherMemoryText(choices.dram, question.accelerator);
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
    return text + dramLine(question.accelerator, choices.dram, simulated) + "\n" + linkTable(simulated);
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
    ChoiceArguments choices;
    std::optional<records::RunId> run;
    StoreArguments storage; // of the run
    ConstraintArguments constraints;
    bool json = false;
};

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
    TRY(const auto results,
        schedule::scheduleNetwork(accelerator, network, options, milp::processSolvers({milp::findSolverProgram()}),
                                  std::move(stop)));
    if (!results.front().mapping)
        return Error{ErrorCode::InvalidInput, results.front().reason, "layer " + layer.name};
    return *results.front().mapping;
}

Result<Task> storedTask(const SimulateArguments& arguments)
{
    TRY(auto store, openStored<store::RunStore>(arguments.storage));
    TRY(const auto record, store.load(*arguments.run));
    TRY(auto asked, layerQuestion(record, arguments.layer, choicesOf(arguments.choices)));
    return Task{std::move(asked.question), asked.layer};
}

Result<Task> newTask(const SimulateArguments& arguments, std::stop_token stop)
{
    TRY(const auto input, readLayer(arguments.accelerator, arguments.network, arguments.layer));
    TRY(const auto constraints, readConstraints(arguments.constraints, input.accelerator));
    const hardware::Accelerator accelerator = mapping::withConstraints(input.accelerator, constraints);
    if (const auto known = dram::memoryModel(arguments.choices.dram.empty() ? simulation::dramModelOf(accelerator)
                                                                            : arguments.choices.dram);
        !known)
        return known.error(); // before the search for a mapping
    TRY(const auto mapping, chooseMapping(arguments, accelerator, input.layer, std::move(stop)));
    return Task{{accelerator, input.layer, mapping, choicesOf(arguments.choices)}, {}};
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
    const std::string text = arguments.json
                                 ? simulationJson(question, simulated)
                                 : printSimulation(question, simulated) + (kept && !kept->empty() ? "\n" + *kept : "");
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
        return simulateRun(arguments.storage, *arguments.run, choicesOf(arguments.choices), arguments.json);
    Interrupt interrupt;
    TRY(const auto task, arguments.run ? storedTask(arguments) : newTask(arguments, interrupt.token()));
    const simulation::Question& question = task.question;
    TRY(auto settings, simulation::settingsFor(question.accelerator, question.choices));
    settings.countClasses = task.layer.has_value(); // the window shows them
    RunControl control;
    control.stop = interrupt.token();
    TRY(const auto simulated,
        simulation::simulateLayer(question.accelerator, question.layer, question.mapping, settings, control));
    if (!interrupt.happened())
        return tell(arguments, task, simulated);
    complain("stopped before the simulation of layer " + question.layer.name + " was done; nothing was kept");
    return Cancelled;
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
    addChoiceOptions(command, arguments->choices);
    command.add("--trace", arguments->trace, "Write what happens when: .csv, else JSON for Perfetto").type("FILE");
    command.flag("--json", arguments->json, "Print JSON");
    addStoreOption(command, arguments->storage, false);
    command["--store"].needs(run);
    addConstraintOptions(command, arguments->constraints);
    command.does([arguments] { return simulate(*arguments); });
}

} // namespace nestloom::cli
