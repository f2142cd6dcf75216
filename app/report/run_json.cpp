// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/run_json.h"

#include "app/report/text.h"
#include "engine/io/json_reader.h"
#include "engine/io/node_run_json.h"
#include "engine/io/plan_json.h"
#include "engine/io/result_json.h"

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
    addIfAny(json, "batch", run.batch);
    if (run.totals) {
        json["cycles"] = run.totals->cycles.count;
        json["energy_pj"] = run.totals->energy.count;
        addIfAny(json, "gap", run.totals->gap);
    }
    addIfAny(json, "edp_js", run.edp());
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

std::string runJson(const records::RunRecord& run)
{
    const bool hasResult = run.inputs.kind() == records::RunKind::Layers || run.nodes || run.memory;
    const Json json{{"schema", kRunSchema},
                    {"summary", summaryJson(run.summary)},
                    {"result", hasResult ? *io::parseJson(resultJson(run)) : Json()}};
    return io::dump(json, 2) + "\n";
}

} // namespace nestloom::report
