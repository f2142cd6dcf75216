// SPDX-License-Identifier: GPL-3.0-or-later
// The window's session with the real engine, solver and database.
#include "app/gui/local_session.h"

#include "app/store/database.h"
#include "engine/base/run_control.h"
#include "tests/app/support/small_inputs.h"
#include "tests/places.h"
#include "tests/ui/features/memory/sample_graph.h"
#include "ui/ports/askers.h"
#include "ui/ports/run_history.h"
#include "ui/ports/run_keeper.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

using namespace nestloom;
using namespace nestloom::app;

namespace {

ui::ScheduleRequest presetRequest(const LocalSession& session, const char* accelerator, const char* network)
{
    ui::ScheduleRequest request;
    for (const auto& entry : session.accelerators())
        if (entry.name == QString::fromUtf8(accelerator)) {
            request.accelerator = *session.parseAccelerator(entry.yaml, entry.path);
            request.acceleratorYaml = entry.yaml.toStdString();
        }
    for (const auto& entry : session.networks())
        if (entry.name == QString::fromUtf8(network))
            request.network = *session.parseNetwork(entry.yaml, entry.path);
    return request;
}

ui::ScheduleRequest smallRequest()
{
    const auto inputs = nestloom::testing::smallInputs();
    return {inputs.accelerator, inputs.network, inputs.options};
}

} // namespace

