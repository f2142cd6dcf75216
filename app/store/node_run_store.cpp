// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/store/node_run_store.h"

#include "app/store/database.h"
#include "app/store/stored_values.h"
#include "engine/base/fingerprint.h"
#include "engine/io/node_run_json.h"
#include "engine/io/read_accelerator.h"
#include "engine/io/read_network.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace nestloom::store {

namespace {

constexpr const char* kNodeRunColumns =
    "id, kept_at_ms, network_name, accelerator_name, options_json, figures_json, cycles, layer_count,"
    " segment_count, longest_segment, search_ms, evaluated, engine_version";
constexpr int kNodeRunColumnCount = 13;

using Json = nlohmann::ordered_json;

/// The counts of KAPLA's effort by name, of a constant one or of one that is read.
template <typename Effort>
auto countsOf(Effort& effort)
{
    return std::array{std::pair("segments", &effort.segments), std::pair("schemes", &effort.schemes),
                      std::pair("valid", &effort.valid), std::pair("pareto", &effort.pareto),
                      std::pair("solved", &effort.solved)};
}

std::string figuresJson(const records::NodeRunSummary& summary)
{
    Json json{{"energy", Json::object()}, {"effort", Json::object()}};
    for (const kapla::NodePart part : kapla::kNodeParts)
        json["energy"][std::string(name(part))] = summary.energy[part];
    for (const auto& [name, count] : countsOf(summary.effort))
        json["effort"][name] = *count;
    return json.dump();
}

/// What is not there stays 0: the schedule itself is judged when it is opened.
void readFigures(const std::string& text, records::NodeRunSummary& summary)
{
    const Json json = Json::parse(text, nullptr, false);
    if (!json.is_object())
        return;
    const Json energy = json.value("energy", Json::object()), effort = json.value("effort", Json::object());
    for (const kapla::NodePart part : kapla::kNodeParts)
        if (const auto found = energy.find(std::string(name(part))); found != energy.end() && found->is_number())
            summary.energy[part] = found->get<double>();
    for (const auto& [name, count] : countsOf(summary.effort))
        if (const auto found = effort.find(name); found != effort.end() && found->is_number_integer())
            *count = found->get<std::int64_t>();
}

Result<records::NodeRunSummary> nodeRunFrom(const Statement& row)
{
    records::NodeRunSummary summary;
    summary.id = row.integer(0);
    summary.keptAt = storedTime(row.integer(1));
    summary.networkName = row.text(2);
    summary.acceleratorName = row.text(3);
    auto options = io::nodeOptionsFromJson(row.text(4));
    if (!options)
        return Error{options.error().code, "it is damaged: " + options.error().message,
                     "schedule on nodes " + std::to_string(summary.id)};
    summary.options = *std::move(options);
    readFigures(row.text(5), summary);
    summary.cycles = {row.integer(6)};
    summary.layerCount = int(row.integer(7));
    summary.segmentCount = int(row.integer(8));
    summary.longestSegment = int(row.integer(9));
    summary.searchMs = row.real(10);
    summary.evaluated = row.integer(11);
    summary.engineVersion = row.text(12);
    return summary;
}

records::NodeRunSummary summaryOf(const kapla::NodeRunOptions& options, const kapla::NodeRun& run)
{
    records::NodeRunSummary summary;
    summary.options = options;
    summary.energy = kapla::nodeEnergy(run);
    summary.cycles = {run.schedule->cycles};
    summary.layerCount = int(run.graph.network.layers.size());
    summary.segmentCount = int(run.schedule->segments.size());
    for (const kapla::ScheduledSegment& segment : run.schedule->segments)
        summary.longestSegment = std::max(summary.longestSegment, int(segment.layers.size()));
    summary.searchMs = run.cpuMs;
    summary.evaluated = run.evaluated;
    summary.effort = run.effort;
    return summary;
}

/// The same, whatever version wrote it, as long as the model has not changed.
bool hasSameFigures(const records::NodeRunSummary& kept, const kapla::NodeRun& run)
{
    const double before = kept.energy.total(), now = run.schedule->cost;
    return std::abs(now - before) <= 1e-6 * std::abs(before) && run.schedule->cycles == kept.cycles.count;
}

std::string modelNote(const records::NodeRunSummary& kept)
{
    return "version " + kept.engineVersion
           + " of the model gave this schedule other figures; shown are those of this version";
}

} // namespace

Result<PackedNodeRun> pack(const hardware::Accelerator& accelerator, const workload::Network& network,
                           const kapla::NodeRunOptions& options, const kapla::NodeRun& run)
{
    if (!run.schedule || run.stopped)
        return Error{ErrorCode::InvalidInput, "only a finished schedule on nodes can be stored",
                     "network " + network.name};
    PackedNodeRun made{summaryOf(options, run),
                       io::writeAccelerator(accelerator),
                       io::writeNetwork(network),
                       {},
                       packed(io::nodeDecisionsToJson(kapla::decisionsOf(*run.schedule)))};
    made.summary.networkName = network.name;
    made.summary.acceleratorName = accelerator.name;
    made.identity = std::to_string(Fingerprint()
                                       .add(NESTLOOM_VERSION)
                                       .add(made.acceleratorYaml)
                                       .add(made.networkYaml)
                                       .add(io::nodeOptionsToJson(options))
                                       .value());
    return made;
}

