// SPDX-License-Identifier: GPL-3.0-or-later
// Which layers of compared runs stand side by side.
#include "app/report/comparison_sections.h"
#include "engine/base/number_words.h"
#include "engine/explore/layer_changes.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace nestloom::report {

double ComparedLayer::impact() const
{
    double most = 0;
    for (const schedule::LayerResult* result : results)
        if (results[0] != nullptr && result != nullptr) {
            const double change = double(result->cost->cycles.count - results[0]->cost->cycles.count);
            most = std::fabs(change) > std::fabs(most) ? change : most;
        }
    return most;
}

std::vector<ComparedLayer> compareLayers(Runs runs)
{
    std::vector<const workload::Network*> networks;
    std::vector<std::map<std::size_t, const schedule::LayerResult*>> results(runs.size()); // by layer
    for (std::size_t i = 0; i < runs.size(); ++i) {
        networks.push_back(&runs[i].inputs.network);
        for (const schedule::LayerResult& result : runs[i].layers)
            if (result.cost)
                results[i][result.index] = &result;
    }
    std::vector<ComparedLayer> layers;
    for (const explore::AlignedLayer& aligned : explore::alignLayers(networks)) {
        ComparedLayer layer;
        for (std::size_t i = 0; i < runs.size(); ++i) {
            const auto index = aligned.layers[i];
            if (index && layer.name.empty()) {
                layer.name = networks[i]->layers[*index].name;
                layer.shape = workload::describeShape(networks[i]->layers[*index]);
            }
            const auto found = index ? results[i].find(*index) : results[i].end();
            layer.results.push_back(found == results[i].end() ? nullptr : found->second);
        }
        layers.push_back(std::move(layer));
    }
    return layers;
}

CommonWork commonWork(Runs runs)
{
    CommonWork common{{runs.begin(), runs.end()}, {}};
    for (records::RunRecord& run : common.runs)
        run.layers.clear();
    std::size_t shared = 0;
    std::vector<std::size_t> missing(runs.size(), 0);
    for (const ComparedLayer& layer : compareLayers(runs)) {
        const bool everywhere =
            std::all_of(layer.results.begin(), layer.results.end(), [](auto* each) { return each != nullptr; });
        shared += everywhere ? 1 : 0;
        for (std::size_t i = 0; i < runs.size(); ++i) {
            missing[i] += layer.results[i] == nullptr ? 1 : 0;
            if (everywhere)
                common.runs[i].layers.push_back(*layer.results[i]);
        }
    }
    std::string lacking;
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (missing[i] > 0)
            lacking += (lacking.empty() ? "" : ", ") + letter(i) + " lacks " + std::to_string(missing[i]);
    if (!lacking.empty())
        common.caution = "The sums are over the " + counted(std::int64_t(shared), "layer")
                         + " that every run has a mapping for; of the others " + lacking + ".";
    return common;
}

} // namespace nestloom::report
