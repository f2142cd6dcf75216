// SPDX-License-Identifier: Apache-2.0
#include "engine/io/nn_dataflow_run.h"
#include "engine/io/json_child.h"

#include <map>

namespace nestloom::io {

namespace {

constexpr const char* kInputName = "__INPUT__";

kapla::Machine readMachine(const JsonObject& input)
{
    kapla::Machine machine;
    const JsonObject hardware = child(input, "hw"), costs = child(input, "cost");
    machine.nodes = readNodeRegion(child(hardware, "proc_region"));
    machine.memory = readNodeRegion(child(hardware, "dram_region"));
    const auto array = readIntegers(hardware, "array", 2);
    machine.array = {array[0], array[1]};
    machine.bufferWords = hardware.integer("size_gbuf_words");
    machine.registerWords = hardware.integer("size_regf_words");
    if (const auto width = readRate(hardware, "array_bus_width_words"))
        machine.busWords = std::int64_t(*width);
    machine.dramWordsPerCycle = readRate(hardware, "dram_bw_words_per_cycle").value_or(kapla::kUnlimited);
    machine.costs = {costs.number("mac_op"), costs.number("dram"),    costs.number("gbuf"),    costs.number("itcn"),
                     costs.number("regf"),   costs.number("noc_hop"), costs.number("idl_unit")};
    machine.features = readFeatures(child(input, "options"));
    return machine;
}

kapla::BaselineOptions readOptions(const JsonObject& options)
{
    kapla::BaselineOptions result;
    result.partitions = {options.boolean("partition_hybrid"), options.boolean("partition_batch"),
                         options.boolean("partition_ifmaps")};
    const std::string goal = options.text("opt_goal");
    if (goal != "e" && goal != "d" && goal != "ed")
        options.report("opt_goal", "must be e, d or ed");
    result.goal = goal == "d" ? kapla::Goal::Delay : goal == "ed" ? kapla::Goal::EnergyDelay : kapla::Goal::Energy;
    result.segments.spatial = options.boolean("partition_interlayer");
    result.segments.temporal = options.boolean("hw_gbuf_save_writeback");
    if (const auto longest = readRate(options, "layer_pipeline_max_degree"))
        result.segments.longest = std::size_t(*longest);
    result.segments.forksAndForwarding = options.boolean("layer_pipeline_opt");
    result.segments.longestDelay = readRate(options, "layer_pipeline_time_ovhd").value_or(kapla::kUnlimited);
    result.segments.networksStay = true;
    return result;
}

/// The network of the recorded layers. Inputs from outside are described by the layers that read them only: what the
/// other sources leave of the channels, and the first input by its layout.
class NetworkReader {
public:
    explicit NetworkReader(const JsonObject& file) : m_file(file) {}

    kapla::Network read()
    {
        m_network.name = child(m_file, "input").text("net");
        addFirstInput();
        const Json* layers = m_file.require("layers");
        if (layers && layers->is_object())
            for (const auto& [name, item] : layers->items())
                addLayer(name, {item, "layers." + name, m_file.errors()});
        if (m_network.layers.empty())
            m_file.report("layers", "must hold the layers");
        return m_network;
    }

private:
    void addFirstInput()
    {
        const JsonObject result = child(m_file, "result");
        kapla::NetworkInput input{kInputName};
        if (const Json* layout = result.list("input_layout")) {
            const kapla::DataLayout pieces = readDataLayout(*layout, "result.input_layout", m_file.errors());
            if (!pieces.empty()) {
                const kapla::FmapRange& range = pieces.front().range;
                input = {kInputName, range[1].end, range[2].end, range[3].end};
            }
        }
        m_network.inputs.push_back(input);
        m_sources[kInputName] = {true, 0};
    }

    void addLayer(const std::string& name, const JsonObject& json)
    {
        kapla::NetworkLayer layer{name, readKaplaLayer(child(json, "layer")), {}};
        std::int64_t channels = layer.layer.inputChannels;
        std::vector<std::string> names;
        if (const Json* list = json.list("prevs"))
            for (const Json& item : *list)
                names.push_back(item.is_string() ? item.get<std::string>() : "");
        for (const std::string& source : names)
            if (const auto known = m_sources.find(source); known != m_sources.end())
                channels -= known->second.isInput ? m_network.inputs[known->second.at].channels
                                                  : m_network.layers[known->second.at].layer.outputChannels;
        for (const std::string& source : names) {
            const auto [at, isNew] = m_sources.try_emplace(source, kapla::Source{true, m_network.inputs.size()});
            if (isNew) {
                m_network.inputs.push_back({source, channels, layer.layer.inputHeight(), layer.layer.inputWidth()});
                channels = 0;
            }
            layer.sources.push_back(at->second);
        }
        if (channels != 0)
            json.report("prevs", "the channels of the sources do not add up to those of the layer");
        m_sources[name] = {false, m_network.layers.size()};
        m_network.layers.push_back(std::move(layer));
    }

    const JsonObject& m_file;
    kapla::Network m_network;
    std::map<std::string, kapla::Source> m_sources;
};

} // namespace

Result<NnDataflowRun> parseNnDataflowRun(const Json& json)
{
    JsonErrors errors;
    const JsonObject file(json, "", errors);
    if (file.textOr("status", "ok") != "ok")
        return Error{ErrorCode::InvalidInput, "the recorded search did not end", "status"};
    NnDataflowRun run;
    const JsonObject input = child(file, "input"), options = child(input, "options"), result = child(file, "result");
    run.batch = input.integer("batch");
    run.machine = readMachine(input);
    run.options = readOptions(options);
    run.network = NetworkReader(file).read();
    run.cost = result.number("total_cost");
    run.cycles = result.integer("total_time");
    const JsonObject counters = child(child(file, "search"), "counters");
    run.enumerated = counters.integerOr("n_lb_enum", 0);
    // Recordings that count hops and buffer sharing apart were made with hops of each assignment of its own.
    run.options.hopsOfFirstAssignment = counters.integerOr("n_full2", -1) < 0;
    if (errors.first())
        return *errors.first();
    return run;
}

} // namespace nestloom::io
