// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/jobs/log_panel.h"

#include "ui/ports/run_history.h"
#include "ui/style/format.h"
#include "ui/style/theme.h"
#include "ui/style/wording.h"
#include "ui/window/main_window.h"
#include "ui/words/layer_words.h"
#include "ui/words/run_words.h"

#include <QTime>

namespace nestloom::ui {

namespace {

constexpr int kKeptLines = 5000;
constexpr int kFlushMs = 200;

QString outcomeText(const JobState& job)
{
    switch (job.end) {
    case JobState::End::Running:
        return LogPanel::tr("started, %1")
            .arg(counted(job.layerCount, LogPanel::tr("1 layer"), LogPanel::tr("%1 layers")));
    case JobState::End::Finished: return LogPanel::tr("finished, %1").arg(incumbentText(job));
    case JobState::End::Cancelled:
        return LogPanel::tr("cancelled with %1 of %2 layers")
            .arg(job.layersDone - job.layersFailed)
            .arg(job.layerCount);
    case JobState::End::Failed:
        return (job.isRefused ? LogPanel::tr("refused: %1") : LogPanel::tr("failed: %1")).arg(qt(job.message));
    }
    return {};
}

} // namespace

LogPanel::LogPanel(Session& session, QWidget* parent) : QPlainTextEdit(parent)
{
    setObjectName(QStringLiteral("logText"));
    setAccessibleName(tr("Log"));
    setReadOnly(true);
    setUndoRedoEnabled(false);
    setLineWrapMode(QPlainTextEdit::NoWrap);
    setFrameShape(QFrame::NoFrame);
    setMaximumBlockCount(kKeptLines);
    setFont(codeFont(font()));
    m_flush.setSingleShot(true);
    m_flush.setInterval(kFlushMs);
    connect(&m_flush, &QTimer::timeout, this, &LogPanel::flush);
    connect(&session, &Session::jobChanged, this, &LogPanel::hearJob);
    connect(&session, &Session::jobFinished, this, &LogPanel::hearJob);
    connect(&session, &Session::layerFinished, this,
            [this](JobId job, RunId, const schedule::LayerResult& layer) { hearLayer(job, layer); });
    connect(&session.runHistory(), &RunHistory::reportWritten, this,
            [this](const QString& path) { write(tr("report written to %1").arg(path)); });
}

void LogPanel::write(const QString& line)
{
    m_waiting << QTime::currentTime().toString(QStringLiteral("HH:mm:ss.zzz  ")) + line;
    if (m_waiting.size() > kKeptLines)
        m_waiting.removeFirst();
    if (!m_flush.isActive())
        m_flush.start();
}

void LogPanel::flush()
{
    if (!m_waiting.isEmpty())
        appendPlainText(m_waiting.join(QLatin1Char('\n')));
    m_waiting.clear();
}

void LogPanel::hearJob(const JobState& job)
{
    const auto known = m_jobs.find(job.id);
    if (known != m_jobs.end() && known->second == job.end)
        return;
    m_jobs[job.id] = job.end;
    write(tr("job %1  %2: %3").arg(job.id).arg(qt(job.title), outcomeText(job)));
}

void LogPanel::hearLayer(JobId job, const schedule::LayerResult& layer)
{
    QString line = tr("job %1  %2: %3").arg(job).arg(qt(layer.name), statusText(layer));
    if (layer.cost)
        line += tr(", %1, gap %2").arg(format::exactCycles(layer.cost->cycles), format::percent(layer.gap, 2));
    if (!layer.reason.empty())
        line += tr(", %1").arg(qt(layer.reason));
    if (layer.solveWallMs > 0)
        line += tr(", solved in %1").arg(format::milliseconds(layer.solveWallMs));
    write(line);
}

void installLog(MainWindow& window)
{
    auto* log = new LogPanel(window.workbench().session());
    QObject::connect(&window.workbench(), &Workbench::problem, log,
                     [log](const QString& sentence) { log->write(LogPanel::tr("problem: %1").arg(sentence)); });
    window.addDock({.name = QStringLiteral("logDock"),
                    .title = MainWindow::tr("Log"),
                    .area = Qt::BottomDockWidgetArea,
                    .tabWith = QStringLiteral("jobsDock"),
                    .shown = false},
                   log);
}

} // namespace nestloom::ui
