// SPDX-License-Identifier: Apache-2.0
#include "engine/conformance/timeloop_cases.h"

#include "engine/conformance/recording.h"
#include "engine/cost/evaluate.h"
#include "engine/io/json_reader.h"
#include "engine/io/mapping_json.h"

#include <cmath>

namespace nestloom::conformance {

using namespace io;

namespace {

constexpr double kCountTolerance = 1;
constexpr double kEnergyTolerance = 1e-9; // relative

void compareTensor(const std::string& where, const std::optional<cost::TensorAccesses>& ours,
                   const std::optional<TimeloopAccesses>& timeloops, CaseReport& report)
{
    if (ours.has_value() != timeloops.has_value())
        return report.note(where
                           + (ours ? ": kept here, Timeloop lets it bypass" : ": bypasses here, Timeloop keeps it"));
    if (!ours)
        return;
    const auto count = [&](const char* what, double number, std::int64_t recorded) {
        report.compare(where + what, number, double(recorded), kCountTolerance);
    };
    count(" tile size", double(ours->tileElements), timeloops->tileSize);
    count(" used instances", double(ours->instances), timeloops->utilizedInstances);
    count(" reads", ours->reads, timeloops->reads);
    count(" fills", ours->fills, timeloops->fills);
    count(" updates", ours->updates, timeloops->updates);
}

/// Says what makes the recording unusable for this accelerator, or nothing.
std::string levelMismatch(const TimeloopCase& recorded, const hardware::Accelerator& accelerator)
{
    if (recorded.levels.size() != accelerator.levels.size())
        return "the recording has " + std::to_string(recorded.levels.size()) + " levels, the accelerator has "
               + std::to_string(accelerator.levels.size());
    for (std::size_t i = 0; i < recorded.levels.size(); ++i)
        if (recorded.levels[i].name != accelerator.levels[i].name)
            return "level " + std::to_string(i) + " is " + recorded.levels[i].name + " in the recording, "
                   + accelerator.levels[i].name + " in the accelerator";
    return "";
}

hardware::Accelerator asRecorded(hardware::Accelerator accelerator, const mapping::LayerMapping& mapping)
{
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i)
        accelerator.levels[i].fanout = {accelerator.levels[i].fanout.count(), 1};
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i)
        for (const TensorRole role : kTensorRoles)
            if (mapping.levels[i].keeps.contains(role))
                accelerator.levels[i].keeps = accelerator.levels[i].keeps.with(role);
    return accelerator;
}

/// Timeloop's W goes with R and P, its H with S and Q.
workload::Layer readProblem(const Json& json, const std::string& name, JsonErrors& errors)
{
    const JsonObject problem(json, "problem", errors);
    workload::Layer layer;
    layer.name = name;
    for (const workload::LoopDimension d : workload::kLoopDimensions)
        if (d != workload::LoopDimension::G)
            layer.bounds[d] = problem.integer(std::string(1, letter(d)));
    layer.strideP = problem.integer("Wstride");
    layer.strideQ = problem.integer("Hstride");
    layer.dilationR = problem.integer("Wdilation");
    layer.dilationS = problem.integer("Hdilation");
    return layer;
}

TimeloopLevel readTimeloopLevel(const Json& json, const std::string& path, JsonErrors& errors)
{
    const JsonObject object(json, path, errors);
    TimeloopLevel level;
    level.name = object.text("level");
    const Json* tensors = object.require("tensors");
    if (!tensors || !tensors->is_object())
        return level;
    for (const auto& [key, value] : tensors->items()) {
        const auto role = tensorRole(key);
        if (!role) {
            object.report("tensors", inQuotes(key) + " is not a tensor");
            continue;
        }
        const JsonObject tensor(value, object.pathOf("tensors") + "." + key, errors);
        level.tensors[*role] = TimeloopAccesses{
            tensor.integer("tile_size"), tensor.integer("utilized_instances"), tensor.integer("reads_per_instance"),
            tensor.integer("fills_per_instance"), tensor.integer("updates_per_instance")};
    }
    return level;
}

void readLevels(const JsonObject& line, TimeloopCase& result, JsonErrors& errors)
{
    const Json* mapping = line.list("mapping");
    const Json* levels = line.list("levels");
    if (!mapping || !levels)
        return;
    if (mapping->size() != levels->size())
        return errors.report("levels", "there are " + std::to_string(levels->size()) + " levels but the mapping has "
                                           + std::to_string(mapping->size()));
    for (std::size_t i = 0; i < levels->size(); ++i) {
        const std::string index = "[" + std::to_string(i) + "]";
        NamedLevelLoops loops = readLevelLoops((*mapping)[i], "mapping" + index, errors);
        TimeloopLevel level = readTimeloopLevel((*levels)[i], "levels" + index, errors);
        if (loops.level != level.name)
            errors.report("levels" + index, "the level is " + inQuotes(level.name) + " but the mapping has "
                                                + inQuotes(loops.level) + " here");
        result.mapping.levels.push_back(std::move(loops.loops));
        result.levels.push_back(std::move(level));
    }
}

} // namespace

CaseReport compareTimeloop(const TimeloopCase& recorded, const hardware::Accelerator& accelerator)
{
    CaseReport report{recorded.name, !recorded.found};
    if (report.skipped)
        return report;
    if (const std::string mismatch = levelMismatch(recorded, accelerator); !mismatch.empty()) {
        report.note(mismatch);
        return report;
    }
    const auto cost = cost::evaluate(asRecorded(accelerator, recorded.mapping), recorded.layer, recorded.mapping,
                                     cost::Model::Timeloop2022);
    if (!cost) {
        report.note("cannot be evaluated: " + cost.error().text());
        return report;
    }
    for (std::size_t i = 0; i < recorded.levels.size(); ++i)
        for (const TensorRole role : kTensorRoles)
            compareTensor(recorded.levels[i].name + " " + std::string(name(role)), cost->levels[i].tensors[role],
                          recorded.levels[i].tensors[role], report);
    report.compare("cycles", double(cost->cycles.count), double(recorded.cycles), kCountTolerance);
    report.compare("energy (pJ)", cost->energy.count, recorded.energyPj,
                   kEnergyTolerance * std::abs(recorded.energyPj));
    return report;
}

Result<TimeloopCase> parseTimeloopCase(std::string_view text)
{
    TRY(const auto json, parseJson(text));
    JsonErrors errors;
    const JsonObject line(json, "", errors);
    TimeloopCase result;
    const std::string layer = line.text("layer");
    const std::string search = line.textOr("search", "");
    result.name = line.textOr("case", search.empty() ? layer : layer + " " + search);
    result.arch = line.text("arch");
    result.found = line.booleanOr("found", true);
    if (result.found) {
        if (const Json* problem = line.require("problem"))
            result.layer = readProblem(*problem, layer, errors);
        readLevels(line, result, errors);
        if (const Json* figures = line.require("result")) {
            const JsonObject object(*figures, "result", errors);
            result.cycles = object.integer("cycles");
            result.energyPj = object.number("energy_pj");
        }
    }
    if (errors.first())
        return *errors.first();
    return result;
}

Result<std::vector<TimeloopCase>> readTimeloopCases(const std::filesystem::path& path)
{
    return readJsonLines(path, parseTimeloopCase);
}

} // namespace nestloom::conformance
