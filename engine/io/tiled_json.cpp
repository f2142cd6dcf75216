// SPDX-License-Identifier: Apache-2.0
#include "engine/io/tiled_json.h"

#include <algorithm>

namespace nestloom::io {

using namespace schedule::flexer;

static void describe(JsonFields& fields, Tiling& tiling)
{
    fields.field("batch", tiling.batch);
    fields.field("rows", tiling.rows);
    fields.field("columns", tiling.columns);
    fields.field("groups", tiling.groups);
    fields.field("input_channels", tiling.inputChannels);
    fields.field("output_channels", tiling.outputChannels);
}

static void describe(JsonFields& fields, Dataflow& dataflow)
{
    auto& [outer, middle, inner] = dataflow.order;
    fields.field("order", std::array{choice(outer, TileLoop::Reduction), choice(middle, TileLoop::Reduction),
                                     choice(inner, TileLoop::Reduction)});
    fields.field("side_by_side", choice(dataflow.unrolled, TileLoop::Outputs)); // a reduction cannot be
    fields.field("alternating", dataflow.alternating);
    fields.shown("stationarity", stationarity(dataflow));
}

static void describe(JsonFields& fields, Recipe& recipe)
{
    fields.field("static", recipe.isStatic);
    fields.shown("text", describe(recipe));
    fields.field("tiling", recipe.tiling);
    fields.field("dataflow", recipe.dataflow);
    fields.field("window", recipe.isStatic ? recipe.blockPixels : recipe.window); // one key for both, as files have it
    fields.field("soft_pin", recipe.softPin);
    fields.field("count_sharing", recipe.countSharing);
    fields.field("regions", recipe.regions);
    fields.field("prefetch", recipe.prefetch);
}

static void describe(JsonFields& fields, Traffic& traffic)
{
    fields.field("inputs", traffic.inputs);
    fields.field("weights", traffic.weights);
    fields.field("partial_sums_loaded", traffic.partialSumsLoaded);
    fields.field("partial_sums_stored", traffic.partialSumsStored);
    fields.field("outputs", traffic.outputs);
    fields.shown("total", traffic.total().count);
}

static void describe(JsonFields& fields, SchedulePoint& point)
{
    fields.field("cycles", point.latency);
    fields.field("transfer_bytes", point.traffic);
    fields.field("recipe", point.recipe);
}

void describe(JsonFields& fields, TiledSummary& summary)
{
    fields.field("chosen", summary.chosen);
    fields.field("operations", summary.operations);
    fields.shown("seed_kept", summary.seedKept());
    fields.field("out_of_order", summary.outOfOrder);
    fields.field("static_strong", summary.bestStatic);
    fields.field("static_plain", summary.plain);
    fields.field("latency_bound_cycles", summary.latencyBound);
    fields.field("transfer_bound_bytes", summary.transferBound);
    fields.field("metric_bound", summary.metricBound);
}

static void describe(JsonFields& fields, Extensions& extensions)
{
    fields.newerField("window", extensions.window);
    fields.newerField("soft_pin", extensions.softPin);
    fields.newerField("alternate", extensions.alternate);
    fields.newerField("prefetch", extensions.prefetch);
    fields.newerField("seed", extensions.seed);
}

void describe(JsonFields& fields, FlexerParams& params)
{
    fields.newerField("metric", choice(params.metric, Metric::Transfer));
    fields.newerField("transfer_weight", params.transferWeight);
    fields.newerField("priority", choice(params.priority, Priority::LeastSpill));
    fields.newerField("spill_policy", choice(params.spillPolicy, SpillPolicy::SmallestFirst));
    fields.newerField("extensions", params.extensions);
    fields.newerField("max_operations", params.maxOperations);
    fields.newerField("tilings", params.tilings);
    params.tilings = std::clamp(params.tilings, 0, 1'000'000);
}

Json headroomJson(const FlexerParams& params, const TiledSummary& summary)
{
    const Headroom headroom = headroomOf(params, summary);
    return {{"latency", headroom.latency}, {"transfer", headroom.transfer}, {"metric", headroom.metric}};
}

} // namespace nestloom::io
