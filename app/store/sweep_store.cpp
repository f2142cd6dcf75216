// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/store/sweep_store.h"

#include "app/store/now.h"
#include "app/store/open_database.h"
#include "app/store/seal.h"
#include "app/store/transaction.h"
#include "app/store/unix_time.h"
#include "engine/base/fingerprint.h"
#include "engine/io/read_accelerator.h"
#include "engine/io/read_network.h"
#include "engine/io/result_json.h"

#include <nlohmann/json.hpp>

namespace nestloom::store {

namespace {

using SortedJson = nlohmann::json;

std::string axesToJson(const std::vector<explore::Axis>& axes)
{
    SortedJson list = SortedJson::array();
    for (const explore::Axis& axis : axes) {
        list.push_back({{"path", axis.path}, {"values", axis.values}});
        if (axis.perSecond)
            list.back()["per_second"] = true;
    }
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
        : accelerator(io::writeAccelerator(inputs.space.base)), axes(axesToJson(inputs.space.axes)),
          networks(networksToJson(inputs.networks)), options(io::optionsToJson(withoutThreads(inputs.options)))
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
        if (!axis.is_object() || !axis.contains("path") || !axis["path"].is_string() || !axis.contains("values")
            || !axis["values"].is_array())
            return damaged;
        explore::Axis read{axis["path"].get<std::string>(), {}, axis.value("per_second", SortedJson()) == true};
        for (const SortedJson& value : axis["values"]) {
            if (!value.is_number())
                return damaged;
            read.values.push_back(value.get<double>());
        }
        inputs.space.axes.push_back(std::move(read));
    }
    for (const SortedJson& text : networkList) {
        if (!text.is_string())
            return damaged;
        auto network = io::parseNetwork(text.get<std::string>(), place + ", network");
        if (!network)
            return network.error();
        inputs.networks.push_back(*std::move(network));
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
        if (!row.isNull(9))
            result.cost->lowerBoundCycles = row.real(9);
        if (!row.isNull(10))
            result.cost->gap = row.real(10);
    }
    return result;
}

} // namespace

Result<SweepStore> SweepStore::open(const std::filesystem::path& path, const StoreOptions& options)
{
    Result<Database> database = openDatabase(path, options);
    if (!database)
        return database.error();
    return SweepStore(*std::move(database));
}

Result<records::SweepId> SweepStore::begin(const explore::SweepInputs& inputs)
{
    const Texts texts(inputs);
    const std::string identity = texts.identity();
    Result<Transaction> transaction = Transaction::begin(m_database);
    if (!transaction)
        return transaction.error();
    Result<Statement> insert = m_database.prepare(
        "INSERT INTO sweep (identity, started_at_ms, accelerator_name, accelerator_yaml, axes_json, networks_json, "
        "options_json,"
        " engine_version, point_count) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT (identity) DO NOTHING");
    if (!insert)
        return insert.error();
    insert->bind(1, std::string_view(identity))
        .bind(2, unixTimeMs())
        .bind(3, std::string_view(inputs.space.base.name))
        .bind(4, std::string_view(texts.accelerator))
        .bind(5, std::string_view(texts.axes))
        .bind(6, std::string_view(texts.networks))
        .bind(7, std::string_view(texts.options))
        .bind(8, std::string_view(NESTLOOM_VERSION))
        .bind(9, std::int64_t(explore::resultCount(inputs)));
    if (const Status inserted = insert->run(); !inserted)
        return inserted.error();
    Result<Statement> find = m_database.prepare("SELECT id FROM sweep WHERE identity = ?1");
    if (!find)
        return find.error();
    const Result<bool> row = find->bind(1, std::string_view(identity)).step();
    if (!row)
        return row.error();
    const records::SweepId id = find->integer(0);
    if (const Status ended = find->run(); !ended)
        return ended.error();
    if (const Status committed = transaction->commit(); !committed)
        return committed.error();
    return id;
}

