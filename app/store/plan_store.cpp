// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/store/plan_store.h"

#include "app/store/database.h"
#include "app/store/stored_values.h"
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
    if (const auto best = row.integerIfAny(10))
        summary.bestBaseline = Bytes{*best};
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

Result<records::PlanId> PlanStore::keep(const records::PlanRecord& record)
{
    const records::PlanSummary& summary = record.summary;
    const Result<std::string> tags = tagText(summary.marks.tags);
    if (!tags)
        return tags.error();
    const auto& best = summary.bestBaseline;
    return m_database.insert("INSERT INTO", "memory_plan",
                             {{"kept_at_ms", unixTimeMs()},
                              {"network_name", record.network.name},
                              {"with_parameters", summary.parameters},
                              {"fused", summary.fused},
                              {"operator_order", schedule::cosma::name(summary.order)},
                              {"method", summary.method},
                              {"scratchpad_bytes", summary.scratchpad.count},
                              {"traffic_bytes", summary.traffic.count},
                              {"bound_bytes", summary.bound.count},
                              {"best_baseline_bytes", best ? Value(best->count) : Value(std::nullopt)},
                              {"least_bytes", summary.budgets.least.count},
                              {"peak_bytes", summary.budgets.peak.count},
                              {"peak_proven", summary.budgets.peakIsProven},
                              {"engine_version", NESTLOOM_VERSION},
                              {"network_yaml", io::writeNetwork(record.network)},
                              {"plan_json", io::memoryPlanToJson(record.graph, record.plan)},
                              {"accelerator_name", summary.acceleratorName},
                              {"title", summary.marks.title},
                              {"tags", *tags}});
}

Result<std::vector<records::PlanSummary>> PlanStore::list()
{
    return m_database.rows<records::PlanSummary>(
        std::string("SELECT ") + kSummaryColumns + " FROM memory_plan ORDER BY id DESC", {}, planFrom);
}

Result<records::PlanRecord> PlanStore::load(records::PlanId plan)
{
    Result<Statement> query = m_database.prepare(
        std::string("SELECT ") + kSummaryColumns + ", network_yaml, plan_json FROM memory_plan WHERE id = ?1", {plan});
    if (!query)
        return query.error();
    const Result<bool> row = query->step();
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
    return m_database.run("DELETE FROM memory_plan WHERE id = ?1", {plan});
}

Status PlanStore::setMarks(records::PlanId plan, const records::PlanMarks& marks)
{
    const Result<std::string> tags = tagText(marks.tags);
    if (!tags)
        return tags.error();
    const auto written =
        m_database.rows<std::int64_t>("UPDATE memory_plan SET title = ?2, tags = ?3 WHERE id = ?1 RETURNING id",
                                      {plan, marks.title, *tags}, [](const Statement& row) { return row.integer(0); });
    if (!written)
        return written.error();
    return written->empty()
               ? Error{ErrorCode::InvalidInput, "there is no memory plan " + std::to_string(plan), m_database.name()}
               : success();
}

} // namespace nestloom::store
