// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/local_sweeps.h"

#include "app/jobs/progress_throttle.h"
#include "engine/base/result.h"
#include "engine/io/sweep_axis.h"
#include "engine/io/sweep_expression.h"

#include <utility>

namespace nestloom::app {

namespace {

constexpr ui::JobId kFirstJob = ui::JobId(1) << 32; // apart from the jobs of runs, which count from 1

using Summaries = std::vector<records::SweepSummary>;

Result<Summaries> listSweeps(const std::filesystem::path& path)
{
    auto store = store::SweepStore::open(path, store::kForReading);
    return store ? store->list() : Result<Summaries>(store.error());
}

Result<records::SweepRecord> loadSweep(const std::filesystem::path& path, ui::SweepId id)
{
    auto store = store::SweepStore::open(path, store::kForReading);
    return store ? store->read(id, store::SweepStore::Purpose::Resume) : Result<records::SweepRecord>(store.error());
}

} // namespace

LocalSweeps::LocalSweeps(std::filesystem::path storePath, QObject* parent)
    : ui::Sweeps(parent), m_storePath(std::move(storePath)), m_shards(m_storePath), m_lastJob(kFirstJob)
{
    connect(&m_shards, &ui::Shards::collected, this, &LocalSweeps::refresh);
    m_reader.setMaxThreadCount(1);
    m_tick.setInterval(jobs::ProgressThrottle::kInterval);
    connect(&m_tick, &QTimer::timeout, this, &LocalSweeps::tellNews);
    refresh();
}

LocalSweeps::~LocalSweeps()
{
    if (m_sweep)
        m_sweep->stop();
    cancelEstimate();
    m_reader.waitForDone();
}

Result<explore::Axis> LocalSweeps::parseAxis(const explore::Field& field, const QString& text) const
{
    return io::parseAxisValues(field, text.toStdString());
}

Result<explore::LinkedField> LocalSweeps::parseLink(const QString& text, const hardware::Accelerator& base) const
{
    return io::parseLink(text.toStdString(), base);
}

Result<explore::Condition> LocalSweeps::parseCondition(const QString& text, const hardware::Accelerator& base) const
{
    return io::parseCondition(text.toStdString(), base);
}

QString LocalSweeps::valueText(explore::FieldKind kind, double value) const
{
    return QString::fromStdString(io::axisValueText(kind, value));
}

void LocalSweeps::refresh()
{
    if (m_storePath.empty())
        return;
    m_reader.start([this] {
        const auto list = std::make_shared<const Result<Summaries>>(caught([&] { return listSweeps(m_storePath); }));
        QMetaObject::invokeMethod(
            this,
            [this, list] {
                if (!*list) {
                    Q_EMIT failed(QString::fromStdString(list->error().text()));
                    return;
                }
                if (m_stored == **list)
                    return;
                m_stored = **list;
                Q_EMIT storedChanged();
            },
            Qt::QueuedConnection);
    });
}

void LocalSweeps::load(ui::SweepId sweep)
{
    const quint64 request = ++m_newestLoad;
    m_reader.start([this, sweep, request] {
        const auto record =
            std::make_shared<const Result<records::SweepRecord>>(caught([&] { return loadSweep(m_storePath, sweep); }));
        QMetaObject::invokeMethod(
            this,
            [this, record, request] {
                if (request != m_newestLoad)
                    return;
                if (*record)
                    Q_EMIT loaded(**record);
                else
                    Q_EMIT failed(QString::fromStdString(record->error().text()));
            },
            Qt::QueuedConnection);
    });
}

void LocalSweeps::remove(ui::SweepId sweep)
{
    m_reader.start([this, sweep] {
        const Status removed = caught([&]() -> Status {
            TRY(auto store, store::SweepStore::open(m_storePath));
            return store.remove(sweep);
        });
        QMetaObject::invokeMethod(
            this,
            [this, removed] {
                if (!removed)
                    Q_EMIT failed(QString::fromStdString(removed.error().text()));
                refresh();
            },
            Qt::QueuedConnection);
    });
}

void LocalSweeps::estimate(const explore::SweepInputs& inputs)
{
    cancelEstimate();
    m_estimate = std::make_unique<SweepThread>(inputs, std::filesystem::path(), jobs::SweepExtent::PlanOnly);
    m_tick.start();
}

void LocalSweeps::cancelEstimate()
{
    m_estimatePlan.reset();
    if (!m_estimate)
        return;
    m_estimate->stop(); // its end is not waited for: that may take a second
    m_stopping.push_back(std::move(m_estimate));
}

ui::JobId LocalSweeps::start(const explore::SweepInputs& inputs, const std::optional<explore::FrontSearch>& front)
{
    if (m_sweep)
        return 0;
    cancelEstimate();
    m_sweep = std::make_unique<SweepThread>(inputs, m_storePath, jobs::SweepExtent::Whole, front);
    m_state = {};
    m_state.job = ++m_lastJob;
    m_state.title = tr("Sweep of %1").arg(QString::fromStdString(inputs.acceleratorTitle()));
    m_state.total = explore::resultCount(inputs);
    m_clock.start();
    m_tick.start();
    return m_state.job;
}

void LocalSweeps::cancel(ui::JobId job)
{
    if (m_sweep && job == m_state.job)
        m_sweep->stop();
}

void LocalSweeps::tellNews()
{
    std::erase_if(m_stopping, [](const auto& thread) { return thread->takeNews().isOver; });
    if (m_estimate)
        tellEstimate();
    if (m_sweep)
        tellSweep();
    if (!m_estimate && !m_sweep && m_stopping.empty())
        m_tick.stop();
}

void LocalSweeps::tellEstimate()
{
    SweepThread::News news = m_estimate->takeNews();
    if (news.plan)
        m_estimatePlan = news.plan;
    if (!news.isOver)
        return;
    const auto plan = std::exchange(m_estimatePlan, {});
    const int asked = m_estimate->inputs().options.threads;
    m_estimate.reset();
    if (!news.failure.empty() || !plan) {
        Q_EMIT estimateFailed(QString::fromStdString(news.failure));
        return;
    }
    ui::SweepEstimate estimate{.accelerators = plan->accelerators,
                               .networks = plan->networks,
                               .refused = plan->refused / plan->networks,
                               .refusal = QString::fromStdString(plan->refusal),
                               .caution = QString::fromStdString(plan->caution)};
    estimate.threads = asked > 0 ? asked : int(std::max(1U, std::thread::hardware_concurrency()));
    if (plan->eachTook)
        estimate.total = *plan->eachTook + plan->left.value_or(std::chrono::milliseconds(0));
    Q_EMIT estimated(estimate);
}

void LocalSweeps::tellSweep()
{
    const SweepThread::News news = m_sweep->takeNews();
    if (news.plan) {
        m_state.sweep = news.plan->sweep;
        m_state.left = news.plan->left;
        m_state.known = news.plan->known;
        refresh(); // it is in the list now
    }
    m_state.done += news.points.size();
    if (news.progress.left)
        m_state.left = news.progress.left;
    m_state.within = news.progress.within;
    m_state.elapsed = std::chrono::milliseconds(m_clock.elapsed());
    if (!news.points.empty())
        Q_EMIT pointsFinished(m_state.job, news.points);
    if (news.isOver)
        conclude(news);
    else
        Q_EMIT changed(m_state);
}

void LocalSweeps::conclude(const SweepThread::News& last)
{
    m_sweep.reset(); // joins its thread, which has nothing left to do
    m_state.left.reset();
    m_state.front = last.front;
    m_state.message = QString::fromStdString(last.failure);
    m_state.end = !last.failure.empty() ? ui::JobState::End::Failed
                  : last.isCancelled    ? ui::JobState::End::Cancelled
                                        : ui::JobState::End::Finished;
    const ui::SweepState state = m_state; // a slot may start the next sweep
    Q_EMIT changed(state);
    Q_EMIT finished(state);
    if (!last.storeProblem.empty())
        Q_EMIT failed(tr("The sweep was not stored whole: %1").arg(QString::fromStdString(last.storeProblem)));
    if (!last.failure.empty())
        Q_EMIT failed(state.message);
    refresh();
}

} // namespace nestloom::app
