// SPDX-License-Identifier: Apache-2.0
#include "engine/simulation/network_simulation.h"

#include "engine/base/parallel_for.h"

#include <algorithm>
#include <mutex>
#include <optional>

namespace nestloom::simulation {

std::vector<std::vector<std::size_t>> alike(std::span<const MappedLayer> layers)
{
    std::vector<std::vector<std::size_t>> groups;
    for (std::size_t i = 0; i < layers.size(); ++i) {
        const auto same = std::ranges::find_if(groups, [&](const auto& group) {
            const MappedLayer& first = layers[group.front()];
            return workload::shapeFingerprint(first.layer) == workload::shapeFingerprint(layers[i].layer)
                   && first.mapping == layers[i].mapping;
        });
        (same == groups.end() ? groups.emplace_back() : *same).push_back(i);
    }
    return groups;
}

Status simulateLayers(const hardware::Accelerator& accelerator, std::span<const MappedLayer> layers,
                      const SimulationSettings& settings, int threads, const std::stop_token& stop,
                      const OnSimulated& onSimulated)
{
    const auto groups = alike(layers);
    std::mutex mutex;
    std::optional<Error> problem; // guarded by mutex, as are the calls of onSimulated
    RunControl control;
    control.stop = stop;
    parallelFor(groups.size(), threads, [&](std::size_t i) {
        if (stop.stop_requested())
            return;
        const MappedLayer& first = layers[groups[i].front()];
        auto simulated = simulateLayer(accelerator, first.layer, first.mapping, settings, control);
        const std::scoped_lock lock(mutex);
        if (!simulated && !problem)
            problem = Error{simulated.error().code, simulated.error().message, "layer " + first.layer.name};
        if (!simulated || stop.stop_requested())
            return;
        std::vector<std::size_t> indices;
        std::ranges::transform(groups[i], std::back_inserter(indices), [&](std::size_t k) { return layers[k].index; });
        onSimulated(indices, *std::move(simulated));
    });
    return problem ? Status(*problem) : success();
}

} // namespace nestloom::simulation
