// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/job_list_model.h"

#include "ui/style/format.h"
#include "ui/style/wording.h"

#include <algorithm>

namespace nestloom::ui {

const std::vector<TableModel::Column>& JobListModel::columns() const
{
    static const std::vector<Column> table{
        {tr("Job"), Kind::Text, {}},
        {tr("Progress"), Kind::Number, {}},
        {tr("Layers"), Kind::Number, tr("Layers that ended / layers of the network")},
        {tr("Best so far"), Kind::Number, tr("Cycles of the layers that ended")},
        {tr("Worst gap"), Kind::Number, tr("Largest distance of a finished layer to its proven bound")},
        {tr("Elapsed"), Kind::Number, {}},
        {tr("State"), Kind::Text, {}},
    };
    return table;
}

void JobListModel::setJob(const JobState& job)
{
    const int row = rowOf(job.id);
    if (row >= 0) {
        m_jobs[std::size_t(row)] = job;
        rowChanged(row);
        return;
    }
    beginInsertRows({}, rows(), rows());
    m_jobs.push_back(job);
    endInsertRows();
}

void JobListModel::removeEnded()
{
    for (int row = rows() - 1; row >= 0; --row) {
        if (m_jobs[std::size_t(row)].end == JobState::End::Running)
            continue;
        beginRemoveRows({}, row, row);
        m_jobs.erase(m_jobs.begin() + row);
        endRemoveRows();
    }
}

int JobListModel::runningCount() const
{
    return static_cast<int>(std::count_if(m_jobs.begin(), m_jobs.end(),
                                          [](const JobState& job) { return job.end == JobState::End::Running; }));
}

int JobListModel::rowOf(JobId job) const
{
    const auto it = std::find_if(m_jobs.begin(), m_jobs.end(), [job](const JobState& j) { return j.id == job; });
    return it == m_jobs.end() ? -1 : static_cast<int>(it - m_jobs.begin());
}

namespace {

QString countText(const JobState& job)
{
    const QString done = QStringLiteral("%1/%2").arg(job.layersDone - job.layersFailed).arg(job.layerCount);
    return job.layersFailed == 0 ? done : JobListModel::tr("%1, %2 failed").arg(done).arg(job.layersFailed);
}

} // namespace

QString doneText(const JobState& job)
{
    const QString done =
        (job.kind == JobState::Kind::Sweep ? JobListModel::tr("%1/%2 points") : JobListModel::tr("%1/%2 layers"))
            .arg(job.layersDone - job.layersFailed)
            .arg(job.layerCount);
    return job.layersFailed == 0 ? done : JobListModel::tr("%1, %2 failed").arg(done).arg(job.layersFailed);
}

QString incumbentText(const JobState& job)
{
    const int solved = job.layersDone - job.layersFailed;
    const QString cycles = format::cycles(job.incumbentCycles);
    if (job.end == JobState::End::Running || solved == job.layerCount)
        return cycles;
    return solved == 0 ? JobListModel::tr("no layer mapped")
                       : JobListModel::tr("%1 in %2 of %3 layers").arg(cycles).arg(solved).arg(job.layerCount);
}

QString JobListModel::text(int row, int column) const
{
    const JobState& job = m_jobs[std::size_t(row)];
    switch (column) {
    case Title: return job.title;
    case Progress: return format::percent(job.fraction, 0);
    case Layers: return countText(job);
    case Incumbent: return job.layersDone > job.layersFailed ? incumbentText(job) : format::kNoValue;
    case WorstGap: return format::percent(job.worstGap, 2);
    case Elapsed: return format::milliseconds(double(job.elapsedMs));
    case State: break;
    default: return {};
    }
    switch (job.end) {
    case JobState::End::Running: return job.phase.isEmpty() ? tr("running") : job.phase;
    case JobState::End::Finished: return tr("finished");
    case JobState::End::Cancelled: return tr("cancelled");
    case JobState::End::Failed:
        return job.message.isEmpty() ? tr("failed")
                                     : (job.isRefused ? tr("refused: %1") : tr("failed: %1")).arg(job.message);
    }
    return {};
}

QVariant JobListModel::sortValue(int row, int column) const
{
    const JobState& job = m_jobs[std::size_t(row)];
    switch (column) {
    case Progress: return job.fraction;
    case Layers: return job.layersDone;
    case Incumbent: return job.incumbentCycles;
    case WorstGap: return job.worstGap.value_or(-1);
    case Elapsed: return job.elapsedMs;
    default: return text(row, column);
    }
}

QString JobListModel::toolTip(int row, int column) const
{
    const JobState& job = m_jobs[std::size_t(row)];
    if (column == Incumbent && job.layersDone > job.layersFailed)
        return tr("%1 in %2")
            .arg(format::exactCycles(job.incumbentCycles),
                 counted(job.layersDone - job.layersFailed, tr("1 layer"), tr("%1 layers")));
    return column == Title || column == State ? text(row, column) : QString();
}

QVariant JobListModel::other(int row, int column, int role) const
{
    const JobState& job = m_jobs[std::size_t(row)];
    switch (role) {
    case FractionRole: return job.fraction;
    case JobIdRole: return QVariant::fromValue(job.id);
    case RunningRole: return job.end == JobState::End::Running;
    default: break;
    }
    return column == State && job.end == JobState::End::Failed ? warningDecoration(role) : QVariant();
}

} // namespace nestloom::ui
