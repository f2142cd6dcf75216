// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/local_kept_plans.h"

#include "app/store/plan_store.h"
#include "app/store/store_worker.h"
#include "engine/schedule/cosma/graph_index.h"
#include "engine/schedule/cosma/peak_search.h"

namespace nestloom::app {

namespace {

namespace cosma = schedule::cosma;

ui::KeptPlanRow toUi(const store::PlanSummary& plan)
{
    ui::KeptPlanRow row;
    row.id = plan.id;
    row.keptAt = QDateTime::fromMSecsSinceEpoch(plan.keptAt.time_since_epoch().count(), Qt::UTC);
    row.networkName = QString::fromStdString(plan.networkName);
    row.parameters = plan.parameters;
    row.fused = plan.fused;
    row.order = plan.order;
    row.method = QString::fromStdString(plan.method);
    row.scratchpad = plan.scratchpad;
    row.traffic = plan.traffic;
    row.bound = plan.bound;
    row.bestBaseline = plan.bestBaseline;
    row.engineVersion = QString::fromStdString(plan.engineVersion);
    return row;
}

store::PlanRecord toStore(const workload::Network& network, const cosma::PlanAnswer& answer)
{
    store::PlanRecord record{.network = network, .graph = *answer.graph, .plan = *answer.plan};
    store::PlanSummary& summary = record.summary;
    summary.parameters = answer.question.parameters;
    summary.fused = answer.question.fused;
    summary.order = answer.question.order;
    summary.budgets = answer.budgets;
    summary.scratchpad = answer.question.scratchpad;
    summary.traffic = answer.plan->traffic;
    summary.bound = answer.bound;
    if (answer.baselines)
        summary.bestBaseline = cosma::bestOf(*answer.baselines).traffic;
    return record;
}

/// The traffic of the schemes without planning is counted anew.
ui::OpenedPlan toUi(const store::PlanRecord& record)
{
    ui::OpenedPlan opened{toUi(record.summary), record.network, {}};
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

} // namespace

LocalKeptPlans::LocalKeptPlans(store::StoreWorker* store, QObject* parent) : ui::KeptPlans(parent), m_store(store) {}

void LocalKeptPlans::perform(std::function<Result<Told>(store::PlanStore&)> work)
{
    const auto tell = [this](Told told) { QMetaObject::invokeMethod(this, std::move(told), Qt::QueuedConnection); };
    const auto complain = [this, tell](const QString& problem) { tell([this, problem] { Q_EMIT failed(problem); }); };
    if (m_store == nullptr)
        return complain(tr("That cannot be done: plans are not stored."));
    m_store->post([tell, complain, work = std::move(work)](store::RunStore& runs) {
        auto plans = store::PlanStore::open(runs.path());
        const Result<Told> told = plans ? work(*plans) : Result<Told>(plans.error());
        told ? tell(*told) : complain(QString::fromStdString(told.error().text()));
    });
}

void LocalKeptPlans::change(std::function<Result<Told>(store::PlanStore&)> work)
{
    perform([this, work = std::move(work)](store::PlanStore& plans) -> Result<Told> {
        const Result<Told> told = work(plans);
        if (!told)
            return told.error();
        const auto list = plans.list();
        if (!list)
            return list.error();
        std::vector<ui::KeptPlanRow> rows;
        for (const store::PlanSummary& plan : *list)
            rows.push_back(toUi(plan));
        return Told([this, rows, told = *told] {
            m_rows = rows;
            Q_EMIT changed();
            told();
        });
    });
}

void LocalKeptPlans::refresh()
{
    if (m_store != nullptr)
        change([](store::PlanStore&) { return Result<Told>(Told([] {})); });
}

void LocalKeptPlans::keep(const workload::Network& network, const cosma::PlanAnswer& answer)
{
    change([this, network, answer](store::PlanStore& plans) -> Result<Told> {
        const auto id = plans.keep(toStore(network, answer));
        if (!id)
            return id.error();
        return Told([this, id = *id] { Q_EMIT kept(id); });
    });
}

void LocalKeptPlans::open(ui::KeptPlanId plan)
{
    perform([this, plan](store::PlanStore& plans) -> Result<Told> {
        const auto record = plans.load(plan);
        if (!record)
            return record.error();
        return Told([this, plan = toUi(*record)] { Q_EMIT opened(plan); });
    });
}

void LocalKeptPlans::remove(const std::vector<ui::KeptPlanId>& ids)
{
    change([ids](store::PlanStore& plans) -> Result<Told> {
        for (const ui::KeptPlanId id : ids)
            if (const Status removed = plans.remove(id); !removed)
                return removed.error();
        return Told([] {});
    });
}

} // namespace nestloom::app
