// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/stored_run.h"

#include "app/cli/read_input.h"
#include "app/report/run_json.h"
#include "app/report/text.h"
#include "app/store/simulation_store.h"
#include "engine/io/json_reader.h"

namespace nestloom::cli {

using io::Json;

Result<ShownRun> loadShown(const StoreArguments& storage, records::RunId run)
{
    TRY(auto store, openStored<store::RunStore>(storage));
    TRY(auto record, store.load(run));
    TRY(auto simulations, store::SimulationStore::open(store.path(), store::kForReading));
    TRY(auto list, simulations.list(run));
    return ShownRun{std::move(record), std::move(list)};
}

bool isOfRun(const ShownRun& run, const records::SimulationSummary& simulation)
{
    for (const schedule::LayerResult& layer : run.record.layers)
        if (layer.index == simulation.key.layer && layer.mapping)
            return store::mappingFingerprint(run.record.inputs.accelerator, *layer.mapping) == simulation.key.mapping;
    return false;
}

std::string jsonOf(const ShownRun& run)
{
    Json json = *io::parseJson(report::runJson(run.record));
    if (run.record.summary.kind != records::RunKind::Layers)
        return io::dump(json, 2) + "\n";
    json["simulations"] = Json::array();
    for (const records::SimulationSummary& one : run.simulations)
        json["simulations"].push_back({{"layer", run.record.inputs.network.layers.at(one.key.layer).name},
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

} // namespace nestloom::cli
