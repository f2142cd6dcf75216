// SPDX-License-Identifier: Apache-2.0
#include "engine/io/timeloop_case.h"

#include "engine/io/in_quotes.h"
#include "engine/io/json_reader.h"
#include "engine/io/mapping_json.h"
#include "engine/io/text_file.h"

namespace nestloom::io {

namespace {

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

Result<TimeloopCase> parseTimeloopCase(std::string_view text)
{
    const auto json = parseJson(text);
    if (!json)
        return json.error();
    JsonErrors errors;
    const JsonObject line(*json, "", errors);
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
    constexpr std::size_t kMaxRecordingBytes = 256 * 1024 * 1024;
    const auto text = readTextFile(path, kMaxRecordingBytes);
    if (!text)
        return text.error();
    std::vector<TimeloopCase> cases;
    const std::string_view all = *text;
    int number = 0;
    for (std::size_t begin = 0; begin < all.size();) {
        const std::size_t end = std::min(all.find('\n', begin), all.size());
        const std::string_view line = all.substr(begin, end - begin);
        begin = end + 1;
        ++number;
        if (line.find_first_not_of(" \t\r") == std::string_view::npos)
            continue;
        auto parsed = parseTimeloopCase(line);
        if (!parsed) {
            const std::string place = path.string() + ":" + std::to_string(number);
            const std::string& key = parsed.error().where;
            return Error{parsed.error().code, parsed.error().message, key.empty() ? place : place + ": " + key};
        }
        cases.push_back(std::move(*parsed));
    }
    return cases;
}

} // namespace nestloom::io
