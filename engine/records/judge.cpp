// SPDX-License-Identifier: Apache-2.0
#include "engine/records/judge.h"

#include "engine/base/number_words.h"
#include "engine/cost/evaluate.h"
#include "engine/cost/mesh_model.h"
#include "engine/explore/layer_changes.h"
#include "engine/records/simulation.h"
#include "engine/traffic/mesh_load.h"

#include <algorithm>

namespace nestloom::records {

namespace {

std::string whyNoMesh(const RunRecord& run)
{
    const auto model = cost::meshModel(run.inputs.accelerator, run.inputs.network.layers.front());
    return model ? std::string() : model.error().message;
}

} // namespace

std::string whyNotJudged(const RunRecord& run, CostModel by)
{
    if (modelOf(run.inputs.engine()) == by)
        return {};
    const bool hasCosts = std::ranges::all_of(
        run.layers, [](const schedule::LayerResult& layer) { return !layer.cost || layer.timeloopCost.has_value(); });
    if (by == CostModel::Timeloop && !run.layers.empty() && hasCosts)
        return {};
    const bool hasMappings =
        !run.layers.empty() && std::ranges::all_of(run.layers, [](const schedule::LayerResult& layer) {
            return !layer.cost || layer.mapping.has_value();
        });
    const bool isCounted = by == CostModel::Own || by == CostModel::Ideal || by == CostModel::Mesh;
    const std::string noMesh = by == CostModel::Mesh && hasMappings ? whyNoMesh(run) : std::string();
    if (isCounted && hasMappings && noMesh.empty())
        return {};
    const SimulatedCycles simulated = simulatedCycles(run.layers);
    if (by == CostModel::Simulated && simulated.layers > 0
        && simulated.layers == schedule::totals(run.inputs.accelerator, run.layers).solved)
        return {};
    const std::string who = run.summary.id > 0 ? "run " + std::to_string(run.summary.id) : "the run shown";
    if (by == CostModel::Simulated && hasMappings)
        return who + " cannot be judged by simulated: " + std::to_string(simulated.layers) + " of "
               + counted(std::int64_t(run.layers.size()), "layer") + " are simulated; simulate all of them first";
    const std::string what = !noMesh.empty() ? noMesh
                             : by == CostModel::Timeloop && run.inputs.kind() == RunKind::Layers && hasMappings
                                 ? "its mappings are stored without that model's costs"
                                 : "it has no mappings that the model could count";
    return who + " cannot be judged by " + std::string(name(by)) + ": " + what;
}

namespace {

/// As a run has it: of the busiest link, over the cycles of the layer's present costs.
std::optional<double> meshLoad(const RunRecord& run, const schedule::LayerResult& layer)
{
    if (!layer.cost || !layer.mapping || run.inputs.accelerator.interconnect.below.empty())
        return std::nullopt;
    const auto load = traffic::meshLoad(run.inputs.accelerator, run.inputs.network.layers[layer.index], *layer.mapping,
                                        layer.cost->cycles);
    return load ? std::optional(load->utilization(load->hottestLink())) : std::nullopt;
}

/// Other cycles for a layer under its mapping: what leaks goes on for as long, utilisation follows.
void takeCycles(const hardware::Accelerator& accelerator, Cycles cycles, cost::LayerCost& cost)
{
    const double ratio = double(cycles.count) / double(cost.cycles.count);
    const auto add = [&cost](Picojoules more, Picojoules& part) {
        part += more;
        cost.energy += more;
    };
    for (cost::LevelCost& level : cost.levels) {
        const Picojoules more = level.leakage * (ratio - 1);
        level.leakage += more;
        add(more, level.energy);
    }
    if (!cost::isTimeloop(cost.model)) // which has no leakage of MAC units
        add(hardware::leakagePerCycle(accelerator, accelerator.macLeakage)
                * (double(accelerator.macUnits()) * double(cycles.count - cost.cycles.count)),
            cost.macEnergy);
    cost.utilization /= ratio;
    cost.cycles = cycles;
}

/// The cycles of the simulation in place of the model's, with what leaks in them.
void takeSimulated(const hardware::Accelerator& accelerator, schedule::LayerResult& layer)
{
    if (!layer.cost)
        return;
    takeCycles(accelerator, *layer.simulated, *layer.cost);
    layer.cost->bottleneck.text = explore::kSimulatedBound;
}

/// A level may state less bandwidth than the memory has that the mesh model takes: never faster than with no mesh.
void takeSlower(const hardware::Accelerator& accelerator, const cost::LayerCost& own, cost::LayerCost& mesh)
{
    if (own.cycles <= mesh.cycles)
        return;
    takeCycles(accelerator, own.cycles, mesh);
    mesh.bottleneck = own.bottleneck;
}

/// The layer of the same shape with the same mapping that stands before this one; null = there is none.
const schedule::LayerResult* earlierOne(const std::vector<schedule::LayerResult>& layers,
                                        const schedule::LayerResult& layer)
{
    if (!layer.sameShapeAs || *layer.sameShapeAs >= layer.index || *layer.sameShapeAs >= layers.size())
        return nullptr;
    const schedule::LayerResult& first = layers[*layer.sameShapeAs];
    return first.index == *layer.sameShapeAs && layer.cost && first.cost && layer.mapping
                   && first.mapping == layer.mapping
               ? &first
               : nullptr;
}

} // namespace

RunRecord judged(const RunRecord& run, CostModel by)
{
    RunRecord other = run;
    if (by == modelOf(run.inputs.engine()) || !whyNotJudged(run, by).empty())
        return other;
    hardware::Accelerator accelerator = run.inputs.accelerator;
    if (by == CostModel::Ideal)
        for (hardware::BufferLevel& level : accelerator.levels)
            level.readBandwidth = level.writeBandwidth = std::nullopt;
    const bool isOverMesh = by == CostModel::Simulated && !run.layers.empty() && whyNoMesh(run).empty();
    const cost::Model model = by == CostModel::Mesh || isOverMesh ? cost::Model::Mesh : cost::Model::Nestloom;
    for (schedule::LayerResult& layer : other.layers) {
        layer.lowerBoundCycles = layer.objectiveBound = layer.leastEnergy = layer.gap = std::nullopt;
        if (by == CostModel::Simulated) {
            if (isOverMesh && layer.cost && layer.mapping)
                if (auto cost =
                        cost::evaluate(accelerator, run.inputs.network.layers[layer.index], *layer.mapping, model))
                    layer.cost = std::move(*cost);
            takeSimulated(accelerator, layer);
        } else if (const schedule::LayerResult* same = earlierOne(other.layers, layer)) {
            layer.cost = same->cost; // counted once, as there may be thousands
            layer.meshLoad = same->meshLoad;
            continue;
        } else if (by == CostModel::Timeloop) {
            layer.cost = layer.timeloopCost;
        } else if (layer.cost) { // accepted with the ports as they are
            auto cost = cost::evaluate(accelerator, run.inputs.network.layers[layer.index], *layer.mapping, model);
            if (cost && by == CostModel::Mesh)
                takeSlower(accelerator, *layer.cost, *cost);
            layer.cost = cost ? std::optional(*cost) : std::nullopt;
        }
        layer.meshLoad = meshLoad(run, layer);
    }
    if (other.summary.totals)
        other.summary.totals = totalsOf(other);
    return other;
}

} // namespace nestloom::records
