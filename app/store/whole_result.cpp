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

#include <algorithm>
#include <cmath>

namespace nestloom::store {

namespace {

using io::Json;
using io::JsonFields;

void describe(JsonFields& fields, records::NodeFigures& figures)
{
    fields.object("energy", [&](JsonFields& energy) {
        for (const kapla::NodePart part : kapla::kNodeParts)
            energy.newerField(name(part), figures.energy[part]);
    });
    fields.object("effort", [&](JsonFields& effort) {
        effort.newerField("segments", figures.effort.segments);
        effort.newerField("schemes", figures.effort.schemes);
        effort.newerField("valid", figures.effort.valid);
        effort.newerField("pareto", figures.effort.pareto);
        effort.newerField("solved", figures.effort.solved);
        effort.newerField("stacks", figures.effort.layers.stacks);
        effort.newerField("exact", figures.effort.layers.exact);
        effort.newerField("blockings", figures.effort.layers.blockings);
    });
    fields.newerField("training", figures.training);
    fields.newerField("segments", figures.segmentCount);
    fields.newerField("longest_segment", figures.longestSegment);
    fields.newerField("evaluated", figures.evaluated);
}

void describe(JsonFields& fields, records::MemoryFigures& figures)
{
    auto& [least, half, peak, peakIsProven] = figures.budgets;
    fields.newerField("scratchpad_bytes", figures.scratchpad);
    fields.newerField("traffic_bytes", figures.traffic);
    fields.newerField("bound_bytes", figures.bound);
    fields.newerField("used_bytes", figures.peak);
    fields.newerField("least_bytes", least);
    fields.newerField("peak_bytes", peak);
    fields.newerField("peak_proven", peakIsProven);
    fields.fieldIfAny("best_baseline_bytes", figures.bestBaseline);
    least.count = std::max<std::int64_t>(least.count, 0); // nothing overflows
    peak.count = std::max(peak.count, least.count);
    half.count = least.count + (peak.count - least.count) / 2;
}

template <typename Figures>
std::string figuresText(Figures figures)
{
    Json json;
    JsonFields fields(json);
    describe(fields, figures);
    return json.dump();
}

/// What a list says: what cannot be read stays 0 until the result itself is opened and judged.
template <typename Figures>
Figures figuresFrom(const std::string& text)
{
    const Json json = Json::parse(text, nullptr, false);
    io::JsonErrors ignored;
    const io::JsonObject object(json, "", ignored);
    JsonFields fields(object);
    Figures figures;
    describe(fields, figures);
    return figures;
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
    const records::NodeFigures figures = figuresFrom<records::NodeFigures>(stored.figures);
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
    memory.figures = figuresFrom<records::MemoryFigures>(stored.figures);
    memory.figures.cpuMs = stored.cpuMs;
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
    records::NodeFigures figures{.training = training,
                                 .energy = kapla::nodeEnergy(run),
                                 .segmentCount = int(run.schedule->segments.size()),
                                 .evaluated = run.evaluated,
                                 .effort = run.effort};
    for (const kapla::ScheduledSegment& segment : run.schedule->segments)
        figures.longestSegment = std::max(figures.longestSegment, int(segment.layers.size()));
    return sealed({.cycles = run.schedule->cycles,
                   .energy = run.schedule->cost,
                   .cpuMs = run.cpuMs,
                   .figures = figuresText(figures),
                   .result = packed(io::nodeDecisionsToJson(kapla::decisionsOf(*run.schedule)))});
}

WholeResult wholeResult(const records::PlannedMemory& memory)
{
    return sealed({.cpuMs = memory.figures.cpuMs,
                   .figures = figuresText(memory.figures),
                   .result = io::memoryPlanToJson(memory.graph, memory.plan)});
}

void readFigures(const WholeResult& stored, records::RunSummary& summary)
{
    summary.layersDone = summary.layerCount;
    if (summary.kind == records::RunKind::Memory) {
        summary.memory = figuresFrom<records::MemoryFigures>(stored.figures);
        summary.memory->cpuMs = stored.cpuMs;
        return;
    }
    summary.nodes = figuresFrom<records::NodeFigures>(stored.figures);
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
    return io::dump(io::describedJson(schedule::operatorSums(inputs.accelerator, inputs.network, inputs.options)));
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
    const bool isWeighted = inputs.options.cosa.objective == schedule::Objective::Weighted; // the price is an option
    return isWeighted ? std::string(schedule::name(schedule::Objective::Weighted))
                      : schedule::objectiveName(inputs.options);
}

std::optional<std::int64_t> batchOf(const records::RunInputs& inputs)
{
    if (inputs.nodes)
        return inputs.nodes->batch;
    if (inputs.network.batch || inputs.memory || inputs.network.layers.empty())
        return inputs.network.batch;
    const auto of = [](const workload::Layer& layer) { return layer.bounds[workload::LoopDimension::N]; };
    const std::int64_t first = of(inputs.network.layers.front());
    for (const workload::Layer& layer : inputs.network.layers)
        if (of(layer) != first)
            return {};
    return first;
}

} // namespace nestloom::store
