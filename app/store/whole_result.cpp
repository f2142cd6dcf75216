// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/store/whole_result.h"

#include "app/store/stored_values.h"
#include "engine/io/node_run_json.h"
#include "engine/io/plan_json.h"
#include "engine/io/result_json.h"
#include "engine/io/vector_json.h"
#include "engine/memory/verify_plan.h"
#include "engine/schedule/cosma/graph_index.h"
#include "engine/schedule/cosma/peak_search.h"

#include <nlohmann/json.hpp>

#include <array>
#include <cmath>

namespace nestloom::store {

namespace {

using Json = nlohmann::ordered_json;

/// The counts of KAPLA's effort by name, of a constant one or of one that is read.
template <typename Effort>
auto countsOf(Effort& effort)
{
    return std::array{std::pair("segments", &effort.segments), std::pair("schemes", &effort.schemes),
                      std::pair("valid", &effort.valid), std::pair("pareto", &effort.pareto),
                      std::pair("solved", &effort.solved)};
}

std::int64_t countIn(const Json& json, const std::string& key)
{
    const auto found = json.find(key);
    return found != json.end() && found->is_number_integer() ? found->get<std::int64_t>() : 0;
}

bool isSet(const Json& json, const char* key)
{
    const auto found = json.find(key);
    return found != json.end() && found->is_boolean() && found->get<bool>();
}

records::NodeFigures nodeFigures(const Json& json)
{
    records::NodeFigures figures;
    figures.training = isSet(json, "training");
    figures.segmentCount = int(countIn(json, "segments"));
    figures.longestSegment = int(countIn(json, "longest_segment"));
    figures.evaluated = countIn(json, "evaluated");
    const Json energy = json.value("energy", Json::object()), effort = json.value("effort", Json::object());
    for (const kapla::NodePart part : kapla::kNodeParts)
        if (const auto found = energy.find(std::string(name(part))); found != energy.end() && found->is_number())
            figures.energy[part] = found->get<double>();
    for (const auto& [name, count] : countsOf(figures.effort))
        *count = countIn(effort, name);
    return figures;
}

records::MemoryFigures memoryFigures(const Json& json)
{
    records::MemoryFigures figures;
    figures.scratchpad = {countIn(json, "scratchpad_bytes")};
    figures.traffic = {countIn(json, "traffic_bytes")};
    figures.bound = {countIn(json, "bound_bytes")};
    figures.peak = {countIn(json, "used_bytes")};
    if (const auto best = json.find("best_baseline_bytes"); best != json.end() && best->is_number_integer())
        figures.bestBaseline = Bytes{best->get<std::int64_t>()};
    const Bytes least{std::max<std::int64_t>(countIn(json, "least_bytes"), 0)},
        peak{std::max(countIn(json, "peak_bytes"), least.count)}; // nothing overflows
    figures.budgets = {least, {least.count + (peak.count - least.count) / 2}, peak, isSet(json, "peak_proven")};
    return figures;
}

Json parsed(const std::string& text)
{
    Json json = Json::parse(text, nullptr, false);
    return json.is_object() ? json : Json::object();
}

WholeResult sealed(WholeResult made)
{
    made.seal = seal(Fingerprint().add(made.figures).add(made.result));
    return made;
}

Error damaged(const Error& error) { return {error.code, "it is damaged: " + error.message, ""}; }

Status restoreNodes(const WholeResult& stored, records::RunRecord& record)
{
    TRY(const auto json, unpacked(stored.result));
    const auto decisions = io::nodeDecisionsFromJson(json);
    if (!decisions)
        return damaged(decisions.error());
    auto run =
        kapla::rebuiltNodeRun(record.inputs.accelerator, record.inputs.network, *record.inputs.nodes, *decisions);
    if (!run)
        return damaged(run.error());
    const records::NodeFigures figures = nodeFigures(parsed(stored.figures));
    run->cpuMs = stored.cpuMs;
    run->evaluated = figures.evaluated;
    run->effort = figures.effort;
    const double before = stored.energy.value_or(0);
    // The same, whatever version wrote it, as long as the model has not changed.
    if (std::abs(run->schedule->cost - before) > 1e-6 * std::abs(before) || run->schedule->cycles != stored.cycles) {
        if (record.summary.engineVersion == NESTLOOM_VERSION)
            return damaged({ErrorCode::InvalidInput, "the stored figures are not those of its schedule", ""});
        run->notes.push_back("version " + record.summary.engineVersion
                             + " of the model gave this schedule other figures; shown are those of this version");
    }
    record.nodes = std::make_shared<const kapla::NodeRun>(*std::move(run));
    return success();
}

Status restoreMemory(const WholeResult& stored, records::RunRecord& record)
{
    const records::MemoryOptions& options = *record.inputs.memory;
    records::PlannedMemory memory;
    memory.graph = schedule::cosma::plannedGraph(record.inputs.network.graph, options.parameters, options.fused);
    memory.figures = memoryFigures(parsed(stored.figures));
    auto plan = io::memoryPlanFromJson(memory.graph, stored.result);
    if (!plan)
        return damaged(plan.error());
    memory.plan = *std::move(plan);
    if (const auto violations = memory::verify(memory.graph, memory.plan); !violations.empty())
        return damaged({ErrorCode::InvalidInput, violations.front().message, ""});
    if (memory.plan.traffic != memory.figures.traffic || memory.plan.budget != memory.figures.scratchpad)
        return damaged({ErrorCode::InvalidInput, "the traffic in the list is not that of the plan", ""});
    memory.figures.peak = records::peakUse(memory.graph, memory.plan);
    const schedule::cosma::GraphIndex index(memory.graph, memory.plan.inputsBacked);
    if (const auto least = schedule::cosma::leastPeak(index, {}); least.solution)
        memory.baselines = schedule::cosma::baselines(index, least.solution->order, memory.plan.budget);
    record.memory = std::make_shared<const records::PlannedMemory>(std::move(memory));
    return success();
}

} // namespace

WholeResult wholeResult(const kapla::NodeRun& run, bool training)
{
    Json figures{{"energy", Json::object()}, {"effort", Json::object()}};
    const kapla::NodeEnergy energy = kapla::nodeEnergy(run);
    for (const kapla::NodePart part : kapla::kNodeParts)
        figures["energy"][std::string(name(part))] = energy[part];
    for (const auto& [name, count] : countsOf(run.effort))
        figures["effort"][name] = *count;
    std::size_t longest = 0;
    for (const kapla::ScheduledSegment& segment : run.schedule->segments)
        longest = std::max(longest, segment.layers.size());
    figures["training"] = training;
    figures["segments"] = run.schedule->segments.size();
    figures["longest_segment"] = longest;
    figures["evaluated"] = run.evaluated;
    return sealed({.cycles = run.schedule->cycles,
                   .energy = run.schedule->cost,
                   .cpuMs = run.cpuMs,
                   .figures = figures.dump(),
                   .result = packed(io::nodeDecisionsToJson(kapla::decisionsOf(*run.schedule)))});
}

WholeResult wholeResult(const records::PlannedMemory& memory)
{
    const records::MemoryFigures& of = memory.figures;
    Json figures{{"scratchpad_bytes", of.scratchpad.count}, {"traffic_bytes", of.traffic.count},
                 {"bound_bytes", of.bound.count},           {"used_bytes", of.peak.count},
                 {"least_bytes", of.budgets.least.count},   {"peak_bytes", of.budgets.peak.count},
                 {"peak_proven", of.budgets.peakIsProven}};
    if (of.bestBaseline)
        figures["best_baseline_bytes"] = of.bestBaseline->count;
    return sealed(
        {.cpuMs = of.cpuMs, .figures = figures.dump(), .result = io::memoryPlanToJson(memory.graph, memory.plan)});
}

void readFigures(const WholeResult& stored, records::RunSummary& summary)
{
    const Json json = parsed(stored.figures);
    summary.layersDone = summary.layerCount;
    if (summary.kind == records::RunKind::Memory) {
        summary.memory = memoryFigures(json);
        summary.memory->cpuMs = stored.cpuMs;
        return;
    }
    summary.nodes = nodeFigures(json);
    schedule::Totals totals;
    totals.layers = totals.solved = std::size_t(summary.layerCount);
    totals.cycles.count = stored.cycles.value_or(0);
    totals.energy.count = stored.energy.value_or(0);
    totals.edp = totals.energy.count * double(totals.cycles.count);
    totals.solveCpuMs = stored.cpuMs;
    summary.totals = totals;
}

Status restore(const WholeResult& stored, records::RunRecord& record)
{
    if (stored.seal && stored.seal != sealed(stored).seal)
        return Error{ErrorCode::InvalidInput, "it is damaged: it was changed after it was stored", ""};
    return record.inputs.nodes ? restoreNodes(stored, record) : restoreMemory(stored, record);
}

std::string optionsText(const records::RunInputs& inputs)
{
    return inputs.nodes    ? io::nodeOptionsToJson(*inputs.nodes)
           : inputs.memory ? io::memoryOptionsToJson(*inputs.memory)
                           : io::optionsToJson(inputs.options);
}

std::optional<std::string> vectorText(const records::RunInputs& inputs)
{
    if (inputs.kind() != records::RunKind::Layers)
        return std::nullopt;
    return io::dump(io::toJson(schedule::operatorSums(inputs.accelerator, inputs.network, inputs.options)));
}

Status readOptions(const std::string& text, records::RunKind kind, records::RunInputs& inputs)
{
    const auto take = [](auto read, auto& into) {
        if (!read)
            return Status(read.error());
        into = *std::move(read);
        return success();
    };
    switch (kind) {
    case records::RunKind::Nodes: return take(io::nodeOptionsFromJson(text), inputs.nodes);
    case records::RunKind::Memory: return take(io::memoryOptionsFromJson(text), inputs.memory);
    case records::RunKind::Layers: break;
    }
    return take(io::optionsFromJson(text), inputs.options);
}

std::string objectiveText(const records::RunInputs& inputs)
{
    if (inputs.nodes)
        return std::string(kapla::name(inputs.nodes->goal));
    if (inputs.memory)
        return "traffic";
    return inputs.options.engine == "flexer" ? schedule::objectiveName(inputs.options)
                                             : std::string(schedule::name(inputs.options.cosa.objective));
}

std::optional<std::int64_t> batchOf(const records::RunInputs& inputs)
{
    if (inputs.nodes)
        return inputs.nodes->batch;
    if (inputs.memory || inputs.network.layers.empty())
        return {};
    const auto of = [](const workload::Layer& layer) { return layer.bounds[workload::LoopDimension::N]; };
    const std::int64_t first = of(inputs.network.layers.front());
    for (const workload::Layer& layer : inputs.network.layers)
        if (of(layer) != first)
            return {};
    return first;
}

} // namespace nestloom::store
