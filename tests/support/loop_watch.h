// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/run_control.h"

#include <QAbstractEventDispatcher>
#include <QApplication>
#include <QElapsedTimer>
#include <QEvent>
#include <QEventLoop>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <utility>

namespace nestloom {

/// An application that measures how long each turn of its event loop takes, and which events take long. A turn is all
/// that happens between two looks for input: what a click would have to wait for. Measured in CPU time of the thread,
/// so that a busy machine does not count as a slow window.
class WatchedApplication : public QApplication {
public:
    WatchedApplication(int& argc, char** argv) : QApplication(argc, argv)
    {
        auto* dispatcher = QAbstractEventDispatcher::instance();
        connect(dispatcher, &QAbstractEventDispatcher::awake, this, &WatchedApplication::endTurn);
        connect(dispatcher, &QAbstractEventDispatcher::aboutToBlock, this, &WatchedApplication::endTurn);
    }

    bool notify(QObject* receiver, QEvent* event) override
    {
        if (m_depth > 0)
            return QApplication::notify(receiver, event);
        ++m_depth;
        const QByteArray name = QByteArray(receiver->metaObject()->className()) + ' ' + receiver->objectName().toUtf8();
        const int type = event->type();
        const auto from = threadCpuTime();
        const bool handled = QApplication::notify(receiver, event);
        --m_depth;
        if (type == QEvent::UpdateRequest && onPainted)
            onPainted();
        if (const double ms = milliseconds(threadCpuTime() - from); m_eventLimitMs > 0 && ms >= m_eventLimitMs)
            std::printf("    event %d to %s: %.1f ms of CPU\n", type, name.constData(), ms);
        return handled;
    }

    /// Called when everything that was to be painted in a window is painted.
    std::function<void()> onPainted;
    /// Prints every event that takes at least this much CPU; 0 = none.
    void printEventsFrom(double ms) { m_eventLimitMs = ms; }
    /// The longest turn since the last call, in milliseconds of CPU.
    double takeLongestMs() { return std::exchange(m_longestMs, 0.0); }

    /// Calls `act` in a turn of its own, as a click would, then lets the loop run until `done`, or for half a second
    /// without one. Returns the milliseconds until then; takeLongestMs() is of this time.
    qint64 perform(const std::function<void()>& act, const std::function<bool()>& done = {})
    {
        constexpr int kSettleMs = 500, kLimitMs = 300'000;
        QEventLoop loop;
        takeLongestMs();
        QTimer::singleShot(0, &loop, act);
        QElapsedTimer waited;
        waited.start();
        QTimer poll;
        QObject::connect(&poll, &QTimer::timeout, &loop, [&] {
            if (done ? done() || waited.hasExpired(kLimitMs) : waited.hasExpired(kSettleMs))
                loop.quit();
        });
        poll.start(5);
        loop.exec();
        return waited.elapsed();
    }

private:
    static double milliseconds(std::chrono::nanoseconds time)
    {
        return std::chrono::duration<double, std::milli>(time).count();
    }
    /// Which of the two signals lies between the events depends on the dispatcher; CPU time does not grow while
    /// waiting.
    void endTurn()
    {
        const auto now = threadCpuTime();
        m_longestMs = std::max(m_longestMs, milliseconds(now - m_turnBegan));
        m_turnBegan = now;
    }

    std::chrono::nanoseconds m_turnBegan = threadCpuTime();
    double m_longestMs = 0;
    double m_eventLimitMs = 0;
    int m_depth = 0;
};

} // namespace nestloom
