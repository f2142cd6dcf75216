// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tour/tour.h"

#include "engine/base/run_control.h"

#include <QCoreApplication>
#include <QTest>
#include <QTimer>

#include <algorithm>
#include <functional>
#include <vector>

using namespace nestloom;
using namespace nestloom::ui;
using std::chrono::milliseconds;

namespace {

constexpr milliseconds kWork{20};

void work()
{
    const std::chrono::nanoseconds begin = threadCpuTime();
    while (threadCpuTime() - begin < kWork) {
    }
}

/// The longest turn that is told while the event loop does `action` in a turn of its own.
std::chrono::nanoseconds longestTurn(TurnClock& clock, const std::function<void()>& action)
{
    std::chrono::nanoseconds longest{};
    QObject::connect(&clock, &TurnClock::turned, &clock,
                     [&](std::chrono::nanoseconds busy) { longest = std::max(longest, busy); });
    // Turns before the action begin the clock, turns after it end that of the action.
    const std::vector<std::function<void()>> turns{[] {}, [] {}, action, [] {}, [] {}};
    QEventLoop loop;
    QTimer timer;
    std::size_t at = 0;
    QObject::connect(&timer, &QTimer::timeout, &loop, [&] {
        if (at == turns.size())
            loop.quit();
        else
            turns[at++]();
    });
    timer.start(1);
    loop.exec();
    return longest;
}

} // namespace

class TestTurnClock : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void tellsTheProcessorTimeOfATurn()
    {
        TurnClock clock;
        QVERIFY(longestTurn(clock, work) >= kWork);
    }

    void countsNoTimeThatAnotherTurnUsed()
    {
        TurnClock clock;
        const auto longest = longestTurn(clock, [] { QTest::qSleep(40); });
        QVERIFY2(longest < kWork, "a turn that sleeps uses no processor");
    }

    void leavesATurnOut()
    {
        TurnClock clock;
        const auto longest = longestTurn(clock, [&clock] {
            work();
            clock.leaveOut();
        });
        QVERIFY(longest < kWork);
    }
};

QTEST_GUILESS_MAIN(TestTurnClock)
#include "tst_turn_clock.moc"
