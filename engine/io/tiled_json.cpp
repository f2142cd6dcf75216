// SPDX-License-Identifier: Apache-2.0
#include "engine/io/tiled_json.h"

#include "engine/io/text.h"

#include <algorithm>

namespace nestloom::io {

using namespace schedule::flexer;

namespace {

Json toJson(const Tiling& tiling)
{
    return {{"batch", tiling.batch},
            {"rows", tiling.rows},
            {"columns", tiling.columns},
            {"groups", tiling.groups},
            {"input_channels", tiling.inputChannels},
            {"output_channels", tiling.outputChannels}};
}

Tiling readTiling(const Json& json, const std::string& path, JsonErrors& errors)
{
    const JsonObject object(json, path, errors);
    return {object.integer("batch"),  object.integer("rows"),           object.integer("columns"),
            object.integer("groups"), object.integer("input_channels"), object.integer("output_channels")};
}

Json toJson(const Dataflow& dataflow)
{
    Json order = Json::array();
    for (const TileLoop loop : dataflow.order)
        order.push_back(std::string(name(loop)));
    return {{"order", order},
            {"side_by_side", std::string(name(dataflow.unrolled))},
            {"alternating", dataflow.alternating},
            {"stationarity", std::string(stationarity(dataflow))}};
}

std::optional<TileLoop> tileLoop(const std::string& text)
{
    for (const TileLoop loop : {TileLoop::Pixels, TileLoop::Outputs, TileLoop::Reduction})
        if (name(loop) == text)
            return loop;
    return std::nullopt;
}

Dataflow readDataflow(const Json& json, const std::string& path, JsonErrors& errors)
{
    const JsonObject object(json, path, errors);
    Dataflow dataflow;
    const Json* order = object.list("order");
    for (std::size_t i = 0; i < 3; ++i) {
        const auto loop = order && i < order->size() && (*order)[i].is_string()
                              ? tileLoop((*order)[i].get<std::string>())
                              : std::nullopt;
        if (!loop) {
            object.report("order", "a dataflow names three loops: pixels, outputs and reduction");
            break;
        }
        dataflow.order[i] = *loop;
    }
    if (const auto loop = tileLoop(object.text("side_by_side")); loop && *loop != TileLoop::Reduction)
        dataflow.unrolled = *loop;
    else
        object.report("side_by_side", "pixels or outputs go side by side");
    dataflow.alternating = object.boolean("alternating");
    return dataflow;
}

Json toJson(const Recipe& recipe)
{
    return {{"static", recipe.isStatic},
            {"text", describe(recipe)},
            {"tiling", toJson(recipe.tiling)},
            {"dataflow", toJson(recipe.dataflow)},
            {"window", recipe.isStatic ? recipe.blockPixels : recipe.window}, // one key for both, as files have it
            {"soft_pin", recipe.softPin},
            {"count_sharing", recipe.countSharing},
            {"regions", recipe.regions},
            {"prefetch", recipe.prefetch}};
}

Recipe readRecipe(const Json& json, const std::string& path, JsonErrors& errors)
{
    const JsonObject object(json, path, errors);
    Recipe recipe;
    recipe.isStatic = object.boolean("static");
    if (const Json* tiling = object.require("tiling"))
        recipe.tiling = readTiling(*tiling, object.pathOf("tiling"), errors);
    if (const Json* dataflow = object.require("dataflow"))
        recipe.dataflow = readDataflow(*dataflow, object.pathOf("dataflow"), errors);
    (recipe.isStatic ? recipe.blockPixels : recipe.window) = int(object.integer("window"));
    recipe.softPin = object.boolean("soft_pin");
    recipe.countSharing = object.boolean("count_sharing");
    if (const Json* regions = object.list("regions"))
        for (std::size_t i = 0; i < std::min<std::size_t>(3, regions->size()); ++i)
            recipe.regions[i] = (*regions)[i].is_number_integer() ? (*regions)[i].get<std::int32_t>() : 0;
    recipe.prefetch = object.boolean("prefetch");
    return recipe;
}

Json toJson(const Traffic& traffic)
{
    return {{"inputs", traffic.inputs.count},
            {"weights", traffic.weights.count},
            {"partial_sums_loaded", traffic.partialSumsLoaded.count},
            {"partial_sums_stored", traffic.partialSumsStored.count},
            {"outputs", traffic.outputs.count},
            {"total", traffic.total().count}};
}

Traffic readTraffic(const Json& json, const std::string& path, JsonErrors& errors)
{
    const JsonObject object(json, path, errors);
    return {{object.integer("inputs")},
            {object.integer("weights")},
            {object.integer("partial_sums_loaded")},
            {object.integer("partial_sums_stored")},
            {object.integer("outputs")}};
}

Json toJson(const std::optional<SchedulePoint>& point)
{
    if (!point)
        return nullptr;
    return {{"cycles", point->latency.count},
            {"transfer_bytes", toJson(point->traffic)},
            {"recipe", toJson(point->recipe)}};
}

std::optional<SchedulePoint> readPoint(const JsonObject& parent, std::string_view key)
{
    const Json* json = parent.find(key);
    if (!json)
        return std::nullopt;
    const JsonObject object(*json, parent.pathOf(key), parent.errors());
    SchedulePoint point;
    point.latency = {object.integer("cycles")};
    if (const Json* traffic = object.require("transfer_bytes"))
        point.traffic = readTraffic(*traffic, object.pathOf("transfer_bytes"), parent.errors());
    if (const Json* recipe = object.require("recipe"))
        point.recipe = readRecipe(*recipe, object.pathOf("recipe"), parent.errors());
    return point;
}

/// A named choice: what is written must be one of `find`'s.
template <typename Enum, typename Find>
Enum readName(const JsonObject& object, std::string_view key, Enum fallback, Find find)
{
    const std::string text = object.textOr(key, std::string(name(fallback)));
    const std::optional<Enum> known = find(text);
    if (!known)
        object.report(key, inQuotes(text) + " is not known here");
    return known.value_or(fallback);
}

} // namespace

Json toJson(const TiledSummary& summary)
{
    return {{"chosen", toJson(std::optional(summary.chosen))},
            {"operations", summary.operations},
            {"seed_kept", summary.seedKept()},
            {"out_of_order", toJson(summary.outOfOrder)},
            {"static_strong", toJson(summary.strong)},
            {"static_plain", toJson(summary.plain)},
            {"latency_bound_cycles", numberJson(summary.latencyBound)},
            {"transfer_bound_bytes", summary.transferBound.count},
            {"metric_bound", numberJson(summary.metricBound)}};
}

TiledSummary readTiledSummary(const Json& json, const std::string& path, JsonErrors& errors)
{
    const JsonObject object(json, path, errors);
    TiledSummary summary;
    if (const auto chosen = readPoint(object, "chosen"))
        summary.chosen = *chosen;
    else
        object.report("chosen", "a tiled schedule says what was chosen");
    summary.operations = object.integer("operations");
    summary.outOfOrder = readPoint(object, "out_of_order");
    summary.strong = readPoint(object, "static_strong");
    summary.plain = readPoint(object, "static_plain");
    summary.latencyBound = object.number("latency_bound_cycles");
    summary.transferBound = {object.integer("transfer_bound_bytes")};
    summary.metricBound = object.number("metric_bound");
    return summary;
}

Json headroomJson(const FlexerParams& params, const TiledSummary& summary)
{
    const Headroom headroom = headroomOf(params, summary);
    return {{"latency", headroom.latency}, {"transfer", headroom.transfer}, {"metric", headroom.metric}};
}

Json toJson(const FlexerParams& params)
{
    const Extensions& extensions = params.extensions;
    return {{"metric", std::string(name(params.metric))},
            {"transfer_weight", numberJson(params.transferWeight)},
            {"priority", std::string(name(params.priority))},
            {"spill_policy", std::string(name(params.spillPolicy))},
            {"extensions",
             {{"window", extensions.window},
              {"soft_pin", extensions.softPin},
              {"alternate", extensions.alternate},
              {"prefetch", extensions.prefetch},
              {"seed", extensions.seed}}},
            {"max_operations", params.maxOperations},
            {"tilings", params.tilings}};
}

FlexerParams readFlexerParams(const Json& json, const std::string& path, JsonErrors& errors)
{
    const JsonObject object(json, path, errors);
    FlexerParams params;
    params.metric = readName(object, "metric", params.metric, metric);
    params.transferWeight = object.numberOr("transfer_weight", params.transferWeight);
    params.priority = readName(object, "priority", params.priority, priority);
    params.spillPolicy = readName(object, "spill_policy", params.spillPolicy, spillPolicy);
    if (const Json* list = object.find("extensions")) {
        const JsonObject extensions(*list, object.pathOf("extensions"), errors);
        params.extensions = {extensions.booleanOr("window", true), extensions.booleanOr("soft_pin", true),
                             extensions.booleanOr("alternate", true), extensions.booleanOr("prefetch", true),
                             extensions.booleanOr("seed", true)};
    }
    params.maxOperations = object.integerOr("max_operations", params.maxOperations);
    params.tilings = int(std::clamp<std::int64_t>(object.integerOr("tilings", params.tilings), 0, 1'000'000));
    return params;
}

} // namespace nestloom::io
