// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/session.h"

#include <QScrollArea>

#include <QPointer>

#include <map>
#include <optional>
#include <vector>

class QAction;
class QLabel;
class QMenu;
class QVBoxLayout;

namespace nestloom::ui {

class JobQueue;
class JobRow;

/// One row per job: progress, best so far, gap, time, Cancel. Jobs at work stand first, then those that wait in the
/// order in which they begin, then ended ones, the newest first; these stay until they are cleared.
class JobsPanel : public QScrollArea {
    Q_OBJECT
public:
    explicit JobsPanel(QWidget* parent = nullptr);

    void setJob(const JobState& state);
    /// Lets rows be moved and tried again, and lists `hold`, which is checked while waiting jobs are held, in their
    /// menu.
    void setQueue(JobQueue* queue, QAction* hold);
    void clearEnded();
    int runningCount() const;
    int endedCount() const { return int(m_rows.size()) - runningCount(); }
    /// The newest job at work, or else one that waits, or else the newest.
    std::optional<JobState> foremost() const;
    QSize sizeHint() const override { return {400, 84}; } // three rows

Q_SIGNALS:
    void cancelRequested(nestloom::ui::JobId job);
    void runRequested(nestloom::ui::RunId run); // show the run of this job
    void sweepRequested(qint64 sweep);          // show this sweep
    void countsChanged();

protected:
    void focusInEvent(QFocusEvent* event) override; // goes on to the first row

private:
    JobRow* makeRow(JobId job);
    void arrange();
    void refreshQueue();
    void showMenu(JobRow& row, const QPoint& global);
    void fillMenu(QMenu& menu, JobRow& row);
    void retry(JobId job);
    void step(const JobRow& from, int rows);
    std::vector<JobRow*> rowsInOrder() const;

    QPointer<JobQueue> m_queue;
    QAction* m_hold = nullptr;
    std::map<JobId, JobRow*> m_rows;
    std::vector<JobId> m_arrived; // the keys of m_rows, newest last: sweeps count apart from runs
    QLabel* m_empty;
    QVBoxLayout* m_layout;
};

} // namespace nestloom::ui
