// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/store/stored_summary.h"

#include "app/store/process_identity.h"
#include "app/store/stored_values.h"
#include "app/store/whole_result.h"
#include "engine/io/vector_json.h"

#include <bit>

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
    OwnerBoot,
    Kind,
    Batch,
    WholeCycles,
    WholeEnergy,
    WholeCpu,
    WholeFigures,
    VectorJson,
    Fused,
    Bypass,
    OwnSizes,
    Constrained,
    AsPublished,
    Unseeded,
    Training,
    Alone
};
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

/// Of a run that was stored before such operators were costed: what it leaves out, opening the run tells.
cost::VectorSums vectorFrom(const Statement& row)
{
    if (!row.isNull(VectorJson))
        if (auto sums = io::parseDescribed<cost::VectorSums>(row.text(VectorJson)))
            return *std::move(sums);
    cost::VectorSums unknown;
    unknown.leftOut = "what lies between the layers (stored before it was costed)";
    return unknown;
}

} // namespace

const std::string_view kSummaryQuery =
    "SELECT r.id, r.status, r.message, r.started_at_ms, r.finished_at_ms, r.accelerator_name, r.network_name, r.engine,"
    " r.engine_version, r.seed, r.layer_count, r.mac_units, r.objective, r.clock_hz, m.starred, m.tags, m.note,"
    " r.owner_pid, r.owner_start_ticks, r.owner_boot_id, r.kind, r.batch, w.cycles, w.energy_pj, w.solve_cpu_ms,"
    " w.figures_json, r.vector_json,"
    // Looked for as written: to parse the options of thousands of runs takes longer than all the rest.
    " instr(r.options_json, '\"fuse_operators\":true') + instr(r.options_json, '\"fused\":true'),"
    " instr(r.options_json, '\"bypass\":true'), instr(r.options_json, '\"larger_sizes\":false'),"
    " instr(r.options_json, '\"constraints\":[\"'), instr(r.options_json, '\"prefetch\":false'),"
    " instr(r.options_json, '\"seed\":false'),"
    " instr(r.options_json, '\"training\":true'),"
    " instr(r.options_json, '\"alone\":true')"
    " FROM runs r LEFT JOIN run_marks m ON m.run_id = r.id LEFT JOIN whole_result w ON w.run_id = r.id"
    " WHERE (?1 = 0 OR r.id = ?1) AND ";

const std::string_view kTotalsQuery =
    "SELECT count(*), count(cycles), total(cycles), total(energy_pj), total(macs),"
    " total(CASE WHEN cycles IS NOT NULL THEN lower_bound_cycles END),"
    " count(CASE WHEN cycles IS NOT NULL THEN lower_bound_cycles END), total(objective_bound), total(objective_bound * "
    "(1 + gap)),"
    " count(objective_bound * gap), count(CASE WHEN mesh_load > 1 + 1e-9 THEN 1 END), coalesce(max(mesh_load), 0), "
    "total(solve_cpu_ms)"
    " FROM layers WHERE run_id = ?1";

std::pair<int, std::optional<schedule::Totals>> totalsFrom(const Statement& row, std::int64_t macUnits)
{
    if (row.integer(Solved) == 0)
        return {int(row.integer(Done)), {}};
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
    if (row.integer(Bounded) == row.integer(Solved))
        totals.lowerBoundCycles = row.real(BoundSum);
    if (row.integer(Judged) == row.integer(Solved) && row.real(ObjectiveBoundSum) > 0)
        totals.gap = row.real(FigureSum) / row.real(ObjectiveBoundSum) - 1;
    totals.overMesh = std::size_t(row.integer(OverMesh));
    totals.worstMeshLoad = row.real(WorstMesh);
    totals.solveCpuMs = row.real(CpuSum);
    return {int(row.integer(Done)), totals};
}

SummaryRow summaryFrom(const Statement& row)
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
    if (const auto finished = row.integerIfAny(Finished))
        summary.finishedAt = storedTime(*finished);
    summary.acceleratorName = row.text(AcceleratorName);
    summary.networkName = row.text(NetworkName);
    summary.engine = row.text(Engine);
    summary.engineVersion = row.text(Version);
    summary.seed = std::bit_cast<std::uint64_t>(row.integer(Seed));
    summary.layerCount = int(row.integer(LayerCount));
    summary.objective = row.text(ObjectiveName);
    if (const auto clock = row.realIfAny(ClockHz))
        summary.clock = Hertz{*clock};
    summary.kind = records::runKind(row.text(Kind));
    const bool isTiled = records::modelOf(summary.engine) == records::CostModel::Tiles;
    summary.variant = {.fused = row.integer(Fused) > 0,
                       .bypass = row.integer(Bypass) > 0,
                       .ownSizes = row.integer(OwnSizes) > 0,
                       .constrained = row.integer(Constrained) > 0,
                       .asPublished = isTiled && row.integer(AsPublished) > 0,
                       .unseeded = isTiled && row.integer(AsPublished) == 0 && row.integer(Unseeded) > 0,
                       .training = row.integer(Training) > 0,
                       .alone = row.integer(Alone) > 0};
    summary.batch = row.integerIfAny(Batch);
    summary.marks.starred = row.integer(Starred) != 0;
    summary.marks.tags = wordsOf(row.text(Tags));
    summary.marks.note = row.text(Note);
    if (!row.isNull(WholeFigures))
        readFigures({.cycles = row.integerIfAny(WholeCycles),
                     .energy = row.realIfAny(WholeEnergy),
                     .cpuMs = row.real(WholeCpu),
                     .figures = row.text(WholeFigures)},
                    summary);
    if (summary.memory)
        summary.variant.scratchpad = summary.memory->scratchpad;
    return {summary, row.integer(MacUnits), vectorFrom(row)};
}

} // namespace nestloom::store
