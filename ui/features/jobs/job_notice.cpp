// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/jobs/job_notice.h"

#include "ui/style/format.h"
#include "ui/style/icons.h"
#include "ui/window/main_window.h"
#include "ui/words/job_words.h"

#include <QApplication>
#include <QSystemTrayIcon>
#include <QTimer>

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
            .arg(format::milliseconds(static_cast<double>(job.elapsed.count())), incumbentText(job));
    case JobState::End::Cancelled: return JobNotice::tr("Cancelled; finished layers are kept.");
    case JobState::End::Failed: return QString::fromStdString(job.message);
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
        m_tell(QString::fromStdString(job.title), outcome(job));
}

void installJobNotice(MainWindow& window) { new JobNotice(window, window.workbench().session()); }

} // namespace nestloom::ui
