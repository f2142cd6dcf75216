// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/store/plan_store.h"

#include "app/store/now.h"
#include "app/store/open_database.h"
#include "app/store/tag_text.h"
#include "engine/io/plan_json.h"
#include "engine/io/read_network.h"
#include "engine/memory/verify_plan.h"
#include "engine/workload/fuse.h"

namespace nestloom::store {

namespace {

constexpr const char* kSummaryColumns =
    "id, kept_at_ms, network_name, with_parameters, fused, operator_order, method, scratchpad_bytes, traffic_bytes, "
    "bound_bytes, best_baseline_bytes, least_bytes, peak_bytes, peak_proven, engine_version, accelerator_name, title, "
    "tags";
constexpr int kSummaryCount = 18; // columns

schedule::cosma::Order orderNamed(const std::string& text)
{
    using schedule::cosma::Order;
    for (const Order order : {Order::Default, Order::LeastPeak})
        if (schedule::cosma::name(order) == text)
            return order;
    return Order::Free;
}

records::PlanSummary planFrom(const Statement& row)
{
    records::PlanSummary summary;
    summary.id = row.integer(0);
    summary.keptAt = storedTime(row.integer(1));
    summary.networkName = row.text(2);
    summary.parameters = row.integer(3) != 0;
    summary.fused = row.integer(4) != 0;
    summary.order = orderNamed(row.text(5));
    summary.method = row.text(6);
    summary.scratchpad = {row.integer(7)};
    summary.traffic = {row.integer(8)};
    summary.bound = {row.integer(9)};
    if (!row.isNull(10))
        summary.bestBaseline = Bytes{row.integer(10)};
    const Bytes least{std::max<std::int64_t>(row.integer(11), 0)},
        peak{std::max(row.integer(12), least.count)}; // nothing overflows
    summary.budgets = {least, {least.count + (peak.count - least.count) / 2}, peak, row.integer(13) != 0};
    summary.engineVersion = row.text(14);
    summary.acceleratorName = row.text(15);
    summary.marks = {row.text(16), wordsOf(row.text(17))};
    return summary;
}

/// What was planned of a network.
workload::OperatorGraph plannedGraph(const workload::Network& network, const records::PlanSummary& summary)
{
    workload::OperatorGraph graph = network.graph;
    if (summary.fused)
        graph = workload::fused(graph);
    return summary.parameters ? graph : workload::withoutParameters(std::move(graph));
}

} // namespace

Result<PlanStore> PlanStore::open(const std::filesystem::path& path, const StoreOptions& options)
{
    Result<Database> database = openDatabase(path, options);
    if (!database)
        return database.error();
    return PlanStore(*std::move(database));
}

Result<records::PlanId> PlanStore::keep(const records::PlanRecord& record)
{
    Result<Statement> insert = m_database.prepare(
        "INSERT INTO memory_plan (kept_at_ms, network_name, with_parameters, fused, operator_order, method, "
        "scratchpad_bytes, traffic_bytes, bound_bytes, best_baseline_bytes, least_bytes, peak_bytes, peak_proven, "
        "engine_version, network_yaml, plan_json, accelerator_name, title, tags) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, "
        "?8, ?9, "
        "?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19)");
    if (!insert)
        return insert.error();
    const records::PlanSummary& summary = record.summary;
    const Result<std::string> tags = tagText(summary.marks.tags);
    if (!tags)
        return tags.error();
    insert->bind(1, now().time_since_epoch().count())
        .bind(2, std::string_view(record.network.name))
        .bind(3, std::int64_t(summary.parameters))
        .bind(4, std::int64_t(summary.fused))
        .bind(5, schedule::cosma::name(summary.order))
        .bind(6, std::string_view(summary.method))
        .bind(7, summary.scratchpad.count)
        .bind(8, summary.traffic.count)
        .bind(9, summary.bound.count)
        .bind(11, summary.budgets.least.count)
        .bind(12, summary.budgets.peak.count)
        .bind(13, std::int64_t(summary.budgets.peakIsProven))
        .bind(14, std::string_view(NESTLOOM_VERSION))
        .bind(15, std::string_view(io::writeNetwork(record.network)))
        .bind(16, std::string_view(io::memoryPlanToJson(record.graph, record.plan)))
        .bind(17, std::string_view(summary.acceleratorName))
        .bind(18, std::string_view(summary.marks.title))
        .bind(19, std::string_view(*tags));
    if (summary.bestBaseline)
        insert->bind(10, summary.bestBaseline->count);
    if (const Status kept = insert->run(); !kept)
        return kept.error();
    return m_database.lastInsertId();
}

Result<std::vector<records::PlanSummary>> PlanStore::list()
{
    Result<Statement> query =
        m_database.prepare(std::string("SELECT ") + kSummaryColumns + " FROM memory_plan ORDER BY id DESC");
    if (!query)
        return query.error();
    std::vector<records::PlanSummary> plans;
    for (;;) {
        const Result<bool> row = query->step();
        if (!row)
            return row.error();
        if (!*row)
            return plans;
        plans.push_back(planFrom(*query));
    }
}

Result<records::PlanRecord> PlanStore::load(records::PlanId plan)
{
    Result<Statement> query = m_database.prepare(std::string("SELECT ") + kSummaryColumns
                                                 + ", network_yaml, plan_json FROM memory_plan WHERE id = ?1");
    if (!query)
        return query.error();
    const Result<bool> row = query->bind(1, plan).step();
    if (!row)
        return row.error();
    const std::string place = "memory plan " + std::to_string(plan);
    if (!*row)
        return Error{ErrorCode::InvalidInput, "there is no " + place, m_database.name()};
    records::PlanRecord record{.summary = planFrom(*query)};
    auto network = io::parseNetwork(query->text(kSummaryCount), place + ", network");
    if (!network)
        return network.error();
    record.network = *std::move(network);
    record.graph = plannedGraph(record.network, record.summary);
    auto read = io::memoryPlanFromJson(record.graph, query->text(kSummaryCount + 1));
    if (!read)
        return Error{read.error().code, "it is damaged: " + read.error().message, place};
    record.plan = *std::move(read);
    if (const auto violations = memory::verify(record.graph, record.plan); !violations.empty())
        return Error{ErrorCode::InvalidInput, "it is damaged: " + violations.front().message, place};
    if (record.plan.traffic != record.summary.traffic)
        return Error{ErrorCode::InvalidInput, "it is damaged: the traffic in the list is not that of the plan", place};
    return record;
}

Status PlanStore::remove(records::PlanId plan)
{
    Result<Statement> remove = m_database.prepare("DELETE FROM memory_plan WHERE id = ?1");
    return remove ? remove->bind(1, plan).run() : Status(remove.error());
}

Status PlanStore::setMarks(records::PlanId plan, const records::PlanMarks& marks)
{
    const Result<std::string> tags = tagText(marks.tags);
    if (!tags)
        return tags.error();
    Result<Statement> write =
        m_database.prepare("UPDATE memory_plan SET title = ?2, tags = ?3 WHERE id = ?1 RETURNING id");
    if (!write)
        return write.error();
    const Result<bool> written =
        write->bind(1, plan).bind(2, std::string_view(marks.title)).bind(3, std::string_view(*tags)).step();
    if (!written)
        return written.error();
    if (!*written)
        return Error{ErrorCode::InvalidInput, "there is no memory plan " + std::to_string(plan), m_database.name()};
    return write->run();
}

} // namespace nestloom::store
