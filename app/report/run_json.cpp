// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/run_json.h"

#include "app/report/accelerator_differences.h"
#include "app/report/text.h"
#include "engine/base/ranges.h"
#include "engine/io/json_reader.h"
#include "engine/io/node_run_json.h"
#include "engine/io/plan_json.h"
#include "engine/io/result_json.h"
#include "engine/records/inputs.h"

namespace nestloom::report {

namespace {

using io::Json;

template <typename T>
void addIfAny(Json& json, const char* key, const std::optional<T>& value)
{
    if (value)
        json[key] = *value;
}

Json summaryJson(const records::RunSummary& run)
{
    Json json{{"run", run.id},
              {"kind", name(run.kind)},
              {"engine", run.engine},
              {"model", name(run.model())},
              {"version", run.engineVersion},
              {"status", run.refusal().empty() ? name(run.status) : std::string_view("refused")},
              {"started_at", utcText(run.startedAt)},
              {"accelerator", run.acceleratorName},
              {"network", run.networkName},
              {"objective", run.objective},
              {"seed", run.seed},
              {"layers", run.layerCount},
              {"layers_done", run.kind == records::RunKind::Layers ? run.solved() : run.layersDone},
              {"starred", run.marks.starred},
              {"tags", run.marks.tags},
              {"note", run.marks.note}};
    if (const std::string variant = run.variant.words(); !variant.empty())
        json["variant"] = variant;
    if (!run.message.empty())
        json["message"] = run.message;
    addIfAny(json, "batch", run.batch);
    if (run.totals) {
        json["cycles"] = run.totals->cycles.count;
        json["energy_pj"] = run.totals->energy.count;
        addIfAny(json, "gap", run.totals->gap);
        if (run.totals->vector.operators > 0)
            json["vector_cycles"] = run.totals->vector.cycles.count;
        if (!run.totals->vector.leftOut.empty())
            json["not_costed"] = run.totals->vector.leftOut;
    }
    addIfAny(json, "edp_js", run.edp());
    if (const auto power = run.power())
        json["power_w"] = power->count;
    if (run.memory) {
        json["off_chip_bytes"] = run.memory->traffic.count;
        json["bound_bytes"] = run.memory->bound.count;
        json["scratchpad_bytes"] = run.memory->scratchpad.count;
    }
    return json;
}

std::string resultJson(const records::RunRecord& run)
{
    const records::RunInputs& inputs = run.inputs;
    if (run.nodes)
        return io::nodeRunToJson(inputs.accelerator, inputs.network, *inputs.nodes, *run.nodes);
    if (run.memory)
        return io::memoryRunToJson(inputs.network, *inputs.memory, records::memoryRun(*run.memory));
    return io::runToJson(inputs.accelerator, inputs.network, inputs.options, run.layers);
}

} // namespace

std::string listJson(const std::vector<records::RunSummary>& runs)
{
    Json json{{"schema", kRunSchema}, {"runs", Json::array()}};
    for (const records::RunSummary& run : runs)
        json["runs"].push_back(summaryJson(run));
    return io::dump(json, 2) + "\n";
}

std::string comparisonJson(std::span<const records::ComparedSide> sides)
{
    Json json{{"schema", kRunSchema}, {"runs", Json::array()}, {"figures", Json::array()}};
    for (const records::ComparedSide& side : sides) {
        Json run = summaryJson(side.run->summary);
        run["model"] = name(side.model);
        const records::RunDifference apart = records::difference(side, sides.front());
        for (const auto& [key, why] : {std::pair("work", &apart.work), std::pair("batch", &apart.batch),
                                       std::pair("objective", &apart.objective), std::pair("bound", &apart.bound),
                                       std::pair("model", &apart.model)})
            if (!why->empty())
                run["apart"][key] = *why;
        json["runs"].push_back(std::move(run));
    }
    for (const records::RunFigure& figure : records::compareFigures(sides)) {
        Json row{{"figure", figure.title}, {"unit", figure.unit}, {"values", Json::array()}};
        for (const records::RunFigure::Value& value : figure.values) {
            Json cell = Json::object();
            addIfAny(cell, "number", value.number);
            for (const auto& [key, text] : {std::pair("text", &value.text), std::pair("missing", &value.missing)})
                if (!text->empty())
                    cell[key] = *text;
            row["values"].push_back(std::move(cell));
        }
        json["figures"].push_back(std::move(row));
    }
    json["accelerators"] = Json::array();
    for (const FieldDifference& difference : acceleratorDifferences(collect(sides, &records::ComparedSide::run)))
        json["accelerators"].push_back({{"field", difference.field}, {"values", difference.values}});
    return io::dump(json, 2) + "\n";
}

std::string runJson(const records::RunRecord& run)
{
    const bool hasResult = run.inputs.kind() == records::RunKind::Layers || run.nodes || run.memory;
    Json summary = summaryJson(run.summary);
    if (const std::string left = records::notCosted(run.inputs, run.layers);
        run.summary.totals && !left.empty() && !summary.contains("not_costed"))
        summary["not_costed"] = left;
    const Json json{{"schema", kRunSchema},
                    {"summary", std::move(summary)},
                    {"result", hasResult ? *io::parseJson(resultJson(run)) : Json()}};
    return io::dump(json, 2) + "\n";
}

} // namespace nestloom::report
