// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/store/node_run_store.h"

#include "app/store/now.h"
#include "app/store/open_database.h"
#include "app/store/pack.h"
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

Result<NodeRunStore> NodeRunStore::open(const std::filesystem::path& path, const StoreOptions& options)
{
    Result<Database> database = openDatabase(path, options);
    if (!database)
        return database.error();
    return NodeRunStore(*std::move(database));
}

Result<records::NodeRunId> NodeRunStore::keep(const PackedNodeRun& run)
{
    Result<Statement> insert = m_database.prepare(
        "INSERT INTO node_run (identity, kept_at_ms, network_name, network_yaml, accelerator_name, accelerator_yaml, "
        "engine, batch,"
        " training, options_json, figures_json, cycles, layer_count, segment_count, longest_segment, search_ms, "
        "evaluated, schedule,"
        " engine_version) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19)"
        " ON CONFLICT (identity) DO UPDATE SET kept_at_ms = ?2, figures_json = ?11, cycles = ?12, layer_count = ?13,"
        " segment_count = ?14, longest_segment = ?15, search_ms = ?16, evaluated = ?17, schedule = ?18 RETURNING id");
    if (!insert)
        return insert.error();
    const records::NodeRunSummary& summary = run.summary;
    insert->bind(1, std::string_view(run.identity))
        .bind(2, now().time_since_epoch().count())
        .bind(3, std::string_view(summary.networkName))
        .bind(4, std::string_view(run.networkYaml))
        .bind(5, std::string_view(summary.acceleratorName))
        .bind(6, std::string_view(run.acceleratorYaml))
        .bind(7, std::string_view(summary.options.engine))
        .bind(8, summary.options.batch)
        .bind(9, std::int64_t(summary.options.training))
        .bind(10, std::string_view(io::nodeOptionsToJson(summary.options)))
        .bind(11, std::string_view(figuresJson(summary)))
        .bind(12, summary.cycles.count)
        .bind(13, std::int64_t(summary.layerCount))
        .bind(14, std::int64_t(summary.segmentCount))
        .bind(15, std::int64_t(summary.longestSegment))
        .bind(16, summary.searchMs)
        .bind(17, summary.evaluated)
        .bindBlob(18, run.schedule)
        .bind(19, std::string_view(NESTLOOM_VERSION));
    const Result<bool> kept = insert->step();
    if (!kept)
        return kept.error();
    const records::NodeRunId id = insert->integer(0);
    const Status done = insert->run();
    return done ? Result<records::NodeRunId>(id) : Result<records::NodeRunId>(done.error());
}

Result<std::vector<records::NodeRunSummary>> NodeRunStore::list()
{
    Result<Statement> query = m_database.prepare(std::string("SELECT ") + kNodeRunColumns
                                                 + " FROM node_run ORDER BY kept_at_ms DESC, id DESC");
    if (!query)
        return query.error();
    std::vector<records::NodeRunSummary> runs;
    for (;;) {
        const Result<bool> row = query->step();
        if (!row)
            return row.error();
        if (!*row)
            return runs;
        auto summary = nodeRunFrom(*query);
        if (!summary)
            return summary.error();
        runs.push_back(*std::move(summary));
    }
}

Result<StoredNodeRun> NodeRunStore::load(records::NodeRunId run)
{
    Result<Statement> query =
        m_database.prepare(std::string("SELECT ") + kNodeRunColumns
                           + ", accelerator_yaml, network_yaml, schedule FROM node_run WHERE id = ?1");
    if (!query)
        return query.error();
    const Result<bool> row = query->bind(1, run).step();
    if (!row)
        return row.error();
    if (!*row)
        return Error{ErrorCode::InvalidInput, "there is no schedule on nodes " + std::to_string(run),
                     m_database.name()};
    auto summary = nodeRunFrom(*query);
    if (!summary)
        return summary.error();
    return StoredNodeRun{*std::move(summary), query->text(kNodeRunColumnCount), query->text(kNodeRunColumnCount + 1),
                         query->blob(kNodeRunColumnCount + 2)};
}

Status NodeRunStore::remove(records::NodeRunId run)
{
    Result<Statement> remove = m_database.prepare("DELETE FROM node_run WHERE id = ?1");
    return remove ? remove->bind(1, run).run() : Status(remove.error());
}

} // namespace nestloom::store
