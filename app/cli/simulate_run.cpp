// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/simulate_run.h"

#include "app/cli/output.h"
#include "app/cli/progress.h"
#include "app/cli/read_input.h"
#include "app/store/simulation_store.h"
#include "engine/mapping/constraints.h"
#include "engine/simulation/network_simulation.h"

#include <thread>

namespace nestloom::cli {

Result<ExitCode> simulateRun(const StoreArguments& storage, records::RunId run, const simulation::Choices& choices,
                             bool json)
{
    Interrupt interrupt;
    TRY(auto runs, openStored<store::RunStore>(storage));
    TRY(const auto record, runs.load(run));
    TRY(auto simulations, store::SimulationStore::open(runs.path()));
    const hardware::Accelerator accelerator =
        mapping::withConstraints(record.inputs.accelerator, record.inputs.options.constraints);
    std::vector<simulation::MappedLayer> mapped;
    std::map<std::size_t, const schedule::LayerResult*> results;
    for (const schedule::LayerResult& layer : record.layers)
        if (layer.verified && layer.mapping) {
            mapped.push_back({layer.index, record.inputs.network.layers[layer.index], *layer.mapping});
            results[layer.index] = &layer;
        }
    if (mapped.empty())
        return Error{ErrorCode::InvalidInput, "none of its layers has a verified mapping to simulate",
                     "run " + std::to_string(run)};
    TRY(const auto settings, simulation::settingsFor(accelerator, choices));
    ProgressLine progress(record.inputs.network);
    Status stored = success();
    const auto keep = [&](const std::vector<std::size_t>& layers, const simulation::LayerSimulation& simulated) {
        const store::PackedSimulation packed = store::pack(simulated, 0);
        for (const std::size_t layer : layers) {
            const simulation::Question question{accelerator, record.inputs.network.layers[layer],
                                                *results[layer]->mapping, choices};
            const auto kept = simulations.keep(store::keyOf(run, layer, question), packed);
            if (!kept)
                stored = kept.error();
            progress.show(*results[layer]);
        }
    };
    TRY_DO(simulation::simulateLayers(accelerator, mapped, settings, int(std::thread::hardware_concurrency()),
                                      interrupt.token(), [&](const auto& layers, const auto& simulated) {
                                          if (simulated.run.finished)
                                              keep(layers, simulated);
                                          else
                                              complain("layer " + results[layers.front()]->name
                                                       + " comes to a standstill in the simulation");
                                      }));
    TRY_DO(stored);
    TRY(const auto shown, showRun(storage, run, json));
    return interrupt.happened() ? Cancelled : shown;
}

} // namespace nestloom::cli
