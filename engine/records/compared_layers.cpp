// SPDX-License-Identifier: Apache-2.0
#include "engine/records/compared_layers.h"

#include "engine/base/ranges.h"
#include "engine/explore/layer_changes.h"

#include <algorithm>
#include <cctype>

namespace nestloom::records {

workload::Network forOneInput(const RunRecord& run)
{
    workload::Network network = run.inputs.network;
    if (run.summary.kind == RunKind::Layers && run.summary.batch)
        network.layers = workload::layersOfOneInput(network, *run.summary.batch);
    return network;
}

namespace {

bool areForSeveralBatches(std::span<const RunRecord* const> runs)
{
    std::optional<std::int64_t> first;
    for (const RunRecord* run : runs) {
        const auto& batch = run->summary.batch;
        if (run->inputs.memory || !batch)
            continue;
        if (first && batch != first)
            return true;
        first = batch;
    }
    return false;
}

/// Cycles of what is stored, in the unit of the rows.
std::optional<double> shareOf(const RunRecord& run, std::int64_t cycles, bool perInput)
{
    if (perInput && !run.summary.batch)
        return std::nullopt;
    return double(cycles) / double(perInput ? *run.summary.batch : 1);
}

/// The steps of a run on nodes, by their index in its graph; none of other runs. Those that have a row are taken.
struct NodeSteps {
    explicit NodeSteps(const RunRecord& run)
    {
        if (!run.nodes || !run.nodes->schedule)
            return;
        graph = &run.nodes->graph;
        schedules = run.nodes->schedule->layers();
        isTaken.assign(schedules.size(), false);
    }
    /// Takes a step that is free; nothing = there is none.
    std::optional<std::int64_t> take(kapla::Pass pass, const std::string& name)
    {
        for (std::size_t i = 0; i < schedules.size(); ++i)
            if (!isTaken[i] && graph->passes[i] == pass && graph->network.layers[i].name == name) {
                isTaken[i] = true;
                return schedules[i]->cost.cycles();
            }
        return std::nullopt;
    }
    const kapla::TrainingNetwork* graph = nullptr;
    std::vector<const kapla::LayerSchedule*> schedules;
    std::vector<bool> isTaken;
};

/// Rows of the steps that are no layers of the networks, matched by what they compute and their name.
void addFurtherSteps(ComparedLayers& all, std::span<const RunRecord* const> runs, std::vector<NodeSteps>& steps)
{
    for (std::size_t first = 0; first < steps.size(); ++first)
        for (std::size_t i = 0; i < steps[first].isTaken.size(); ++i) {
            if (steps[first].isTaken[i])
                continue;
            const kapla::Pass pass = steps[first].graph->passes[i];
            ComparedLayer row{steps[first].graph->network.layers[i].name,
                              pass == kapla::Pass::Forward ? "no multiplications" : std::string(kapla::name(pass)),
                              std::vector<std::optional<std::size_t>>(runs.size()),
                              std::vector<const schedule::LayerResult*>(runs.size()),
                              std::vector<std::optional<double>>(runs.size())};
            for (std::size_t run = first; run < steps.size(); ++run)
                if (const auto cycles = steps[run].take(pass, row.name))
                    row.cycles[run] = shareOf(*runs[run], *cycles, all.perInput);
            all.rows.push_back(std::move(row));
        }
}

/// Of the runs of a kind that have no mappings: "A plans", "A and C plan"; empty without any.
std::string subject(std::span<const RunRecord* const> runs, std::span<const std::string> names, const std::string& verb,
                    RunKind kind)
{
    std::vector<std::string> which;
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (runs[i]->layers.empty() && runs[i]->inputs.kind() == kind)
            which.push_back(names[i]);
    return which.empty() ? std::string() : joinText(which, " and ") + " " + verb + (which.size() == 1 ? "s" : "");
}

} // namespace

ComparedLayers compareLayers(std::span<const RunRecord* const> runs)
{
    ComparedLayers all{areForSeveralBatches(runs), {}};
    const auto isOf = [](RunKind kind) { return [kind](const RunRecord* run) { return run->inputs.kind() == kind; }; };
    const bool ofOneInput = // networks on nodes are, whatever the batch
        all.perInput
        || (std::ranges::any_of(runs, isOf(RunKind::Nodes)) && std::ranges::any_of(runs, isOf(RunKind::Layers)));
    std::vector<workload::Network> networks;
    std::vector<std::vector<const schedule::LayerResult*>> results;
    std::vector<NodeSteps> steps;
    for (const RunRecord* run : runs) {
        networks.push_back(run->inputs.memory ? workload::Network()
                           : ofOneInput       ? forOneInput(*run)
                                              : run->inputs.network);
        results.emplace_back(networks.back().layers.size());
        for (const schedule::LayerResult& layer : run->layers)
            if (layer.index < results.back().size())
                results.back()[layer.index] = &layer;
        steps.emplace_back(*run);
    }
    for (explore::AlignedLayer& aligned :
         explore::alignLayers(collect(networks, [](const workload::Network& network) { return &network; }))) {
        ComparedLayer row;
        row.layers = std::move(aligned.layers);
        for (std::size_t run = 0; run < runs.size(); ++run) {
            const auto index = row.layers[run];
            const schedule::LayerResult* result = index ? results[run][*index] : nullptr;
            row.results.push_back(result);
            row.cycles.emplace_back();
            if (!index)
                continue;
            const workload::Layer& layer = networks[run].layers[*index];
            if (row.name.empty()) {
                row.name = layer.name;
                row.shape = workload::describeShape(layer);
            }
            if (result && result->cost)
                row.cycles[run] = shareOf(*runs[run], result->cost->cycles.count, all.perInput);
            else if (const auto cycles = steps[run].take(kapla::Pass::Forward, layer.name))
                row.cycles[run] = shareOf(*runs[run], *cycles, all.perInput);
        }
        all.rows.push_back(std::move(row));
    }
    addFurtherSteps(all, runs, steps);
    return all;
}

std::string whyNoMappings(std::span<const RunRecord* const> runs, std::span<const std::string> names)
{
    std::vector<std::string> sentences;
    const auto say = [&sentences](const std::string& who, const char* what) {
        if (!who.empty())
            sentences.push_back(who + what);
    };
    say(subject(runs, names, "schedule", RunKind::Nodes),
        " the whole network on nodes: of layers and backward passes only cycles are compared.");
    say(subject(runs, names, "plan", RunKind::Memory), " the memory of the whole network, without figures of layers.");
    say(subject(runs, names, "lack", RunKind::Layers), " results of layers.");
    std::string text = joinText(sentences, " ");
    if (!text.empty())
        text[0] = char(std::toupper(text[0]));
    return text;
}

} // namespace nestloom::records
