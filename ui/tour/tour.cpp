// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tour/tour.h"

#include "engine/base/run_control.h"
#include "ui/window/main_window.h"

#include <QAbstractEventDispatcher>
#include <QApplication>
#include <QDir>

#include <cstdio>

namespace nestloom::ui {

namespace {
constexpr qint64 kMayTakeMs = 50; // of the window's thread in one turn
constexpr int kPollMs = 15;
constexpr int kSettleMs = 120;                                    // layouts and fades come to rest
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) // take ten times as long
constexpr qint64 kStepLimitMs = 1'200'000;
#else
constexpr qint64 kStepLimitMs = 120'000;
#endif
} // namespace

Tour::Tour(MainWindow& window, QString directory, std::vector<TourStep> steps, QObject* parent)
    : QObject(parent), m_window(window), m_directory(std::move(directory)), m_room(window.size()),
      m_steps(std::move(steps))
{
    m_poll.setInterval(kPollMs);
    connect(&m_poll, &QTimer::timeout, this, &Tour::look);
    connect(&m_turns, &TurnClock::turned, this, &Tour::noteTurn);
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
        fail(tr("step %1 could not be done").arg(nameOf(m_at)));
        return;
    }
    m_waited.start();
    m_lastLook = 0;
    m_poll.start();
}

void Tour::look()
{
    const TourStep& step = m_steps[m_at];
    const qint64 now = m_waited.elapsed();
    if (step.waitFor)
        m_longestPause = std::max(m_longestPause, now - m_lastLook - kPollMs);
    m_lastLook = now;
    if (const char* missing = step.waitFor ? step.waitFor() : nullptr) {
        if (m_waited.hasExpired(kStepLimitMs))
            fail(tr("step %1 waited %2 s for %3")
                     .arg(nameOf(m_at))
                     .arg(kStepLimitMs / 1000)
                     .arg(QLatin1String(missing)));
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
    m_turns.leaveOut();
    if (!m_steps[m_at].name.empty() && !savePicture(m_steps[m_at]))
        return;
    // In a turn of its own, which is that of a user who goes on.
    QTimer::singleShot(0, this, [this] {
        ++m_at;
        begin();
    });
}

bool Tour::savePicture(const TourStep& step)
{
    const QString path =
        QStringLiteral("%1/%2-%3.png").arg(m_directory).arg(++m_pictures, 2, 10, QLatin1Char('0')).arg(nameOf(m_at));
    QWidget* subject = step.of ? step.of() : &m_window;
    const QSize size = m_window.size();
    if (size.width() > m_room.width() || size.height() > m_room.height()) {
        fail(tr("step %1 made the window %2x%3 large, more than %4x%5")
                 .arg(nameOf(m_at))
                 .arg(size.width())
                 .arg(size.height())
                 .arg(m_room.width())
                 .arg(m_room.height()));
        return false;
    }
    if (subject->grab().save(path))
        return true;
    fail(tr("the picture %1 cannot be written").arg(path));
    return false;
}

void Tour::noteTurn(std::chrono::nanoseconds busy)
{
    const qint64 ms = busy / std::chrono::milliseconds(1);
    m_longestBusy = std::max(m_longestBusy, ms);
    m_busy[int(m_at)] = std::max(m_busy[int(m_at)], ms);
}

QString Tour::busySteps() const
{
    QStringList steps;
    for (const auto& [step, busy] : m_busy)
        if (busy > kMayTakeMs && std::size_t(step) < m_steps.size())
            steps << QStringLiteral("%1 %2 ms").arg(nameOf(std::size_t(step))).arg(busy);
    return steps.join(QStringLiteral(", "));
}

QString Tour::nameOf(std::size_t step) const
{
    while (m_steps[step].name.empty() && step + 1 < m_steps.size())
        ++step; // steps without a picture prepare the next one
    return QString::fromUtf8(m_steps[step].name.data(), qsizetype(m_steps[step].name.size()));
}

void Tour::fail(const QString& why)
{
    m_poll.stop();
    m_problem = why;
    Q_EMIT finished(false);
}

int runTour(MainWindow& window, const QString& directory)
{
    window.finish(); // steps look for views of all pages
    Tour tour(window, directory, exampleTour(window));
    QObject::connect(
        &tour, &Tour::finished, &tour,
        [&tour](bool ok) {
            std::printf(
                "%s; longest pause of the event loop while waiting: %lld ms (%lld ms of CPU); above 50 ms of CPU: %s\n",
                ok ? "pictures saved" : "pictures saved up to the problem",
                static_cast<long long>(tour.longestPauseMs()), static_cast<long long>(tour.longestBusyMs()),
                tour.busySteps().isEmpty() ? "none" : qPrintable(tour.busySteps()));
            if (!ok)
                std::fprintf(stderr, "nestloom: tour: %s\n", qPrintable(tour.problem()));
            QApplication::exit(ok ? 0 : 1);
        },
        Qt::QueuedConnection);
    QTimer::singleShot(0, &tour, &Tour::start);
    return QApplication::exec();
}

TurnClock::TurnClock(QObject* parent) : QObject(parent)
{
    // Both dispatchers of Qt on Unix say once a turn that they are awake.
    connect(QAbstractEventDispatcher::instance(), &QAbstractEventDispatcher::awake, this, &TurnClock::turn);
}

void TurnClock::turn()
{
    const std::chrono::nanoseconds now = threadCpuTime();
    if (!m_leftOut)
        Q_EMIT turned(now - m_begin);
    m_leftOut = false;
    m_begin = now;
}

} // namespace nestloom::ui
