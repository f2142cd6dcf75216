// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tour/tour.h"

#include "engine/base/cpu_clock.h"
#include "ui/main_window.h"

#include <QApplication>
#include <QDir>

#include <cstdio>

namespace nestloom::ui {

namespace {
constexpr qint64 kMayTakeMs = 50; // of the window's thread in one turn
constexpr int kPollMs = 15;
constexpr int kSettleMs = 120; // layouts and fades come to rest
constexpr qint64 kStepLimitMs = 120'000;
} // namespace

Tour::Tour(MainWindow& window, QString directory, std::vector<TourStep> steps, QObject* parent)
    : QObject(parent), m_window(window), m_directory(std::move(directory)), m_steps(std::move(steps))
{
    m_poll.setInterval(kPollMs);
    connect(&m_poll, &QTimer::timeout, this, &Tour::look);
}

void Tour::start()
{
    if (!QDir().mkpath(m_directory)) {
        fail(tr("the folder %1 cannot be made").arg(m_directory));
        return;
    }
    begin();
}

void Tour::begin()
{
    if (m_at == m_steps.size()) {
        Q_EMIT finished(true);
        return;
    }
    const TourStep& step = m_steps[m_at];
    if (step.act && !step.act()) {
        fail(tr("step %1 could not be done").arg(step.name));
        return;
    }
    m_waited.start();
    m_lastLook = 0;
    m_lastCpu = threadCpuTime();
    m_poll.start();
}

void Tour::look()
{
    const TourStep& step = m_steps[m_at];
    const qint64 now = m_waited.elapsed();
    const bool waiting = static_cast<bool>(step.waitFor);
    if (waiting)
        m_longestPause = std::max(m_longestPause, now - m_lastLook - kPollMs);
    m_lastLook = now;
    const std::chrono::nanoseconds cpu = threadCpuTime();
    if (waiting) {
        const qint64 busy = (cpu - m_lastCpu) / std::chrono::milliseconds(1);
        m_longestBusy = std::max(m_longestBusy, busy);
        m_busy[int(m_at)] = std::max(m_busy[int(m_at)], busy);
    }
    m_lastCpu = cpu;
    const QString missing = step.waitFor ? step.waitFor() : QString();
    if (!missing.isEmpty()) {
        if (m_waited.hasExpired(kStepLimitMs))
            fail(tr("step %1 waited %2 s for %3").arg(step.name).arg(kStepLimitMs / 1000).arg(missing));
        return;
    }
    m_poll.stop();
    if (step.atOnce)
        takePicture();
    else
        QTimer::singleShot(kSettleMs, this, &Tour::takePicture);
}

void Tour::takePicture()
{
    if (m_steps[m_at].name.isEmpty()) {
        ++m_at;
        begin();
        return;
    }
    const QString path = QStringLiteral("%1/%2-%3.png")
                             .arg(m_directory)
                             .arg(++m_pictures, 2, 10, QLatin1Char('0'))
                             .arg(m_steps[m_at].name);
    QWidget* subject = m_steps[m_at].of ? m_steps[m_at].of() : &m_window;
    if (!subject->grab().save(path)) {
        fail(tr("the picture %1 cannot be written").arg(path));
        return;
    }
    ++m_at;
    begin();
}

QString Tour::busySteps() const
{
    QStringList steps;
    for (const auto& [step, busy] : m_busy)
        if (busy > kMayTakeMs)
            steps << QStringLiteral("%1 %2 ms").arg(m_steps[std::size_t(step)].name).arg(busy);
    return steps.join(QStringLiteral(", "));
}

void Tour::fail(const QString& why)
{
    m_poll.stop();
    m_problem = why;
    Q_EMIT finished(false);
}

int runTour(MainWindow& window, const QString& directory)
{
    Tour tour(window, directory, exampleTour(window));
    QObject::connect(
        &tour, &Tour::finished, &tour,
        [&tour](bool ok) {
            if (ok)
                std::printf("pictures saved; longest pause of the event loop while waiting: %lld ms (%lld ms of CPU); above "
                            "50 ms of CPU: %s\n",
                            static_cast<long long>(tour.longestPauseMs()),
                            static_cast<long long>(tour.longestBusyMs()),
                            tour.busySteps().isEmpty() ? "none" : qPrintable(tour.busySteps()));
            else
                std::fprintf(stderr, "nestloom: tour: %s\n", qPrintable(tour.problem()));
            QApplication::exit(ok ? 0 : 1);
        },
        Qt::QueuedConnection);
    QTimer::singleShot(0, &tour, &Tour::start);
    return QApplication::exec();
}

} // namespace nestloom::ui
