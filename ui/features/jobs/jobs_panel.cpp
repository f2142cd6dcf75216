// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/jobs/jobs_panel.h"

#include "ui/features/jobs/job_row.h"
#include "ui/ports/job_queue.h"

#include <QAction>
#include <QFocusEvent>
#include <QLabel>
#include <QMenu>
#include <QVBoxLayout>

#include <algorithm>

namespace nestloom::ui {

JobsPanel::JobsPanel(QWidget* parent)
    : QScrollArea(parent), m_empty(new QLabel(tr("No jobs yet. Run starts one."))), m_layout(nullptr)
{
    setObjectName(QStringLiteral("jobsPanel"));
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    auto* body = new QWidget;
    m_layout = new QVBoxLayout(body);
    m_layout->setContentsMargins(0, 4, 0, 4);
    m_layout->setSpacing(0);
    m_empty->setProperty("muted", true);
    m_empty->setContentsMargins(10, 2, 10, 2);
    m_layout->addWidget(m_empty);
    m_layout->addStretch(1);
    setWidget(body);
}

JobRow* JobsPanel::makeRow(JobId job)
{
    auto* row = new JobRow;
    connect(row, &JobRow::cancelRequested, this, [this, job] { Q_EMIT cancelRequested(job); });
    connect(row, &JobRow::runRequested, this, [this, row] {
        if (row->state().kind == JobState::Kind::Sweep)
            Q_EMIT sweepRequested(row->state().run);
        else
            Q_EMIT runRequested(row->state().run);
    });
    connect(row, &JobRow::moveRequested, this, [this, job](int places) {
        if (m_queue)
            m_queue->move(job, places);
    });
    connect(row, &JobRow::retryRequested, this, [this, job] { retry(job); });
    connect(row, &JobRow::menuRequested, this, [this, row](const QPoint& global) { showMenu(*row, global); });
    connect(row, &JobRow::stepRequested, this, [this, row](int rows) { step(*row, rows); });
    return row;
}

void JobsPanel::setJob(const JobState& state)
{
    JobRow*& row = m_rows[state.id];
    const bool isNew = row == nullptr;
    if (isNew) {
        row = makeRow(state.id);
        m_arrived.push_back(state.id);
        m_empty->hide();
    }
    const bool ended = !isNew && row->state().end != state.end;
    row->show(state);
    if (!isNew && !ended)
        return;
    refreshQueue();
    Q_EMIT countsChanged();
}

void JobsPanel::setQueue(JobQueue* queue, QAction* hold)
{
    m_queue = queue;
    m_hold = hold;
    connect(queue, &JobQueue::changed, this, [this] {
        refreshQueue();
        Q_EMIT countsChanged(); // another job may be the foremost one
    });
    refreshQueue();
}

void JobsPanel::refreshQueue()
{
    const std::vector<JobId> waiting = m_queue ? m_queue->waiting() : std::vector<JobId>();
    for (const auto& [job, row] : m_rows) {
        const auto it = std::ranges::find(waiting, job);
        std::optional<QueuePlace> place;
        if (it != waiting.end())
            place = QueuePlace{int(it - waiting.begin()) + 1, it + 1 == waiting.end(), m_queue->isHeld()};
        row->setPlace(place);
        row->setCanRetry(m_queue && row->state().end != JobState::End::Running && m_queue->canRetry(job));
    }
    arrange();
}

std::vector<JobRow*> JobsPanel::rowsInOrder() const
{
    const std::vector<JobId> waiting = m_queue ? m_queue->waiting() : std::vector<JobId>();
    std::vector<JobRow*> atWork, queued, ended;
    for (auto it = m_arrived.rbegin(); it != m_arrived.rend(); ++it)
        if (JobRow* row = m_rows.at(*it); !row->isWaiting())
            (row->state().end == JobState::End::Running ? atWork : ended).push_back(row);
    for (const JobId job : waiting)
        if (const auto it = m_rows.find(job); it != m_rows.end() && it->second->isWaiting())
            queued.push_back(it->second);
    atWork.insert(atWork.end(), queued.begin(), queued.end());
    atWork.insert(atWork.end(), ended.begin(), ended.end());
    return atWork;
}

void JobsPanel::arrange()
{
    int at = 0;
    QWidget* before = nullptr;
    for (JobRow* row : rowsInOrder()) {
        if (m_layout->indexOf(row) != at)
            m_layout->insertWidget(at, row); // takes it from where it was
        if (before != nullptr)
            setTabOrder(before, row);
        before = row;
        ++at;
    }
}

void JobsPanel::focusInEvent(QFocusEvent* event)
{
    QScrollArea::focusInEvent(event);
    const std::vector<JobRow*> rows = rowsInOrder();
    if (!rows.empty() && event->reason() != Qt::BacktabFocusReason && event->reason() != Qt::ActiveWindowFocusReason)
        rows.front()->setFocus(event->reason());
}

void JobsPanel::step(const JobRow& from, int rows)
{
    const std::vector<JobRow*> all = rowsInOrder();
    const auto it = std::ranges::find(all, &from);
    const auto to = std::clamp<std::ptrdiff_t>((it - all.begin()) + rows, 0, std::ptrdiff_t(all.size()) - 1);
    if (it == all.end())
        return;
    all[std::size_t(to)]->setFocus();
    ensureWidgetVisible(all[std::size_t(to)], 0, 0);
}

void JobsPanel::retry(JobId job)
{
    if (m_queue)
        m_queue->retry(job); // a job of its own; this one stays as it ended
    refreshQueue();
}

void JobsPanel::showMenu(JobRow& row, const QPoint& global)
{
    auto* menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("jobMenu"));
    menu->setAttribute(Qt::WA_DeleteOnClose);
    fillMenu(*menu, row);
    menu->popup(global);
}

