// SPDX-License-Identifier: Apache-2.0
#include "engine/io/node_run_json.h"

#include "engine/base/ranges.h"
#include "engine/io/json_fields.h"
#include "engine/io/result_json.h"
#include "engine/schedule/kapla/mapping_directives.h"

#include <algorithm>
#include <array>

namespace nestloom::io {

using namespace kapla;

namespace {

/// Whole numbers in a row: put at its end, or taken from there one after the other.
struct Row {
    bool isRead;
    std::vector<std::int64_t> numbers{};
    std::size_t passed = 0; // as many as there are, unless a row that is read has another length

    void pass(std::int64_t& number)
    {
        if (!isRead)
            numbers.push_back(number);
        else if (passed < numbers.size())
            number = numbers[passed];
        ++passed;
    }
    /// One of `count` values from 0 on.
    template <typename Value>
    void pass(Value& value, std::size_t count)
    {
        auto number = std::int64_t(value);
        pass(number);
        value = static_cast<Value>(std::uint64_t(number) % count);
    }
    void pass(Slot& slot)
    {
        for (std::size_t* turn : {&slot.spatial, &slot.temporal}) {
            auto number = std::int64_t(*turn);
            pass(number);
            *turn = std::size_t(number);
        }
    }
    void pass(NodeRegion& region)
    {
        pass(region.kind, 2);
        for (std::int64_t* number : {&region.extent.h, &region.extent.w, &region.origin.h, &region.origin.w,
                                     &region.pitch.h, &region.pitch.w, &region.foldWidth, &region.firstWidth})
            pass(*number);
    }
    void pass(Partition& partition)
    {
        for (Split& split : partition.order)
            pass(split, kSplits.size());
        for (Extent& parts : partition.parts) {
            pass(parts.h);
            pass(parts.w);
        }
    }
    void pass(Blocking& blocking)
    {
        for (PerLoop& factors : blocking.factors)
            for (std::int64_t& factor : factors)
                pass(factor);
        for (auto& positions : blocking.position)
            for (std::uint8_t& position : positions)
                pass(position, positions.size());
    }
    void pass(FmapRange& range)
    {
        for (Range& one : range) {
            pass(one.begin);
            pass(one.end);
        }
    }
};

template <typename Value>
void row(JsonFields& fields, std::string_view key, Value& value)
{
    Row row{fields.from() != nullptr};
    if (row.isRead)
        fields.field(key, row.numbers);
    row.pass(value);
    if (!row.isRead)
        fields.field(key, row.numbers);
    else if (row.passed != row.numbers.size())
        fields.from()->report(key, "must be a row of " + std::to_string(row.passed) + " whole numbers");
}

struct DecidedLayer {
    SegmentLayer layer;
    LayerMapping mapping;
};

struct DecisionsText {
    std::vector<DataLayout> inputs;
    std::vector<std::vector<DecidedLayer>> segments;
};

} // namespace

static void describe(JsonFields& fields, UnitLoops& loops)
{
    int kind = int(loops.kind);
    std::array<double, 12> access{}; // three tensors at four levels
    for (std::size_t i = 0; i < access.size(); ++i)
        access[i] = loops.access[i / 3].values[i % 3];
    fields.field("kind", kind);
    fields.field("trips", loops.trips);
    fields.field("buffer", loops.bufferWords.values);
    fields.field("registers", loops.registerWords.values);
    fields.field("access", access);
    fields.field("operations", loops.operations);
    fields.field("cycles", loops.cycles);
    loops.kind = static_cast<LayerKind>(std::clamp(kind, 0, int(LayerKind::DepthwiseWeights)));
    for (std::size_t i = 0; i < access.size(); ++i)
        loops.access[i / 3].values[i % 3] = access[i];
}

static void describe(JsonFields& fields, LayoutPiece& piece)
{
    row(fields, "range", piece.range);
    row(fields, "region", piece.region);
    row(fields, "partition", piece.partition);
}

static void describe(JsonFields& fields, DecidedLayer& decided)
{
    auto& [layer, mapping] = decided;
    fields.field("layer", layer.layer);
    row(fields, "slot", layer.slot);
    row(fields, "nodes", layer.placement.nodes);
    row(fields, "source", layer.placement.source);
    row(fields, "destination", layer.placement.destination);
    fields.field("filters_stay", layer.placement.filtersStay);
    if (fields.has("forwarded_from", layer.forwardedFrom.has_value()))
        row(fields, "forwarded_from", layer.forwardedFrom ? *layer.forwardedFrom : layer.forwardedFrom.emplace());
    else
        fields.shown("forwarded_from", Json());
    row(fields, "partition", mapping.partition);
    fields.field("loops", mapping.loops);
    row(fields, "blocking", mapping.blocking);
}

static void describe(JsonFields& fields, DecisionsText& text)
{
    fields.field("inputs", text.inputs);
    fields.field("segments", text.segments);
}

std::string nodeDecisionsToJson(const NodeDecisions& decisions)
{
    DecisionsText text{decisions.inputs, {}};
    for (const DecidedSegment& one : decisions.segments) {
        text.segments.emplace_back();
        for (std::size_t i = 0; i < one.segment.layers.size(); ++i)
            text.segments.back().push_back({one.segment.layers[i], one.mappings[i]});
    }
    return dump(describedJson(std::move(text)));
}

Result<NodeDecisions> nodeDecisionsFromJson(std::string_view json)
{
    TRY(auto text, parseDescribed<DecisionsText>(json));
    NodeDecisions decisions{std::move(text.inputs), {}};
    for (const std::vector<DecidedLayer>& layers : text.segments)
        decisions.segments.push_back(
            {{collect(layers, &DecidedLayer::layer)}, collect(layers, &DecidedLayer::mapping)});
    return decisions;
}

static void describe(JsonFields& fields, NodeRunOptions& options)
{
    fields.field("engine", options.engine);
    fields.field("batch", options.batch);
    fields.field("training", options.training);
    fields.field("goal", choice(options.goal, Goal::EnergyDelay));
    fields.field("alone", options.alone);
    fields.newerField("chains", options.kapla.chains);
    fields.newerField("keep", options.keep);
    fields.newerField("iterations", options.iterations);
    fields.newerField("seed", options.seed);
}

std::string nodeOptionsToJson(const NodeRunOptions& options) { return dump(describedJson(options)); }

Result<NodeRunOptions> nodeOptionsFromJson(std::string_view json) { return parseDescribed<NodeRunOptions>(json); }

namespace {

constexpr std::array<const char*, 4> kSplitNames{"output_channels", "pixels", "batch", "input_channels"};
constexpr std::array<const char*, 3> kLoopNames{"input_channels", "output_channels", "batch"};
constexpr std::array<const char*, 3> kLevelNames{"memory", "buffer", "registers"};

Json shownJson(const NodeEnergy& energy)
{
    using enum NodePart;
    Json json;
    for (const NodePart part : {Operations, Dram, Buffer, Wires, Registers, Hops, Static})
        json[std::string(name(part))] = energy[part];
    return json;
}

template <typename T>
Json byRole(const PerTensor<T>& values)
{
    Json json = Json::object();
    for (const TensorRole role : kTensorRoles)
        json[std::string(name(role))] = values[role];
    return json;
}

Json shownJson(const Partition& partition)
{
    Json list = Json::array();
    for (const Split split : partition.order)
        if (partition.count(split) > 1)
            list.push_back({{"divides", kSplitNames[index(split)]},
                            {"rows", partition.of(split).h},
                            {"columns", partition.of(split).w}});
    return list;
}

/// Levels outermost first; loops of a level outer to inner, those of one iteration left out.
Json shownJson(const Blocking& blocking)
{
    Json levels = Json::array();
    for (std::size_t level = 0; level < 3; ++level) {
        Json loops = Json::array();
        for (int position = 2; position >= 0; --position)
            for (const Loop loop : kLoops) {
                const int here = level < 2 ? blocking.position[level][index(loop)] : 2 - int(index(loop));
                if (here == position && blocking.factors[level][index(loop)] > 1)
                    loops.push_back(
                        {{"over", kLoopNames[index(loop)]}, {"iterations", blocking.factors[level][index(loop)]}});
            }
        levels.push_back({{"level", kLevelNames[level]}, {"loops", loops}});
    }
    return levels;
}

Json layerToJson(const NodeRun& run, std::size_t at, const LayerSchedule& layer, std::size_t segment,
                 std::int64_t nodes, std::int64_t batch)
{
    const NetworkLayer& described = run.graph.network.layers[at];
    const BlockingCounts& counts = layer.cost.counts;
    return {{"index", at},
            {"name", described.name},
            {"pass", std::string(name(run.graph.passes[at]))},
            {"segment", segment},
            {"nodes", nodes},
            {"operations", described.layer.operations(batch)},
            {"cycles", layer.cost.cycles()},
            {"energy_pj", layer.cost.total()},
            {"energy", shownJson(nodeEnergy(run.machine.costs, layer))},
            {"dram_words", byRole(counts.access[index(Level::Dram)])},
            {"words_from_other_nodes", byRole(counts.remote)},
            {"stored", byRole(counts.stored)},
            {"fetches_from_memory", byRole(counts.fetches[0])},
            {"fetches_into_registers", byRole(counts.fetches[1])},
            {"partition", shownJson(layer.partition)},
            {"blocking", shownJson(layer.blocking)},
            {"directives", print(directivesOf(run.machine, run.graph.network, at, batch, layer))}};
}

Json segmentToJson(const NodeRun& run, const ScheduledSegment& segment)
{
    Json names = Json::array(), regions = Json::array();
    for (const SegmentLayer& one : segment.segment.layers) {
        names.push_back(run.graph.network.layers[one.layer].name);
        regions.push_back(one.placement.nodes.extent.size());
    }
    return {{"layers", names}, {"nodes", regions}, {"cycles", segment.timing.cycles()}};
}

Json searchToJson(const NodeRun& run)
{
    const KaplaEffort& effort = run.effort;
    return {{"cpu_ms", run.cpuMs},
            {"blockings_counted", run.evaluated},
            {"segments", effort.segments},
            {"schemes", effort.schemes},
            {"valid_schemes", effort.valid},
            {"pareto_schemes", effort.pareto},
            {"segments_solved", effort.solved},
            {"stacks", effort.layers.stacks}};
}

void addSchedule(Json& json, const NodeRun& run, std::int64_t batch)
{
    Json segments = Json::array();
    std::vector<Json> layers(run.graph.network.layers.size());
    for (std::size_t i = 0; i < run.schedule->segments.size(); ++i) {
        const ScheduledSegment& segment = run.schedule->segments[i];
        segments.push_back(segmentToJson(run, segment));
        for (std::size_t j = 0; j < segment.layers.size(); ++j) {
            const SegmentLayer& one = segment.segment.layers[j];
            layers[one.layer] =
                layerToJson(run, one.layer, *segment.layers[j], i, one.placement.nodes.extent.size(), batch);
        }
    }
    json["totals"] = {{"cycles", run.schedule->cycles},
                      {"energy_pj", run.schedule->cost},
                      {"edp_pj_cycles", run.schedule->cost * double(run.schedule->cycles)},
                      {"energy", shownJson(nodeEnergy(run))}};
    json["segments"] = std::move(segments);
    json["layers"] = std::move(layers);
}

} // namespace

std::string nodeRunToJson(const hardware::Accelerator& accelerator, const workload::Network& network,
                          const NodeRunOptions& options, const NodeRun& run)
{
    Json json{{"accelerator", accelerator.name},
              {"network", network.name},
              {"engine", options.engine},
              {"batch", options.batch},
              {"training", options.training},
              {"goal", name(options.goal)},
              {"seed", options.seed},
              {"version", NESTLOOM_VERSION},
              {"verified", run.schedule.has_value()}};
    if (run.schedule)
        addSchedule(json, run, options.batch);
    else
        json["reason"] = run.reason;
    if (options.training)
        json["stored_feature_map_words"] = run.graph.storedWords * options.batch;
    json["search"] = searchToJson(run);
    json["notes"] = run.notes;
    json["not_scheduled"] = toJson(schedule::leftOutOfNodes(network));
    return dump(json, 2);
}

} // namespace nestloom::io
