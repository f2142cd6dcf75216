// SPDX-License-Identifier: Apache-2.0
#include "engine/io/node_run_json.h"

#include "engine/io/json_reader.h"
#include "engine/schedule/kapla/mapping_directives.h"

#include <array>

namespace nestloom::io {

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
    return dump(json, 2);
}

} // namespace nestloom::io
