// SPDX-License-Identifier: Apache-2.0
#include "engine/conformance/nn_dataflow_cases.h"

#include "engine/base/ranges.h"
#include "engine/conformance/recording.h"
#include "engine/kapla/pe_mapping.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace nestloom::conformance {

using namespace io;

namespace {

constexpr double kCostTolerance = 1e-6;     // relative
constexpr double kRelativeTolerance = 1e-8; // relative: the recording rounds fractions

void compare(const std::string& what, double ours, double recorded, CaseReport& report,
             double tolerance = kRelativeTolerance)
{
    report.compare(what, ours, recorded, tolerance * std::max(std::abs(ours), std::abs(recorded)));
}

std::optional<kapla::UnitLoops> recordedLoops(const NnDataflowMapping& recorded)
{
    const kapla::Share share = kapla::shareOf(recorded.partition, recorded.layer, recorded.batch);
    for (const kapla::UnitLoops& loops : kapla::rowStationary(share, recorded.machine.array))
        if (loops.trips == recorded.trips && loops.bufferWords == recorded.bufferWords
            && loops.registerWords == recorded.registerWords)
            return loops;
    return std::nullopt;
}

void compareCounts(const kapla::BlockingCounts& ours, const NnDataflowMapping::Outcome& recorded, CaseReport& report)
{
    constexpr std::array<const char*, 4> levels{"DRAM", "buffer", "array", "registers"};
    for (const TensorRole role : kTensorRoles) {
        const std::string tensor(name(role));
        for (std::size_t level = 0; level < levels.size(); ++level)
            compare(levels[level] + (" accesses of " + tensor), ours.access[level][role], recorded.access[level][role],
                    report);
        compare("accesses of " + tensor + " in other nodes", ours.remote[role], recorded.remote[role], report);
        for (std::size_t level = 0; level < 2; ++level)
            compare((level == 0 ? "fetches into buffers of " : "fetches into registers of ") + tensor,
                    double(ours.fetches[level][role]), double(recorded.fetches[level][role]), report);
        compare("buffer stores " + tensor, ours.stored[role], recorded.stored[role], report);
    }
    compare("operations", ours.operations, recorded.operations, report);
    report.compare("cycles", double(ours.cycles()), double(recorded.cycles), 1);
}

/// Without recorded inputs, hops are left out on both sides.
double ourCost(const NnDataflowMapping& recorded, const kapla::UnitLoops& loops, const kapla::BlockingCounts& counts)
{
    if (!recorded.inputs)
        return kapla::layerCost(recorded.machine.costs, counts, {}, {}).total();
    return kapla::evaluate(recorded.machine, recorded.placement, recorded.layer, recorded.batch, recorded.partition,
                           loops, recorded.blocking, *recorded.inputs)
        ->total();
}

/// The recorded search, done again.
CaseReport compareSearch(const NnDataflowRun& recorded, const kapla::BaselineOptions& options)
{
    CaseReport report{recorded.network.name};
    const kapla::BaselineResult ours =
        kapla::searchBaseline(recorded.machine, recorded.network, recorded.batch, options);
    if (!ours.schedule) {
        report.note("no schedule: layer " + recorded.network.layers[ours.unfit.value_or(0)].name + " fits no way");
        return report;
    }
    compare("cost of the best schedule", ours.schedule->cost, recorded.cost, report, kCostTolerance);
    report.compare("cycles", double(ours.schedule->cycles), double(recorded.cycles), 1);
    return report;
}

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

CaseReport compareNnDataflow(const NnDataflowMapping& recorded)
{
    CaseReport report{recorded.name};
    const auto loops = recordedLoops(recorded);
    if (!loops) {
        report.note("no PE mapping of ours has the recorded loops");
        return report;
    }
    const auto counts = kapla::count(
        kapla::blockingProblem(recorded.machine, recorded.placement, recorded.partition, *loops), recorded.blocking);
    if (counts.has_value() != recorded.outcome.has_value())
        report.note(counts ? "fits here, nn_dataflow refuses it" : "refused here, nn_dataflow accepts it");
    if (counts && recorded.outcome) {
        compareCounts(*counts, *recorded.outcome, report);
        const double recordedCost = recorded.outcome->cost - (recorded.inputs ? 0 : recorded.outcome->hopCost);
        compare("cost", ourCost(recorded, *loops, *counts), recordedCost, report, kCostTolerance);
    }
    return report;
}

CaseReport compareNnDataflow(const NnDataflowRun& recorded)
{
    // A recording does not always tell how its hops were counted; both ways are exact searches.
    CaseReport report = compareSearch(recorded, recorded.options);
    kapla::BaselineOptions other = recorded.options;
    other.hopsOfFirstAssignment = !other.hopsOfFirstAssignment;
    if (!report.passed())
        if (CaseReport second = compareSearch(recorded, other); second.passed())
            return second;
    return report;
}

Result<std::vector<CaseReport>> compareNnDataflowFile(const std::filesystem::path& path)
{
    return readJsonFile(path, [](const Json& json) -> Result<std::vector<CaseReport>> {
        if (json.is_object()) {
            TRY(const NnDataflowRun run, parseNnDataflowRun(json));
            return std::vector{compareNnDataflow(run)};
        }
        TRY(const auto mappings, parseNnDataflowMappings(json));
        return collect(mappings, [](const NnDataflowMapping& recorded) { return compareNnDataflow(recorded); });
    });
}

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

} // namespace nestloom::conformance
