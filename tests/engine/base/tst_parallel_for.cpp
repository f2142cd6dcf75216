// SPDX-License-Identifier: Apache-2.0
#include "engine/base/parallel_for.h"
#include "engine/base/result.h"

#include <QTest>

#include <set>

using namespace nestloom;

class TestParallelFor : public QObject {
    Q_OBJECT
private slots:
    void everyIndexIsVisitedOnce()
    {
        std::vector<std::atomic<int>> visits(1000);
        parallelFor(visits.size(), 4, [&](std::size_t i) { ++visits[i]; });
        for (const auto& count : visits)
            QCOMPARE(count.load(), 1);
        parallelFor(0, 4, [](std::size_t) { QFAIL("there is nothing to visit"); });
    }

    void eachThreadCallsOnceAndThisOneIsAmongThem()
    {
        std::mutex mutex;
        std::multiset<std::thread::id> threads;
        onThreads(3, [&] {
            const std::scoped_lock lock(mutex);
            threads.insert(std::this_thread::get_id());
        });
        QCOMPARE(threads.size(), std::size_t(3));
        QCOMPARE(threads.count(std::this_thread::get_id()), std::size_t(1));
    }

    void whatAThreadThrowsArrivesAfterAllHaveEnded_data()
    {
        QTest::addColumn<int>("threads");
        QTest::newRow("this one") << 1;
        QTest::newRow("one of four") << 4;
    }
    void whatAThreadThrowsArrivesAfterAllHaveEnded()
    {
        QFETCH(const int, threads);
        std::atomic<int> running = 0;
        QVERIFY_EXCEPTION_THROWN(parallelFor(100, threads,
                                             [&](std::size_t i) {
                                                 ++running;
                                                 if (i == 7) {
                                                     --running;
                                                     throw std::bad_alloc();
                                                 }
                                                 std::this_thread::sleep_for(std::chrono::milliseconds(1));
                                                 --running;
                                             }),
                                 std::bad_alloc);
        QCOMPARE(running.load(), 0);
    }

    void anExceptionBecomesOneSentence()
    {
        const auto memory = caught([]() -> Status { throw std::bad_alloc(); });
        QCOMPARE(memory.error().message, std::string("there is not enough memory for it"));
        QVERIFY(memory.error().code == ErrorCode::Internal);
        const auto other = caught([]() -> Status { throw std::out_of_range("vector"); });
        QCOMPARE(other.error().message, std::string("internal failure: vector"));
        QVERIFY(caught([]() -> Status { return success(); }));
    }
};

QTEST_APPLESS_MAIN(TestParallelFor)
#include "tst_parallel_for.moc"