void JobsPanel::fillMenu(QMenu& menu, JobRow& row)
{
    const bool isRunning = row.state().end == JobState::End::Running;
    const auto add = [&menu, &row](const QString& text, auto signal, bool enabled) {
        menu.addAction(text, &row, signal)->setEnabled(enabled);
    };
    const auto move = [&menu, &row](const QString& text, int places) {
        menu.addAction(text, &row, [&row, places] { Q_EMIT row.moveRequested(places); })->setEnabled(row.isWaiting());
    };
    constexpr int kEnd = 1'000'000;
    add(tr("&Show"), &JobRow::runRequested, !isRunning && row.state().run != 0);
    add(tr("&Retry\tR"), &JobRow::retryRequested, row.canRetry());
    add(tr("&Cancel\tDel"), &JobRow::cancelRequested, isRunning);
    add(tr("Con&vergence...\tC"), &JobRow::showCourse, row.hasCourse());
    menu.addSeparator();
    move(tr("Begin &earlier\tCtrl+Up"), -1);
    move(tr("Begin &later\tCtrl+Down"), 1);
    move(tr("Begin &next"), -kEnd);
    move(tr("Begin l&ast"), kEnd);
    if (m_hold == nullptr)
        return;
    menu.addSeparator();
    menu.addAction(m_hold);
}

void JobsPanel::clearEnded()
{
    for (auto it = m_rows.begin(); it != m_rows.end();) {
        if (it->second->state().end == JobState::End::Running) {
            ++it;
            continue;
        }
        it->second->deleteLater();
        it->second->hide();
        it = m_rows.erase(it);
    }
    std::erase_if(m_arrived, [this](JobId job) { return !m_rows.contains(job); });
    m_empty->setVisible(m_rows.empty());
    Q_EMIT countsChanged();
}

int JobsPanel::runningCount() const
{
    return int(std::ranges::count_if(
        m_rows, [](const auto& entry) { return entry.second->state().end == JobState::End::Running; }));
}

std::optional<JobState> JobsPanel::foremost() const
{
    std::optional<JobState> newest;
    for (auto it = m_arrived.rbegin(); it != m_arrived.rend(); ++it) {
        const JobRow& row = *m_rows.at(*it);
        const JobState& state = row.state();
        if (state.end == JobState::End::Running && !row.isWaiting())
            return state;
        if (!newest || (newest->end != JobState::End::Running && state.end == JobState::End::Running))
            newest = state;
    }
    return newest;
}

} // namespace nestloom::ui
