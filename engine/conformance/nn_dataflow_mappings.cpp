// SPDX-License-Identifier: Apache-2.0
#include "engine/conformance/nn_dataflow_mappings.h"

#include "engine/base/ranges.h"
#include "engine/conformance/recording.h"

#include <algorithm>
#include <cmath>

namespace nestloom::conformance {

using namespace io;

namespace {

constexpr std::int64_t kLargestSize = 1 << 20;
constexpr double kLargestNumber = 1e15; // what is computed from a few of them has to fit 64 bits

/// Something that others are multiplied with and divided by.
std::int64_t readSize(const JsonObject& json, std::string_view key, std::int64_t value)
{
    if (value >= 1 && value <= kLargestSize)
        return value;
    json.report(key, "must be from 1 to " + std::to_string(kLargestSize));
    return 1;
}

std::int64_t readSize(const JsonObject& json, std::string_view key) { return readSize(json, key, json.integer(key)); }

std::vector<double> numbers(const JsonObject& json, std::string_view key, const Json* list, std::size_t count)
{
    std::vector<double> result;
    if (list && list->is_array())
        for (const Json& item : *list)
            if (item.is_number() || item.is_boolean())
                result.push_back(item.is_boolean() ? double(item.get<bool>()) : item.get<double>());
    if (std::ranges::any_of(result, [](double value) { return !(std::abs(value) <= kLargestNumber); }))
        json.report(key, "must hold numbers of at most 1e15");
    if (result.size() != count) {
        if (list)
            json.report(key, "must be a list of " + std::to_string(count) + " numbers");
        result.resize(count);
    }
    return result;
}

/// A list of `rows` lists of three numbers, one per tensor or loop.
std::vector<std::array<double, 3>> table(const JsonObject& json, std::string_view key, std::size_t rows)
{
    std::vector<std::array<double, 3>> result(rows);
    const Json* list = json.list(key);
    if (list && list->size() != rows)
        json.report(key, "must have " + std::to_string(rows) + " rows");
    else if (list)
        for (std::size_t i = 0; i < rows; ++i) {
            const std::vector<double> row = numbers(json, key, &(*list)[i], 3);
            result[i] = {row[0], row[1], row[2]};
        }
    return result;
}

template <typename T>
PerTensor<T> perTensor(const std::array<double, 3>& row)
{
    return {{{T(row[0]), T(row[1]), T(row[2])}}};
}

kapla::Costs readCosts(const JsonObject& json)
{
    const std::vector<double> hierarchy = numbers(json, "mem_hier", json.list("mem_hier"), 4);
    return {json.number("mac_op"), hierarchy[0],           hierarchy[1],           hierarchy[2],
            hierarchy[3],          json.number("noc_hop"), json.number("idl_unit")};
}

void readResource(const JsonObject& json, NnDataflowMapping& mapping)
{
    mapping.placement = {readNodeRegion(child(json, "proc_region")), readNodeRegion(child(json, "src_data_region")),
                         readNodeRegion(child(json, "dst_data_region")), json.boolean("no_time_mux")};
    kapla::Machine& machine = mapping.machine;
    machine.nodes = mapping.placement.nodes;
    machine.memory = readNodeRegion(child(json, "dram_region"));
    const std::vector<std::int64_t> array = readIntegers(json, "dim_array", 2);
    machine.array = {readSize(json, "dim_array", array[0]), readSize(json, "dim_array", array[1])};
    machine.bufferWords = json.integer("size_gbuf");
    machine.registerWords = json.integer("size_regf");
    if (const auto width = readRate(json, "array_bus_width"))
        machine.busWords = std::int64_t(*width);
    machine.dramWordsPerCycle = readRate(json, "dram_bandwidth").value_or(kapla::kUnlimited);
}

kapla::Blocking readBlocking(const JsonObject& json)
{
    kapla::Blocking blocking;
    const auto factors = table(json, "bl_ts", 3), positions = table(json, "bl_ords", 2);
    for (std::size_t level = 0; level < 3; ++level)
        for (std::size_t loop = 0; loop < 3; ++loop)
            blocking.factors[level][loop] = std::int64_t(factors[level][loop]);
    for (std::size_t level = 0; level < 2; ++level)
        for (std::size_t loop = 0; loop < 3; ++loop)
            blocking.position[level][loop] = std::uint8_t(positions[level][loop]);
    return blocking;
}

NnDataflowMapping::Outcome readOutcome(const JsonObject& json)
{
    NnDataflowMapping::Outcome outcome;
    outcome.cost = json.number("cost");
    outcome.hopCost = child(json, "cost_breakdown").number("noc");
    outcome.cycles = std::int64_t(json.number("time"));
    outcome.operations = json.number("ops");
    const auto access = table(json, "access", 4), fetches = table(json, "fetch", 2);
    for (std::size_t level = 0; level < 4; ++level)
        outcome.access[level] = perTensor<double>(access[level]);
    for (std::size_t level = 0; level < 2; ++level)
        outcome.fetches[level] = perTensor<std::int64_t>(fetches[level]);
    const std::vector<double> remote = numbers(json, "remote_gbuf_access", json.list("remote_gbuf_access"), 3);
    outcome.remote = {{{remote[0], remote[1], remote[2]}}};
    const JsonObject chosen = child(json, "mapping");
    const std::vector<double> stored = numbers(chosen, "stored_in_gbuf", chosen.list("stored_in_gbuf"), 3);
    outcome.stored = {{{stored[0] != 0, stored[1] != 0, stored[2] != 0}}};
    return outcome;
}

NnDataflowMapping readMapping(const JsonObject& json)
{
    NnDataflowMapping mapping;
    mapping.name = json.text("name");
    const JsonObject input = child(json, "input");
    mapping.layer = readKaplaLayer(child(input, "layer"));
    mapping.batch = readSize(input, "batch");
    const kapla::Layer& layer = mapping.layer;
    double work = double(mapping.batch);
    for (const std::int64_t extent : {layer.outputChannels, layer.outputHeight, layer.outputWidth, layer.windowHeight,
                                      layer.windowWidth, layer.inputChannels, layer.windowChannels})
        work *= double(extent);
    if (work > kLargestNumber)
        input.report("layer", "is of more than 1e15 operations");
    readResource(child(input, "resource"), mapping);
    mapping.machine.costs = readCosts(child(input, "cost"));
    mapping.machine.features = readFeatures(child(input, "options"));
    mapping.partition = readPartition(child(input, "part"));
    const JsonObject loops = child(input, "nld");
    const auto trips = readIntegers(loops, "loopcnt", 3), buffer = readIntegers(loops, "usize_gbuf", 3),
               registers = readIntegers(loops, "usize_regf", 3);
    for (std::size_t i = 0; i < 3; ++i) {
        mapping.trips[i] = trips[i];
        mapping.bufferWords.values[i] = buffer[i];
        mapping.registerWords.values[i] = registers[i];
    }
    mapping.blocking = readBlocking(input);
    if (const Json* layout = input.find("ifmap_layout"))
        mapping.inputs = readDataLayout(*layout, input.pathOf("ifmap_layout"), input.errors());
    if (json.boolean("valid"))
        mapping.outcome = readOutcome(child(json, "output"));
    return mapping;
}

} // namespace

std::vector<std::int64_t> readIntegers(const JsonObject& json, std::string_view key, std::size_t count)
{
    return collect(numbers(json, key, json.list(key), count), [&](const double value) { return std::int64_t(value); });
}

std::optional<double> readRate(const JsonObject& json, std::string_view key)
{
    const Json* value = json.require(key);
    if (!value || (value->is_string() && value->get<std::string>() == "inf"))
        return std::nullopt;
    return json.number(key);
}

kapla::Layer readKaplaLayer(const JsonObject& json)
{
    const std::string type = json.text("type");
    const bool conv = type == "ConvLayer" || type == "FCLayer";
    if (!conv && type != "PoolingLayer" && type != "EltwiseLayer" && type != "LocalRegionLayer" && type != "InputLayer")
        json.report("type", "'" + type + "' is not a type of layer that is known here");
    kapla::Layer layer;
    layer.kind = conv ? kapla::LayerKind::Convolution : kapla::LayerKind::LocalRegion;
    layer.outputChannels = readSize(json, "nofm");
    layer.outputHeight = readSize(json, "hofm");
    layer.outputWidth = readSize(json, "wofm");
    layer.strideH = readSize(json, "htrd");
    layer.strideW = readSize(json, "wtrd");
    layer.windowHeight = readSize(json, conv ? "hfil" : "hreg");
    layer.windowWidth = readSize(json, conv ? "wfil" : "wreg");
    layer.inputChannels = readSize(json, "nifm");
    if (!conv) {
        layer.windowChannels = readSize(json, "nreg");
        layer.channelStride = readSize(json, "ntrd", json.integerOr("ntrd", 1));
    }
    return layer;
}

kapla::NodeRegion readNodeRegion(const JsonObject& json)
{
    const auto extent = readIntegers(json, "dim", 2), origin = readIntegers(json, "origin", 2),
               pitch = readIntegers(json, "dist", 2);
    return {json.text("type") == "DRAM" ? kapla::RegionKind::Memory : kapla::RegionKind::Nodes,
            {extent[0], extent[1]},
            {origin[0], origin[1]},
            {pitch[0], pitch[1]},
            json.integer("wtot"),
            json.integer("wbeg")};
}

kapla::Partition readPartition(const JsonObject& json)
{
    kapla::Partition partition;
    const auto order = readIntegers(json, "order", 4);
    const Json* parts = json.list("pdims");
    for (std::size_t i = 0; i < 4; ++i) {
        if (order[i] < 0 || order[i] > 3)
            json.report("order", "must be an order of 0 to 3");
        partition.order[i] = kapla::Split(order[i] & 3);
        if (!parts || parts->size() != 4)
            continue;
        const auto extent = numbers(json, "pdims", &(*parts)[i], 2);
        if (!(extent[0] >= 1 && extent[0] <= kLargestSize && extent[1] >= 1 && extent[1] <= kLargestSize))
            json.report("pdims", "must hold sizes from 1 to " + std::to_string(kLargestSize));
        else
            partition.parts[i] = {std::int64_t(extent[0]), std::int64_t(extent[1])};
    }
    return partition;
}

kapla::DataLayout readDataLayout(const Json& list, const std::string& path, JsonErrors& errors)
{
    kapla::DataLayout layout;
    if (!list.is_array() || list.empty())
        errors.report(path, "must be a list of pieces");
    else
        for (const Json& item : list) {
            const JsonObject json(item, path + "[" + std::to_string(layout.size()) + "]", errors);
            kapla::LayoutPiece piece{{}, readNodeRegion(child(json, "region")), readPartition(child(json, "part"))};
            const Json* range = json.list("frng");
            if (!range || range->size() != 2) {
                json.report("frng", "must have a beginning and an end");
                continue;
            }
            const auto begin = numbers(json, "frng", &(*range)[0], 4), end = numbers(json, "frng", &(*range)[1], 4);
            for (std::size_t i = 0; i < 4; ++i)
                piece.range[i] = {std::int64_t(begin[i]), std::int64_t(end[i])};
            layout.push_back(piece);
        }
    return layout;
}

kapla::Features readFeatures(const JsonObject& options)
{
    kapla::Features features;
    const std::vector<double> bypass = numbers(options, "sw_gbuf_bypass", options.list("sw_gbuf_bypass"), 3);
    features.mayBypassBuffer = {{{bypass[0] != 0, bypass[1] != 0, bypass[2] != 0}}};
    features.accessForwarding = options.boolean("hw_access_forwarding");
    features.bufferSharing = options.boolean("hw_gbuf_sharing");
    return features;
}

Result<std::vector<NnDataflowMapping>> parseNnDataflowMappings(const Json& json)
{
    return readList(json, "mappings", readMapping);
}

} // namespace nestloom::conformance
