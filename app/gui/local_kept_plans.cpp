// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/local_kept_plans.h"

#include "engine/io/plan_json.h"
#include "engine/schedule/cosma/graph_index.h"
#include "engine/schedule/cosma/peak_search.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace nestloom::app {

namespace {

namespace cosma = schedule::cosma;

records::PlanRecord toStore(const workload::Network& network, const cosma::PlanAnswer& answer,
                            const QString& acceleratorName)
{
    records::PlanRecord record{.network = network, .graph = *answer.graph, .plan = *answer.plan};
    record.network.graph = *answer.question.graph; // with elements as wide as they were planned
    records::PlanSummary& summary = record.summary;
    summary.parameters = answer.question.parameters;
    summary.fused = answer.question.fused;
    summary.order = answer.question.order;
    summary.budgets = answer.budgets;
    summary.scratchpad = answer.question.scratchpad;
    summary.traffic = answer.plan->traffic;
    summary.bound = answer.bound;
    summary.acceleratorName = acceleratorName.toStdString();
    if (answer.baselines)
        summary.bestBaseline = cosma::bestOf(*answer.baselines).traffic;
    return record;
}

/// The traffic of the schemes without planning is counted anew.
ui::OpenedPlan toUi(const records::PlanRecord& record)
{
    ui::OpenedPlan opened{record.summary, record.network, {}};
    cosma::PlanAnswer& answer = opened.answer;
    answer.question = {std::make_shared<const workload::OperatorGraph>(record.network.graph), record.summary.parameters,
                       record.summary.fused, record.summary.order, record.summary.scratchpad};
    answer.graph = std::make_shared<const workload::OperatorGraph>(record.graph);
    answer.budgets = record.summary.budgets;
    answer.status = record.summary.isProven() ? SolveStatus::Optimal : SolveStatus::Feasible;
    answer.plan = std::make_shared<const memory::MemoryPlan>(record.plan);
    answer.steps = std::make_shared<const std::vector<memory::PlanStep>>(memory::planSteps(record.graph, record.plan));
    answer.bound = record.summary.bound;
    answer.ended = true;
    const cosma::GraphIndex index(record.graph, record.plan.inputsBacked);
    if (const auto peak = cosma::leastPeak(index, {}); peak.solution)
        answer.baselines = cosma::baselines(index, peak.solution->order, record.summary.scratchpad);
    return opened;
}

/// Figures, the order of the operators, and where everything lies, as `nestloom-cli plan --json` writes it.
QByteArray fileOf(const records::PlanRecord& record)
{
    const records::PlanSummary& summary = record.summary;
    nlohmann::ordered_json json{{"plan", summary.id},
                                {"title", summary.marks.title},
                                {"tags", summary.marks.tags},
                                {"network", summary.networkName},
                                {"fused", summary.fused},
                                {"parameters", summary.parameters},
                                {"order", cosma::name(summary.order)},
                                {"method", summary.method},
                                {"scratchpad_bytes", summary.scratchpad.count},
                                {"buffer_of", summary.acceleratorName},
                                {"traffic_bytes", summary.traffic.count},
                                {"bound_bytes", summary.bound.count},
                                {"version", summary.engineVersion},
                                {"operators", nlohmann::ordered_json::array()}};
    for (const OperatorId op : record.plan.order)
        json["operators"].push_back(record.graph.operators[op.value].name);
    json["places"] = nlohmann::ordered_json::parse(io::planPlacesToJson(record.graph, record.plan));
    return QByteArray::fromStdString(json.dump(2) + "\n");
}

/// Once it is kept, only its marks change.
bool isSamePlan(const records::PlanSummary& a, const records::PlanSummary& b)
{
    return a.id == b.id && a.marks == b.marks;
}

} // namespace

LocalKeptPlans::LocalKeptPlans(store::StoreWorker* store, QObject* parent)
    : ui::KeptPlans(parent), m_requests(store, this, tr("That cannot be done: plans are not stored."),
                                        [this](const QString& problem) { Q_EMIT failed(problem); })
{
}

void LocalKeptPlans::change(Requests::Work work)
{
    m_requests.performAndList(std::move(work), [this](const std::vector<records::PlanSummary>& rows) {
        if (std::equal(rows.begin(), rows.end(), m_rows.begin(), m_rows.end(), isSamePlan))
            return;
        m_rows = rows;
        Q_EMIT changed();
    });
}

void LocalKeptPlans::refresh()
{
    if (m_requests.isStored())
        change(Requests::nothing);
}

void LocalKeptPlans::keep(const workload::Network& network, const cosma::PlanAnswer& answer,
                          const QString& acceleratorName)
{
    change([this, network, answer, acceleratorName](store::PlanStore& plans) -> Result<Told> {
        const auto id = plans.keep(toStore(network, answer, acceleratorName));
        if (!id)
            return id.error();
        return Told([this, id = *id] { Q_EMIT kept(id); });
    });
}

void LocalKeptPlans::open(records::PlanId plan)
{
    m_requests.perform([this, plan](store::PlanStore& plans) -> Result<Told> {
        const auto record = plans.load(plan);
        if (!record)
            return record.error();
        return Told([this, plan = toUi(*record)] { Q_EMIT opened(plan); });
    });
}

void LocalKeptPlans::remove(const std::vector<records::PlanId>& ids) { change(Requests::removal(ids)); }

void LocalKeptPlans::setMarks(records::PlanId plan, const records::PlanMarks& marks)
{
    change([plan, marks](store::PlanStore& plans) -> Result<Told> {
        const Status set = plans.setMarks(plan, marks);
        return set ? Result<Told>(Told([] {})) : Result<Told>(set.error());
    });
}

void LocalKeptPlans::write(records::PlanId plan)
{
    m_requests.perform([this, plan](store::PlanStore& plans) -> Result<Told> {
        const auto record = plans.load(plan);
        if (!record)
            return record.error();
        return Told([this, plan, json = fileOf(*record)] { Q_EMIT written(plan, json); });
    });
}

} // namespace nestloom::app
