// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/store/sweep_store.h"

#include "app/store/stored_values.h"
#include "app/store/sweep_text.h"
#include "engine/base/fingerprint.h"

#include <algorithm>

namespace nestloom::store {

namespace {

std::string pointSeal(records::SweepId sweep, const explore::PointResult& result)
{
    Fingerprint print;
    print.add(sweep)
        .add(std::int64_t(result.point))
        .add(std::int64_t(result.network))
        .add(explore::name(result.status))
        .add(result.reason);
    if (result.cost)
        print.add(result.cost->cycles.count)
            .add(result.cost->energy.count)
            .add(result.cost->edpJouleSeconds)
            .add(result.cost->onChip.count)
            .add(result.cost->utilization)
            .add(result.cost->lowerBoundCycles.value_or(-1))
            .add(result.cost->gap.value_or(-1));
    if (result.plan)
        print.add(result.plan->traffic.count).add(result.plan->bound.count).add(result.plan->scratchpad.count);
    return seal(print);
}

explore::PointResult pointFrom(const Statement& row)
{
    explore::PointResult result;
    result.point = std::size_t(row.integer(0));
    result.network = std::size_t(row.integer(1));
    result.status = explore::pointStatus(row.text(2)).value_or(explore::PointStatus::Failed);
    result.reason = row.text(3);
    if (!row.isNull(4)) {
        result.cost = explore::PointCost{
            Cycles{row.integer(4)}, Picojoules{row.real(5)}, row.real(6), Bytes{row.integer(7)}, row.real(8), {}};
        result.cost->lowerBoundCycles = row.realIfAny(9);
        result.cost->gap = row.realIfAny(10);
    }
    if (!row.isNull(12))
        result.plan = explore::PlanCost{Bytes{row.integer(12)}, Bytes{row.integer(13)}, Bytes{row.integer(7)}};
    return result;
}

} // namespace

Result<records::SweepId> SweepStore::begin(const explore::SweepInputs& inputs)
{
    const SweepText texts(inputs);
    const std::string identity = texts.identity();
    TRY(const auto known, m_database.rows<records::SweepId>("SELECT id FROM sweep WHERE identity = ?1", {identity},
                                                            [](const Statement& row) { return row.integer(0); }));
    if (!known.empty())
        return known.front(); // the insertion below would use up a number
    return m_database.insert("INSERT INTO", "sweep",
                             {{"identity", identity},
                              {"started_at_ms", unixTimeMs()},
                              {"accelerator_name", inputs.acceleratorTitle()},
                              {"accelerator_yaml", texts.accelerator},
                              {"axes_json", texts.axes},
                              {"networks_json", texts.networks},
                              {"options_json", texts.options},
                              {"engine_version", NESTLOOM_VERSION},
                              {"point_count", explore::resultCount(inputs)}},
                             "ON CONFLICT (identity) DO UPDATE SET identity = excluded.identity RETURNING id");
}

Result<explore::SweepInputs> SweepStore::load(records::SweepId sweep, Purpose purpose)
{
    TRY(auto query, m_database.prepare("SELECT accelerator_yaml, axes_json, networks_json, options_json, "
                                       "engine_version, identity, accelerator_name FROM sweep WHERE id = ?1",
                                       {sweep}));
    TRY(const auto row, query.step());
    if (!row)
        return Error{ErrorCode::InvalidInput, "there is no sweep " + std::to_string(sweep), m_database.name()};
    const std::string place = "sweep " + std::to_string(sweep) + " in " + m_database.name();
    if (purpose == Purpose::Resume && query.text(4) != NESTLOOM_VERSION)
        return Error{ErrorCode::InvalidInput,
                     "it was begun by Nestloom " + query.text(4)
                         + "; this is " NESTLOOM_VERSION ", whose numbers may differ, so begin it anew",
                     place};
    const SweepText texts(query.text(0), query.text(1), query.text(2), query.text(3));
    const bool hasNeighbours = texts.identityWithNeighbours(query.text(4)) == query.text(5);
    if (!hasNeighbours && texts.identity(query.text(4)) != query.text(5))
        return Error{ErrorCode::Io, "it is damaged: its inputs are not those that it was begun with", place};
    if (hasNeighbours && purpose == Purpose::Resume)
        return Error{
            ErrorCode::InvalidInput,
            "its points began with the mappings of their neighbours, which they no longer do, so begin it anew", place};
    TRY(auto inputs, texts.read(place));
    inputs.edited = query.text(6) == inputs.space.base.name + "*";
    return inputs;
}

Result<SweepPoints> SweepStore::points(records::SweepId sweep, Purpose purpose)
{
    const auto stored = m_database.rows<std::optional<explore::PointResult>>(
        "SELECT point_index, network_index, status, reason, cycles, energy_pj, edp_js, on_chip_bytes, utilization,"
        " lower_bound_cycles, gap, seal, traffic_bytes, bound_bytes FROM sweep_point WHERE sweep_id = ?1 AND status <> "
        "'failed'",
        {sweep}, [&](const Statement& row) -> std::optional<explore::PointResult> {
            explore::PointResult result = pointFrom(row);
            const bool isSealed = !row.isNull(11); // not before version 7
            if (!isSealed || row.text(11) == pointSeal(sweep, result))
                return result;
            if (purpose == Purpose::Resume)
                return {};
            result.status = explore::PointStatus::Failed;
            result.reason = "what is stored of it does not hold: it was changed after it was stored; resume sweep "
                            + std::to_string(sweep) + " of " + m_database.name() + " to solve it again";
            result.cost.reset();
            result.plan.reset();
            return result;
        });
    if (!stored)
        return stored.error();
    SweepPoints points;
    for (const auto& result : *stored)
        if (result)
            points.emplace(std::pair(result->point, result->network), *result);
    return points;
}

Result<records::SweepRecord> SweepStore::read(records::SweepId sweep, Purpose purpose)
{
    auto inputs = load(sweep, purpose);
    if (!inputs)
        return inputs.error();
    TRY(auto stored, points(sweep, Purpose::Read));
    TRY(const auto sweeps, list());
    records::SweepRecord record{{}, *std::move(inputs), {}};
    for (const records::SweepSummary& summary : sweeps)
        if (summary.id == sweep)
            record.summary = summary;
    for (auto& [key, result] : stored) {
        if (result.point >= explore::count(record.inputs.space) || result.network >= record.inputs.networks.size())
            return Error{ErrorCode::InvalidInput, "it is damaged: it has no point " + std::to_string(result.point),
                         "sweep " + std::to_string(sweep)};
        explore::addDerived(result, record.inputs.space);
        record.results.push_back(std::move(result));
    }
    return record;
}

Status SweepStore::add(records::SweepId sweep, const explore::PointResult& result)
{
    const explore::PointCost cost = result.cost.value_or(explore::PointCost{});
    const explore::PlanCost plan = result.plan.value_or(explore::PlanCost{});
    const auto ofPlan = [&result](Bytes figure) { return result.plan ? Value(figure.count) : Value(std::nullopt); };
    const auto ofCost = [&result](auto figure) { return result.cost ? Value(figure) : Value(std::nullopt); };
    const auto added =
        m_database.insert("INSERT OR REPLACE INTO", "sweep_point",
                          {{"sweep_id", sweep},
                           {"point_index", result.point},
                           {"network_index", result.network},
                           {"status", explore::name(result.status)},
                           {"reason", result.reason},
                           {"cycles", ofCost(cost.cycles.count)},
                           {"energy_pj", ofCost(cost.energy.count)},
                           {"edp_js", ofCost(cost.edpJouleSeconds)},
                           {"on_chip_bytes", result.plan ? ofPlan(plan.scratchpad) : ofCost(cost.onChip.count)},
                           {"utilization", ofCost(cost.utilization)},
                           {"lower_bound_cycles", cost.lowerBoundCycles},
                           {"gap", cost.gap},
                           {"traffic_bytes", ofPlan(plan.traffic)},
                           {"bound_bytes", ofPlan(plan.bound)},
                           {"seal", pointSeal(sweep, result)}});
    return added ? success() : Status(added.error());
}

Status SweepStore::noteFront(records::SweepId sweep, const std::string& front)
{
    return m_database.run("UPDATE sweep SET front = ?1 WHERE id = ?2", {front, sweep});
}

Status SweepStore::remove(records::SweepId sweep)
{
    TRY(auto found, m_database.rows<bool>("DELETE FROM sweep WHERE id = ?1 RETURNING id", {sweep},
                                          [](const Statement&) { return true; })); // its points go with it
    return found.empty()
               ? Status(Error{ErrorCode::InvalidInput, "there is no sweep " + std::to_string(sweep), m_database.name()})
               : success();
}

Result<std::vector<records::SweepSummary>> SweepStore::list()
{
    return m_database.rows<records::SweepSummary>(
        "SELECT s.id, s.started_at_ms, s.accelerator_name, s.engine_version, s.point_count, count(p.sweep_id), "
        "s.axes_json, CASE WHEN json_valid(s.networks_json) THEN (SELECT group_concat(trim(substr(n.value, 18, "
        "instr(substr(n.value, 18), char(10)) - 1), '\"'), ', ') " // the texts begin with "network:\n  name: "
        "FROM json_each(s.networks_json) n) END, "
        "CASE WHEN json_valid(s.options_json) THEN json_extract(s.options_json, '$.engine') END, coalesce(s.front, '') "
        "FROM sweep s LEFT JOIN "
        "sweep_point p ON p.sweep_id = s.id AND "
        "p.status <> 'failed'"
        " GROUP BY s.id ORDER BY s.id DESC",
        {}, [](const Statement& row) {
            const std::vector<std::string> axes = axisPaths(row.text(6));
            return records::SweepSummary{row.integer(0),
                                         storedTime(row.integer(1)),
                                         row.text(2),
                                         row.text(3),
                                         std::size_t(row.integer(4)),
                                         std::size_t(row.integer(5)),
                                         axes,
                                         row.text(7),
                                         std::ranges::find(axes, "run.engine") != axes.end() ? "swept" : row.text(8),
                                         row.text(9)};
        });
}

} // namespace nestloom::store
