// SPDX-License-Identifier: Apache-2.0
#include "engine/io/result_json.h"

#include "engine/base/ranges.h"
#include "engine/io/mapping_json.h"
#include "engine/io/tiled_json.h"
#include "engine/io/vector_json.h"
#include "engine/mapping/word_widths.h"
#include "engine/schedule/standing.h"
#include "engine/workload/network.h"

#include <chrono>

namespace nestloom::io {

using schedule::LayerResult;
using schedule::LayerStatus;
using schedule::ScheduleOptions;

static void describe(JsonFields& fields, cost::TensorAccesses& tensor)
{
    fields.field("tile_elements", tensor.tileElements);
    fields.field("instances", tensor.instances);
    fields.field("reads", tensor.reads);
    fields.field("fills", tensor.fills);
    fields.field("updates", tensor.updates);
    fields.field("energy_pj", tensor.energy);
}

static void describe(JsonFields& fields, cost::LevelCost& level)
{
    fields.field("level", level.level);
    fields.field("read_cycles", level.readCycles);
    fields.field("write_cycles", level.writeCycles);
    fields.field("energy_pj", level.energy);
    fields.object("tensors", [&](JsonFields& tensors) {
        for (const TensorRole role : kTensorRoles)
            tensors.fieldIfAny(name(role), level.tensors[role]);
    });
    fields.fieldIfAny("leakage_pj", level.leakage);
    fields.fieldIfAny("mesh_pj", level.mesh);
}

static void describe(JsonFields& fields, cost::Bottleneck& bottleneck)
{
    fields.field("kind", Choice<cost::Bottleneck::Kind>{bottleneck.kind, {"compute", "read-port", "write-port"}});
    fields.field("level", bottleneck.level);
    fields.field("text", bottleneck.text);
}

static void describe(JsonFields& fields, cost::LayerCost& cost)
{
    auto model = choice(cost.model, cost::Model::Mesh);
    model.former = {{"timeloop", cost::Model::Timeloop2022}}; // as it was called while there was one
    fields.field("model", model);
    fields.field("cycles", cost.cycles);
    fields.field("compute_cycles", cost.computeCycles);
    fields.field("macs", cost.macs);
    fields.field("mac_units_used", cost.macUnitsUsed);
    fields.field("utilization", cost.utilization);
    fields.field("energy_pj", cost.energy);
    fields.field("mac_energy_pj", cost.macEnergy);
    fields.field("bottleneck", cost.bottleneck);
    fields.field("levels", cost.levels);
}

Json toJson(const cost::LayerCost& cost) { return describedJson(cost); }

/// A layer with the accelerator that its mapping is for.
struct LayerText {
    const hardware::Accelerator& accelerator;
    LayerResult layer{};
};

/// Of dimensions with several.
static void describeSizes(JsonFields& fields, schedule::LayerSizes& sizes)
{
    for (const workload::LoopDimension d : workload::kLoopDimensions)
        if (const std::string key(1, letter(d)); fields.has(key, sizes[d].size() > 1))
            fields.field(key, sizes[d]);
}

static void describeMapping(JsonFields& fields, LayerText& text)
{
    if (!fields.has("mapping", text.layer.mapping.has_value()))
        return;
    if (const JsonObject* from = fields.from())
        text.layer.mapping = readMapping(text.accelerator, *from->find("mapping"), "mapping", from->errors(),
                                         Unplaced::LeftToTheVerifier); // one layer of a run
    else
        fields.shown("mapping", toJson(text.accelerator, *text.layer.mapping));
}

static void describe(JsonFields& fields, LayerText& text)
{
    LayerResult& layer = text.layer;
    auto status = choice(layer.status, LayerStatus::Damaged);
    status.former = {{"optimal", LayerStatus::BestFound}, {"feasible", LayerStatus::BestFound}}; // by the stop gap
    fields.field("index", layer.index);
    fields.field("name", layer.name);
    fields.field("status", status);
    fields.field("stop", Choice<StopCause>{layer.cause, {"completed", "time-limit", "work-limit", "cancelled"}});
    fields.field("verified", layer.verified);
    fields.shown("cycles", layer.cost ? Json(layer.cost->cycles.count) : Json());
    fields.shown("energy_pj", layer.cost ? numberJson(layer.cost->energy.count) : Json());
    fields.field("lower_bound_cycles", layer.lowerBoundCycles);
    fields.field("objective_bound", layer.objectiveBound);
    fields.field("gap", layer.gap);
    if (!layer.objectiveBound) // texts of older versions have another gap: of the latency, whatever the objective
        layer.gap.reset();
    fields.shown("standing", layer.cost ? Json(schedule::standingText(layer.gap)) : Json());
    fields.field("solve_cpu_ms", layer.solveCpuMs);
    fields.field("solve_wall_ms", layer.solveWallMs);
    fields.fieldIfAny("mesh_load", layer.meshLoad);
    if (fields.has("sizes", !schedule::isOwnOnly(layer.sizes)))
        fields.object("sizes", [&](JsonFields& sizes) { describeSizes(sizes, layer.sizes); });
    fields.fieldIfAny("of_mapped_size", layer.ofMappedSize);
    fields.fieldIfAny("any_keeps", layer.anyKeeps);
    fields.fieldIfAny("simulated_cycles", layer.simulated);
    fields.fieldIfAny("same_shape_as", layer.sameShapeAs);
    fields.fieldIfAny("reason", layer.reason);
    describeMapping(fields, text);
    fields.fieldIfAny("tiled", layer.tiled);
    fields.fieldIfAny("cost", layer.cost);
    fields.fieldIfAny("timeloop_cost", layer.timeloopCost);
}

static void describe(JsonFields& fields, schedule::cosa::PaperWeights& weights)
{
    fields.newerField("utilization", weights.utilization);
    fields.newerField("compute", weights.compute);
    fields.newerField("traffic", weights.traffic);
}

static void describe(JsonFields& fields, schedule::cosa::CosaParams& cosa)
{
    fields.newerField("objective", choice(cosa.objective, schedule::Objective::Weighted));
    fields.newerField("cycle_price_pj", cosa.cyclePrice);
    fields.newerField("gap", cosa.gap);
    fields.newerField("evaluations", cosa.evaluations);
    fields.newerField("simulated", cosa.simulated);
    fields.newerField("prove_with_mip", cosa.proveWithMip);
    fields.newerField("mip_nodes", cosa.mipNodes);
    fields.newerField("paper_weights", cosa.paper);
}

/// In milliseconds, null for none.
static void describeLimit(JsonFields& fields, std::string_view key, std::chrono::milliseconds& limit)
{
    constexpr auto kNone = std::chrono::milliseconds::max();
    std::optional<std::int64_t> count = limit == kNone ? std::nullopt : std::optional(std::int64_t(limit.count()));
    fields.field(key, count);
    if (fields.from() && count.value_or(0) < 0)
        fields.from()->report(key, "a time limit must be at least 0 ms, not " + std::to_string(*count) + " ms");
    limit = count ? std::chrono::milliseconds(*count) : kNone;
}

static void describe(JsonFields& fields, ScheduleOptions& options)
{
    if (fields.from()) // older runs knew perfect factors only
        options.largerSizes = false;
    fields.newerField("engine", options.engine);
    fields.newerField("seed", options.seed);
    fields.newerField("threads", options.threads);
    if (fields.from() && (options.threads < 0 || options.threads > 4096))
        fields.from()->report("threads", "the number of threads must be between 0 (all cores) and 4096");
    describeLimit(fields, "time_limit_per_layer_ms", options.timeLimitPerLayer);
    fields.newerField("cosa", options.cosa);
    fields.newerField("larger_sizes", options.largerSizes);
    fields.newerField("fuse_operators", options.fuseOperators);
    fields.newerField("bypass", options.bypass);
    fields.newerField("flexer", options.flexer);
    fields.fieldIfAny("constraints", options.constraints);
}

static void describe(JsonFields& fields, schedule::Totals& totals)
{
    fields.field("layers", totals.layers);
    fields.field("solved", totals.solved);
    fields.field("failed", totals.failed);
    fields.field("cycles", totals.cycles);
    fields.field("energy_pj", totals.energy);
    fields.field("macs", totals.macs);
    fields.field("edp_pj_cycles", totals.edp);
    fields.field("utilization", totals.utilization);
    fields.field("lower_bound_cycles", totals.lowerBoundCycles);
    fields.field("vector_operators", totals.vector);
    fields.field("solve_cpu_ms", totals.solveCpuMs);
}

std::string mappingToJson(const hardware::Accelerator& accelerator, const mapping::LayerMapping& mapping)
{
    return dump(toJson(accelerator, mapping));
}

Result<mapping::LayerMapping> mappingFromJson(const hardware::Accelerator& accelerator, std::string_view json)
{
    TRY(const auto parsed, parseWrittenJson(json));
    JsonErrors errors;
    refuseUnknownKeys(parsed, "mapping", errors);
    mapping::LayerMapping mapping = readMapping(accelerator, parsed, "mapping", errors);
    if (errors.first())
        return *errors.first();
    return mapping;
}

std::string layerResultToJson(const hardware::Accelerator& accelerator, const LayerResult& layer)
{
    return dump(describedJson(LayerText{accelerator, layer}));
}

Result<LayerResult> layerResultFromJson(const hardware::Accelerator& accelerator, std::string_view json)
{
    TRY(auto text, parseDescribed(json, "", LayerText{accelerator}));
    return std::move(text.layer);
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
        list.push_back(describedJson(LayerText{accelerator, layer}));
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
    Json run{
        {"accelerator", accelerator.name},
        {"network", network.name},
        {"engine", options.engine},
        {"options", describedJson(options)},
        {"version", NESTLOOM_VERSION},
        {"layers", list},
        {"vector_operators", describedJson(cost::vectorCosts(accelerator, network, options.fuseOperators).operators)},
        {"totals", describedJson(schedule::totals(accelerator, network, options, layers))},
        {"not_scheduled", toJson(schedule::leftOutOfMaps(network))}};
    if (const std::string wider = mapping::widerThanWords(accelerator, network); !wider.empty())
        run["note"] = wider;
    return dump(run, 1);
}

std::string optionsToJson(const ScheduleOptions& options) { return dump(describedJson(options)); }

Result<ScheduleOptions> optionsFromJson(std::string_view json) { return parseDescribed<ScheduleOptions>(json); }

} // namespace nestloom::io
