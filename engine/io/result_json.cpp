// SPDX-License-Identifier: Apache-2.0
#include "engine/io/result_json.h"

#include "engine/base/ranges.h"
#include "engine/io/mapping_json.h"
#include "engine/io/text.h"
#include "engine/io/tiled_json.h"
#include "engine/io/vector_json.h"
#include "engine/mapping/word_widths.h"
#include "engine/schedule/standing.h"
#include "engine/workload/network.h"

#include <algorithm>
#include <array>

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
    if (level.mesh.count > 0)
        json["mesh_pj"] = numberJson(level.mesh.count);
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
    if (object.find("mesh_pj"))
        level.mesh = {object.number("mesh_pj")};
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
    bottleneck.level = std::size_t(level);
    bottleneck.text = object.text("text");
    return bottleneck;
}

} // namespace

Json toJson(const LayerCost& cost)
{
    const Json levels = Json(collect(cost.levels, [&](const LevelCost& level) -> Json { return toJson(level); }));
    return {{"model", std::string(name(cost.model))},
            {"cycles", cost.cycles.count},
            {"compute_cycles", cost.computeCycles.count},
            {"macs", cost.macs},
            {"mac_units_used", cost.macUnitsUsed},
            {"utilization", numberJson(cost.utilization)},
            {"energy_pj", numberJson(cost.energy.count)},
            {"mac_energy_pj", numberJson(cost.macEnergy.count)},
            {"bottleneck",
             {{"kind", std::string(kBottleneckNames[std::size_t(cost.bottleneck.kind)])},
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
    else if (model == name(cost::Model::Mesh))
        cost.model = cost::Model::Mesh;
    else if (model != name(cost::Model::Nestloom))
        object.report(
            "model", inQuotes(model)
                         + " is not a cost model; known: nestloom, mesh, timeloop-2022, timeloop-2025, tiled-schedule");
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

using schedule::LayerResult;
using schedule::LayerStatus;
using schedule::ScheduleOptions;

namespace {

using io::toJson; // of mappings and costs, beside those below

constexpr std::array<std::string_view, 4> kStopNames{"completed", "time-limit", "work-limit", "cancelled"};

/// The enum value whose name a text is; `count` values from 0 on.
template <typename Enum, typename Name>
Enum named(const JsonObject& object, std::string_view key, const std::string& written, std::size_t count, Name nameOf)
{
    for (std::size_t i = 0; i < count; ++i)
        if (nameOf(static_cast<Enum>(i)) == written)
            return static_cast<Enum>(i);
    object.report(key, inQuotes(written) + " is not known here");
    return Enum{};
}

std::string_view stopName(StopCause cause) { return kStopNames[std::size_t(cause)]; }

/// Of dimensions with several.
Json toJson(const schedule::LayerSizes& sizes)
{
    Json json = Json::object();
    for (const workload::LoopDimension d : workload::kLoopDimensions)
        if (sizes[d].size() > 1)
            json[std::string(1, letter(d))] = sizes[d];
    return json;
}

schedule::LayerSizes readSizes(const JsonObject& object)
{
    schedule::LayerSizes sizes;
    for (const workload::LoopDimension d : workload::kLoopDimensions)
        if (const std::string key(1, letter(d)); object.find(key))
            for (const Json& size : object.list(key) ? *object.list(key) : Json::array()) {
                if (size.is_number_integer())
                    sizes[d].push_back(size.get<std::int64_t>());
                else
                    object.report(key, "a size is a whole number");
            }
    return sizes;
}

Json toJson(const hardware::Accelerator& accelerator, const LayerResult& layer)
{
    Json json{{"index", layer.index},
              {"name", layer.name},
              {"status", std::string(name(layer.status))},
              {"stop", std::string(stopName(layer.cause))},
              {"verified", layer.verified},
              {"cycles", layer.cost ? Json(layer.cost->cycles.count) : Json(nullptr)},
              {"energy_pj", layer.cost ? numberJson(layer.cost->energy.count) : Json(nullptr)},
              {"lower_bound_cycles", numberJson(layer.lowerBoundCycles)},
              {"objective_bound", numberJson(layer.objectiveBound)},
              {"gap", numberJson(layer.gap)},
              {"standing", layer.cost ? Json(schedule::standingText(layer.gap)) : Json(nullptr)},
              {"solve_cpu_ms", numberJson(layer.solveCpuMs)},
              {"solve_wall_ms", numberJson(layer.solveWallMs)}};
    if (layer.meshLoad)
        json["mesh_load"] = numberJson(layer.meshLoad);
    if (!schedule::isOwnOnly(layer.sizes))
        json["sizes"] = toJson(layer.sizes);
    if (layer.anyKeeps)
        json["any_keeps"] = true;
    if (layer.simulated)
        json["simulated_cycles"] = layer.simulated->count;
    if (layer.sameShapeAs)
        json["same_shape_as"] = *layer.sameShapeAs;
    if (!layer.reason.empty())
        json["reason"] = layer.reason;
    if (layer.mapping)
        json["mapping"] = toJson(accelerator, *layer.mapping);
    if (layer.tiled)
        json["tiled"] = toJson(*layer.tiled);
    if (layer.cost)
        json["cost"] = toJson(*layer.cost);
    if (layer.timeloopCost)
        json["timeloop_cost"] = toJson(*layer.timeloopCost);
    return json;
}

std::size_t readIndex(const JsonObject& object, std::string_view key)
{
    const std::int64_t index = object.integer(key);
    if (index < 0)
        object.report(key, "an index must not be negative");
    return std::size_t(std::max<std::int64_t>(index, 0));
}

/// Older versions called a layer "optimal" that was within the stop gap, and "feasible" otherwise.
LayerStatus readStatus(const JsonObject& object)
{
    const std::string text = object.text("status");
    if (text == "optimal" || text == "feasible")
        return LayerStatus::BestFound;
    return named<LayerStatus>(object, "status", text, 6, [](LayerStatus status) { return name(status); });
}

/// Cycles and energy beside the costs are for readers of the text; here the costs count.
LayerResult readLayer(const hardware::Accelerator& accelerator, const Json& json, JsonErrors& errors)
{
    const JsonObject object(json, "", errors);
    LayerResult layer;
    layer.index = readIndex(object, "index");
    layer.name = object.text("name");
    layer.status = readStatus(object);
    layer.cause = named<StopCause>(object, "stop", object.text("stop"), kStopNames.size(), stopName);
    layer.verified = object.boolean("verified");
    layer.lowerBoundCycles = object.optionalNumber("lower_bound_cycles");
    layer.objectiveBound = object.optionalNumber("objective_bound");
    if (layer.objectiveBound) // texts of older versions have another gap: of the latency, whatever the objective
        layer.gap = object.optionalNumber("gap");
    layer.meshLoad = object.optionalNumber("mesh_load");
    if (object.find("simulated_cycles"))
        layer.simulated = Cycles{object.integer("simulated_cycles")};
    layer.solveCpuMs = object.number("solve_cpu_ms");
    layer.solveWallMs = object.number("solve_wall_ms");
    if (object.find("same_shape_as"))
        layer.sameShapeAs = readIndex(object, "same_shape_as");
    layer.reason = object.textOr("reason", "");
    layer.anyKeeps = object.booleanOr("any_keeps", false);
    if (const Json* sizes = object.find("sizes"))
        layer.sizes = readSizes(JsonObject(*sizes, "sizes", errors));
    if (const Json* mapping = object.find("mapping"))
        layer.mapping =
            readMapping(accelerator, *mapping, "mapping", errors, Unplaced::LeftToTheVerifier); // one layer of a run
    if (const Json* tiled = object.find("tiled"))
        layer.tiled = readTiledSummary(*tiled, "tiled", errors);
    if (const Json* cost = object.find("cost"))
        layer.cost = readCost(*cost, "cost", errors);
    if (const Json* cost = object.find("timeloop_cost"))
        layer.timeloopCost = readCost(*cost, "timeloop_cost", errors);
    return layer;
}

Json toJson(const schedule::cosa::CosaParams& cosa)
{
    return {{"objective", std::string(name(cosa.objective))},
            {"cycle_price_pj", numberJson(cosa.cyclePrice)},
            {"gap", numberJson(cosa.gap)},
            {"evaluations", cosa.evaluations},
            {"simulated", cosa.simulated},
            {"prove_with_mip", cosa.proveWithMip},
            {"mip_nodes", cosa.mipNodes},
            {"paper_weights",
             {{"utilization", numberJson(cosa.paper.utilization)},
              {"compute", numberJson(cosa.paper.compute)},
              {"traffic", numberJson(cosa.paper.traffic)}}}};
}

schedule::cosa::CosaParams readCosa(const Json& json, JsonErrors& errors)
{
    const JsonObject object(json, "cosa", errors);
    schedule::cosa::CosaParams cosa;
    const std::string objective = object.textOr("objective", std::string(name(cosa.objective)));
    if (const auto known = schedule::objective(objective))
        cosa.objective = *known;
    else
        object.report("objective", inQuotes(objective) + " is not an objective");
    cosa.cyclePrice = object.numberOr("cycle_price_pj", cosa.cyclePrice);
    cosa.gap = object.numberOr("gap", cosa.gap);
    cosa.evaluations = object.integerOr("evaluations", cosa.evaluations);
    cosa.simulated = object.booleanOr("simulated", cosa.simulated);
    cosa.proveWithMip = object.booleanOr("prove_with_mip", cosa.proveWithMip);
    cosa.mipNodes = object.integerOr("mip_nodes", cosa.mipNodes);
    if (const Json* weights = object.find("paper_weights")) {
        const JsonObject inner(*weights, object.pathOf("paper_weights"), errors);
        cosa.paper.utilization = inner.numberOr("utilization", cosa.paper.utilization);
        cosa.paper.compute = inner.numberOr("compute", cosa.paper.compute);
        cosa.paper.traffic = inner.numberOr("traffic", cosa.paper.traffic);
    }
    return cosa;
}

std::vector<std::string> readConstraints(const JsonObject& object)
{
    std::vector<std::string> lines;
    if (const Json* list = object.list("constraints"))
        for (const Json& line : *list) {
            if (line.is_string())
                lines.push_back(line.get<std::string>());
            else
                object.report("constraints", "a constraint is a text");
        }
    return lines;
}

Json toJson(const ScheduleOptions& options)
{
    const bool unlimited = options.timeLimitPerLayer == std::chrono::milliseconds::max();
    Json json{{"engine", options.engine},
              {"seed", options.seed},
              {"threads", options.threads},
              {"time_limit_per_layer_ms", unlimited ? Json(nullptr) : Json(options.timeLimitPerLayer.count())},
              {"cosa", toJson(options.cosa)},
              {"larger_sizes", options.largerSizes},
              {"fuse_operators", options.fuseOperators},
              {"bypass", options.bypass},
              {"flexer", toJson(options.flexer)}};
    if (!options.constraints.empty())
        json["constraints"] = options.constraints;
    return json;
}

Json toJson(const schedule::Totals& totals)
{
    return {{"layers", totals.layers},
            {"solved", totals.solved},
            {"failed", totals.failed},
            {"cycles", totals.cycles.count},
            {"energy_pj", numberJson(totals.energy.count)},
            {"macs", totals.macs},
            {"edp_pj_cycles", numberJson(totals.edp)},
            {"utilization", numberJson(totals.utilization)},
            {"lower_bound_cycles", numberJson(totals.lowerBoundCycles)},
            {"vector_operators", io::toJson(totals.vector)},
            {"solve_cpu_ms", numberJson(totals.solveCpuMs)}};
}

} // namespace

std::string mappingToJson(const hardware::Accelerator& accelerator, const mapping::LayerMapping& mapping)
{
    return dump(toJson(accelerator, mapping));
}

Result<mapping::LayerMapping> mappingFromJson(const hardware::Accelerator& accelerator, std::string_view json)
{
    TRY(const auto parsed, parseJson(json));
    JsonErrors errors;
    mapping::LayerMapping mapping = readMapping(accelerator, parsed, "mapping", errors);
    if (errors.first())
        return *errors.first();
    return mapping;
}

std::string layerResultToJson(const hardware::Accelerator& accelerator, const LayerResult& layer)
{
    return dump(toJson(accelerator, layer));
}

Result<LayerResult> layerResultFromJson(const hardware::Accelerator& accelerator, std::string_view json)
{
    TRY(const auto parsed, parseJson(json));
    JsonErrors errors;
    LayerResult layer = readLayer(accelerator, parsed, errors);
    if (errors.first())
        return *errors.first();
    return layer;
}

Json toJson(const std::vector<schedule::LeftOut>& leftOut)
{
    return Json(collect(leftOut, [&](const schedule::LeftOut& one) {
        return Json({{"name", one.name}, {"type", one.type}, {"reason", one.reason}});
    }));
}

std::string runToJson(const hardware::Accelerator& accelerator, const workload::Network& network,
                      const ScheduleOptions& options, const std::vector<LayerResult>& layers)
{
    Json list = Json::array();
    for (const LayerResult& layer : layers) {
        list.push_back(toJson(accelerator, layer));
        if (layer.mapping) {
            list.back()["bounds_among"] = schedule::spaceOf(layer);
            const bool isKnown = layer.index < network.layers.size();
            if (const auto covered =
                    isKnown ? mapping::describeCovered(network.layers[layer.index], *layer.mapping) : "";
                !covered.empty())
                list.back()["covered"] = covered;
        }
        if (layer.tiled)
            list.back()["tiled"]["headroom"] = headroomJson(options.flexer, *layer.tiled);
    }
    Json run{{"accelerator", accelerator.name},
             {"network", network.name},
             {"engine", options.engine},
             {"options", toJson(options)},
             {"version", NESTLOOM_VERSION},
             {"layers", list},
             {"vector_operators", toJson(cost::vectorCosts(accelerator, network, options.fuseOperators).operators)},
             {"totals", toJson(schedule::totals(accelerator, network, options, layers))},
             {"not_scheduled", toJson(schedule::leftOutOfMaps(network))}};
    if (const std::string wider = mapping::widerThanWords(accelerator, network); !wider.empty())
        run["note"] = wider;
    return dump(run, 1);
}

std::string optionsToJson(const ScheduleOptions& options) { return dump(toJson(options)); }

Result<ScheduleOptions> optionsFromJson(std::string_view json)
{
    TRY(const auto parsed, parseJson(json));
    JsonErrors errors;
    const JsonObject object(parsed, "", errors);
    ScheduleOptions options;
    options.engine = object.textOr("engine", options.engine);
    options.seed = object.unsignedOr("seed", options.seed);
    const std::int64_t threads = object.integerOr("threads", options.threads);
    if (threads < 0 || threads > 4096)
        object.report("threads", "the number of threads must be between 0 (all cores) and 4096");
    options.threads = int(threads);
    if (object.find("time_limit_per_layer_ms")) {
        const std::int64_t limit = object.integer("time_limit_per_layer_ms");
        if (limit < 0)
            object.report("time_limit_per_layer_ms",
                          "a time limit must be at least 0 ms, not " + std::to_string(limit) + " ms");
        options.timeLimitPerLayer = std::chrono::milliseconds(limit);
    }
    if (const Json* cosa = object.find("cosa"))
        options.cosa = readCosa(*cosa, errors);
    options.largerSizes = object.booleanOr("larger_sizes", false); // older runs knew perfect factors only
    options.fuseOperators = object.booleanOr("fuse_operators", false);
    options.bypass = object.booleanOr("bypass", false);
    if (object.find("constraints"))
        options.constraints = readConstraints(object);
    if (const Json* flexer = object.find("flexer"))
        options.flexer = readFlexerParams(*flexer, "flexer", errors);
    if (errors.first())
        return *errors.first();
    return options;
}

} // namespace nestloom::io
