// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/store/sweep_store.h"

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

std::vector<std::string> axisPaths(const std::string& axes)
{
    std::vector<std::string> paths;
    const SortedJson list = SortedJson::parse(axes, nullptr, false);
    for (const SortedJson& axis : list.is_array() ? list : SortedJson::array())
        if (axis.is_object() && axis.contains("path") && axis["path"].is_string())
            paths.push_back(axis["path"].get<std::string>());
    return paths;
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

/// The texts that decide a sweep's results, as they are stored.
struct Texts {
    explicit Texts(const explore::SweepInputs& inputs)
        : accelerator(io::writeAccelerator(inputs.space.base)), axes(axesToJson(inputs.space)),
          networks(networksToJson(inputs.networks)),
          options(inputs.nodes    ? io::nodeOptionsToJson(*inputs.nodes)
                  : inputs.memory ? io::memoryOptionsToJson(*inputs.memory)
                                  : io::optionsToJson(withoutThreads(inputs.options)))
    {
    }

    Texts(std::string acceleratorText, std::string axesText, std::string networksText, std::string optionsText)
        : accelerator(std::move(acceleratorText)), axes(std::move(axesText)), networks(std::move(networksText)),
          options(std::move(optionsText))
    {
    }

    std::string identity(std::string_view version = NESTLOOM_VERSION) const
    {
        return seal(
            Fingerprint().add(version).add(kPointsStandAlone).add(accelerator).add(axes).add(networks).add(options));
    }

    std::string identityWithNeighbours(std::string_view version) const
    {
        return seal(Fingerprint().add(version).add(accelerator).add(axes).add(networks).add(options));
    }

    std::string accelerator, axes, networks, options;
};

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
    const Texts texts(inputs);
    return m_database.insert("INSERT INTO", "sweep",
                             {{"identity", texts.identity()},
                              {"started_at_ms", unixTimeMs()},
                              {"accelerator_name", inputs.space.base.name},
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
                                       "engine_version, identity FROM sweep WHERE id = ?1",
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
    const Texts texts(query.text(0), query.text(1), query.text(2), query.text(3));
    const bool hasNeighbours = texts.identityWithNeighbours(query.text(4)) == query.text(5);
    if (!hasNeighbours && texts.identity(query.text(4)) != query.text(5))
        return Error{ErrorCode::Io, "it is damaged: its inputs are not those that it was begun with", place};
    if (hasNeighbours && purpose == Purpose::Resume)
        return Error{
            ErrorCode::InvalidInput,
            "its points began with the mappings of their neighbours, which they no longer do, so begin it anew", place};
    TRY(auto accelerator, io::parseAccelerator(query.text(0), place + ", accelerator"));
    explore::SweepInputs inputs;
    inputs.space.base = std::move(accelerator);
    records::RunInputs options;
    TRY_DO(readOptions(query.text(3), kindOfOptions(query.text(3)), options));
    inputs.options = std::move(options.options);
    inputs.nodes = std::move(options.nodes);
    inputs.memory = std::move(options.memory);
    TRY_DO(readLists(query.text(1), query.text(2), place, inputs));
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

Result<std::vector<records::SweepSummary>> SweepStore::list()
{
    return m_database.rows<records::SweepSummary>(
        "SELECT s.id, s.started_at_ms, s.accelerator_name, s.engine_version, s.point_count, count(p.sweep_id), "
        "s.axes_json FROM sweep s LEFT JOIN sweep_point p ON p.sweep_id = s.id AND p.status <> 'failed'"
        " GROUP BY s.id ORDER BY s.id DESC",
        {}, [](const Statement& row) {
            return records::SweepSummary{
                row.integer(0),        storedTime(row.integer(1)),  row.text(2),
                row.text(3),           std::size_t(row.integer(4)), std::size_t(row.integer(5)),
                axisPaths(row.text(6))};
        });
}

} // namespace nestloom::store
