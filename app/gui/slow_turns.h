// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QEvent>
#include <QObject>
#include <QThread>

#include <chrono>
#include <functional>

namespace nestloom::app {

/// Tells which turns of the event loop held up the window. Events that are sent within a turn are part of it; a turn
/// that ran an event loop of its own (a menu, a dialog) is not told, those of that loop are. Thread rule: that of the
/// application.
class SlowTurns {
public:
    /// `receiver`: class of the object that the event was for.
    using Told = std::function<void(std::chrono::milliseconds took, const char* receiver, QEvent::Type event)>;
    SlowTurns(std::chrono::milliseconds most, Told told) : m_most(most), m_told(std::move(told)) {}

    template <typename Notify>
    bool during(const QObject* receiver, const QEvent* event, const Notify& notify)
    {
        const int level = QThread::currentThread()->loopLevel();
        if (level == m_level)
            return notify(); // part of the turn that sent it
        const int outer = m_level;
        const char* const name = receiver->metaObject()->className(); // it may be gone afterwards
        const QEvent::Type type = event->type();
        const auto begun = std::chrono::steady_clock::now();
        m_level = level;
        m_ranLoop = false;
        const bool result = notify();
        const auto took = std::chrono::floor<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begun);
        if (!m_ranLoop && took > m_most)
            m_told(took, name, type);
        m_level = outer;
        m_ranLoop = outer >= 0; // of the turn around this one, if there is one
        return result;
    }

private:
    const std::chrono::milliseconds m_most;
    const Told m_told;
    int m_level = -1; // of loops, in the turn at work; -1 = none is
    bool m_ranLoop = false;
};

} // namespace nestloom::app
