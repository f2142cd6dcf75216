// SPDX-License-Identifier: Apache-2.0
#include "engine/cost/evaluate.h"
#include "engine/schedule/mesh/mesh_engine.h"
#include "engine/schedule/network_run.h"

#include <algorithm>

namespace nestloom::schedule {

std::vector<const cost::LayerCost*> costsOf(const std::vector<LayerResult>& layers)
{
    std::vector<const cost::LayerCost*> costs;
    for (const LayerResult& layer : layers)
        if (layer.cost)
            costs.push_back(&*layer.cost);
    return costs;
}

std::optional<Cycles> meshCycles(const hardware::Accelerator& accelerator, const workload::Network& network,
                                 const std::vector<LayerResult>& layers)
{
    std::vector<std::optional<Cycles>> each(network.layers.size());
    std::optional<Cycles> sum;
    for (const LayerResult& layer : layers) {
        if (!layer.cost)
            continue;
        if (!layer.mapping || layer.index >= each.size())
            return std::nullopt;
        std::optional<Cycles>& cycles = each[layer.index];
        if (layer.sameShapeAs && *layer.sameShapeAs < layers.size()
            && layers[*layer.sameShapeAs].mapping == layer.mapping)
            cycles = each[*layer.sameShapeAs]; // counted once, as there may be thousands
        if (!cycles) {
            const auto cost =
                cost::evaluate(accelerator, network.layers[layer.index], *layer.mapping, cost::Model::Mesh);
            if (!cost)
                return std::nullopt;
            cycles = std::max(cost->cycles, layer.cost->cycles);
        }
        sum = sum.value_or(Cycles{}) + *cycles;
    }
    return sum;
}

bool isMeshHeeded(const Totals& totals, std::optional<Cycles> withMesh)
{
    constexpr double kHeeded = 1.05;
    return totals.overMesh > 0
           || (withMesh && double((*withMesh + totals.vector.cycles).count) > kHeeded * double(totals.cycles.count));
}

Totals totals(const hardware::Accelerator& accelerator, const std::vector<LayerResult>& layers)
{
    Totals sum;
    double bound = 0, figures = 0, objectiveBounds = 0;
    bool allBounded = true, allJudged = true;
    for (const LayerResult& layer : layers) {
        ++sum.layers;
        sum.solveCpuMs += layer.solveCpuMs;
        if (!layer.cost) {
            sum.failed += layer.status != LayerStatus::Pending ? 1 : 0;
            continue;
        }
        ++sum.solved;
        sum.cycles += layer.cost->cycles;
        sum.energy += layer.cost->energy;
        sum.macs += layer.cost->macs;
        sum.overMesh += isOverMesh(layer.meshLoad.value_or(0)) ? 1 : 0;
        sum.worstMeshLoad = std::max(sum.worstMeshLoad, layer.meshLoad.value_or(0));
        allBounded = allBounded && layer.lowerBoundCycles.has_value();
        bound += layer.lowerBoundCycles.value_or(0);
        allJudged = allJudged && layer.gap.has_value();
        objectiveBounds += layer.objectiveBound.value_or(0);
        figures += layer.objectiveBound.value_or(0) * (1 + layer.gap.value_or(0));
    }
    sum.edp = sum.energy.count * double(sum.cycles.count);
    if (sum.cycles.count > 0)
        sum.utilization = double(sum.macs) / (double(accelerator.macUnits()) * double(sum.cycles.count));
    if (allBounded && sum.solved > 0)
        sum.lowerBoundCycles = bound;
    if (allJudged && objectiveBounds > 0)
        sum.gap = figures / objectiveBounds - 1;
    return sum;
}

cost::VectorSums operatorSums(const hardware::Accelerator& accelerator, const workload::Network& network,
                              const ScheduleOptions& options, const std::vector<LayerResult>& layers)
{
    const auto counted = std::ranges::find_if(layers, [](const LayerResult& layer) { return layer.cost.has_value(); });
    const cost::Model model = counted == layers.end() ? costModelOf(options.engine) : counted->cost->model;
    cost::VectorSums sums = cost::vectorCosts(accelerator, network, options.fuseOperators).sums;
    const auto leaveOut = [&](const std::string& what) { sums.leftOut += (sums.leftOut.empty() ? "" : "; ") + what; };
    if (!network.missing.empty())
        leaveOut(network.missing);
    if (accelerator.interconnect.hopEnergy.count > 0 && model != cost::Model::Mesh)
        leaveOut("energy of hops over the mesh (engine " + std::string(kMeshEngine) + " counts it)");
    if (accelerator.nodes && accelerator.nodes->idleEnergy.count > 0)
        leaveOut("idle energy of the nodes (the engines of nodes count it)");
    return sums;
}

Totals withVector(Totals sum, const cost::VectorSums& vector, std::size_t networkLayers)
{
    if (sum.solved == 0)
        return sum;
    if (sum.solved < networkLayers && vector.operators > 0) {
        sum.vector.leftOut = "what lies between the layers (not all layers are mapped)";
        return sum;
    }
    sum.vector = vector;
    sum.cycles += vector.cycles;
    sum.energy += vector.energy;
    sum.edp = sum.energy.count * double(sum.cycles.count);
    if (sum.lowerBoundCycles)
        *sum.lowerBoundCycles += double(vector.cycles.count);
    return sum;
}

Totals totals(const hardware::Accelerator& accelerator, const workload::Network& network,
              const ScheduleOptions& options, const std::vector<LayerResult>& layers)
{
    return withVector(totals(accelerator, layers), operatorSums(accelerator, network, options, layers),
                      network.layers.size());
}

} // namespace nestloom::schedule