class TestLocalSession : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { qputenv("NESTLOOM_SOLVER", NESTLOOM_BIN_DIR "/nestloom-solver"); }
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void offersThePresets()
    {
        const LocalSession session(storePath());
        QVERIFY(session.accelerators().size() >= 7);
        QVERIFY(session.networks().size() >= 5);
        for (const auto& entry : session.accelerators())
            QVERIFY(entry.preset && session.parseAccelerator(entry.yaml, entry.path));
    }

    void keepsMemoryPlansAndVerifiesThemAgain()
    {
        workload::Network network = workload::networkOf(ui::spillingGraph(), "for tests");
        schedule::cosma::PlanQuestion question{std::make_shared<const workload::OperatorGraph>(network.graph)};
        question.scratchpad = Bytes{1};
        schedule::cosma::PlanAnswer answer;
        schedule::cosma::Planner planner;
        const auto ask = [&] { QVERIFY(planner.answer(question, {}, [&](const auto& told) { answer = told; })); };
        ask(); // too small
        question.scratchpad = answer.budgets.least;
        ask();
        QVERIFY(answer.plan && answer.ended);
        LocalSession session(storePath());
        ui::KeptRun kept;
        kept.request.network = network;
        kept.request.memory = records::MemoryOptions{};
        kept.request.memory->scratchpad = question.scratchpad;
        kept.tag.clear();
        kept.memory = std::make_shared<const records::PlannedMemory>(records::PlannedMemory{
            *answer.graph, *answer.plan, {.scratchpad = question.scratchpad, .traffic = answer.plan->traffic}});
        QSignalSpy told(session.runKeeper(), &ui::RunKeeper::kept);
        session.runKeeper()->keep(kept);
        QTRY_COMPARE(told.size(), 1);
        const ui::RunId id = told.at(0).at(1).toLongLong();
        QVERIFY2(id > 0, qPrintable(told.at(0).at(2).toString()));
        QTRY_COMPARE(session.runs().size(), std::size_t(1));
        QCOMPARE(session.runs().front().memory->traffic, answer.plan->traffic);
        std::optional<ui::RunRecord> opened;
        connect(&session, &ui::Session::runLoaded, this, [&](const ui::RunRecord& run) { opened = run; });
        session.loadRun(id);
        QTRY_VERIFY(opened);
        QVERIFY(opened->memory->plan == *answer.plan);
        QVERIFY(opened->memory->graph == *answer.graph);
        QCOMPARE(schedule::cosma::bestOf(*opened->memory->baselines).traffic,
                 schedule::cosma::bestOf(*answer.baselines).traffic);
    }

    void runsARealNetworkAndKeepsIt()
    {
        LocalSession session(storePath());
        QSignalSpy layers(&session, &ui::Session::layerFinished);
        QSignalSpy ends(&session, &ui::Session::jobFinished);
        QSignalSpy problems(&session, &ui::Session::failed);
        const ui::ScheduleRequest request = presetRequest(session, "simba", "deepbench");
        const ui::JobId job = session.submit(request);
        QVERIFY(job != 0);
        QTRY_COMPARE_WITH_TIMEOUT(ends.count(), 1, 100'000);
        const auto end = ends[0][0].value<ui::JobState>();
        QVERIFY(end.end == ui::JobState::End::Finished);
        QCOMPARE(end.title, std::string("CoSA  deepbench on simba"));
        QCOMPARE(end.layersDone, 9);
        QCOMPARE(layers.count(), 9);
        QCOMPARE(problems.count(), 0);
        QTRY_COMPARE_WITH_TIMEOUT(session.runs().size(), std::size_t(1), 5'000);
        QTRY_VERIFY_WITH_TIMEOUT(session.runs()[0].status == ui::RunStatus::Finished, 5'000);
        QCOMPARE(session.runs()[0].totals->cycles.count, std::int64_t(end.incumbentCycles));

        QSignalSpy loads(&session, &ui::Session::runLoaded);
        session.loadRun(end.run);
        QCOMPARE(loads.count(), 0); // never at once
        QTRY_COMPARE_WITH_TIMEOUT(loads.count(), 1, 10'000);
        const auto record = loads[0][0].value<ui::RunRecord>();
        QVERIFY(record.inputs.accelerator == request.accelerator);
        QVERIFY(record.inputs.network == request.network);
        QCOMPARE(record.layers.size(), std::size_t(9));

        QSignalSpy reports(&session.runHistory(), &ui::RunHistory::reportWritten);
        session.runHistory().writeReport({{end.run}}, m_folder->filePath(QStringLiteral("r.html")));
        QTRY_COMPARE_WITH_TIMEOUT(reports.count(), 1, 10'000);
        QVERIFY(QFile(m_folder->filePath(QStringLiteral("r.html"))).size() > 10'000);
    }

    void keepsTheTextsOfARequestVerbatimAndWritesThoseThatItLacks()
    {
        RunIds ids;
        {
            LocalSession session(storePath());
            ui::ScheduleRequest request = presetRequest(session, "simba", "deepbench");
            request.network.layers.resize(1);
            ids.preset = runToEnd(session, request);
            request.accelerator.levels[1].capacity = Bytes{32768};
            request.acceleratorYaml.clear();
            ids.edited = runToEnd(session, request);
        }
        auto store = store::RunStore::open(storePath());
        const auto preset = store->load(ids.preset);
        QVERIFY(preset->inputs.acceleratorYaml.find("# The 16-PE Simba-like accelerator") != std::string::npos);
        const auto edited = store->load(ids.edited);
        QCOMPARE(edited->inputs.accelerator.levels[1].capacity->count, std::int64_t(32768));
    }

    void answersOnlyTheNewestOfManyLoads()
    {
        LocalSession session(storePath());
        const ui::RunId first = runToEnd(session, smallRequest());
        const ui::RunId second = runToEnd(session, smallRequest());
        QSignalSpy loads(&session, &ui::Session::runLoaded);
        session.loadRun(first);
        session.loadRun(first);
        session.loadRun(second);
        QTRY_COMPARE_WITH_TIMEOUT(loads.count(), 1, 10'000);
        QTest::qWait(200);
        QCOMPARE(loads.count(), 1);
        QCOMPARE(loads[0][0].value<ui::RunRecord>().summary.id, second);
    }

    void marksAndDeletionsReachTheDatabaseAndCanBeTakenBack()
    {
        ui::RunId one = 0, two = 0;
        {
            LocalSession session(storePath());
            one = runToEnd(session, smallRequest());
            two = runToEnd(session, smallRequest());
            ui::RunHistory& history = session.runHistory();
            QTRY_COMPARE_WITH_TIMEOUT(history.rows().size(), std::size_t(2), 10'000);
            QTRY_VERIFY_WITH_TIMEOUT(history.rows()[0].status == ui::RunStatus::Finished, 10'000);
            QCOMPARE(history.rows()[0].objective, std::string("latency"));
            const schedule::Totals& totals = history.rows()[0].totals.value();
            QCOMPARE(history.rows()[0].edp().value(),
                     totals.energy.count * 1e-12 * double(totals.cycles.count) / 1e9); // at 1 GHz
            history.setMarks({{one, {true, {"paper"}, "why"}}});
            QVERIFY(history.rows()[1].marks.starred); // at once
            history.moveToBin({two});
            QCOMPARE(history.rows().size(), std::size_t(1));
            QCOMPARE(history.bin().size(), std::size_t(1));
        }
        LocalSession session(storePath());
        ui::RunHistory& history = session.runHistory();
        QTRY_COMPARE_WITH_TIMEOUT(history.rows().size(), std::size_t(1), 10'000);
        QCOMPARE(history.rows()[0].marks, (ui::RunMarks{true, {"paper"}, "why"}));
        QCOMPARE(session.runs().size(), std::size_t(1));
        history.restore({two});
        QTRY_COMPARE_WITH_TIMEOUT(history.rows().size(), std::size_t(2), 10'000);
        history.moveToBin({two});
        history.emptyBin();
        QTRY_VERIFY_WITH_TIMEOUT(history.bin().empty(), 10'000);
        QCOMPARE(history.rows().size(), std::size_t(1));
    }

    void whatCannotBeStoredIsTakenBack()
    {
        LocalSession session(storePath());
        const ui::RunId run = runToEnd(session, smallRequest());
        ui::RunHistory& history = session.runHistory();
        QTRY_COMPARE_WITH_TIMEOUT(history.rows().size(), std::size_t(1), 10'000);
        QSignalSpy problems(&history, &ui::RunHistory::failed);
        history.setMarks({{run, {true, {"two words"}, {}}}});
        QTRY_COMPARE_WITH_TIMEOUT(problems.count(), 1, 10'000);
        QTRY_VERIFY_WITH_TIMEOUT(!history.rows()[0].marks.starred, 10'000);
    }

    void aRunCanBeRunAgainWithIdenticalInputs()
    {
        LocalSession session(storePath());
        ui::ScheduleRequest request = smallRequest();
        request.options.seed = 42;
        const ui::RunId run = runToEnd(session, request);
        QSignalSpy started(&session.runHistory(), &ui::RunHistory::startedAgain);
        QSignalSpy ends(&session, &ui::Session::jobFinished);
        session.runHistory().runAgain(run);
        QTRY_COMPARE_WITH_TIMEOUT(ends.count(), 1, 100'000);
        QCOMPARE(started.count(), 1);
        const ui::RunId again = ends[0][0].value<ui::JobState>().run;
        QVERIFY(again != run);
        QTRY_COMPARE_WITH_TIMEOUT(session.runHistory().rows().size(), std::size_t(2), 10'000);
        auto store = store::RunStore::open(storePath());
        const auto first = store->load(run), second = store->load(again);
        QVERIFY(first && second);
        QVERIFY(second->inputs.options == first->inputs.options);
        QCOMPARE(second->inputs.acceleratorYaml, first->inputs.acceleratorYaml);
        QCOMPARE(second->inputs.networkYaml, first->inputs.networkYaml);
        QCOMPARE(second->summary.totals->cycles.count, first->summary.totals->cycles.count);
        QCOMPARE(second->summary.totals->energy.count, first->summary.totals->energy.count);
        QSignalSpy problems(&session.runHistory(), &ui::RunHistory::failed);
        session.runHistory().runAgain(77);
        QTRY_COMPARE_WITH_TIMEOUT(problems.count(), 1, 10'000);
    }

    void saysInOneSentenceWhatWentWrong()
    {
        LocalSession session(storePath());
        QSignalSpy problems(&session, &ui::Session::failed);
        session.loadRun(77);
        QTRY_COMPARE_WITH_TIMEOUT(problems.count(), 1, 10'000);
        QVERIFY(problems[0][0].toString().contains(QStringLiteral("there is no run 77")));
        connect(&session.runHistory(), &ui::RunHistory::failed, &session, &ui::Session::failed);
        session.runHistory().writeReport({{77}}, m_folder->filePath(QStringLiteral("r.html")));
        QTRY_COMPARE_WITH_TIMEOUT(problems.count(), 2, 10'000);
        const ui::RunId run = runToEnd(session, smallRequest());
        session.runHistory().writeReport({{run}}, QStringLiteral("/nosuch/r.html"));
        QTRY_COMPARE_WITH_TIMEOUT(problems.count(), 3, 10'000);
        QVERIFY(problems[2][0].toString().startsWith(QStringLiteral("/nosuch/r.html: ")));
    }

    void worksWithoutADatabase()
    {
        QFile file(QString::fromStdString(storePath().string()));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("garbage") == 7);
        file.close();
        LocalSession session(storePath());
        QSignalSpy problems(&session, &ui::Session::failed);
        QSignalSpy ends(&session, &ui::Session::jobFinished);
        QTRY_COMPARE_WITH_TIMEOUT(problems.count(), 1, 5'000);
        QVERIFY(problems[0][0].toString().contains(QStringLiteral("damaged")));
        session.submit(smallRequest());
        QTRY_COMPARE_WITH_TIMEOUT(ends.count(), 1, 60'000);
        QVERIFY(ends[0][0].value<ui::JobState>().end == ui::JobState::End::Finished);
        session.loadRun(1);
        QTRY_COMPARE_WITH_TIMEOUT(problems.count(), 2, 5'000);
    }

    void noticesRunsOfOtherProcesses()
    {
        LocalSession session(storePath());
        QTest::qWait(300); // its first look
        QSignalSpy changes(&session, &ui::Session::runsChanged);
        auto other = store::RunStore::open(storePath());
        QVERIFY(other->begin(nestloom::testing::smallInputs()));
        QTRY_VERIFY_WITH_TIMEOUT(session.runs().size() == 1, 10'000);
        QVERIFY(changes.count() >= 1);
    }

    void noticesThatAnotherProcessWasKilled()
    {
        LocalSession session(storePath());
        {
            auto other = store::RunStore::open(storePath());
            QVERIFY(other->begin(nestloom::testing::smallInputs()));
        }
        QTRY_VERIFY_WITH_TIMEOUT(session.runs().size() == 1 && session.runs()[0].status == ui::RunStatus::Running,
                                 10'000);
        // As if it had been begun by a process that is gone.
        auto database = store::Database::open(storePath());
        QVERIFY(database->execute("UPDATE runs SET owner_start_ticks = 1"));
        QTRY_VERIFY_WITH_TIMEOUT(session.runs()[0].status == ui::RunStatus::Interrupted, 10'000);
    }

    void callsReturnAtOnceAndCancelEndsTheJob()
    {
        LocalSession session(storePath());
        QSignalSpy layers(&session, &ui::Session::layerFinished);
        QSignalSpy ends(&session, &ui::Session::jobFinished);
        const ui::ScheduleRequest request = presetRequest(session, "simba", "resnet50");
        const auto before = threadCpuTime(); // not the wall: the machine may be busy with other tests
        const ui::JobId job = session.submit(request);
        session.runs();
        session.loadRun(1);
        const auto took = std::chrono::duration<double, std::milli>(threadCpuTime() - before).count();
        QTRY_VERIFY_WITH_TIMEOUT(layers.count() >= 1, 60'000);
        session.cancel(job);
        QTRY_COMPARE_WITH_TIMEOUT(ends.count(), 1, 5'000);
        QVERIFY(ends[0][0].value<ui::JobState>().end == ui::JobState::End::Cancelled);
        QVERIFY2(took < 50, qPrintable(QString::number(took)));
    }

    void parsesAndPrintsQuantities()
    {
        const LocalSession session(storePath());
        QCOMPARE(*session.parseQuantity(ui::QuantityKind::Bytes, QStringLiteral("64 KiB")), 65536.0);
        QVERIFY(*session.parseBandwidth(QStringLiteral("25.6 GB/s")) == Bandwidth(BytesPerSecond{25.6e9}));
        QCOMPARE(session.bandwidthText(BytesPerSecond{25.6e9}), QStringLiteral("25.6 GB/s"));
        QCOMPARE(session.quantityText(ui::QuantityKind::Bytes, 65536), QStringLiteral("64 KiB"));
        QCOMPARE(session.quantityText(ui::QuantityKind::Frequency, 1e9), QStringLiteral("1 GHz"));
        QVERIFY(!session.parseQuantity(ui::QuantityKind::Bytes, QStringLiteral("64")));
        QVERIFY(!session.parseQuantity(ui::QuantityKind::Energy, QStringLiteral("-")));
    }

private:
    struct RunIds {
        ui::RunId preset = 0, edited = 0;
    };
    std::filesystem::path storePath() const { return m_folder->filePath(QStringLiteral("runs.sqlite")).toStdString(); }
    static ui::RunId runToEnd(LocalSession& session, const ui::ScheduleRequest& request)
    {
        QSignalSpy ends(&session, &ui::Session::jobFinished);
        session.submit(request);
        return ends.wait(60'000) ? ends[0][0].value<ui::JobState>().run : 0;
    }
    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(TestLocalSession)
#include "tst_local_session.moc"
