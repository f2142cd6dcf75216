// SPDX-License-Identifier: Apache-2.0
#include "engine/records/judge.h"

#include "engine/cost/evaluate.h"

#include <algorithm>

namespace nestloom::records {

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
    if (by == CostModel::Ideal && hasMappings)
        return {};
    const std::string what = run.inputs.kind() == RunKind::Layers && modelOf(run.inputs.engine()) == CostModel::Own
                                 ? "its mappings are stored without that model's costs"
                                 : "it has no mappings that the model could count";
    return (run.summary.id > 0 ? "run " + std::to_string(run.summary.id) : "the run shown") + " cannot be judged by "
           + std::string(name(by)) + ": " + what;
}

RunRecord judged(const RunRecord& run, CostModel by)
{
    RunRecord other = run;
    if (by != CostModel::Timeloop && by != CostModel::Ideal)
        return other;
    hardware::Accelerator ideal = run.inputs.accelerator;
    for (hardware::BufferLevel& level : ideal.levels)
        level.readBandwidth = level.writeBandwidth = std::nullopt;
    for (schedule::LayerResult& layer : other.layers) {
        if (by == CostModel::Timeloop)
            layer.cost = layer.timeloopCost;
        else if (layer.cost) { // accepted with the ports as they are
            const auto cost =
                cost::evaluate(ideal, run.inputs.network.layers[layer.index], *layer.mapping, cost::Model::Nestloom);
            layer.cost = cost ? std::optional(*cost) : std::nullopt;
        }
        layer.lowerBoundCycles = layer.objectiveBound = layer.gap = layer.meshLoad = std::nullopt;
    }
    if (other.summary.totals)
        other.summary.totals = totalsOf(other);
    return other;
}

} // namespace nestloom::records
