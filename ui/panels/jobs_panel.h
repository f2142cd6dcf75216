// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session.h"

#include <QScrollArea>

#include <map>
#include <optional>

class QLabel;
class QVBoxLayout;

namespace nestloom::ui {

class JobRow;

/// One row per job: progress, best so far, gap, time, Cancel. Ended jobs stay until they are cleared.
class JobsPanel : public QScrollArea {
    Q_OBJECT
public:
    explicit JobsPanel(QWidget* parent = nullptr);

    void setJob(const JobState& state);
    void clearEnded();
    int runningCount() const;
    int endedCount() const;
    /// The newest job that runs, or else the newest.
    std::optional<JobState> foremost() const;
    QSize sizeHint() const override { return {400, 84}; } // three rows

Q_SIGNALS:
    void cancelRequested(nestloom::ui::JobId job);
    void runRequested(nestloom::ui::RunId run); // show the run of this job
    void sweepRequested(qint64 sweep);          // show this sweep
    void countsChanged();

private:
    std::map<JobId, JobRow*> m_rows;
    QLabel* m_empty;
    QVBoxLayout* m_layout;
};

} // namespace nestloom::ui
