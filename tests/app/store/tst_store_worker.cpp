// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/store/store_worker.h"

#include "tests/app/support/small_inputs.h"

#include <QTemporaryDir>
#include <QtTest>

#include <atomic>

using namespace nestloom;
using namespace nestloom::records;
using namespace nestloom::store;

class TestStoreWorker : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void worksOffItsTasksInOrderOnOneThread()
    {
        QTemporaryDir folder;
        StoreWorker worker(open(folder));
        std::vector<int> order;
        std::vector<std::thread::id> threads;
        for (int i = 0; i < 100; ++i)
            worker.post([&, i](RunStore&) {
                order.push_back(i);
                threads.push_back(std::this_thread::get_id());
            });
        (void)worker.ask([](store::RunStore&) { return true; }); // all that was posted is done
        QCOMPARE(order.size(), std::size_t(100));
        for (int i = 0; i < 100; ++i) {
            QCOMPARE(order[std::size_t(i)], i);
            QVERIFY(threads[std::size_t(i)] == threads[0]);
        }
        QVERIFY(threads[0] != std::this_thread::get_id());
    }

    void answersWithWhatTheStoreSaid()
    {
        QTemporaryDir folder;
        StoreWorker worker(open(folder));
        const auto inputs = nestloom::testing::smallInputs();
        const Result<RunId> id = worker.ask([&](RunStore& store) { return store.begin(inputs); });
        QVERIFY(id);
        const auto runs = worker.ask([](RunStore& store) { return store.list(); });
        QCOMPARE(runs->at(0).id, *id);
    }

    void doesWhatWasPostedBeforeItEnds()
    {
        QTemporaryDir folder;
        std::atomic<int> done = 0;
        {
            StoreWorker worker(open(folder));
            for (int i = 0; i < 50; ++i)
                worker.post([&](RunStore&) {
                    std::this_thread::sleep_for(std::chrono::milliseconds(1));
                    ++done;
                });
        }
        QCOMPARE(done.load(), 50);
    }

private:
    static RunStore open(const QTemporaryDir& folder)
    {
        return *RunStore::open(folder.filePath(QStringLiteral("runs.sqlite")).toStdString());
    }
};

QTEST_GUILESS_MAIN(TestStoreWorker)
#include "tst_store_worker.moc"
