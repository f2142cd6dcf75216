// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/session.h"

#include <QPlainTextEdit>
#include <QTimer>

#include <map>

namespace nestloom::ui {

class MainWindow;

/// What happened, line by line with the time: jobs, every layer that the engine finished, problems. The last few
/// thousand lines are kept.
class LogPanel : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit LogPanel(Session& session, QWidget* parent = nullptr);

    void write(const QString& line);
    void flush(); // lines are shown a few times a second

private:
    void hearJob(const JobState& job);
    void hearLayer(JobId job, const schedule::LayerResult& layer);

    QStringList m_waiting;
    QTimer m_flush;
    std::map<JobId, JobState::End> m_jobs; // as last told
};

void installLog(MainWindow& window);

} // namespace nestloom::ui
