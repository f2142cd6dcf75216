// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/panels/jobs_panel.h"

#include "ui/panels/job_row.h"

#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace nestloom::ui {

JobsPanel::JobsPanel(QWidget* parent)
    : QScrollArea(parent), m_empty(new QLabel(tr("No jobs yet. Run starts one."))), m_layout(nullptr)
{
    setObjectName(QStringLiteral("jobsPanel"));
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
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

void JobsPanel::setJob(const JobState& state)
{
    JobRow*& row = m_rows[state.id];
    const bool isNew = row == nullptr;
    if (isNew) {
        row = new JobRow;
        connect(row, &JobRow::cancelRequested, this, [this, id = state.id] { Q_EMIT cancelRequested(id); });
        connect(row, &JobRow::runRequested, this, [this, row] {
            if (row->state().kind == JobState::Kind::Sweep)
                Q_EMIT sweepRequested(row->state().run);
            else
                Q_EMIT runRequested(row->state().run);
        });
        m_layout->insertWidget(0, row); // newest first
        m_empty->hide();
    }
    const bool ended = !isNew && row->state().end != state.end;
    row->show(state);
    if (isNew || ended)
        Q_EMIT countsChanged();
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
    m_empty->setVisible(m_rows.empty());
    Q_EMIT countsChanged();
}

int JobsPanel::runningCount() const
{
    return static_cast<int>(std::count_if(m_rows.begin(), m_rows.end(), [](const auto& entry) {
        return entry.second->state().end == JobState::End::Running;
    }));
}

std::optional<JobState> JobsPanel::foremost() const
{
    std::optional<JobState> newest;
    for (auto it = m_rows.rbegin(); it != m_rows.rend(); ++it) {
        const JobState& state = it->second->state();
        if (state.end == JobState::End::Running)
            return state;
        if (!newest)
            newest = state;
    }
    return newest;
}

int JobsPanel::endedCount() const { return static_cast<int>(m_rows.size()) - runningCount(); }

} // namespace nestloom::ui