Result<records::NodeRunRecord> restore(const StoredNodeRun& stored)
{
    const std::string place = "schedule on nodes " + std::to_string(stored.summary.id);
    const auto damaged = [&place](const Error& error) {
        return Error{error.code, "it is damaged: " + error.message, place};
    };
    auto accelerator = io::parseAccelerator(stored.acceleratorYaml, place + ", accelerator");
    if (!accelerator)
        return accelerator.error();
    auto network = io::parseNetwork(stored.networkYaml, place + ", network");
    if (!network)
        return network.error();
    const auto json = unpacked(stored.schedule);
    if (!json)
        return Error{json.error().code, json.error().message, place};
    const auto decisions = io::nodeDecisionsFromJson(*json);
    if (!decisions)
        return damaged(decisions.error());
    auto run = kapla::rebuiltNodeRun(*accelerator, *network, stored.summary.options, *decisions);
    if (!run)
        return damaged(run.error());
    run->cpuMs = stored.summary.searchMs;
    run->evaluated = stored.summary.evaluated;
    run->effort = stored.summary.effort;
    if (!hasSameFigures(stored.summary, *run)) {
        if (stored.summary.engineVersion == NESTLOOM_VERSION)
            return damaged({ErrorCode::InvalidInput, "the stored figures are not those of its schedule", ""});
        run->notes.push_back(modelNote(stored.summary));
    }
    return records::NodeRunRecord{stored.summary, *std::move(accelerator), *std::move(network), *std::move(run)};
}

Result<records::NodeRunId> NodeRunStore::keep(const PackedNodeRun& run)
{
    const records::NodeRunSummary& summary = run.summary;
    return m_database.insert(
        "INSERT INTO", "node_run",
        {{"identity", run.identity},
         {"kept_at_ms", unixTimeMs()},
         {"network_name", summary.networkName},
         {"network_yaml", run.networkYaml},
         {"accelerator_name", summary.acceleratorName},
         {"accelerator_yaml", run.acceleratorYaml},
         {"engine", summary.options.engine},
         {"batch", summary.options.batch},
         {"training", summary.options.training},
         {"options_json", io::nodeOptionsToJson(summary.options)},
         {"figures_json", figuresJson(summary)},
         {"cycles", summary.cycles.count},
         {"layer_count", summary.layerCount},
         {"segment_count", summary.segmentCount},
         {"longest_segment", summary.longestSegment},
         {"search_ms", summary.searchMs},
         {"evaluated", summary.evaluated},
         {"schedule", Blob{run.schedule}},
         {"engine_version", NESTLOOM_VERSION}},
        "ON CONFLICT (identity) DO UPDATE SET kept_at_ms = excluded.kept_at_ms, figures_json = excluded.figures_json,"
        " cycles = excluded.cycles, layer_count = excluded.layer_count, segment_count = excluded.segment_count,"
        " longest_segment = excluded.longest_segment, search_ms = excluded.search_ms, evaluated = excluded.evaluated,"
        " schedule = excluded.schedule RETURNING id");
}

Result<std::vector<records::NodeRunSummary>> NodeRunStore::list()
{
    return m_database.rows<records::NodeRunSummary>(
        std::string("SELECT ") + kNodeRunColumns + " FROM node_run ORDER BY kept_at_ms DESC, id DESC", {}, nodeRunFrom);
}

Result<StoredNodeRun> NodeRunStore::load(records::NodeRunId run)
{
    auto found = m_database.rows<StoredNodeRun>(
        std::string("SELECT ") + kNodeRunColumns
            + ", accelerator_yaml, network_yaml, schedule FROM node_run WHERE id = ?1",
        {run}, [](const Statement& row) -> Result<StoredNodeRun> {
            auto summary = nodeRunFrom(row);
            if (!summary)
                return summary.error();
            return StoredNodeRun{*std::move(summary), row.text(kNodeRunColumnCount), row.text(kNodeRunColumnCount + 1),
                                 row.blob(kNodeRunColumnCount + 2)};
        });
    if (!found)
        return found.error();
    if (found->empty())
        return Error{ErrorCode::InvalidInput, "there is no schedule on nodes " + std::to_string(run),
                     m_database.name()};
    return std::move(found->front());
}

Status NodeRunStore::remove(records::NodeRunId run)
{
    return m_database.run("DELETE FROM node_run WHERE id = ?1", {run});
}

} // namespace nestloom::store
