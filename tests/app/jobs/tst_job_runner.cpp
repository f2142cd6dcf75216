// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/job_runner.h"

#include "app/jobs/experiment.h"
#include "app/store/store_worker.h"
#include "app/write_file.h"
#include "tests/app/support/small_inputs.h"
#include "tests/places.h"
#include "tests/support/patience.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QThread>
#include <QtTest>

using namespace nestloom;
using namespace nestloom::jobs;
using End = JobState::End;

namespace {

/// Layers of different shapes on simba: some 100 ms of work each.
records::RunInputs longInputs(int layers)
{
    records::RunInputs inputs;
    inputs.acceleratorYaml = *app::readFile(NESTLOOM_SOURCE_DIR "/presets/accelerators/simba.yaml");
    inputs.accelerator = *io::parseAccelerator(inputs.acceleratorYaml, "simba.yaml");
    inputs.network.name = "long";
    for (int i = 0; i < layers; ++i) {
        workload::Layer layer;
        layer.name = "conv" + std::to_string(i);
        layer.bounds = {{3, 3, 28, 28, 64, 32 + 32 * i, 1, 1}};
        inputs.network.layers.push_back(layer);
    }
    inputs.networkYaml = io::writeNetwork(inputs.network);
    inputs.options.threads = 1;
    return inputs;
}

/// Everything a runner said.
struct Listener {
    explicit Listener(JobRunner& runner)
    {
        QObject::connect(&runner, &JobRunner::changed, &context, [this](const JobState& job) {
            changes.push_back(job);
            changeTimes.push_back(clock.elapsed());
        });
        QObject::connect(&runner, &JobRunner::layerFinished, &context,
                         [this](JobId, qint64 run, const schedule::LayerResult& layer) {
                             layers.push_back(layer);
                             lastRun = run;
                         });
        QObject::connect(&runner, &JobRunner::finished, &context, [this](const JobState& job) { ends.push_back(job); });
        clock.start();
    }
    QObject context;
    QElapsedTimer clock;
    std::vector<JobState> changes;
    std::vector<qint64> changeTimes;
    std::vector<schedule::LayerResult> layers;
    std::vector<JobState> ends;
    qint64 lastRun = 0;
};

} // namespace

