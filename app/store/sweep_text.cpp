// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/store/sweep_text.h"

#include "app/store/stored_values.h"
#include "app/store/whole_result.h"
#include "engine/base/fingerprint.h"
#include "engine/io/node_run_json.h"
#include "engine/io/plan_json.h"
#include "engine/io/read_accelerator.h"
#include "engine/io/read_network.h"
#include "engine/io/result_json.h"
#include "engine/io/sweep_expression.h"

#include <nlohmann/json.hpp>

namespace nestloom::store {

namespace {

using SortedJson = nlohmann::json;

/// The axes, then what else decides which points there are.
std::string axesToJson(const explore::DesignSpace& space)
{
    SortedJson list = SortedJson::array();
    for (const explore::Axis& axis : space.axes) {
        list.push_back({{"path", axis.path}, {"values", axis.values}});
        if (axis.perSecond)
            list.back()["per_second"] = true;
    }
    for (const explore::LinkedField& link : space.links)
        list.push_back({{"link", link.path + "=" + link.expression}});
    for (const explore::Condition& condition : space.conditions)
        list.push_back({{"condition", condition.expression}});
    if (space.sample)
        list.push_back({{"sample", explore::name(space.sample->kind)},
                        {"count", space.sample->count},
                        {"seed", space.sample->seed}});
    return list.dump();
}

std::string networksToJson(const std::vector<workload::Network>& networks)
{
    SortedJson list = SortedJson::array();
    for (const workload::Network& network : networks)
        list.push_back(io::writeNetwork(network));
    return list.dump();
}

/// A sweep has no column for it: the text names its engine.
records::RunKind kindOfOptions(const std::string& options)
{
    const SortedJson json = SortedJson::parse(options, nullptr, false);
    const bool isNamed = json.is_object() && json.contains("engine") && json["engine"].is_string();
    return isNamed ? records::kindOf(json["engine"].get<std::string>()) : records::RunKind::Layers;
}

schedule::ScheduleOptions withoutThreads(schedule::ScheduleOptions options)
{
    options.threads = 0;
    return options;
}

/// Points of sweeps before this one began with the mappings of their neighbours: such a sweep is read, but not gone on
/// with.
constexpr std::string_view kPointsStandAlone = "points stand alone";

/// A link, a condition or a sample.
Status readChoice(const SortedJson& json, const Error& damaged, explore::DesignSpace& space)
{
    const auto text = [&](const char* key) {
        return json.contains(key) && json[key].is_string() ? json[key].get<std::string>() : std::string();
    };
    if (json.contains("link")) {
        TRY(auto link, io::parseLink(text("link"), space.base));
        space.links.push_back(std::move(link));
    } else if (json.contains("condition")) {
        TRY(auto condition, io::parseCondition(text("condition"), space.base));
        space.conditions.push_back(std::move(condition));
    } else {
        const auto kind = explore::samplingNamed(text("sample"));
        if (!kind || !json.value("count", SortedJson()).is_number_unsigned()
            || !json.value("seed", SortedJson()).is_number_unsigned())
            return damaged;
        space.sample = {*kind, json["count"].get<std::size_t>(), json["seed"].get<std::uint64_t>()};
    }
    return success();
}

/// Reads back what networksToJson() and axesToJson() wrote.
Status readLists(const std::string& axes, const std::string& networks, const std::string& place,
                 explore::SweepInputs& inputs)
{
    const SortedJson axisList = SortedJson::parse(axes, nullptr, false),
                     networkList = SortedJson::parse(networks, nullptr, false);
    const Error damaged{ErrorCode::Io, "the stored axes or networks are damaged", place};
    if (!axisList.is_array() || !networkList.is_array())
        return damaged;
    for (const SortedJson& axis : axisList) {
        if (!axis.is_object())
            return damaged;
        if (!axis.contains("path")) {
            if (const Status read = readChoice(axis, damaged, inputs.space); !read)
                return read;
            continue;
        }
        if (!axis["path"].is_string() || !axis.contains("values") || !axis["values"].is_array())
            return damaged;
        explore::Axis read{axis["path"].get<std::string>(), {}, axis.value("per_second", SortedJson()) == true};
        for (const SortedJson& value : axis["values"]) {
            if (!value.is_number())
                return damaged;
            read.values.push_back(value.get<double>());
        }
        inputs.space.axes.push_back(std::move(read));
    }
    if (inputs.space.isChosen())
        TRY_DO(explore::choosePoints(inputs.space));
    for (const SortedJson& text : networkList) {
        if (!text.is_string())
            return damaged;
        TRY(auto network, io::parseNetwork(text.get<std::string>(), place + ", network"));
        inputs.networks.push_back(std::move(network));
    }
    return success();
}

} // namespace

SweepText::SweepText(const explore::SweepInputs& inputs)
    : accelerator(io::writeAccelerator(inputs.space.base)), axes(axesToJson(inputs.space)),
      networks(networksToJson(inputs.networks)),
      options(inputs.nodes    ? io::nodeOptionsToJson(*inputs.nodes)
              : inputs.memory ? io::memoryOptionsToJson(*inputs.memory)
                              : io::optionsToJson(withoutThreads(inputs.options)))
{
}

std::string SweepText::identity(std::string_view version) const
{
    return seal(
        Fingerprint().add(version).add(kPointsStandAlone).add(accelerator).add(axes).add(networks).add(options));
}

std::string SweepText::identityWithNeighbours(std::string_view version) const
{
    return seal(Fingerprint().add(version).add(accelerator).add(axes).add(networks).add(options));
}

Result<explore::SweepInputs> SweepText::read(const std::string& place) const
{
    explore::SweepInputs inputs;
    TRY(inputs.space.base, io::parseAccelerator(accelerator, place + ", accelerator"));
    records::RunInputs chosen;
    TRY_DO(readOptions(options, kindOfOptions(options), chosen));
    inputs.options = std::move(chosen.options);
    inputs.nodes = std::move(chosen.nodes);
    inputs.memory = std::move(chosen.memory);
    TRY_DO(readLists(axes, networks, place, inputs));
    return inputs;
}

std::vector<std::string> axisPaths(const std::string& axes)
{
    std::vector<std::string> paths;
    const SortedJson list = SortedJson::parse(axes, nullptr, false);
    for (const SortedJson& axis : list.is_array() ? list : SortedJson::array())
        if (axis.is_object() && axis.contains("path") && axis["path"].is_string())
            paths.push_back(axis["path"].get<std::string>());
    return paths;
}

} // namespace nestloom::store
