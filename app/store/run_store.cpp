// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/store/run_store.h"

#include "app/store/process_identity.h"
#include "app/store/simulation_store.h"
#include "app/store/stored_layer.h"
#include "app/store/stored_summary.h"
#include "app/store/stored_values.h"
#include "engine/io/read_accelerator.h"
#include "engine/io/read_network.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <map>
#include <tuple>

namespace nestloom::store {

namespace {

StoredLayer layerFrom(const Statement& row)
{
    return {row.integer(0),      row.text(1),
            row.integerIfAny(2), row.integerIfAny(4),
            row.realIfAny(3),    row.realIfAny(5),
            row.realIfAny(6),    row.realIfAny(7),
            row.text(8),         row.isNull(9) ? std::nullopt : std::optional(row.text(9))};
}

/// Behind "there is no run 18".
std::string whyGone(Database& database, records::RunId run)
{
    const auto counts = [&](const std::string& what) {
        const auto found = database.integer("SELECT count(*) FROM " + what + std::to_string(run));
        return found && *found > 0;
    };
    return counts("run_marks WHERE deleted_at_ms IS NOT NULL AND run_id = ") ? " any more: it was deleted"
           : run > 0 && counts("runs WHERE id > ")                           ? ": it was refused, or deleted for good"
                                                                             : "";
}

} // namespace

namespace fs = std::filesystem;

Result<RunStore> RunStore::open(const fs::path& path, const StoreOptions& options)
{
    TRY(auto database, openDatabase(path, options));
    RunStore store(std::move(database));
    // All of these can wait for the next start when they fail, as on a full disk.
    (void)store.markInterrupted();
    (void)store.emptyBin(now() - std::chrono::days(kDaysInBin));
    (void)store.learnClocks();
    return store;
}

Result<std::vector<records::RunId>> RunStore::orphans()
{
    const auto running = m_database.rows<std::pair<records::RunId, bool>>(
        "SELECT id, owner_pid, owner_start_ticks, owner_boot_id FROM runs WHERE status = 'running'", {},
        [](const Statement& row) {
            return std::pair(row.integer(0), isAlive({row.integer(1), row.integer(2), row.text(3)}));
        });
    if (!running)
        return running.error();
    std::vector<records::RunId> found;
    for (const auto& [run, alive] : *running)
        if (!alive)
            found.push_back(run);
    return found;
}

Result<std::size_t> RunStore::markInterrupted()
{
    const Result<std::vector<records::RunId>> runs = orphans();
    if (!runs)
        return runs.error();
    if (runs->empty())
        return std::size_t(0); // the usual case takes no write lock
    // Only if it still says so: its process may have finished it between its last look and its end.
    const Status marked = forEach(*runs, "UPDATE runs SET status = 'interrupted' WHERE id = ?1 AND status = 'running'");
    return marked ? Result<std::size_t>(runs->size()) : Result<std::size_t>(marked.error());
}

Result<records::RunId> RunStore::begin(const records::RunInputs& inputs)
{
    const ProcessIdentity owner = currentProcess();
    const bool hasAccelerator = !inputs.accelerator.name.empty();
    const std::string accelerator = !hasAccelerator                  ? std::string()
                                    : inputs.acceleratorYaml.empty() ? io::writeAccelerator(inputs.accelerator)
                                                                     : inputs.acceleratorYaml;
    const bool hasText = !inputs.networkYaml.empty() && !io::namesBuilder(inputs.networkYaml);
    const std::string network = hasText ? inputs.networkYaml : io::writeNetwork(inputs.network);
    return m_database.insert("INSERT INTO", "runs",
                             {{"status", name(records::RunStatus::Running)},
                              {"started_at_ms", unixTimeMs()},
                              {"accelerator_name", inputs.acceleratorTitle()},
                              {"accelerator_yaml", accelerator},
                              {"mac_units", inputs.accelerator.macUnits()},
                              {"network_name", inputs.network.name},
                              {"network_yaml", network},
                              {"layer_count", inputs.network.layers.size()},
                              {"options_json", optionsText(inputs)},
                              {"engine", inputs.engine()},
                              {"kind", name(inputs.kind())},
                              {"batch", batchOf(inputs)},
                              {"engine_version", NESTLOOM_VERSION},
                              {"seed", std::bit_cast<std::int64_t>(inputs.seed())},
                              {"owner_pid", owner.pid},
                              {"owner_start_ticks", owner.startTicks},
                              {"owner_boot_id", owner.bootId},
                              {"objective", objectiveText(inputs)},
                              {"vector_json", vectorText(inputs)},
                              {"clock_hz", inputs.accelerator.clock.count}});
}

Status RunStore::addLayer(records::RunId run, const hardware::Accelerator& accelerator,
                          const schedule::LayerResult& layer)
{
    m_ended.erase(run);
    const StoredLayer stored = storedLayer(accelerator, layer);
    const auto added =
        m_database.insert("INSERT OR REPLACE INTO", "layers",
                          {{"run_id", run},
                           {"layer_index", stored.index},
                           {"name", layer.name},
                           {"status", stored.status},
                           {"verified", layer.verified},
                           {"cycles", stored.cycles},
                           {"energy_pj", stored.energy},
                           {"macs", stored.macs},
                           {"lower_bound_cycles", stored.lowerBoundCycles},
                           {"objective_bound", stored.objectiveBound},
                           {"gap", stored.gap},
                           {"mesh_load", layer.meshLoad},
                           {"bound_by", layer.cost ? Value(layer.cost->bottleneck.text) : Value(std::nullopt)},
                           {"solve_cpu_ms", layer.solveCpuMs},
                           {"result_json", stored.json},
                           {"seal", stored.seal}});
    return added ? success() : Status(added.error());
}

Status RunStore::addWhole(records::RunId run, std::size_t layers, const WholeResult& result)
{
    TRY(auto transaction, Transaction::begin(m_database));
    const bool isText = !result.cycles; // of a memory plan
    TRY_DO(m_database.insert("INSERT OR REPLACE INTO", "whole_result",
                             {{"run_id", run},
                              {"cycles", result.cycles},
                              {"energy_pj", result.energy},
                              {"solve_cpu_ms", result.cpuMs},
                              {"figures_json", result.figures},
                              {"result", isText ? Value(result.result) : Value(Blob{result.result})},
                              {"seal", result.seal}}));
    TRY_DO(m_database.run("UPDATE runs SET layer_count = ?2 WHERE id = ?1", {run, layers}));
    return transaction.commit();
}

Status RunStore::addWhole(records::RunId run, const records::RunInputs& inputs, const kapla::NodeRun& result)
{
    return addWhole(run, result.graph.network.layers.size(), wholeResult(result, inputs.nodes->training));
}

Status RunStore::addWhole(records::RunId run, const records::RunInputs&, const records::PlannedMemory& result)
{
    return addWhole(run, result.graph.operators.size(), wholeResult(result));
}

Status RunStore::finish(records::RunId run, records::RunStatus status, const std::string& message)
{
    const Status done = m_database.run("UPDATE runs SET status = ?2, message = ?3, finished_at_ms = ?4 WHERE id = ?1",
                                       {run, name(status), message, unixTimeMs()});
    return done ? m_database.checkStillThere() : done;
}

fs::path defaultStorePath()
{
    const auto variable = [](const char* name) -> std::string {
        const char* value = std::getenv(name);
        return value ? value : "";
    };
    if (const std::string data = variable("NESTLOOM_DATA"); !data.empty())
        return fs::path(data) / "runs.sqlite";
    if (const std::string data = variable("XDG_DATA_HOME"); !data.empty())
        return fs::path(data) / "nestloom" / "runs.sqlite";
    if (const std::string home = variable("HOME"); !home.empty())
        return fs::path(home) / ".local" / "share" / "nestloom" / "runs.sqlite";
    return {};
}

Status RunStore::setMarks(const std::vector<std::pair<records::RunId, records::RunMarks>>& marks)
{
    TRY(auto transaction, Transaction::begin(m_database));
    TRY(auto write,
        m_database.prepare(
            "INSERT INTO run_marks (run_id, starred, tags, note) SELECT id, ?2, ?3, ?4 FROM runs WHERE id = ?1"
            " ON CONFLICT (run_id) DO UPDATE SET starred = ?2, tags = ?3, note = ?4 RETURNING run_id"));
    for (const auto& [run, mark] : marks) {
        TRY(const auto tags, tagText(mark.tags));
        TRY(const auto written, write.bind({run, mark.starred, tags, mark.note}).step());
        if (!written)
            return Error{ErrorCode::InvalidInput, "there is no run " + std::to_string(run), m_database.name()};
        TRY_DO(write.run());
    }
    return transaction.commit();
}

Status RunStore::forEach(const std::vector<records::RunId>& runs, const char* sql, std::optional<std::int64_t> second)
{
    TRY(auto transaction, Transaction::begin(m_database));
    TRY(auto change, m_database.prepare(sql));
    for (const records::RunId run : runs) {
        change.bind(1, run);
        if (second)
            change.bind(2, *second);
        TRY_DO(change.run());
    }
    return transaction.commit();
}

Status RunStore::moveToBin(const std::vector<records::RunId>& runs)
{
    for (const records::RunId run : runs) {
        const auto running =
            m_database.integer("SELECT count(*) FROM runs WHERE status = 'running' AND id = " + std::to_string(run));
        if (!running)
            return running.error();
        if (*running > 0)
            return Error{ErrorCode::InvalidInput, "it is still running; cancel it before it is deleted",
                         "run " + std::to_string(run)};
    }
    return forEach(runs,
                   "INSERT INTO run_marks (run_id, deleted_at_ms) SELECT id, ?2 FROM runs WHERE id = ?1"
                   " ON CONFLICT (run_id) DO UPDATE SET deleted_at_ms = ?2",
                   unixTimeMs());
}

Status RunStore::restore(const std::vector<records::RunId>& runs)
{
    return forEach(runs, "UPDATE run_marks SET deleted_at_ms = NULL WHERE run_id = ?1");
}

Result<std::size_t> RunStore::emptyBin(records::TimePoint limit)
{
    const std::string old = " FROM run_marks WHERE deleted_at_ms < " + std::to_string(limit.time_since_epoch().count());
    TRY(const auto count, m_database.integer("SELECT count(*)" + old));
    if (count == 0)
        return std::size_t(0); // the usual case takes no write lock
    // Layers and marks go with their run.
    TRY_DO(m_database.execute("DELETE FROM runs WHERE id IN (SELECT run_id" + old + ")"));
    return std::size_t(count);
}

/// Runs stored before version 3 have no clock of their own: it is in their text.
Status RunStore::learnClocks()
{
    const auto runs = m_database.rows<std::pair<records::RunId, std::string>>(
        "SELECT id, accelerator_yaml FROM runs WHERE clock_hz IS NULL AND accelerator_yaml <> ''", {},
        [](const Statement& row) { return std::pair(row.integer(0), row.text(1)); });
    if (!runs)
        return runs.error();
    std::vector<std::pair<records::RunId, double>> clocks;
    for (const auto& [run, yaml] : *runs)
        if (const auto accelerator = io::parseAccelerator(yaml, "stored"); accelerator)
            clocks.emplace_back(run, accelerator->clock.count);
    if (clocks.empty())
        return success(); // the usual case takes no write lock
    TRY(auto transaction, Transaction::begin(m_database));
    for (const auto& [run, clock] : clocks)
        TRY_DO(m_database.run("UPDATE runs SET clock_hz = ?2 WHERE id = ?1", {run, clock}));
    return transaction.commit();
}

Result<std::vector<records::RunSummary>> RunStore::summaries(records::RunId only, std::string_view which)
{
    return m_database.rows<records::RunSummary>(
        std::string(kSummaryQuery).append(which), {only}, [this](const Statement& row) -> Result<records::RunSummary> {
            auto [run, macUnits, vector] = summaryFrom(row);
            const Status summed = run.kind == records::RunKind::Layers ? addTotals(run, macUnits, vector) : success();
            return summed ? Result<records::RunSummary>(std::move(run)) : Result<records::RunSummary>(summed.error());
        });
}

Status RunStore::addTotals(records::RunSummary& run, std::int64_t macUnits, const cost::VectorSums& vector)
{
    auto known = m_ended.find(run.id);
    StoredTotals stored;
    if (known == m_ended.end()) {
        TRY(auto query, m_database.prepare(kTotalsQuery, {run.id}));
        TRY_DO(query.step());
        std::tie(stored.layersDone, stored.totals) = totalsFrom(query, macUnits);
        if (stored.totals)
            stored.totals = schedule::withVector(*stored.totals, vector, std::size_t(run.layerCount));
        if (run.status != records::RunStatus::Running)
            m_ended.emplace(run.id, stored);
    }
    const StoredTotals& found = known == m_ended.end() ? stored : known->second;
    run.layersDone = found.layersDone;
    run.totals = found.totals;
    return success();
}

Status RunStore::loadLayers(records::RunRecord& run)
{
    TRY(const auto rows, m_database.rows<StoredLayer>("SELECT layer_index, status, cycles, energy_pj, macs, "
                                                      "lower_bound_cycles, objective_bound, gap, result_json, seal"
                                                      " FROM layers WHERE run_id = ?1 ORDER BY layer_index",
                                                      {run.summary.id}, layerFrom));
    const LayerJudge judge(run.inputs, run.summary.engineVersion == NESTLOOM_VERSION);
    std::map<std::size_t, schedule::LayerResult> layers;
    const auto complain = [&](const std::string& layer, const std::string& why) {
        run.damage.push_back("run " + std::to_string(run.summary.id) + " in " + m_database.name() + ", layer " + layer
                             + ": " + why);
    };
    for (const StoredLayer& stored : rows) {
        if (stored.index < 0 || stored.index >= std::int64_t(run.inputs.network.layers.size())) {
            complain(std::to_string(stored.index), "the network has no layer of this number");
            continue;
        }
        const auto index = std::size_t(stored.index);
        const Result<schedule::LayerResult> judged = judge.judge(stored);
        layers[index] = judged ? *judged : damagedLayer(run.inputs.network, index, judged.error().message);
    }
    for (std::size_t i = 0; i < run.inputs.network.layers.size(); ++i)
        if (run.summary.status == records::RunStatus::Finished && !layers.contains(i))
            layers[i] = damagedLayer(run.inputs.network, i, "it is missing");
    for (auto& [index, layer] : layers) {
        if (layer.status == schedule::LayerStatus::Damaged)
            complain(layer.name, layer.reason);
        run.layers.push_back(std::move(layer));
    }
    return addSimulated(m_database, run);
}

Result<records::RunRecord> RunStore::load(records::RunId run)
{
    const Result<std::vector<records::RunSummary>> summary = summaries(run, kListed);
    if (!summary)
        return summary.error();
    if (run <= 0 || summary->empty())
        return Error{ErrorCode::InvalidInput, "there is no run " + std::to_string(run) + whyGone(m_database, run),
                     m_database.name()};
    TRY(auto texts,
        m_database.prepare("SELECT accelerator_yaml, network_yaml, options_json FROM runs WHERE id = ?1", {run}));
    if (const Result<bool> row = texts.step(); !row || !*row)
        return row ? Error{ErrorCode::Io, "the run vanished", m_database.name()} : row.error();
    const std::string place = m_database.name() + ", run " + std::to_string(run);
    records::RunRecord record{.summary = summary->front(), .inputs = {}, .layers = {}};
    record.inputs.acceleratorYaml = texts.text(0);
    record.inputs.networkYaml = texts.text(1);
    // A memory plan may be of no accelerator.
    auto accelerator = record.inputs.acceleratorYaml.empty()
                           ? Result<hardware::Accelerator>(hardware::Accelerator())
                           : io::parseAccelerator(record.inputs.acceleratorYaml, place + ", accelerator");
    if (!accelerator)
        return accelerator.error();
    auto network = io::parseNetwork(record.inputs.networkYaml, place + ", network");
    if (!network)
        return network.error();
    if (const Status read = readOptions(texts.text(2), record.summary.kind, record.inputs); !read)
        return Error{read.error().code, read.error().message, place + ", options"};
    record.inputs.accelerator = *std::move(accelerator);
    record.inputs.edited = record.summary.acceleratorName == record.inputs.accelerator.name + "*";
    record.inputs.network = *std::move(network);
    record.summary.batch = batchOf(record.inputs); // of layers versions before 9 stored none
    const bool isWhole = record.summary.kind != records::RunKind::Layers;
    TRY_DO(isWhole ? loadWhole(record) : loadLayers(record));
    return record;
}

Status RunStore::loadWhole(records::RunRecord& run)
{
    const auto found = m_database.rows<WholeResult>(
        "SELECT cycles, energy_pj, solve_cpu_ms, figures_json, result, seal FROM whole_result WHERE run_id = ?1",
        {run.summary.id}, [](const Statement& row) {
            return WholeResult{row.integerIfAny(0), row.realIfAny(1),
                               row.real(2),         row.text(3),
                               row.blob(4),         row.isNull(5) ? std::nullopt : std::optional(row.text(5))};
        });
    if (!found)
        return found.error();
    if (found->empty())
        return success(); // it came to nothing
    const Status restored = store::restore(found->front(), run);
    return restored ? restored
                    : Status(Error{restored.error().code, restored.error().message,
                                   "run " + std::to_string(run.summary.id) + " in " + m_database.name()});
}

} // namespace nestloom::store