class TestJobRunner : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qputenv("NESTLOOM_SOLVER", NESTLOOM_BIN_DIR "/nestloom-solver"); }

    void tellsEveryLayerAndThenTheEnd()
    {
        JobRunner runner(nullptr);
        Listener heard(runner);
        const JobId id = runner.submit(nestloom::testing::smallInputs());
        QTRY_COMPARE_WITH_TIMEOUT(heard.ends.size(), std::size_t(1), 60'000);
        QCOMPARE(heard.layers.size(), std::size_t(3));
        const JobState& last = heard.ends[0];
        QCOMPARE(last.id, id);
        QVERIFY(last.end == End::Finished);
        QCOMPARE(last.layersDone, 3);
        QCOMPARE(last.layerCount, 3);
        QCOMPARE(last.fraction, 1.0);
        QVERIFY(last.worstGap.has_value());
        QCOMPARE(last.unit, std::string("cycle"));
        QVERIFY(last.bound && *last.bound > 0 && *last.bound <= *last.best);
        double cycles = 0;
        for (const auto& layer : heard.layers) {
            QVERIFY2(layer.verified, layer.reason.c_str());
            cycles += double(layer.cost->cycles.count);
        }
        QCOMPARE(last.incumbentCycles, cycles);
        QCOMPARE(runner.runningJobs(), 0);
    }

    void storesTheRunThatItTellsOf()
    {
        QTemporaryDir folder;
        store::StoreWorker store(*store::RunStore::open(folder.filePath(QStringLiteral("r.sqlite")).toStdString()));
        JobRunner runner(&store);
        Listener heard(runner);
        runner.submit(nestloom::testing::smallInputs());
        QTRY_COMPARE_WITH_TIMEOUT(heard.ends.size(), std::size_t(1), 60'000);
        QVERIFY(heard.lastRun > 0);
        QCOMPARE(heard.ends[0].run, heard.lastRun);
        const auto run = store.ask([&](store::RunStore& runs) { return runs.load(heard.lastRun); });
        QVERIFY(run && run->summary.status == records::RunStatus::Finished);
        QCOMPARE(run->layers.size(), std::size_t(3));
    }

    void tellsProgressAtMostEvery50Milliseconds()
    {
        JobRunner runner(nullptr);
        Listener heard(runner);
        const JobId id = runner.submit(longInputs(200)); // of which a quick machine does not do all
        QTRY_VERIFY_WITH_TIMEOUT(heard.changes.size() >= 5, 60'000);
        runner.cancel(id);
        QTRY_COMPARE_WITH_TIMEOUT(heard.ends.size(), std::size_t(1), 5'000);
        double before = 0;
        for (std::size_t i = 0; i < heard.changes.size(); ++i) {
            QVERIFY(heard.changes[i].fraction >= before - 1e-9 && heard.changes[i].fraction <= 1);
            before = std::min(before, heard.changes[i].fraction);
            if (i > 1) // three changes in a row span two intervals, however late one of them was heard
                QVERIFY(heard.changeTimes[i] - heard.changeTimes[i - 2] >= 50);
        }
    }

    void cancelAnswersWithinASecondAndKeepsWhatWasFound()
    {
        JobRunner runner(nullptr);
        Listener heard(runner);
        const JobId id = runner.submit(longInputs(200));
        QTRY_VERIFY_WITH_TIMEOUT(heard.layers.size() >= 2, 60'000);
        QElapsedTimer clock;
        clock.start();
        runner.cancel(id);
        QTRY_COMPARE_WITH_TIMEOUT(heard.ends.size(), std::size_t(1), 5'000);
        // A second, and one more for a machine that is busy with other tests.
        QVERIFY2(clock.elapsed() < 2000 * tests::kSlowness, qPrintable(QString::number(clock.elapsed())));
        QVERIFY(heard.ends[0].end == End::Cancelled);
        QCOMPARE(heard.layers.size(), std::size_t(200)); // the rest as cancelled
        QVERIFY(heard.layers[0].verified);
        QVERIFY(heard.layers.back().status == schedule::LayerStatus::Cancelled);
    }

    void aJobThatWaitsForItsTurnCanBeCancelled()
    {
        JobRunner runner(nullptr);
        Listener heard(runner);
        std::vector<JobId> ids;
        for (int i = 0; i < JobRunner::kParallelJobs + 1; ++i)
            ids.push_back(runner.submit(longInputs(200)));
        const auto waitingJobs = [&] {
            std::map<JobId, std::string> phases;
            for (const JobState& job : heard.changes)
                phases[job.id] = job.phase;
            std::vector<JobId> waiting;
            for (const auto& [id, phase] : phases)
                if (phase == "waiting")
                    waiting.push_back(id);
            return phases.size() == ids.size() ? waiting : std::vector<JobId>();
        };
        QTRY_COMPARE_WITH_TIMEOUT(waitingJobs().size(), std::size_t(1), 60'000);
        const JobId waiting = waitingJobs().front();
        runner.cancel(waiting);
        QTRY_VERIFY_WITH_TIMEOUT(!heard.ends.empty(), 2'000);
        QCOMPARE(heard.ends[0].id, waiting);
        QVERIFY(heard.ends[0].end == End::Cancelled);
        QCOMPARE(runner.runningJobs(), JobRunner::kParallelJobs);
    }

    void jobsBeginInTheOrderOfTheQueue()
    {
        JobRunner runner(nullptr);
        Listener heard(runner);
        QSignalSpy queue(&runner, &JobRunner::queueChanged);
        runner.setHeld(true);
        QCOMPARE(queue.size(), 1);
        std::vector<JobId> ids;
        for (int i = 0; i < JobRunner::kParallelJobs + 2; ++i)
            ids.push_back(runner.submit(longInputs(200)));
        QCOMPARE(runner.waiting(), ids);
        QTRY_VERIFY_WITH_TIMEOUT(heard.changes.size() >= ids.size(), 20'000);
        for (const JobState& change : heard.changes)
            QVERIFY(change.elapsed.count() == 0 && change.phase == "waiting"); // its time begins with its turn
        runner.move(ids.back(), -100);
        std::vector<JobId> expected{ids.back()};
        expected.insert(expected.end(), ids.begin(), ids.end() - 1);
        QCOMPARE(runner.waiting(), expected);
        runner.setHeld(false);
        expected.erase(expected.begin(), expected.begin() + JobRunner::kParallelJobs);
        QTRY_COMPARE_WITH_TIMEOUT(runner.waiting(), expected, 20'000);
        QVERIFY(queue.size() >= 2);
    }

    void aJobThatDidNotFinishCanBeTriedAgain()
    {
        JobRunner runner(nullptr);
        Listener heard(runner);
        runner.setHeld(true);
        const JobId id = runner.submit(nestloom::testing::smallInputs());
        QVERIFY(!runner.canRetry(id));
        runner.cancel(id);
        QTRY_COMPARE_WITH_TIMEOUT(heard.ends.size(), std::size_t(1), 20'000);
        QVERIFY(runner.canRetry(id));
        runner.setHeld(false);
        QVERIFY(runner.retryInputs(id)->network == nestloom::testing::smallInputs().network);
        const JobId again = runner.retry(id);
        QVERIFY(again > id);
        QVERIFY(!runner.canRetry(id) && !runner.retryInputs(id)); // once
        QCOMPARE(runner.retry(id), JobId(0));
        QTRY_COMPARE_WITH_TIMEOUT(heard.ends.size(), std::size_t(2), 60'000);
        QVERIFY(heard.ends[1].end == End::Finished);
        QCOMPARE(heard.ends[1].layersDone, 3);
        QVERIFY(!runner.canRetry(again));
    }

    void theDestructorStopsAllJobsAndWaits()
    {
        QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("r.sqlite")).toStdString();
        QElapsedTimer clock;
        {
            store::StoreWorker store(*store::RunStore::open(path));
            JobRunner runner(&store);
            Listener heard(runner);
            runner.submit(longInputs(200));
            runner.submit(longInputs(200));
            runner.submit(longInputs(200));
            QTRY_VERIFY_WITH_TIMEOUT(heard.layers.size() >= 1, 60'000);
            clock.start();
        }
        QVERIFY2(clock.elapsed() < 3000 * tests::kSlowness, qPrintable(QString::number(clock.elapsed())));
        auto store = store::RunStore::open(path);
        const auto runs = store->list();
        QVERIFY(runs && runs->size() >= 1);
        for (const auto& run : *runs)
            QVERIFY(run.status == records::RunStatus::Cancelled);
    }

    void aJobThatCannotBeginFailsWithOneSentence()
    {
        JobRunner runner(nullptr);
        Listener heard(runner);
        records::RunInputs inputs = nestloom::testing::smallInputs();
        inputs.options.engine = "magic";
        runner.submit(inputs);
        QTRY_COMPARE_WITH_TIMEOUT(heard.ends.size(), std::size_t(1), 10'000);
        QVERIFY(heard.ends[0].end == End::Failed);
        QVERIFY(heard.ends[0].message.find("magic") != std::string::npos);
        QVERIFY(heard.ends[0].isRefused);
        QVERIFY(heard.layers.empty());
    }

    void aFullDiskIsToldAndTheResultsComeAllTheSame()
    {
        QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("r.sqlite")).toStdString();
        {
            auto fresh = store::RunStore::open(path);
        }
        QVERIFY(store::Database::open(path)->execute("VACUUM")); // of what migrations left
        const std::int64_t pages = *store::Database::open(path)->integer("PRAGMA page_count");
        store::StoreWorker store(*store::RunStore::open(path, {.maxPages = pages})); // no page more
        JobRunner runner(&store);
        Listener heard(runner);
        runner.submit(longInputs(3));
        QTRY_COMPARE_WITH_TIMEOUT(heard.ends.size(), std::size_t(1), 60'000);
        QVERIFY(heard.ends[0].end == End::Finished && !heard.ends[0].isRefused);
        QVERIFY2(heard.ends[0].storeMessage.find("the disk is full") != std::string::npos,
                 heard.ends[0].storeMessage.c_str());
        QCOMPARE(heard.layers.size(), std::size_t(3));
    }

    void aLockLongerThanTheTimeoutCostsNoLayer_data()
    {
        QTest::addColumn<bool>("fromTheBeginning");
        QTest::newRow("before the run") << true;
        QTest::newRow("during the run") << false;
    }
    void aLockLongerThanTheTimeoutCostsNoLayer()
    {
        QFETCH(bool, fromTheBeginning);
        QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("r.sqlite")).toStdString();
        store::StoreWorker store(*store::RunStore::open(path));
        auto other = store::Database::open(path);
        JobRunner runner(&store);
        Listener heard(runner);
        if (fromTheBeginning)
            QVERIFY(other->execute("BEGIN IMMEDIATE"));
        constexpr int kLayers = 40; // that are not done before the lock, which is tried for every 50 ms
        runner.submit(longInputs(kLayers));
        if (!fromTheBeginning) {
            const auto layersStored = [&] { return *other->integer("SELECT count(*) FROM runs"); };
            QTRY_VERIFY_WITH_TIMEOUT(layersStored() > 0, 10'000);
            QVERIFY(other->execute("BEGIN IMMEDIATE"));
        }
        QTRY_COMPARE_WITH_TIMEOUT(heard.ends.size(), std::size_t(1), 60'000);
        QVERIFY(heard.ends[0].end == End::Finished);
        QVERIFY2(heard.ends[0].storeMessage.find("locked") != std::string::npos, heard.ends[0].storeMessage.c_str());
        QCOMPARE(store.undone(), 1);
        QVERIFY(other->execute("ROLLBACK"));
        QTRY_COMPARE_WITH_TIMEOUT(store.undone(), 0, 20'000);
        const auto runs = store.ask([](store::RunStore& stored) { return stored.list(); });
        QCOMPARE(runs->size(), std::size_t(1));
        QCOMPARE(runs->front().layersDone, kLayers);
        QVERIFY(runs->front().status == records::RunStatus::Finished && runs->front().message.empty());
    }

    void patienceWaitsForALock()
    {
        QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("r.sqlite")).toStdString();
        store::StoreWorker store(*store::RunStore::open(path));
        auto other = store::Database::open(path);
        QVERIFY(other->execute("BEGIN IMMEDIATE"));
        int waits = 0;
        const jobs::Patience patience{std::chrono::seconds(60), [&](const Error&) {
                                          ++waits;
                                          (void)other->execute("ROLLBACK");
                                      }};
        const auto outcome = jobs::runExperiment(longInputs(2), &store, {}, {}, patience);
        QVERIFY(outcome && !outcome->storeError);
        QCOMPARE(waits, 1);
        QCOMPARE(outcome->run, records::RunId(1));
        QCOMPARE(store.ask([](store::RunStore& stored) { return stored.list(); })->front().layersDone, 2);
    }

    void theThrottleLetsOneThroughEvery50Milliseconds()
    {
        using std::chrono::milliseconds;
        ProgressThrottle throttle;
        const ProgressThrottle::Clock::time_point start{};
        QVERIFY(throttle.passes(start + milliseconds(1000)));
        QVERIFY(!throttle.passes(start + milliseconds(1001)));
        QVERIFY(!throttle.passes(start + milliseconds(1049)));
        QVERIFY(throttle.passes(start + milliseconds(1050)));
        QVERIFY(!throttle.passes(start + milliseconds(1099)));
    }
};

QTEST_GUILESS_MAIN(TestJobRunner)
#include "tst_job_runner.moc"
