// SPDX-License-Identifier: Apache-2.0
#include "engine/io/mapping_json.h"

#include "engine/io/text.h"
#include "engine/mapping/fanout_layout.h"

#include <cctype>

namespace nestloom::io {

namespace {

Json loopsJson(const std::vector<mapping::Loop>& loops, bool withAxes)
{
    Json list = Json::array();
    for (const mapping::Loop& loop : loops) {
        list.push_back({{"dim", std::string(1, letter(loop.dimension))}, {"bound", loop.bound}});
        if (withAxes)
            list.back()["axis"] = std::string(name(loop.axis));
    }
    return list;
}

std::vector<mapping::Loop> readLoops(const JsonObject& level, std::string_view key)
{
    std::vector<mapping::Loop> loops;
    const Json* list = level.list(key);
    if (!list)
        return loops;
    for (std::size_t i = 0; i < list->size(); ++i) {
        const JsonObject loop((*list)[i], level.pathOf(key) + "[" + std::to_string(i) + "]", level.errors());
        const std::string written = loop.text("dim");
        const auto dimension = written.size() == 1 ? workload::loopDimension(written[0]) : std::nullopt;
        const std::int64_t bound = loop.integer("bound");
        if (!dimension)
            loop.report("dim", inQuotes(written) + " is not a loop dimension; known: R, S, P, Q, C, K, N, G");
        else if (bound < 1)
            loop.report("bound", "a loop bound must be at least 1, not " + std::to_string(bound));
        else
            loops.push_back({*dimension, bound});
    }
    return loops;
}

/// Gives the spatial loops, all of them read from this list, the axes that are written there.
void readAxes(const Json& level, const hardware::BufferLevel& machine, Unplaced unplaced,
              std::vector<mapping::Loop>& spatial, const std::string& path, JsonErrors& errors)
{
    std::vector<std::optional<hardware::Axis>> written;
    for (std::size_t i = 0; i < spatial.size(); ++i) {
        const JsonObject loop(level["spatial"][i], path + "[" + std::to_string(i) + "]", errors);
        const std::string axis = loop.textOr("axis", "");
        written.push_back(hardware::axisNamed(axis));
        if (loop.find("axis") && !written.back())
            return loop.report("axis", inQuotes(axis) + " is not an axis; known: columns, rows");
    }
    auto loops = mapping::withAxes(machine, spatial, written);
    if (loops)
        spatial = *std::move(loops);
    else if (unplaced == Unplaced::Refused)
        errors.report(path, loops.error().message);
}

} // namespace

std::optional<TensorRole> tensorRole(std::string_view written)
{
    std::string lower;
    for (const char c : written)
        lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    for (const TensorRole role : kTensorRoles)
        if (name(role) == lower)
            return role;
    return std::nullopt;
}

Json toJson(const hardware::Accelerator& accelerator, const mapping::LayerMapping& mapping)
{
    Json list = Json::array();
    for (std::size_t i = 0; i < mapping.levels.size(); ++i) {
        const mapping::LevelLoops& loops = mapping.levels[i];
        Json keep = Json::array();
        for (const TensorRole role : kTensorRoles)
            if (loops.keeps.contains(role))
                keep.push_back(std::string(name(role)));
        list.push_back({{"level", i < accelerator.levels.size() ? accelerator.levels[i].name : std::string()},
                        {"keep", keep},
                        {"temporal", loopsJson(loops.temporal, false)},
                        {"spatial", loopsJson(loops.spatial, i < accelerator.levels.size()
                                                                 && accelerator.levels[i].fanout.isPlane())}});
    }
    return list;
}

NamedLevelLoops readLevelLoops(const Json& json, const std::string& path, JsonErrors& errors)
{
    const JsonObject object(json, path, errors);
    NamedLevelLoops level{object.text("level"), {{}, {}, TensorSet{}}};
    if (const Json* keep = object.list("keep"))
        for (const Json& item : *keep) {
            const std::string written = item.is_string() ? item.get<std::string>() : std::string();
            const auto role = tensorRole(written);
            if (!role)
                object.report("keep", inQuotes(written) + " is not a tensor; known: weights, inputs, outputs");
            else
                level.loops.keeps = level.loops.keeps.with(*role);
        }
    level.loops.temporal = readLoops(object, "temporal");
    level.loops.spatial = readLoops(object, "spatial");
    return level;
}

void refuseUnknownKeys(const Json& mapping, const std::string& path, JsonErrors& errors)
{
    for (std::size_t i = 0; i < mapping.size() && mapping.is_array(); ++i) {
        const JsonObject level(mapping[i], path + "[" + std::to_string(i) + "]", errors);
        level.allowOnly({"level", "keep", "temporal", "spatial"});
        for (const char* key : {"temporal", "spatial"})
            if (const Json* list = level.find(key); list && list->is_array())
                for (std::size_t k = 0; k < list->size(); ++k) {
                    const JsonObject loop((*list)[k], level.pathOf(key) + "[" + std::to_string(k) + "]", errors);
                    if (std::string_view(key) == "spatial")
                        loop.allowOnly({"dim", "bound", "axis"});
                    else
                        loop.allowOnly({"dim", "bound"});
                }
    }
}

mapping::LayerMapping readMapping(const hardware::Accelerator& accelerator, const Json& json, const std::string& path,
                                  JsonErrors& errors, Unplaced unplaced)
{
    mapping::LayerMapping mapping;
    if (!json.is_array() || json.size() != accelerator.levels.size()) {
        errors.report(path, "a mapping for accelerator " + inQuotes(accelerator.name) + " is a list of "
                                + std::to_string(accelerator.levels.size()) + " levels");
        return mapping;
    }
    for (std::size_t i = 0; i < json.size(); ++i) {
        const std::string levelPath = path + "[" + std::to_string(i) + "]";
        NamedLevelLoops level = readLevelLoops(json[i], levelPath, errors);
        if (level.level != accelerator.levels[i].name)
            errors.report(levelPath + ".level", "the level is " + inQuotes(level.level) + " but the accelerator has "
                                                    + inQuotes(accelerator.levels[i].name) + " here");
        if (!errors.first())
            readAxes(json[i], accelerator.levels[i], unplaced, level.loops.spatial, levelPath + ".spatial", errors);
        mapping.levels.push_back(std::move(level.loops));
    }
    return mapping;
}

} // namespace nestloom::io
