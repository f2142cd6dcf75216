// SPDX-License-Identifier: GPL-3.0-or-later
// The reading half of RunStore.
#include "app/store/run_store.h"

#include "engine/io/read_accelerator.h"
#include "engine/io/read_network.h"
#include "engine/io/result_json.h"

#include <array>
#include <bit>

namespace nestloom::store {

namespace {

constexpr std::array<std::string_view, 5> kStatusNames{"running", "finished", "cancelled", "interrupted", "failed"};

RunStatus statusFrom(std::string_view text)
{
    for (std::size_t i = 0; i < kStatusNames.size(); ++i)
        if (kStatusNames[i] == text)
            return static_cast<RunStatus>(i);
    return RunStatus::Failed; // the CHECK of the table makes this impossible
}

// Columns of the query below.
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
    Done,
    Solved,
    Unsolved,
    CyclesSum,
    EnergySum,
    MacSum,
    BoundSum,
    Bounded,
    CpuSum
};

constexpr std::string_view kSummaryQuery =
    "SELECT r.id, r.status, r.message, r.started_at_ms, r.finished_at_ms, r.accelerator_name, r.network_name, r.engine,"
    " r.engine_version, r.seed, r.layer_count, r.mac_units,"
    " count(l.run_id), count(l.cycles), count(l.run_id) - count(l.cycles), total(l.cycles), total(l.energy_pj),"
    " total(l.macs), total(CASE WHEN l.cycles IS NOT NULL THEN l.lower_bound_cycles END),"
    " count(CASE WHEN l.cycles IS NOT NULL THEN l.lower_bound_cycles END), total(l.solve_cpu_ms)"
    " FROM runs r LEFT JOIN layers l ON l.run_id = r.id"
    " WHERE ?1 = 0 OR r.id = ?1 GROUP BY r.id ORDER BY r.id DESC";

/// The same sums as schedule::totals(), from the indexed columns, so that a list of runs needs no JSON.
schedule::Totals totalsFrom(const Statement& row)
{
    schedule::Totals totals;
    totals.layers = std::size_t(row.integer(Done));
    totals.solved = std::size_t(row.integer(Solved));
    totals.failed = std::size_t(row.integer(Unsolved));
    totals.cycles.count = row.integer(CyclesSum);
    totals.energy.count = row.real(EnergySum);
    totals.macs = row.integer(MacSum);
    totals.edp = totals.energy.count * row.real(CyclesSum);
    if (totals.cycles.count > 0)
        totals.utilization = row.real(MacSum) / (row.real(MacUnits) * row.real(CyclesSum));
    if (totals.solved > 0 && row.integer(Bounded) == row.integer(Solved))
        totals.lowerBoundCycles = row.real(BoundSum);
    totals.solveCpuMs = row.real(CpuSum);
    return totals;
}

RunSummary summaryFrom(const Statement& row)
{
    RunSummary summary;
    summary.id = row.integer(Id);
    summary.status = statusFrom(row.text(State));
    summary.message = row.text(Message);
    summary.startedAt = TimePoint(std::chrono::milliseconds(row.integer(Started)));
    if (!row.isNull(Finished))
        summary.finishedAt = TimePoint(std::chrono::milliseconds(row.integer(Finished)));
    summary.acceleratorName = row.text(AcceleratorName);
    summary.networkName = row.text(NetworkName);
    summary.engine = row.text(Engine);
    summary.engineVersion = row.text(Version);
    summary.seed = std::bit_cast<std::uint64_t>(row.integer(Seed));
    summary.layerCount = int(row.integer(LayerCount));
    summary.layersDone = int(row.integer(Done));
    if (row.integer(Solved) > 0)
        summary.totals = totalsFrom(row);
    return summary;
}

} // namespace

std::string_view name(RunStatus status) { return kStatusNames[static_cast<std::size_t>(status)]; }

Result<std::vector<RunSummary>> RunStore::summaries(RunId only)
{
    Result<Statement> query = m_database.prepare(kSummaryQuery);
    if (!query)
        return query.error();
    query->bind(1, only);
    std::vector<RunSummary> runs;
    for (;;) {
        const Result<bool> row = query->step();
        if (!row)
            return row.error();
        if (!*row)
            return runs;
        runs.push_back(summaryFrom(*query));
    }
}

Result<std::vector<RunSummary>> RunStore::list() { return summaries(0); }

Result<std::vector<schedule::LayerResult>> RunStore::layers(RunId run, const hardware::Accelerator& accelerator)
{
    Result<Statement> query =
        m_database.prepare("SELECT result_json FROM layers WHERE run_id = ?1 ORDER BY layer_index");
    if (!query)
        return query.error();
    query->bind(1, run);
    std::vector<schedule::LayerResult> layers;
    for (;;) {
        const Result<bool> row = query->step();
        if (!row)
            return row.error();
        if (!*row)
            return layers;
        Result<schedule::LayerResult> layer = io::layerResultFromJson(accelerator, query->text(0));
        if (!layer)
            return layer.error();
        layers.push_back(*std::move(layer));
    }
}

Result<RunRecord> RunStore::load(RunId run)
{
    const Result<std::vector<RunSummary>> summary = summaries(run);
    if (!summary)
        return summary.error();
    if (run <= 0 || summary->empty())
        return Error{ErrorCode::InvalidInput, "there is no run " + std::to_string(run), m_database.name()};
    Result<Statement> texts =
        m_database.prepare("SELECT accelerator_yaml, network_yaml, options_json FROM runs WHERE id = ?1");
    if (!texts)
        return texts.error();
    if (const Result<bool> row = texts->bind(1, run).step(); !row || !*row)
        return row ? Error{ErrorCode::Io, "the run vanished", m_database.name()} : row.error();
    const std::string place = "run " + std::to_string(run);
    RunRecord record{summary->front(), {}, {}};
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
        return options.error();
    auto stored = layers(run, *accelerator);
    if (!stored)
        return stored.error();
    record.inputs.accelerator = *std::move(accelerator);
    record.inputs.network = *std::move(network);
    record.inputs.options = *std::move(options);
    record.layers = *std::move(stored);
    return record;
}

} // namespace nestloom::store
