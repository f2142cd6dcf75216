// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/print_plan.h"
#include "app/cli/print_run.h"
#include "app/cli/read_input.h"
#include "app/cli/run_arguments.h"
#include "app/cli/simulate_run.h"
#include "app/cli/simulation_question.h"
#include "app/cli/stored_run.h"
#include "app/report/run_json.h"
#include "app/report/text.h"
#include "engine/base/number_words.h"
#include "engine/base/ranges.h"
#include "engine/io/plan_json.h"
#include "engine/records/simulation.h"
#include "engine/schedule/standing.h"

#include <algorithm>
#include <map>
#include <memory>

namespace nestloom::cli {

namespace {

struct ShowArguments {
    records::RunId run = 0;
    bool json = false;
};

std::string statusOf(const records::RunSummary& run)
{
    return run.refusal().empty() ? std::string(records::name(run.status)) : "refused";
}

/// With which most layers are simulated under their own mappings, of equals the last ones: a try of one layer changes
/// no totals.
simulation::Choices choicesOf(const ShownRun& run)
{
    struct Tried {
        simulation::Choices choices;
        std::size_t layers = 0;
        records::TimePoint last{};
    };
    std::vector<Tried> all;
    for (const records::SimulationSummary& one : run.simulations) {
        if (!isOfRun(run, one))
            continue;
        auto tried = std::ranges::find(all, one.key.choices, &Tried::choices);
        if (tried == all.end())
            tried = all.insert(all.end(), {one.key.choices});
        ++tried->layers;
        tried->last = std::max(tried->last, one.simulatedAt);
    }
    const auto most =
        std::ranges::max_element(all, {}, [](const Tried& tried) { return std::pair(tried.layers, tried.last); });
    return most == all.end() ? simulation::Choices() : most->choices;
}

/// The simulation of the layer's own mapping with these choices, else the newest one; null = none is stored.
const records::SimulationSummary* simulationOf(const ShownRun& run, std::size_t layer,
                                               const simulation::Choices& choices)
{
    const records::SimulationSummary* newest = nullptr;
    for (const records::SimulationSummary& one : run.simulations)
        if (one.key.layer == layer && isOfRun(run, one)) {
            if (one.key.choices == choices)
                return &one;
            newest = newest == nullptr ? &one : newest;
        }
    return newest;
}

std::string optionsText(const simulation::Choices& choices)
{
    return choices.dram + ", " + std::string(noc::name(choices.router)) + ", "
           + std::string(traffic::name(choices.reduction));
}

/// What is stored, or what the run itself simulated to choose by.
std::optional<Cycles> simulatedOf(const records::SimulationSummary* stored, const schedule::LayerResult& layer)
{
    return stored ? std::optional(stored->simulated) : layer.simulated;
}

/// Over the cycles that stand beside it.
std::string ratioText(Cycles simulated, Cycles ofModel)
{
    return fixedNumber(double(simulated.count) / double(ofModel.count), 2);
}

/// "cosa", "cosa, fused".
std::string engineText(const records::RunSummary& run)
{
    const std::string variant = run.variant.words();
    return variant.empty() ? run.engine : run.engine + ", " + variant;
}

/// "run 3: resnet50 on simba, engine cosa (model own), finished, 2026-11-24 03:41:07 UTC"
std::string headOf(const records::RunSummary& run)
{
    return "run " + std::to_string(run.id) + ": " + run.networkName
           + (run.acceleratorName.empty() ? "" : " on " + run.acceleratorName) + ", engine " + engineText(run)
           + " (model " + std::string(name(run.model())) + "), " + statusOf(run) + ", " + report::utcText(run.startedAt)
           + " UTC\n" + (run.marks.note.empty() ? "" : run.marks.note + "\n") + "\n";
}

/// "simulated 4,870,000 cycles where the model says 2,690,000 (1.81 times), 24 of 54 layers", of what the table shows,
/// and a line where that is of another memory.
std::string simulatedText(const ShownRun& run)
{
    Cycles simulated{}, ofModel{};
    std::size_t layers = 0;
    std::string other;
    const simulation::Choices choices = choicesOf(run);
    bool isMixed = false;
    const hardware::Accelerator& accelerator = run.record.inputs.accelerator;
    for (const schedule::LayerResult& layer : run.record.layers) {
        const auto* stored = simulationOf(run, layer.index, choices);
        const auto cycles = simulatedOf(stored, layer);
        if (!cycles || !layer.cost)
            continue;
        ++layers;
        simulated += *cycles;
        ofModel += layer.cost->cycles;
        if (stored && stored->key.choices.dram != simulation::dramModelOf(accelerator))
            other = otherMemoryText(stored->key.choices.dram, accelerator);
        isMixed = isMixed || (stored && stored->key.choices != choices);
    }
    if (layers == 0)
        return "no mapping of the run is simulated\n";
    return "simulated " + exactCycles(simulated) + " where the model says " + exactCycles(ofModel) + " ("
           + fixedNumber(double(simulated.count) / double(ofModel.count), 2) + " times), " + std::to_string(layers)
           + " of " + counted(int(run.record.layers.size()), "layer") + "\n"
           + (isMixed ? "the layers are not all simulated with the same memory and routers: see above\n" : other);
}

std::string tableOf(const ShownRun& run)
{
    const records::RunSummary& summary = run.record.summary;
    if (run.record.nodes)
        return headOf(summary)
               + printNodeRun(run.record.inputs.accelerator, run.record.inputs.network, *run.record.inputs.nodes,
                              *run.record.nodes);
    if (run.record.memory)
        return headOf(summary)
               + printPlan({records::memoryRun(*run.record.memory), *run.record.inputs.memory,
                            io::elementsOf(run.record.inputs.network)});
    std::string text = headOf(summary);
    if (!summary.refusal().empty())
        return text + summary.message + "\n";
    TextTable table({{"layer"},
                     {"status"},
                     {"cycles", kRight},
                     {"simulated", kRight},
                     {"times", kRight},
                     {"energy", kRight},
                     {"simulated with"},
                     {"on (UTC)"}});
    const simulation::Choices choices = choicesOf(run);
    for (const schedule::LayerResult& layer : run.record.layers) {
        const auto* simulation = simulationOf(run, layer.index, choices);
        const auto simulated = simulatedOf(simulation, layer);
        table.addRow({layer.name, schedule::standingText(layer), layer.cost ? grouped(layer.cost->cycles.count) : "-",
                      simulated ? grouped(simulated->count) : "-",
                      simulated && layer.cost ? ratioText(*simulated, layer.cost->cycles) : "-",
                      layer.cost ? shortEnergy(layer.cost->energy) : "-",
                      simulation  ? optionsText(simulation->key.choices)
                      : simulated ? "the run"
                                  : "-",
                      simulation ? report::utcText(simulation->simulatedAt) : "-"});
    }
    const records::RunInputs& inputs = run.record.inputs;
    text += table.print() + "\n" + printTotals(inputs.accelerator, inputs.network, inputs.options, run.record.layers);
    if (summary.solved() < summary.layerCount)
        text += "\nthe totals of this run lack " + counted(summary.layerCount - summary.solved(), "layer") + " of "
                + std::to_string(summary.layerCount) + "\n";
    const bool isSimulable = !run.record.inputs.accelerator.interconnect.below.empty()
                             && std::ranges::any_of(run.record.layers, [](const schedule::LayerResult& layer) {
                                    return layer.verified && layer.mapping;
                                });
    if (run.simulations.empty() && isSimulable && !inputs.options.cosa.simulated)
        text += "\nno layer is simulated; nestloom-cli simulate --run " + std::to_string(summary.id)
                + " does and stores it\n";
    else if (summary.totals && (!run.simulations.empty() || inputs.options.cosa.simulated))
        text += "\n" + simulatedText(run);
    return text;
}

} // namespace

Result<ExitCode> showRun(const StoreArguments& storage, records::RunId number, bool json)
{
    TRY(const auto run, loadShown(storage, number));
    TRY_DO(writeOutput({}, json ? jsonOf(run) : tableOf(run)));
    return complainedAboutDamage(run.record) ? SomeFailed : Ok;
}

namespace {

/// `runs show N`: the layers of a stored run, with simulated cycles beside those of the cost model where they are
/// stored.
void addShowRun(const Options& runs, const std::shared_ptr<StoreArguments>& storage, const std::shared_ptr<bool>& json)
{
    const auto arguments = std::make_shared<ShowArguments>();
    const Options command = runs.command("show", "The layers of a run, with simulated cycles where they are stored");
    command.add("run", arguments->run, "Its number").required();
    command.flag("--json", arguments->json, "Print JSON");
    addStoreOption(command, *storage, false);
    command.does([storage, arguments, json] { return showRun(*storage, arguments->run, arguments->json || *json); });
}

/// Behind figures that lack layers; not where a run was cancelled when all of them had a mapping.
std::string part(const records::RunSummary& run)
{
    return run.isWhole() || run.solved() == run.layerCount ? "" : " of a part";
}

/// What was minimised, and how far from its proven bound it ended.
std::string objectiveOf(const records::RunSummary& run)
{
    if (run.memory)
        return run.objective
               + (run.memory->isProven() ? ": proven least"
                                         : ": at least " + shortBytes(double(run.memory->bound.count)) + " is proven");
    if (!run.totals)
        return "-";
    return run.objective + (run.kind == records::RunKind::Nodes ? "" : ": " + schedule::standingText(run.totals->gap))
           + part(run);
}

std::string layersText(const records::RunSummary& run)
{
    if (run.kind == records::RunKind::Memory)
        return "-";
    return std::to_string(run.solved()) + "/" + std::to_string(run.layerCount);
}

Result<std::vector<records::RunSummary>> storedRuns(const StoreArguments& storage, bool ofBin)
{
    if (!ofBin)
        return storedList<store::RunStore>(storage, "runs");
    TRY(auto store, openStored<store::RunStore>(storage));
    auto bin = store.bin();
    if (bin && bin->empty())
        complain("the bin is empty");
    return bin;
}

ExitCode listRuns(const StoreArguments& storage, bool json, bool ofBin)
{
    const auto runs = storedRuns(storage, ofBin);
    if (!runs)
        return fail(runs.error());
    if (json)
        return print(report::listJson(*runs));
    TextTable table({{"run", kRight},
                     {"started (UTC)"},
                     {"status"},
                     {"engine"},
                     {"model"},
                     {"accelerator"},
                     {"network"},
                     {"batch", kRight},
                     {"layers", kRight},
                     {"cycles", kRight},
                     {"energy", kRight},
                     {"beyond compulsory", kRight}, // off chip, of memory plans; compare has all traffic of all runs
                     {"objective"}});
    for (const records::RunSummary& run : *runs)
        table.addRow({std::to_string(run.id), report::utcText(run.startedAt), statusOf(run), engineText(run),
                      std::string(name(run.model())), run.acceleratorName.empty() ? "-" : run.acceleratorName,
                      run.networkName, run.batch ? std::to_string(*run.batch) : "-", layersText(run),
                      run.totals ? grouped(run.totals->cycles.count) + part(run) : "-",
                      run.totals ? shortEnergy(run.totals->energy) + part(run) : "-",
                      run.memory ? shortBytes(double(run.memory->traffic.count)) : "-", objectiveOf(run)});
    std::string text = table.print();
    std::map<std::string, std::string> notCosted; // what, by runs
    for (const records::RunSummary& run : *runs)
        if (run.totals && !run.totals->vector.leftOut.empty()) {
            std::string& list = notCosted[run.totals->vector.leftOut];
            list += (list.empty() ? "" : ", ") + std::to_string(run.id);
        }
    for (const auto& [what, list] : notCosted)
        text += "not costed in run " + list + ": " + what + "\n";
    for (const records::RunSummary& run : *runs)
        if (const std::string mesh = run.totals ? report::meshSentence(*run.totals) : std::string(); !mesh.empty())
            text += "run " + std::to_string(run.id) + ": " + mesh + "\n";
    for (const records::RunSummary& run : *runs)
        if (!run.refusal().empty())
            text += "run " + std::to_string(run.id) + " was refused: " + run.message + "\n";
        else if (const int failed = run.layersDone - run.solved();
                 failed > 0 && run.kind == records::RunKind::Layers && run.status == records::RunStatus::Finished)
            text += "run " + std::to_string(run.id) + " has no mapping for " + std::to_string(failed) + " of "
                    + counted(run.layerCount, "layer") + "; runs show " + std::to_string(run.id) + " tells which\n";
    return print(text);
}

ExitCode deleteRuns(const StoreArguments& storage, const std::vector<records::RunId>& runs)
{
    const auto path = existingStore(storage);
    auto store = path ? store::RunStore::open(*path) : Result<store::RunStore>(path.error());
    if (!store)
        return fail(store.error());
    for (const records::RunId run : runs)
        if (const auto known = store->load(run); !known && known.error().message.starts_with("there is no run"))
            return fail(known.error());
    const Status deleted = store->moveToBin(runs);
    return deleted ? Ok : fail(deleted.error());
}

/// All that are in the bin, where none is named.
Result<ExitCode> restoreRuns(const StoreArguments& storage, std::vector<records::RunId> runs)
{
    TRY(const auto path, existingStore(storage));
    TRY(auto store, store::RunStore::open(path));
    TRY(const auto deleted, store.bin());
    std::vector<records::RunId> bin;
    std::ranges::transform(deleted, std::back_inserter(bin), &records::RunSummary::id);
    for (const records::RunId run : runs)
        if (std::ranges::find(bin, run) == bin.end())
            return Error{ErrorCode::InvalidInput, "it is not in the bin", "run " + std::to_string(run)};
    if (runs.empty())
        runs = bin;
    TRY_DO(store.restore(runs));
    const std::string numbers = joinText(runs, ", ", [](records::RunId run) { return std::to_string(run); });
    return print(runs.empty() ? "the bin is empty\n" : "brought back: " + numbers + "\n");
}

} // namespace

void addRuns(const Options& program)
{
    const auto storage = std::make_shared<StoreArguments>();
    const auto json = std::make_shared<bool>(false);
    const Options command =
        program.command("runs", "List the stored runs, newest first, or show, delete or bring back some");
    addStoreOption(command, *storage, false);
    command.flag("--json", *json, "Print JSON");
    const auto ofBin = std::make_shared<bool>(false);
    command.flag("--bin", *ofBin, "The deleted ones, as they went into the bin, the last one first");
    command.does([storage, json, ofBin] { return listRuns(*storage, *json, *ofBin); });
    addShowRun(command, storage, json); // --json counts before and after its name
    const auto deleted = std::make_shared<std::vector<records::RunId>>();
    const Options remove = command.command("delete", "Put runs into the bin, from which they vanish after a week");
    remove.add("runs", *deleted, "Their numbers").required();
    addStoreOption(remove, *storage, false);
    remove.does([storage, deleted] { return deleteRuns(*storage, *deleted); });
    const auto restored = std::make_shared<std::vector<records::RunId>>();
    const Options restore = command.command("restore", "Bring runs back from the bin");
    restore.add("runs", *restored, "Their numbers; all that are in the bin if left out");
    addStoreOption(restore, *storage, false);
    restore.does([storage, restored] { return restoreRuns(*storage, *restored); });
}

} // namespace nestloom::cli
