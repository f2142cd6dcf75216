// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/turns.h"

#include <QtTest>

#include <atomic>
#include <thread>

using nestloom::jobs::Turns;
using Jobs = std::vector<Turns::JobId>;

class TestTurns : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theFirstBegins();
    void nobodyBeginsWhileHeld();
    void aMovedJobBeginsAtItsNewPlace();
    void movesEndAtTheEndsOfTheQueue();
    void whoIsStoppedLeavesTheQueue();
};

void TestTurns::theFirstBegins()
{
    Turns turns(1);
    turns.enqueue(1);
    turns.enqueue(2);
    QVERIFY(turns.wait(1, {}));
    QCOMPARE(turns.waiting(), (Jobs{2}));
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(!turns.wait(2, stop.get_token())); // the only turn is taken
    turns.enqueue(2);
    turns.giveUp();
    QVERIFY(turns.wait(2, {}));
}

void TestTurns::nobodyBeginsWhileHeld()
{
    Turns turns(2);
    turns.setHeld(true);
    turns.enqueue(1);
    std::atomic<bool> begun = false;
    std::jthread worker([&](const std::stop_token& stop) { begun = turns.wait(1, stop); });
    QTest::qWait(30);
    QVERIFY(!begun && turns.isHeld());
    turns.setHeld(false);
    worker.join();
    QVERIFY(begun);
}

void TestTurns::aMovedJobBeginsAtItsNewPlace()
{
    Turns turns(1);
    turns.setHeld(true);
    for (const Turns::JobId job : {1, 2, 3})
        turns.enqueue(job);
    QVERIFY(turns.move(3, -2));
    QCOMPARE(turns.waiting(), (Jobs{3, 1, 2}));
    std::mutex mutex;
    Jobs order;
    {
        std::vector<std::jthread> workers;
        for (const Turns::JobId job : {1, 2, 3})
            workers.emplace_back([&, job](const std::stop_token& stop) {
                if (turns.wait(job, stop)) {
                    {
                        const std::scoped_lock lock(mutex);
                        order.push_back(job);
                    }
                    turns.giveUp();
                }
            });
        turns.setHeld(false);
        QTRY_VERIFY_WITH_TIMEOUT(turns.waiting().empty(), 20'000);
        for (std::jthread& worker : workers)
            worker.join();
    }
    QCOMPARE(order, (Jobs{3, 1, 2}));
}

void TestTurns::movesEndAtTheEndsOfTheQueue()
{
    Turns turns(0);
    for (const Turns::JobId job : {1, 2, 3})
        turns.enqueue(job);
    QVERIFY(turns.move(1, 100));
    QCOMPARE(turns.waiting(), (Jobs{2, 3, 1}));
    QVERIFY(!turns.move(1, 1));
    QVERIFY(!turns.move(2, -1));
    QVERIFY(!turns.move(9, 1)); // is not there
    QVERIFY(turns.move(3, -1));
    QCOMPARE(turns.waiting(), (Jobs{3, 2, 1}));
}

void TestTurns::whoIsStoppedLeavesTheQueue()
{
    Turns turns(0);
    turns.enqueue(1);
    turns.enqueue(2);
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(!turns.wait(1, stop.get_token()));
    QCOMPARE(turns.waiting(), (Jobs{2}));
}

QTEST_GUILESS_MAIN(TestTurns)
#include "tst_turns.moc"
