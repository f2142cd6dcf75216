// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/session.h"

#include <QWidget>

#include <optional>

class QAction;
class QLabel;
class QProgressBar;
class QToolButton;

namespace nestloom::ui {

/// The job that matters most, in the status bar: the newest one that runs, or else the newest. The panel with all jobs
/// is a click away, so that it need not take room from the views.
class JobsStrip : public QWidget {
    Q_OBJECT
public:
    /// `togglePanel` shows and hides the panel with all jobs.
    explicit JobsStrip(QAction& togglePanel, QWidget* parent = nullptr);

    void show(const std::optional<JobState>& job, int runningCount);

Q_SIGNALS:
    void cancelRequested(nestloom::ui::JobId job);

private:
    JobId m_job = 0;
    QLabel* m_title;
    QProgressBar* m_bar;
    QLabel* m_state;
    QToolButton* m_cancel;
    QToolButton* m_panel;
};

} // namespace nestloom::ui
