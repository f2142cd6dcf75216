// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <chrono>

namespace nestloom::ui {

/// Tells the processor time of every turn of this thread's event loop: what a key or a click waits for at worst while
/// the turn lasts, whatever else the machine does. Thread rule: lives on the thread whose turns it tells.
class TurnClock : public QObject {
    Q_OBJECT
public:
    explicit TurnClock(QObject* parent = nullptr);

    /// The turn at work is not told: something was done in it that no user asks for.
    void leaveOut() { m_leftOut = true; }

Q_SIGNALS:
    void turned(std::chrono::nanoseconds busy);

private:
    void turn();

    std::chrono::nanoseconds m_begin{};
    bool m_leftOut = true; // the first turn has no beginning
};

} // namespace nestloom::ui
