// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/session.h"
#include "ui/widgets/table_model.h"

namespace nestloom::ui {

/// The jobs of this session, newest last. FractionRole (0..1) feeds a progress bar.
class JobListModel : public TableModel {
    Q_OBJECT
public:
    enum ColumnId { Title, Progress, Layers, Incumbent, WorstGap, Elapsed, State, ColumnCount };
    enum ExtraRole { FractionRole = ExportRole + 1, JobIdRole, RunningRole };

    using TableModel::TableModel;

    /// Adds the job or updates its row.
    void setJob(const JobState& job);
    /// Removes the jobs that have ended.
    void removeEnded();
    const std::vector<JobState>& jobs() const { return m_jobs; }
    int runningCount() const;
    /// Row of a job, or -1.
    int rowOf(JobId job) const;

protected:
    int rows() const override { return static_cast<int>(m_jobs.size()); }
    const std::vector<Column>& columns() const override;
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QVariant other(int row, int column, int role) const override;

private:
    std::vector<JobState> m_jobs;
};

/// "45/54 layers, 9 failed"; of a sweep its points.
QString doneText(const JobState& job);
/// The cycles found, and in how many layers when a run has ended without some: "4.55 Mcycle in 45 of 54 layers".
QString incumbentText(const JobState& job);

} // namespace nestloom::ui
