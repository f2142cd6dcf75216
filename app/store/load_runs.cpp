// SPDX-License-Identifier: GPL-3.0-or-later
// The reading half of RunStore.
#include "app/store/run_store.h"

#include "app/store/now.h"
#include "app/store/process_identity.h"
#include "app/store/stored_layer.h"
#include "app/store/tag_text.h"
#include "engine/io/read_accelerator.h"
#include "engine/io/read_network.h"
#include "engine/io/result_json.h"

#include <algorithm>
#include <bit>
#include <map>

namespace nestloom::store {

namespace {

records::RunStatus statusFrom(std::string_view text)
{
    for (const records::RunStatus status : {records::RunStatus::Running, records::RunStatus::Finished,
                                            records::RunStatus::Cancelled, records::RunStatus::Interrupted})
        if (name(status) == text)
            return status;
    return records::RunStatus::Failed;
}

// Columns of the two queries below.
enum Column {
    Id,
    State,
    Message,
    Started,
    Finished,
    AcceleratorName,
    NetworkName,
    Engine,
    Version,
    Seed,
    LayerCount,
    MacUnits,
    ObjectiveName,
    ClockHz,
    Starred,
    Tags,
    Note,
    OwnerPid,
    OwnerStart,
    OwnerBoot
};
constexpr std::string_view kSummaryQuery =
    "SELECT r.id, r.status, r.message, r.started_at_ms, r.finished_at_ms, r.accelerator_name, r.network_name, r.engine,"
    " r.engine_version, r.seed, r.layer_count, r.mac_units, r.objective, r.clock_hz, m.starred, m.tags, m.note,"
    " r.owner_pid, r.owner_start_ticks, r.owner_boot_id"
    " FROM runs r LEFT JOIN run_marks m ON m.run_id = r.id"
    " WHERE (?1 = 0 OR r.id = ?1) AND m.deleted_at_ms IS NULL ORDER BY r.id DESC";

enum TotalsColumn {
    Done,
    Solved,
    CyclesSum,
    EnergySum,
    MacSum,
    BoundSum,
    Bounded,
    ObjectiveBoundSum,
    FigureSum,
    Judged,
    OverMesh,
    WorstMesh,
    CpuSum
};
constexpr std::string_view kTotalsQuery =
    "SELECT count(*), count(cycles), total(cycles), total(energy_pj), total(macs),"
    " total(CASE WHEN cycles IS NOT NULL THEN lower_bound_cycles END),"
    " count(CASE WHEN cycles IS NOT NULL THEN lower_bound_cycles END), total(objective_bound), total(objective_bound * "
    "(1 + gap)),"
    " count(objective_bound * gap), count(CASE WHEN mesh_load > 1 + 1e-9 THEN 1 END), coalesce(max(mesh_load), 0), "
    "total(solve_cpu_ms)"
    " FROM layers WHERE run_id = ?1";

/// The same sums as schedule::totals(), from an index, so that a list of runs needs no JSON.
schedule::Totals totalsFrom(const Statement& row, std::int64_t macUnits)
{
    schedule::Totals totals;
    totals.layers = std::size_t(row.integer(Done));
    totals.solved = std::size_t(row.integer(Solved));
    totals.failed = totals.layers - totals.solved;
    totals.cycles.count = row.integer(CyclesSum);
    totals.energy.count = row.real(EnergySum);
    totals.macs = row.integer(MacSum);
    totals.edp = totals.energy.count * row.real(CyclesSum);
    if (totals.cycles.count > 0)
        totals.utilization = row.real(MacSum) / (double(macUnits) * row.real(CyclesSum));
    if (totals.solved > 0 && row.integer(Bounded) == row.integer(Solved))
        totals.lowerBoundCycles = row.real(BoundSum);
    if (totals.solved > 0 && row.integer(Judged) == row.integer(Solved) && row.real(ObjectiveBoundSum) > 0)
        totals.gap = row.real(FigureSum) / row.real(ObjectiveBoundSum) - 1;
    totals.overMesh = std::size_t(row.integer(OverMesh));
    totals.worstMeshLoad = row.real(WorstMesh);
    totals.solveCpuMs = row.real(CpuSum);
    return totals;
}

records::RunSummary summaryFrom(const Statement& row)
{
    records::RunSummary summary;
    summary.id = row.integer(Id);
    summary.status = statusFrom(row.text(State));
    // Not marked yet, as where nothing can be written.
    if (summary.status == records::RunStatus::Running
        && !isAlive({row.integer(OwnerPid), row.integer(OwnerStart), row.text(OwnerBoot)}))
        summary.status = records::RunStatus::Interrupted;
    summary.message = row.text(Message);
    summary.startedAt = storedTime(row.integer(Started));
    if (!row.isNull(Finished))
        summary.finishedAt = storedTime(row.integer(Finished));
    summary.acceleratorName = row.text(AcceleratorName);
    summary.networkName = row.text(NetworkName);
    summary.engine = row.text(Engine);
    summary.engineVersion = row.text(Version);
    summary.seed = std::bit_cast<std::uint64_t>(row.integer(Seed));
    summary.layerCount = int(row.integer(LayerCount));
    summary.objective = row.text(ObjectiveName);
    if (!row.isNull(ClockHz))
        summary.clock = Hertz{row.real(ClockHz)};
    summary.marks.starred = row.integer(Starred) != 0;
    summary.marks.tags = wordsOf(row.text(Tags));
    summary.marks.note = row.text(Note);
    return summary;
}

StoredLayer layerFrom(const Statement& row)
{
    const auto integer = [&](int column) {
        return row.isNull(column) ? std::nullopt : std::optional(row.integer(column));
    };
    const auto real = [&](int column) { return row.isNull(column) ? std::nullopt : std::optional(row.real(column)); };
    return {row.integer(0), row.text(1),
            integer(2),     integer(4),
            real(3),        real(5),
            real(6),        real(7),
            row.text(8),    row.isNull(9) ? std::nullopt : std::optional(row.text(9))};
}

bool isInBin(Database& database, records::RunId run)
{
    const auto found = database.integer("SELECT count(*) FROM run_marks WHERE deleted_at_ms IS NOT NULL AND run_id = "
                                        + std::to_string(run));
    return found && *found > 0;
}

} // namespace

Result<std::vector<records::RunSummary>> RunStore::summaries(records::RunId only)
{
    Result<Statement> query = m_database.prepare(kSummaryQuery);
    if (!query)
        return query.error();
    query->bind(1, only);
    std::vector<records::RunSummary> runs;
    for (;;) {
        const Result<bool> row = query->step();
        if (!row)
            return row.error();
        if (!*row)
            return runs;
        runs.push_back(summaryFrom(*query));
        if (const Status summed = addTotals(runs.back(), query->integer(MacUnits)); !summed)
            return summed.error();
    }
}

Status RunStore::addTotals(records::RunSummary& run, std::int64_t macUnits)
{
    auto known = m_ended.find(run.id);
    StoredTotals stored;
    if (known == m_ended.end()) {
        Result<Statement> query = m_database.prepare(kTotalsQuery);
        if (!query)
            return query.error();
        if (const Result<bool> row = query->bind(1, run.id).step(); !row)
            return row.error();
        stored.layersDone = int(query->integer(Done));
        if (query->integer(Solved) > 0)
            stored.totals = totalsFrom(*query, macUnits);
        if (run.status != records::RunStatus::Running)
            m_ended.emplace(run.id, stored);
    }
    const StoredTotals& found = known == m_ended.end() ? stored : known->second;
    run.layersDone = found.layersDone;
    run.totals = found.totals;
    return success();
}

Result<std::vector<records::RunSummary>> RunStore::list() { return summaries(0); }

Status RunStore::loadLayers(records::RunRecord& run)
{
    Result<Statement> query = m_database.prepare("SELECT layer_index, status, cycles, energy_pj, macs, "
                                                 "lower_bound_cycles, objective_bound, gap, result_json, seal"
                                                 " FROM layers WHERE run_id = ?1 ORDER BY layer_index");
    if (!query)
        return query.error();
    query->bind(1, run.summary.id);
    const LayerJudge judge(run.inputs, run.summary.engineVersion == NESTLOOM_VERSION);
    std::map<std::size_t, schedule::LayerResult> layers;
    const auto complain = [&](const std::string& layer, const std::string& why) {
        run.damage.push_back("run " + std::to_string(run.summary.id) + " in " + m_database.name() + ", layer " + layer
                             + ": " + why);
    };
    for (;;) {
        const Result<bool> row = query->step();
        if (!row)
            return row.error();
        if (!*row)
            break;
        const StoredLayer stored = layerFrom(*query);
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
    return success();
}

Result<records::RunRecord> RunStore::load(records::RunId run)
{
    const Result<std::vector<records::RunSummary>> summary = summaries(run);
    if (!summary)
        return summary.error();
    if (run <= 0 || summary->empty())
        return Error{ErrorCode::InvalidInput,
                     "there is no run " + std::to_string(run)
                         + (isInBin(m_database, run) ? " any more: it was deleted" : ""),
                     m_database.name()};
    Result<Statement> texts =
        m_database.prepare("SELECT accelerator_yaml, network_yaml, options_json FROM runs WHERE id = ?1");
    if (!texts)
        return texts.error();
    if (const Result<bool> row = texts->bind(1, run).step(); !row || !*row)
        return row ? Error{ErrorCode::Io, "the run vanished", m_database.name()} : row.error();
    const std::string place = m_database.name() + ", run " + std::to_string(run);
    records::RunRecord record{summary->front(), {}, {}, {}};
    record.inputs.acceleratorYaml = texts->text(0);
    record.inputs.networkYaml = texts->text(1);
    auto accelerator = io::parseAccelerator(record.inputs.acceleratorYaml, place + ", accelerator");
    if (!accelerator)
        return accelerator.error();
    auto network = io::parseNetwork(record.inputs.networkYaml, place + ", network");
    if (!network)
        return network.error();
    auto options = io::optionsFromJson(texts->text(2));
    if (!options)
        return Error{options.error().code, options.error().message, place + ", options"};
    record.inputs.accelerator = *std::move(accelerator);
    record.inputs.network = *std::move(network);
    record.inputs.options = *std::move(options);
    if (const Status loaded = loadLayers(record); !loaded)
        return loaded.error();
    return record;
}

} // namespace nestloom::store
