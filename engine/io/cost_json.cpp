// SPDX-License-Identifier: Apache-2.0
#include "engine/io/cost_json.h"

#include "engine/io/in_quotes.h"

#include <array>
#include <string_view>

namespace nestloom::io {

using cost::Bottleneck;
using cost::LayerCost;
using cost::LevelCost;
using cost::TensorAccesses;

namespace {

constexpr std::array<std::string_view, 3> kBottleneckNames{"compute", "read-port", "write-port"};

Json toJson(const TensorAccesses& tensor)
{
    return {{"tile_elements", tensor.tileElements},  {"instances", tensor.instances},
            {"reads", numberJson(tensor.reads)},     {"fills", numberJson(tensor.fills)},
            {"updates", numberJson(tensor.updates)}, {"energy_pj", numberJson(tensor.energy.count)}};
}

TensorAccesses readTensor(const Json& json, const std::string& path, JsonErrors& errors)
{
    const JsonObject object(json, path, errors);
    TensorAccesses tensor;
    tensor.tileElements = object.integer("tile_elements");
    tensor.instances = object.integer("instances");
    tensor.reads = object.number("reads");
    tensor.fills = object.number("fills");
    tensor.updates = object.number("updates");
    tensor.energy = {object.number("energy_pj")};
    return tensor;
}

Json toJson(const LevelCost& level)
{
    Json tensors = Json::object();
    for (const TensorRole role : kTensorRoles)
        if (level.tensors[role])
            tensors[std::string(name(role))] = toJson(*level.tensors[role]);
    Json json{{"level", level.level},
              {"read_cycles", level.readCycles.count},
              {"write_cycles", level.writeCycles.count},
              {"energy_pj", numberJson(level.energy.count)},
              {"tensors", tensors}};
    if (level.leakage.count > 0)
        json["leakage_pj"] = numberJson(level.leakage.count);
    return json;
}

LevelCost readLevel(const Json& json, const std::string& path, JsonErrors& errors)
{
    const JsonObject object(json, path, errors);
    LevelCost level;
    level.level = object.text("level");
    level.readCycles = {object.integer("read_cycles")};
    level.writeCycles = {object.integer("write_cycles")};
    level.energy = {object.number("energy_pj")};
    if (object.find("leakage_pj"))
        level.leakage = {object.number("leakage_pj")};
    if (const Json* tensors = object.require("tensors")) {
        const JsonObject inner(*tensors, object.pathOf("tensors"), errors);
        for (const TensorRole role : kTensorRoles)
            if (const Json* tensor = inner.find(name(role)))
                level.tensors[role] = readTensor(*tensor, inner.pathOf(name(role)), errors);
    }
    return level;
}

Bottleneck readBottleneck(const JsonObject& cost)
{
    Bottleneck bottleneck;
    const Json* json = cost.require("bottleneck");
    if (!json)
        return bottleneck;
    const JsonObject object(*json, cost.pathOf("bottleneck"), cost.errors());
    const std::string kind = object.text("kind");
    std::size_t index = 0;
    while (index < kBottleneckNames.size() && kBottleneckNames[index] != kind)
        ++index;
    if (index == kBottleneckNames.size())
        object.report("kind", inQuotes(kind) + " is not a bottleneck; known: compute, read-port, write-port");
    else
        bottleneck.kind = static_cast<Bottleneck::Kind>(index);
    const std::int64_t level = object.integer("level");
    if (level < 0)
        object.report("level", "the index of a level must not be negative");
    bottleneck.level = static_cast<std::size_t>(level);
    bottleneck.text = object.text("text");
    return bottleneck;
}

} // namespace

Json toJson(const LayerCost& cost)
{
    Json levels = Json::array();
    for (const LevelCost& level : cost.levels)
        levels.push_back(toJson(level));
    return {{"model", std::string(name(cost.model))},
            {"cycles", cost.cycles.count},
            {"compute_cycles", cost.computeCycles.count},
            {"macs", cost.macs},
            {"mac_units_used", cost.macUnitsUsed},
            {"utilization", numberJson(cost.utilization)},
            {"energy_pj", numberJson(cost.energy.count)},
            {"mac_energy_pj", numberJson(cost.macEnergy.count)},
            {"bottleneck",
             {{"kind", std::string(kBottleneckNames[static_cast<std::size_t>(cost.bottleneck.kind)])},
              {"level", cost.bottleneck.level},
              {"text", cost.bottleneck.text}}},
            {"levels", levels}};
}

LayerCost readCost(const Json& json, const std::string& path, JsonErrors& errors)
{
    const JsonObject object(json, path, errors);
    LayerCost cost;
    const std::string model = object.text("model");
    if (model == name(cost::Model::Timeloop2022) || model == "timeloop") // as it was called while there was one
        cost.model = cost::Model::Timeloop2022;
    else if (model == name(cost::Model::Timeloop2025))
        cost.model = cost::Model::Timeloop2025;
    else if (model == name(cost::Model::TiledSchedule))
        cost.model = cost::Model::TiledSchedule;
    else if (model != name(cost::Model::Nestloom))
        object.report("model",
                      inQuotes(model)
                          + " is not a cost model; known: nestloom, timeloop-2022, timeloop-2025, tiled-schedule");
    cost.cycles = {object.integer("cycles")};
    cost.computeCycles = {object.integer("compute_cycles")};
    cost.macs = object.integer("macs");
    cost.macUnitsUsed = object.integer("mac_units_used");
    cost.utilization = object.number("utilization");
    cost.energy = {object.number("energy_pj")};
    cost.macEnergy = {object.number("mac_energy_pj")};
    cost.bottleneck = readBottleneck(object);
    if (const Json* levels = object.list("levels"))
        for (std::size_t i = 0; i < levels->size(); ++i)
            cost.levels.push_back(
                readLevel((*levels)[i], object.pathOf("levels") + "[" + std::to_string(i) + "]", errors));
    return cost;
}

} // namespace nestloom::io
