// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/session.h"

#include <QWidget>

#include <functional>
#include <optional>

class QAction;
class QLabel;
class QProgressBar;
class QToolButton;

namespace nestloom::ui {

class MainWindow;

/// Tells that a job has ended while the user is in another window: the task bar is alerted and, where the desktop has a
/// tray, a message appears. Jobs of less than a few seconds are not worth it.
class JobNotice : public QObject {
    Q_OBJECT
public:
    using Tell = std::function<void(const QString& title, const QString& text)>;
    static constexpr qint64 kWorthTellingMs = 3000;

    JobNotice(QWidget& window, Session& session);
    void setTell(Tell tell) { m_tell = std::move(tell); }

private:
    void hear(const JobState& job);

    Tell m_tell;
};

void installJobNotice(MainWindow& window);

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