Result<explore::SweepInputs> SweepStore::load(records::SweepId sweep, Purpose purpose)
{
    Result<Statement> query = m_database.prepare("SELECT accelerator_yaml, axes_json, networks_json, options_json, "
                                                 "engine_version, identity FROM sweep WHERE id = ?1");
    if (!query)
        return query.error();
    const Result<bool> row = query->bind(1, sweep).step();
    if (!row)
        return row.error();
    if (!*row)
        return Error{ErrorCode::InvalidInput, "there is no sweep " + std::to_string(sweep), m_database.name()};
    const std::string place = "sweep " + std::to_string(sweep) + " in " + m_database.name();
    if (purpose == Purpose::Resume && query->text(4) != NESTLOOM_VERSION)
        return Error{ErrorCode::InvalidInput,
                     "it was begun by Nestloom " + query->text(4)
                         + "; this is " NESTLOOM_VERSION ", whose numbers may differ, so begin it anew",
                     place};
    const Texts texts(query->text(0), query->text(1), query->text(2), query->text(3));
    const bool hasNeighbours = texts.identityWithNeighbours(query->text(4)) == query->text(5);
    if (!hasNeighbours && texts.identity(query->text(4)) != query->text(5))
        return Error{ErrorCode::Io, "it is damaged: its inputs are not those that it was begun with", place};
    if (hasNeighbours && purpose == Purpose::Resume)
        return Error{
            ErrorCode::InvalidInput,
            "its points began with the mappings of their neighbours, which they no longer do, so begin it anew", place};
    auto accelerator = io::parseAccelerator(query->text(0), place + ", accelerator");
    if (!accelerator)
        return accelerator.error();
    auto options = io::optionsFromJson(query->text(3));
    if (!options)
        return options.error();
    explore::SweepInputs inputs;
    inputs.space.base = *std::move(accelerator);
    inputs.options = *std::move(options);
    if (const Status read = readLists(query->text(1), query->text(2), place, inputs); !read)
        return read.error();
    return inputs;
}

Result<SweepPoints> SweepStore::points(records::SweepId sweep, Purpose purpose)
{
    Result<Statement> query =
        m_database.prepare("SELECT point_index, network_index, status, reason, cycles, "
                           "energy_pj, edp_js, on_chip_bytes, utilization, lower_bound_cycles, gap, seal"
                           " FROM sweep_point WHERE sweep_id = ?1 AND status <> 'failed'");
    if (!query)
        return query.error();
    query->bind(1, sweep);
    SweepPoints points;
    for (;;) {
        const Result<bool> row = query->step();
        if (!row)
            return row.error();
        if (!*row)
            return points;
        explore::PointResult result = pointFrom(*query);
        const bool isSealed = !query->isNull(11); // not before version 7
        if (isSealed && query->text(11) != pointSeal(sweep, result)) {
            if (purpose == Purpose::Resume)
                continue;
            result.status = explore::PointStatus::Failed;
            result.reason = "what is stored of it does not hold: it was changed after it was stored; resume sweep "
                            + std::to_string(sweep) + " of " + m_database.name() + " to solve it again";
            result.cost.reset();
        }
        const auto key = std::pair(result.point, result.network);
        points.emplace(key, std::move(result));
    }
}

Result<records::SweepRecord> SweepStore::read(records::SweepId sweep, Purpose purpose)
{
    auto inputs = load(sweep, purpose);
    if (!inputs)
        return inputs.error();
    auto stored = points(sweep, Purpose::Read);
    if (!stored)
        return stored.error();
    const auto sweeps = list();
    if (!sweeps)
        return sweeps.error();
    records::SweepRecord record{{}, *std::move(inputs), {}};
    for (const records::SweepSummary& summary : *sweeps)
        if (summary.id == sweep)
            record.summary = summary;
    for (auto& [key, result] : *stored) {
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
    Result<Statement> insert = m_database.prepare(
        "INSERT OR REPLACE INTO sweep_point (sweep_id, point_index, network_index, status, reason, cycles, energy_pj, "
        "edp_js,"
        " on_chip_bytes, utilization, lower_bound_cycles, gap, seal) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, "
        "?11, ?12, ?13)");
    if (!insert)
        return insert.error();
    insert->bind(1, sweep)
        .bind(2, std::int64_t(result.point))
        .bind(3, std::int64_t(result.network))
        .bind(4, explore::name(result.status))
        .bind(5, std::string_view(result.reason))
        .bind(13, std::string_view(pointSeal(sweep, result)));
    if (result.cost)
        insert->bind(6, result.cost->cycles.count)
            .bind(7, result.cost->energy.count)
            .bind(8, result.cost->edpJouleSeconds)
            .bind(9, result.cost->onChip.count)
            .bind(10, result.cost->utilization)
            .bind(11, result.cost->lowerBoundCycles)
            .bind(12, result.cost->gap);
    return insert->run();
}

Result<std::vector<records::SweepSummary>> SweepStore::list()
{
    Result<Statement> query = m_database.prepare(
        "SELECT s.id, s.started_at_ms, s.accelerator_name, s.engine_version, s.point_count, count(p.sweep_id), "
        "s.axes_json"
        " FROM sweep s LEFT JOIN sweep_point p ON p.sweep_id = s.id AND p.status <> 'failed' GROUP BY s.id ORDER BY "
        "s.id DESC");
    if (!query)
        return query.error();
    std::vector<records::SweepSummary> sweeps;
    for (;;) {
        const Result<bool> row = query->step();
        if (!row)
            return row.error();
        if (!*row)
            return sweeps;
        sweeps.push_back({query->integer(0), storedTime(query->integer(1)), query->text(2), query->text(3),
                          std::size_t(query->integer(4)), std::size_t(query->integer(5)), axisPaths(query->text(6))});
    }
}

} // namespace nestloom::store
