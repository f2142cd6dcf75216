// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tour/turn_clock.h"

#include "engine/base/cpu_clock.h"

#include <QAbstractEventDispatcher>

namespace nestloom::ui {

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
