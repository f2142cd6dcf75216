// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/read_input.h"
#include "app/cli/run_arguments.h"
#include "app/report/text.h"
#include "app/store/simulation_store.h"
#include "engine/base/number_words.h"
#include "engine/io/json_reader.h"
#include "engine/io/result_json.h"
#include "engine/schedule/standing.h"

#include <memory>

namespace nestloom::cli {

namespace {

using io::Json;

struct ShowArguments {
    records::RunId run = 0;
    bool json = false;
};

/// A stored run with its simulations, the newest of each layer first.
struct ShownRun {
    records::RunRecord record;
    std::vector<records::SimulationSummary> simulations;
};

Result<ShownRun> load(const StoreArguments& storage, records::RunId run)
{
    auto store = openStored<store::RunStore>(storage);
    if (!store)
        return store.error();
    auto record = store->load(run);
    if (!record)
        return record.error();
    auto simulations = store::SimulationStore::open(store->path(), store::kForReading);
    if (!simulations)
        return simulations.error();
    auto list = simulations->list(run);
    if (!list)
        return list.error();
    return ShownRun{*std::move(record), *std::move(list)};
}

/// Of the mapping that the run has for the layer, or of another one.
bool isOfRun(const ShownRun& run, const records::SimulationSummary& simulation)
{
    for (const schedule::LayerResult& layer : run.record.layers)
        if (layer.index == simulation.key.layer && layer.mapping)
            return store::mappingFingerprint(run.record.inputs.accelerator, *layer.mapping) == simulation.key.mapping;
    return false;
}

/// The newest simulation of the layer's own mapping; null = none is stored.
const records::SimulationSummary* simulationOf(const ShownRun& run, std::size_t layer)
{
    for (const records::SimulationSummary& one : run.simulations)
        if (one.key.layer == layer && isOfRun(run, one))
            return &one;
    return nullptr;
}

std::string optionsText(const simulation::Choices& choices)
{
    return choices.dram + ", " + std::string(noc::name(choices.router)) + ", "
           + std::string(traffic::name(choices.reduction));
}

std::string ratioText(const records::SimulationSummary& simulation)
{
    return fixedNumber(double(simulation.simulated.count) / double(simulation.analytical.count), 2);
}

std::string tableOf(const ShownRun& run)
{
    const records::RunSummary& summary = run.record.summary;
    const bool refused = !summary.refusal().empty();
    std::string text = "run " + std::to_string(summary.id) + ": " + summary.networkName + " on "
                       + summary.acceleratorName + ", engine " + summary.engine + ", "
                       + (refused ? "refused" : std::string(records::name(summary.status))) + ", "
                       + report::utcText(summary.startedAt) + " UTC\n\n";
    if (refused)
        return text + summary.message + "\n";
    TextTable table({{"layer"},
                     {"status"},
                     {"cycles", kRight},
                     {"simulated", kRight},
                     {"times", kRight},
                     {"energy", kRight},
                     {"simulated with"},
                     {"on (UTC)"}});
    for (const schedule::LayerResult& layer : run.record.layers) {
        const auto* simulation = simulationOf(run, layer.index);
        table.addRow({layer.name, std::string(schedule::name(layer.status)),
                      layer.cost ? grouped(layer.cost->cycles.count) : "-",
                      simulation ? grouped(simulation->simulated.count) : "-",
                      simulation ? ratioText(*simulation) : "-", layer.cost ? shortEnergy(layer.cost->energy) : "-",
                      simulation ? optionsText(simulation->key.choices) : "-",
                      simulation ? report::utcText(simulation->simulatedAt) : "-"});
    }
    text += table.print();
    if (!summary.isWhole())
        text += "\nthe totals of this run lack " + counted(summary.layerCount - summary.solved(), "layer") + " of "
                + std::to_string(summary.layerCount) + "\n";
    if (run.simulations.empty())
        text += "\nno layer is simulated; nestloom-cli simulate --run " + std::to_string(summary.id)
                + " --layer NAME does and stores it\n";
    return text;
}

/// What `schedule --json` prints, with `simulations`, and `simulated_cycles` in the layers that have one.
std::string jsonOf(const ShownRun& run)
{
    const records::RunInputs& inputs = run.record.inputs;
    Json json = *io::parseJson(io::runToJson(inputs.accelerator, inputs.network, inputs.options, run.record.layers));
    for (std::size_t i = 0; i < run.record.layers.size() && i < json["layers"].size(); ++i)
        if (const auto* simulation = simulationOf(run, run.record.layers[i].index))
            json["layers"][i]["simulated_cycles"] = simulation->simulated.count;
    json["run"] = run.record.summary.id;
    json["simulations"] = Json::array();
    for (const records::SimulationSummary& one : run.simulations)
        json["simulations"].push_back({{"layer", inputs.network.layers.at(one.key.layer).name},
                                       {"of_the_runs_mapping", isOfRun(run, one)},
                                       {"dram", one.key.choices.dram},
                                       {"router", std::string(noc::name(one.key.choices.router))},
                                       {"reduction", std::string(traffic::name(one.key.choices.reduction))},
                                       {"analytical_cycles", one.analytical.count},
                                       {"simulated_cycles", one.simulated.count},
                                       {"simulated_at", report::utcText(one.simulatedAt)},
                                       {"version", one.engineVersion},
                                       {"stored_bytes", one.size.count}});
    return io::dump(json, 2) + "\n";
}

ExitCode show(const StoreArguments& storage, const ShowArguments& arguments)
{
    const auto run = load(storage, arguments.run);
    if (!run)
        return fail(run.error());
    const Status written = writeOutput({}, arguments.json ? jsonOf(*run) : tableOf(*run));
    if (!written)
        return fail(written.error());
    return complainedAboutDamage(run->record) ? SomeFailed : Ok;
}

/// `runs show N`: the layers of a stored run, with simulated cycles beside those of the cost model where they are
/// stored.
void addShowRun(const Options& runs, const std::shared_ptr<StoreArguments>& storage)
{
    const auto arguments = std::make_shared<ShowArguments>();
    const Options command = runs.command("show", "The layers of a run, with simulated cycles where they are stored");
    command.add("run", arguments->run, "Its number").required();
    command.flag("--json", arguments->json, "Print JSON");
    addStoreOption(command, *storage, false);
    command.does([storage, arguments] { return show(*storage, *arguments); });
}

ExitCode listRuns(const StoreArguments& storage)
{
    const auto runs = storedList<store::RunStore>(storage, "runs");
    if (!runs)
        return fail(runs.error());
    TextTable table({{"run", kRight},
                     {"started (UTC)"},
                     {"status"},
                     {"accelerator"},
                     {"network"},
                     {"engine"},
                     {"layers", kRight},
                     {"cycles", kRight},
                     {"energy", kRight},
                     {"objective"}});
    const auto part = [](const records::RunSummary& run) { return std::string(run.isWhole() ? "" : " of a part"); };
    for (const records::RunSummary& run : *runs)
        table.addRow({std::to_string(run.id), report::utcText(run.startedAt),
                      !run.refusal().empty() ? "refused" : std::string(records::name(run.status)), run.acceleratorName,
                      run.networkName, run.engine, std::to_string(run.solved()) + "/" + std::to_string(run.layerCount),
                      run.totals ? grouped(run.totals->cycles.count) + part(run) : "-",
                      run.totals ? shortEnergy(run.totals->energy) + part(run) : "-",
                      run.totals ? run.objective + ": " + schedule::standingText(run.totals->gap) + part(run) : "-"});
    std::string text = table.print();
    for (const records::RunSummary& run : *runs)
        if (const std::string mesh = run.totals ? report::meshSentence(*run.totals) : std::string(); !mesh.empty())
            text += "run " + std::to_string(run.id) + ": " + mesh + "\n";
    for (const records::RunSummary& run : *runs)
        if (!run.refusal().empty())
            text += "run " + std::to_string(run.id) + " was refused: " + run.message + "\n";
        else if (const int failed = run.layersDone - run.solved();
                 failed > 0 && run.status == records::RunStatus::Finished)
            text += "run " + std::to_string(run.id) + " has no mapping for " + std::to_string(failed) + " of "
                    + counted(run.layerCount, "layer") + "; runs show " + std::to_string(run.id) + " tells which\n";
    return print(text);
}

} // namespace

void addRuns(const Options& program)
{
    const auto storage = std::make_shared<StoreArguments>();
    const Options command = program.command("runs", "List the stored runs, newest first, or show one");
    addStoreOption(command, *storage, false);
    command.does([storage] { return listRuns(*storage); });
    addShowRun(command, storage);
}

} // namespace nestloom::cli
