// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/store/stored_layer.h"

#include "app/store/stored_values.h"
#include "engine/base/text.h"
#include "engine/cost/evaluate.h"
#include "engine/io/result_json.h"
#include "engine/mapping/constraints.h"
#include "engine/schedule/mesh/mesh_engine.h"
#include "engine/schedule/take_outcome.h"

#include <algorithm>
#include <cmath>

namespace nestloom::store {

using schedule::LayerResult;
using schedule::LayerStatus;

namespace {

constexpr double kRounding = 1e-9; // sums of energies may be added up in another order by another compiler

Error doesNotHold(std::string what) { return {ErrorCode::InvalidInput, std::move(what), ""}; }

std::string layerSeal(const StoredLayer& layer) { return seal(Fingerprint().add(layer.index).add(layer.json)); }

bool isClose(double a, double b) { return std::abs(a - b) <= kRounding * std::max(std::abs(a), std::abs(b)); }

std::string cyclesText(Cycles cycles)
{
    return std::to_string(cycles.count) + (cycles.count == 1 ? " cycle" : " cycles");
}

std::string costText(const cost::LayerCost& cost)
{
    return cyclesText(cost.cycles) + " and " + generalNumber(cost.energy.count, 9) + " pJ";
}

StoredLayer columnsOf(const LayerResult& layer)
{
    StoredLayer stored;
    stored.index = std::int64_t(layer.index);
    stored.status = name(layer.status);
    if (layer.cost) {
        stored.cycles = layer.cost->cycles.count;
        stored.energy = layer.cost->energy.count;
        stored.macs = layer.cost->macs;
    }
    stored.lowerBoundCycles = layer.lowerBoundCycles;
    stored.objectiveBound = layer.objectiveBound;
    stored.gap = layer.gap;
    return stored;
}

/// The numbers that lists sum up must be those of the text.
Status compareColumns(const StoredLayer& stored, const StoredLayer& expected)
{
    if (stored.seal && stored.status != expected.status) // older versions had other words
        return doesNotHold("the list has it as " + stored.status + ", its result as " + expected.status);
    if (stored.cycles != expected.cycles || stored.energy != expected.energy || stored.macs != expected.macs
        || stored.lowerBoundCycles != expected.lowerBoundCycles
        || (stored.seal && (stored.objectiveBound != expected.objectiveBound || stored.gap != expected.gap)))
        return doesNotHold("the numbers in the list are not those of its result");
    return success();
}

/// Of results without a mapping as well.
Status compareParts(const LayerResult& layer)
{
    const bool isSolved = layer.status == LayerStatus::Proven || layer.status == LayerStatus::BestFound;
    const bool hasSchedule = layer.mapping || layer.tiled;
    if (layer.cost.has_value() != hasSchedule || (isSolved && !hasSchedule))
        return doesNotHold("it is " + std::string(name(layer.status)) + " with " + (hasSchedule ? "a" : "no")
                           + " mapping and " + (layer.cost ? "a" : "no") + " cost");
    if (layer.tiled && layer.cost->cycles != layer.tiled->chosen.latency)
        return doesNotHold("it says " + cyclesText(layer.cost->cycles) + ", its schedule of tiles takes "
                           + cyclesText(layer.tiled->chosen.latency));
    // Also false for a bound that is no number.
    if (layer.cost && layer.lowerBoundCycles
        && !(*layer.lowerBoundCycles <= double(layer.cost->cycles.count) * (1 + kRounding)))
        return doesNotHold("its lower bound is above the " + cyclesText(layer.cost->cycles) + " of its mapping");
    return success();
}

} // namespace

StoredLayer storedLayer(const hardware::Accelerator& accelerator, const LayerResult& layer)
{
    StoredLayer stored = columnsOf(layer);
    stored.json = io::layerResultToJson(accelerator, layer);
    stored.seal = layerSeal(stored);
    return stored;
}

LayerJudge::LayerJudge(const records::RunInputs& inputs, bool sameVersion)
    : m_inputs(inputs), m_constrained(mapping::withConstraints(inputs.accelerator, inputs.options.constraints)),
      m_sameVersion(sameVersion)
{
}

Result<LayerResult> LayerJudge::judge(const StoredLayer& stored) const
{
    if (stored.seal && *stored.seal != layerSeal(stored))
        return doesNotHold("it was changed after it was stored");
    Result<LayerResult> layer = io::layerResultFromJson(m_inputs.accelerator, stored.json);
    if (!layer)
        return doesNotHold("its result cannot be read: " + layer.error().text().substr(0, 200));
    if (std::int64_t(layer->index) != stored.index || layer->name != m_inputs.network.layers[layer->index].name)
        return doesNotHold("its result is that of layer " + layer->name);
    if (layer->sameShapeAs && *layer->sameShapeAs >= m_inputs.network.layers.size())
        return doesNotHold("it is said to be of the shape of layer " + std::to_string(*layer->sameShapeAs)
                           + ", which the network lacks");
    TRY_DO(compareColumns(stored, columnsOf(*layer)));
    TRY_DO(compareParts(*layer));
    if (layer->mapping)
        TRY_DO(judgeMapping(*layer, m_sameVersion && stored.seal));
    const bool hasCost = layer->cost.has_value();
    schedule::setGap(*layer, m_inputs.options);
    if (hasCost && !layer->cost)
        return doesNotHold(layer->reason);
    return layer;
}

Status LayerJudge::judgeMapping(LayerResult& layer, bool sameModel) const
{
    const workload::Layer& work = m_inputs.network.layers[layer.index];
    const auto cost = cost::evaluate(m_constrained, work, *layer.mapping,
                                     schedule::costModelOf(m_inputs.options.engine)); // and verified
    const auto timeloop = cost::evaluate(m_constrained, work, *layer.mapping, cost::timeloopModel(m_constrained));
    if (!cost || !timeloop)
        return doesNotHold("its mapping breaks a rule: " + (cost ? timeloop.error() : cost.error()).message);
    const bool isSame = cost->cycles == layer.cost->cycles && isClose(cost->energy.count, layer.cost->energy.count);
    if (sameModel && !isSame)
        return doesNotHold("it says " + costText(*layer.cost) + ", its mapping takes " + costText(*cost));
    if (!isSame) { // the model has changed since: what was proven was proven in the other one
        layer.lowerBoundCycles.reset();
        layer.objectiveBound.reset();
    }
    layer.verified = true;
    layer.cost = *cost;
    layer.timeloopCost = *timeloop;
    return success();
}

LayerResult damagedLayer(const workload::Network& network, std::size_t index, const std::string& why)
{
    LayerResult layer;
    layer.index = index;
    layer.name = network.layers[index].name;
    layer.status = LayerStatus::Damaged;
    layer.reason = "what is stored of it does not hold: " + why;
    return layer;
}

} // namespace nestloom::store
