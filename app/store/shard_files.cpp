// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/store/shard_files.h"

#include "app/store/sweep_text.h"
#include "app/write_file.h"
#include "engine/base/number_words.h"
#include "engine/base/text.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <stdexcept>

namespace nestloom::store {

namespace {

using Json = nlohmann::json;
using app::readFile;
using app::writeFile;
using std::filesystem::path;

Error inFile(ErrorCode code, const std::string& message, const path& file) { return {code, message, file.string()}; }

constexpr double kBoundRounding = 1e-6; // of bounds

Json toJson(const explore::PointResult& result)
{
    Json json{{"point", result.point}, {"network", result.network}, {"status", explore::name(result.status)}};
    if (!result.reason.empty())
        json["reason"] = result.reason;
    if (const auto& cost = result.cost) {
        json["cycles"] = cost->cycles.count;
        json["energy_pj"] = cost->energy.count;
        json["edp_js"] = cost->edpJouleSeconds;
        json["on_chip_bytes"] = cost->onChip.count;
        json["utilization"] = cost->utilization;
        if (cost->lowerBoundCycles)
            json["lower_bound_cycles"] = *cost->lowerBoundCycles;
        if (cost->gap)
            json["gap"] = *cost->gap;
    }
    if (const auto& plan = result.plan) {
        json["off_chip_bytes"] = plan->traffic.count;
        json["bound_bytes"] = plan->bound.count;
        json["scratchpad_bytes"] = plan->scratchpad.count;
    }
    return json;
}

/// Throws what nlohmann throws for a line that is none of ours.
explore::PointResult pointFrom(const Json& json)
{
    explore::PointResult result;
    result.point = json.at("point");
    result.network = json.at("network");
    result.status = explore::pointStatus(json.at("status").get<std::string>()).value();
    result.reason = json.value("reason", std::string());
    const auto ifAny = [&](const char* key) {
        return json.contains(key) ? std::optional(json[key].get<double>()) : std::nullopt;
    };
    if (json.contains("cycles")) {
        result.cost = explore::PointCost{Cycles{json.at("cycles")}, Picojoules{json.at("energy_pj")},
                                         json.at("edp_js"),         Bytes{json.at("on_chip_bytes")},
                                         json.at("utilization"),    ifAny("lower_bound_cycles")};
        result.cost->gap = ifAny("gap");
        if (double(result.cost->cycles.count) < result.cost->lowerBoundCycles.value_or(0) * (1 - kBoundRounding))
            throw std::out_of_range("below its bound");
    }
    if (json.contains("off_chip_bytes"))
        result.plan = explore::PlanCost{Bytes{json.at("off_chip_bytes")}, Bytes{json.at("bound_bytes")},
                                        Bytes{json.at("scratchpad_bytes")}};
    return result;
}

Json headOf(const explore::SweepInputs& inputs, const Shard& shard, std::size_t results)
{
    return {{"nestloom", NESTLOOM_VERSION},
            {"sweep", SweepText(inputs).identity()},
            {"shard", shard.index + 1},
            {"shards", shard.count},
            {"results", results}};
}

/// Adds one file. `head`: what its first line must say, but for the numbers of the shard.
Status addFile(const path& file, const std::string& sweep, const std::size_t results, std::size_t networks,
               CollectedShards& collected, std::vector<bool>& found)
{
    TRY(const std::string text, readFile(file));
    std::size_t line = 0;
    std::optional<std::size_t> stated; // results
    try {
        for (std::string_view rest = text; !rest.empty(); ++line) {
            const std::size_t end = rest.find('\n');
            const Json json = Json::parse(rest.substr(0, end));
            rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
            if (line == 0) {
                if (json.at("nestloom") != NESTLOOM_VERSION)
                    return inFile(ErrorCode::InvalidInput,
                                  "Nestloom " + json.at("nestloom").get<std::string>()
                                      + " made it; this is " NESTLOOM_VERSION ", whose numbers may differ",
                                  file);
                if (json.at("sweep") != sweep)
                    return inFile(ErrorCode::InvalidInput, "it is a shard of another sweep", file);
                const std::size_t shards = json.at("shards"), shard = json.at("shard");
                if (collected.count > 0 && shards != collected.count)
                    return inFile(ErrorCode::InvalidInput,
                                  "it is one of " + std::to_string(shards) + " shards, others here are of "
                                      + std::to_string(collected.count),
                                  file);
                collected.count = shards;
                found.resize(shards);
                found.at(shard - 1) = true;
                if (json.contains("results")) // written since 28 November 2026
                    stated = json["results"].get<std::size_t>();
                continue;
            }
            explore::PointResult result = pointFrom(json);
            if (result.network >= networks || result.point * networks + result.network >= results)
                return inFile(ErrorCode::InvalidInput, "it has a result of a point that the sweep does not have", file);
            const auto [known, isNew] = collected.points.try_emplace({result.point, result.network}, result);
            if (!isNew && !(known->second == result))
                return inFile(ErrorCode::InvalidInput,
                              "another shard has another result for point " + std::to_string(result.point), file);
        }
    } catch (const std::exception&) {
        return inFile(ErrorCode::Io, "line " + std::to_string(line + 1) + " is damaged", file);
    }
    if (line > 0 && stated && line - 1 != *stated)
        return inFile(ErrorCode::Io,
                      "it has " + std::to_string(line - 1) + " of " + counted(std::int64_t(*stated), "result")
                          + ": it was cut, or lines were added; run this shard again",
                      file);
    return line > 0 ? success() : Status(inFile(ErrorCode::Io, "it is empty", file));
}

} // namespace

path shardPath(const path& folder, const Shard& shard)
{
    return folder / ("shard-" + std::to_string(shard.index + 1) + "-of-" + std::to_string(shard.count) + ".jsonl");
}

Status beginShards(const path& folder, const explore::SweepInputs& inputs)
{
    std::error_code failed;
    std::filesystem::create_directories(folder, failed);
    if (failed)
        return inFile(ErrorCode::Io, "the folder cannot be made: " + failed.message(), folder);
    const SweepText text(inputs);
    if (std::filesystem::exists(folder / "sweep.json")) {
        TRY(const auto present, readShardedSweep(folder));
        return SweepText(present).identity() == text.identity()
                   ? success()
                   : Status(inFile(ErrorCode::InvalidInput, "the folder belongs to another sweep", folder));
    }
    const Json json{{"nestloom", NESTLOOM_VERSION},
                    {"accelerator", text.accelerator},
                    {"axes", text.axes},
                    {"networks", text.networks},
                    {"options", text.options}};
    return writeFile(folder / "sweep.json", json.dump(1) + "\n");
}

Result<explore::SweepInputs> readShardedSweep(const path& folder)
{
    const path file = folder / "sweep.json";
    TRY(const std::string text, readFile(file));
    const Json json = Json::parse(text, nullptr, false);
    for (const char* key : {"nestloom", "accelerator", "axes", "networks", "options"})
        if (!json.is_object() || !json.contains(key) || !json[key].is_string())
            return inFile(ErrorCode::Io, "it is damaged, or is no sweep that was begun with --shard-dir", file);
    if (json["nestloom"] != NESTLOOM_VERSION)
        return inFile(ErrorCode::InvalidInput,
                      "Nestloom " + json["nestloom"].get<std::string>()
                          + " began it; this is " NESTLOOM_VERSION ", whose numbers may differ",
                      file);
    return SweepText(json["accelerator"], json["axes"], json["networks"], json["options"]).read(file.string());
}

std::vector<explore::SweepStep> stepsOf(const Shard& shard, std::vector<explore::SweepStep>& open)
{
    std::vector<explore::SweepStep> mine;
    for (std::size_t i = shard.index; i < open.size(); i += shard.count)
        mine.push_back(std::move(open[i]));
    open.clear();
    return mine;
}

Status writeShard(const path& folder, const explore::SweepInputs& inputs, const Shard& shard,
                  const std::vector<explore::PointResult>& results)
{
    std::string text;
    std::size_t written = 0;
    for (const explore::PointResult& result : results) {
        const bool isMine = result.status != explore::PointStatus::Refused // which every shard finds out
                            || result.point % shard.count == shard.index;
        if (isMine && result.status != explore::PointStatus::Cancelled) {
            text += toJson(result).dump() + "\n";
            ++written;
        }
    }
    return writeFile(shardPath(folder, shard), headOf(inputs, shard, written).dump() + "\n" + text);
}

Result<CollectedShards> collectShards(const path& folder, const explore::SweepInputs& inputs)
{
    std::vector<path> files;
    std::error_code failed;
    for (const auto& entry : std::filesystem::directory_iterator(folder, failed))
        if (const std::string name = entry.path().filename().string();
            name.starts_with("shard-") && name.ends_with(".jsonl"))
            files.push_back(entry.path());
    if (failed)
        return inFile(ErrorCode::Io, "the folder cannot be read: " + failed.message(), folder);
    std::ranges::sort(files);
    CollectedShards collected;
    std::vector<bool> found;
    const std::string sweep = SweepText(inputs).identity();
    for (const path& file : files)
        TRY_DO(addFile(file, sweep, explore::resultCount(inputs), inputs.networks.size(), collected, found));
    for (auto& [key, result] : collected.points)
        explore::addDerived(result, inputs.space);
    for (std::size_t i = 0; i < found.size(); ++i)
        if (!found[i])
            collected.missing.push_back(i);
    return collected;
}

} // namespace nestloom::store
