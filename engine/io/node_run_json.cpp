// SPDX-License-Identifier: Apache-2.0
#include "engine/io/node_run_json.h"

#include "engine/base/ranges.h"
#include "engine/io/json_reader.h"
#include "engine/io/result_json.h"
#include "engine/schedule/kapla/mapping_directives.h"

#include <algorithm>
#include <array>

namespace nestloom::io {

namespace {

using namespace kapla;

constexpr std::array kGoals{Goal::Energy, Goal::Delay, Goal::EnergyDelay};

/// Whole numbers in a row, taken one after the other.
class Row {
public:
    Row(const JsonObject& object, std::string_view key, std::size_t size) : Row(object.require(key), object, key, size)
    {
    }
    Row(const Json* json, const JsonObject& object, std::string_view key, std::size_t size)
    {
        const bool isRow = json != nullptr && json->is_array() && json->size() == size
                           && std::ranges::all_of(*json, [](const Json& number) { return number.is_number_integer(); });
        if (isRow)
            m_numbers = json->get<std::vector<std::int64_t>>();
        else if (json != nullptr)
            object.report(key, "must be a row of " + std::to_string(size) + " whole numbers");
        m_numbers.resize(size);
    }
    std::int64_t next() { return m_numbers[m_at++]; }
    Extent extent()
    {
        const std::int64_t h = next();
        return {h, next()};
    }
    Node node()
    {
        const std::int64_t h = next();
        return {h, next()};
    }

private:
    std::vector<std::int64_t> m_numbers;
    std::size_t m_at = 0;
};

Json toJson(const NodeRegion& region)
{
    return {int(region.kind), region.extent.h, region.extent.w,  region.origin.h,  region.origin.w,
            region.pitch.h,   region.pitch.w,  region.foldWidth, region.firstWidth};
}

NodeRegion regionFrom(Row row)
{
    NodeRegion region;
    region.kind = row.next() == 0 ? RegionKind::Nodes : RegionKind::Memory;
    region.extent = row.extent();
    region.origin = row.node();
    region.pitch = row.extent();
    region.foldWidth = row.next();
    region.firstWidth = row.next();
    return region;
}
constexpr std::size_t kRegionSize = 9;

Json toJson(const Partition& partition)
{
    Json row = Json(collect(partition.order, [&](const Split split) -> Json { return int(split); }));
    for (const Extent parts : partition.parts) {
        row.push_back(parts.h);
        row.push_back(parts.w);
    }
    return row;
}

Partition partitionFrom(Row row)
{
    Partition partition;
    for (Split& split : partition.order)
        split = kSplits[std::size_t(row.next()) % kSplits.size()];
    for (Extent& parts : partition.parts)
        parts = row.extent();
    return partition;
}
constexpr std::size_t kPartitionSize = 12;

Json toJson(const Blocking& blocking)
{
    Json row = Json::array();
    for (const PerLoop& factors : blocking.factors)
        for (const std::int64_t factor : factors)
            row.push_back(factor);
    for (const auto& positions : blocking.position)
        for (const std::uint8_t position : positions)
            row.push_back(position);
    return row;
}

Blocking blockingFrom(Row row)
{
    Blocking blocking;
    for (PerLoop& factors : blocking.factors)
        for (std::int64_t& factor : factors)
            factor = row.next();
    for (auto& positions : blocking.position)
        for (std::uint8_t& position : positions)
            position = std::uint8_t(std::uint64_t(row.next()) % positions.size());
    return blocking;
}
constexpr std::size_t kBlockingSize = 15;

Json toJson(const UnitLoops& loops)
{
    Json access = Json::array();
    for (const auto& level : loops.access)
        for (const double words : level.values)
            access.push_back(words);
    return {{"kind", int(loops.kind)},
            {"trips", loops.trips},
            {"buffer", loops.bufferWords.values},
            {"registers", loops.registerWords.values},
            {"access", access},
            {"operations", loops.operations},
            {"cycles", loops.cycles}};
}

UnitLoops loopsFrom(const JsonObject& object)
{
    UnitLoops loops;
    loops.kind =
        static_cast<LayerKind>(std::clamp<std::int64_t>(object.integer("kind"), 0, int(LayerKind::DepthwiseWeights)));
    Row trips(object, "trips", 3), buffer(object, "buffer", 3), registers(object, "registers", 3);
    for (std::size_t i = 0; i < 3; ++i) {
        loops.trips[i] = trips.next();
        loops.bufferWords.values[i] = buffer.next();
        loops.registerWords.values[i] = registers.next();
    }
    const Json* access = object.list("access");
    if (access != nullptr && access->size() == 12
        && std::ranges::all_of(*access, [](const Json& words) { return words.is_number(); }))
        for (std::size_t i = 0; i < 12; ++i)
            loops.access[i / 3].values[i % 3] = (*access)[i].get<double>();
    else
        object.report("access", "must be a row of 12 numbers");
    loops.operations = object.number("operations");
    loops.cycles = object.integer("cycles");
    return loops;
}

Json toJson(const DataLayout& layout)
{
    Json pieces = Json::array();
    for (const LayoutPiece& piece : layout) {
        Json range = Json::array();
        for (const Range& one : piece.range) {
            range.push_back(one.begin);
            range.push_back(one.end);
        }
        pieces.push_back({{"range", range}, {"region", toJson(piece.region)}, {"partition", toJson(piece.partition)}});
    }
    return pieces;
}

LayoutPiece pieceFrom(const JsonObject& object)
{
    LayoutPiece piece;
    Row range(object, "range", 8);
    for (Range& one : piece.range) {
        one.begin = range.next();
        one.end = range.next();
    }
    piece.region = regionFrom({object, "region", kRegionSize});
    piece.partition = partitionFrom({object, "partition", kPartitionSize});
    return piece;
}

Json toJson(const SegmentLayer& layer, const LayerMapping& mapping)
{
    const Placement& placement = layer.placement;
    return {{"layer", layer.layer},
            {"slot", {layer.slot.spatial, layer.slot.temporal}},
            {"nodes", toJson(placement.nodes)},
            {"source", toJson(placement.source)},
            {"destination", toJson(placement.destination)},
            {"filters_stay", placement.filtersStay},
            {"forwarded_from", layer.forwardedFrom ? toJson(*layer.forwardedFrom) : Json()},
            {"partition", toJson(mapping.partition)},
            {"loops", toJson(mapping.loops)},
            {"blocking", toJson(mapping.blocking)}};
}

void readLayer(const JsonObject& object, DecidedSegment& segment)
{
    SegmentLayer layer;
    layer.layer = std::size_t(object.integer("layer"));
    Row slot(object, "slot", 2);
    layer.slot.spatial = std::size_t(slot.next());
    layer.slot.temporal = std::size_t(slot.next());
    layer.placement = {regionFrom({object, "nodes", kRegionSize}), regionFrom({object, "source", kRegionSize}),
                       regionFrom({object, "destination", kRegionSize}), object.boolean("filters_stay")};
    if (const Json* from = object.find("forwarded_from"))
        layer.forwardedFrom = regionFrom({from, object, "forwarded_from", kRegionSize});
    LayerMapping mapping;
    mapping.partition = partitionFrom({object, "partition", kPartitionSize});
    mapping.blocking = blockingFrom({object, "blocking", kBlockingSize});
    if (const Json* loops = object.require("loops"))
        mapping.loops = loopsFrom(JsonObject(*loops, object.pathOf("loops"), object.errors()));
    segment.segment.layers.push_back(std::move(layer));
    segment.mappings.push_back(std::move(mapping));
}

/// Calls read(entry, path) for each entry of a list of lists under a key.
template <typename Begin, typename Read>
void eachInLists(const JsonObject& object, std::string_view key, Begin begin, Read read)
{
    const Json* lists = object.list(key);
    for (const Json& list : lists != nullptr ? *lists : Json::array()) {
        if (!list.is_array())
            return object.report(key, "must be a list of lists");
        begin();
        for (const Json& entry : list)
            read(JsonObject(entry, object.pathOf(key), object.errors()));
    }
}

} // namespace

std::string nodeDecisionsToJson(const NodeDecisions& decisions)
{
    Json inputs = Json::array(), segments = Json::array();
    for (const DataLayout& layout : decisions.inputs)
        inputs.push_back(toJson(layout));
    for (const DecidedSegment& one : decisions.segments) {
        Json layers = Json::array();
        for (std::size_t i = 0; i < one.segment.layers.size(); ++i)
            layers.push_back(toJson(one.segment.layers[i], one.mappings[i]));
        segments.push_back(std::move(layers));
    }
    return dump(Json{{"inputs", std::move(inputs)}, {"segments", std::move(segments)}});
}

Result<NodeDecisions> nodeDecisionsFromJson(std::string_view text)
{
    TRY(const auto json, parseJson(text));
    JsonErrors errors;
    const JsonObject object(json, "", errors);
    NodeDecisions decisions;
    eachInLists(
        object, "inputs", [&] { decisions.inputs.emplace_back(); },
        [&](const JsonObject& piece) { decisions.inputs.back().push_back(pieceFrom(piece)); });
    eachInLists(
        object, "segments", [&] { decisions.segments.emplace_back(); },
        [&](const JsonObject& layer) { readLayer(layer, decisions.segments.back()); });
    if (errors.first())
        return *errors.first();
    return decisions;
}

std::string nodeOptionsToJson(const NodeRunOptions& options)
{
    return dump(Json{{"engine", options.engine},
                     {"batch", options.batch},
                     {"training", options.training},
                     {"goal", name(options.goal)},
                     {"alone", options.alone},
                     {"chains", options.kapla.chains},
                     {"keep", options.keep},
                     {"iterations", options.iterations},
                     {"seed", options.seed}});
}

Result<NodeRunOptions> nodeOptionsFromJson(std::string_view text)
{
    TRY(const auto json, parseJson(text));
    JsonErrors errors;
    const JsonObject object(json, "", errors);
    NodeRunOptions options;
    options.engine = object.text("engine");
    options.batch = object.integer("batch");
    options.training = object.boolean("training");
    const std::string goal = object.text("goal");
    const auto known = std::ranges::find_if(kGoals, [&](Goal one) { return name(one) == goal; });
    if (known == kGoals.end())
        object.report("goal", "must be energy, latency or edp");
    else
        options.goal = *known;
    options.alone = object.boolean("alone");
    options.kapla.chains = int(object.integerOr("chains", options.kapla.chains));
    options.keep = object.numberOr("keep", options.keep);
    options.iterations = int(object.integerOr("iterations", options.iterations));
    options.seed = object.unsignedOr("seed", options.seed);
    if (errors.first())
        return *errors.first();
    return options;
}

namespace {

using namespace kapla;

constexpr std::array<const char*, 4> kSplitNames{"output_channels", "pixels", "batch", "input_channels"};
constexpr std::array<const char*, 3> kLoopNames{"input_channels", "output_channels", "batch"};
constexpr std::array<const char*, 3> kLevelNames{"memory", "buffer", "registers"};

double sum(const PerTensor<double>& words) { return words.values[0] + words.values[1] + words.values[2]; }

/// Energy by component, pJ.
struct Energies {
    double mac = 0, dram = 0, buffer = 0, wires = 0, registers = 0, hops = 0, idle = 0;
    void add(const Costs& costs, const LayerCost& layer)
    {
        const BlockingCounts& counts = layer.counts;
        mac += layer.operationCost;
        dram += costs.dram * sum(counts.access[index(Level::Dram)]);
        buffer += costs.buffer * (sum(counts.access[index(Level::Buffer)]) + sum(counts.remote));
        wires += costs.array * sum(counts.access[index(Level::Array)]);
        registers += costs.registers * sum(counts.access[index(Level::Registers)]);
        hops += layer.hopCost;
        idle += layer.idleCost;
    }
    double total() const { return mac + dram + buffer + wires + registers + hops + idle; }
};

Json shownJson(const Energies& energies)
{
    return {{"mac", energies.mac},     {"dram", energies.dram},           {"buffer", energies.buffer},
            {"wires", energies.wires}, {"registers", energies.registers}, {"hops", energies.hops},
            {"idle", energies.idle}};
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
    Energies energies;
    energies.add(run.machine.costs, layer.cost);
    const BlockingCounts& counts = layer.cost.counts;
    return {{"index", at},
            {"name", described.name},
            {"pass", std::string(name(run.graph.passes[at]))},
            {"segment", segment},
            {"nodes", nodes},
            {"operations", described.layer.operations(batch)},
            {"cycles", layer.cost.cycles()},
            {"energy_pj", layer.cost.total()},
            {"energy", shownJson(energies)},
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
    Energies energies;
    Json segments = Json::array();
    std::vector<Json> layers(run.graph.network.layers.size());
    double layerCycles = 0;
    for (std::size_t i = 0; i < run.schedule->segments.size(); ++i) {
        const ScheduledSegment& segment = run.schedule->segments[i];
        segments.push_back(segmentToJson(run, segment));
        for (std::size_t j = 0; j < segment.layers.size(); ++j) {
            const SegmentLayer& one = segment.segment.layers[j];
            layers[one.layer] =
                layerToJson(run, one.layer, *segment.layers[j], i, one.placement.nodes.extent.size(), batch);
            energies.add(run.machine.costs, segment.layers[j]->cost);
            layerCycles += double(segment.layers[j]->cost.cycles());
        }
    }
    if (layerCycles > 0)
        energies.idle *= double(run.schedule->cycles) / layerCycles; // layers of a segment share its time
    json["totals"] = {{"cycles", run.schedule->cycles},
                      {"energy_pj", run.schedule->cost},
                      {"edp_pj_cycles", run.schedule->cost * double(run.schedule->cycles)},
                      {"energy", shownJson(energies)}};
    json["segments"] = std::move(segments);
    json["layers"] = std::move(layers);
}

} // namespace

std::string nodeRunToJson(const hardware::Accelerator& accelerator, const workload::Network& network,
                          const NodeRunOptions& options, const NodeRun& run)
{
    constexpr std::array<const char*, 3> goals{"energy", "latency", "edp"};
    Json json{{"accelerator", accelerator.name},
              {"network", network.name},
              {"engine", options.engine},
              {"batch", options.batch},
              {"training", options.training},
              {"goal", goals[std::size_t(options.goal)]},
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
