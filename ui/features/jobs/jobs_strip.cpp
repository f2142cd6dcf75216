// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/jobs/jobs_strip.h"

#include "ui/style/format.h"
#include "ui/style/icons.h"
#include "ui/widgets/page_area.h"
#include "ui/window/main_window.h"
#include "ui/words/run_words.h"

#include <QAction>
#include <QApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QProgressBar>
#include <QSystemTrayIcon>
#include <QTimer>
#include <QToolButton>

namespace nestloom::ui {

namespace {

constexpr int kMessageMs = 8000;

void tellDesktop(QWidget& window, const QString& title, const QString& text)
{
    QApplication::alert(&window);
    if (!QSystemTrayIcon::isSystemTrayAvailable())
        return;
    auto* tray = window.findChild<QSystemTrayIcon*>();
    if (tray == nullptr)
        tray = new QSystemTrayIcon(programIcon(), &window);
    tray->show();
    tray->showMessage(title, text, QSystemTrayIcon::Information, kMessageMs);
    QTimer::singleShot(kMessageMs, tray, &QSystemTrayIcon::hide);
}

QString outcome(const JobState& job)
{
    switch (job.end) {
    case JobState::End::Finished:
        return JobNotice::tr("Finished after %1: %2.")
            .arg(format::milliseconds(double(job.elapsed.count())), incumbentText(job));
    case JobState::End::Cancelled: return JobNotice::tr("Cancelled; finished layers are kept.");
    case JobState::End::Failed: return qt(job.message);
    case JobState::End::Running: break;
    }
    return {};
}

} // namespace

JobNotice::JobNotice(QWidget& window, Session& session)
    : QObject(&window),
      m_tell([&window](const QString& title, const QString& text) { tellDesktop(window, title, text); })
{
    connect(&session, &Session::jobFinished, this, &JobNotice::hear);
}

void JobNotice::hear(const JobState& job)
{
    const bool elsewhere = QApplication::activeWindow() == nullptr; // a dialog of ours counts as being here
    if (elsewhere && job.elapsed.count() >= kWorthTellingMs)
        m_tell(qt(job.title), outcome(job));
}

void installJobNotice(MainWindow& window) { new JobNotice(window, window.workbench().session()); }

namespace {

constexpr int kStripSteps = 1000;

QString stateText(const JobState& job)
{
    const QString done = doneText(job);
    const QString comma = done.isEmpty() ? QString() : done + JobsStrip::tr(", ");
    switch (job.end) {
    case JobState::End::Running: return job.phase == "waiting" ? JobsStrip::tr("%1waits").arg(comma) : done;
    case JobState::End::Finished:
        return JobsStrip::tr("%1finished in %2").arg(comma, format::milliseconds(double(job.elapsed.count())));
    case JobState::End::Cancelled: return JobsStrip::tr("%1cancelled").arg(comma);
    case JobState::End::Failed:
        return (job.isRefused ? JobsStrip::tr("%1refused") : JobsStrip::tr("%1failed")).arg(comma);
    }
    return done;
}

} // namespace

JobsStrip::JobsStrip(QAction& togglePanel, QWidget* parent)
    : QWidget(parent), m_title(new QLabel(this)), m_bar(new QProgressBar(this)), m_state(new QLabel(this)),
      m_cancel(new QToolButton(this)), m_panel(new QToolButton(this))
{
    setObjectName(QStringLiteral("jobsStrip"));
    m_bar->setRange(0, kStripSteps);
    m_bar->setTextVisible(false);
    m_bar->setFixedSize(110, 8);
    m_state->setProperty("muted", true);
    m_cancel->setText(tr("Cancel"));
    m_cancel->setAutoRaise(true);
    m_panel->setDefaultAction(&togglePanel);
    m_panel->setAutoRaise(true);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 6, 0);
    layout->setSpacing(10);
    for (QWidget* part : {static_cast<QWidget*>(m_title), static_cast<QWidget*>(m_bar), static_cast<QWidget*>(m_state),
                          static_cast<QWidget*>(m_cancel), static_cast<QWidget*>(m_panel)})
        layout->addWidget(part);
    connect(m_cancel, &QToolButton::clicked, this, [this] {
        m_cancel->setEnabled(false);
        Q_EMIT cancelRequested(m_job);
    });
    show({}, 0);
}

void JobsStrip::show(const std::optional<JobState>& job, int runningCount)
{
    const bool running = job && job->end == JobState::End::Running;
    for (QWidget* part : {static_cast<QWidget*>(m_title), static_cast<QWidget*>(m_bar), static_cast<QWidget*>(m_state)})
        part->setVisible(job.has_value());
    m_cancel->setVisible(running);
    if (!job)
        return;
    if (job->id != m_job || !running)
        m_cancel->setEnabled(true);
    m_job = job->id;
    const QString title = qt(job->title);
    m_title->setText(runningCount > 1 ? tr("%1 and %2 more").arg(title).arg(runningCount - 1) : title);
    setProgress(*m_bar, int(job->fraction * kStripSteps));
    m_bar->setVisible(running);
    m_state->setText(stateText(*job));
    m_state->setMinimumWidth(m_state->sizeHint().width()); // the status bar does not make room by itself
    setToolTip(qt(running ? job->phase : job->message));
}

} // namespace nestloom::ui
