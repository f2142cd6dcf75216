// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/simulation_job.h"
#include "tests/engine/traffic/small_mesh.h"

#include <QTest>

using namespace nestloom;
using jobs::SimulationId;
using jobs::SimulationJob;

namespace {

/// A layer that is simulated in milliseconds, or one that takes very long.
simulation::Question question(bool slow = false)
{
    simulation::Question asked;
    asked.accelerator = tests::meshAccelerator(2, 2, 2);
    asked.layer = slow ? tests::convolution("slow", 3, 112, 512, 512) : tests::convolution("quick", 3, 6, 8, 12);
    asked.mapping = mapping::outermostMapping(asked.accelerator, asked.layer);
    return asked;
}

/// What a job told, in order.
struct Listener {
    explicit Listener(SimulationJob& job)
    {
        QObject::connect(&job, &SimulationJob::progressed, &job,
                         [this](SimulationId id, const SimulationJob::Running& running) {
                             ids << id;
                             looks.push_back(running);
                         });
        QObject::connect(&job, &SimulationJob::ended, &job,
                         [this](SimulationId id, const SimulationJob::Ended& answer) {
                             ids << id;
                             answers.push_back(answer);
                         });
        QObject::connect(&job, &SimulationJob::failed, &job,
                         [this](SimulationId, const QString& message) { problem = message; });
    }
    QList<SimulationId> ids;
    std::vector<SimulationJob::Running> looks;
    std::vector<SimulationJob::Ended> answers;
    QString problem;
};

} // namespace

class SimulationJobTest : public QObject {
    Q_OBJECT
private slots:
    void theAnswerHasCountersAndTrace()
    {
        SimulationJob job;
        Listener heard(job);
        const SimulationId id = job.request(question());
        QTRY_COMPARE_WITH_TIMEOUT(heard.answers.size(), 1u, 100'000);
        QCOMPARE(heard.ids.back(), id);
        const simulation::EndedSimulation& answer = *heard.answers.front();
        QVERIFY(answer.layer.run.finished);
        QVERIFY(answer.trace && answer.trace->end() > 0);
        QCOMPARE(answer.layer.run.windows.classes.size(), answer.layer.run.windows.links.size());
        QVERIFY(!answer.users.of(answer.layer.hottest.front().link).empty());
    }

    void aStopTellsWhatWasSimulated()
    {
        SimulationJob job;
        Listener heard(job);
        (void)job.request(question(true));
        QTRY_VERIFY_WITH_TIMEOUT(heard.looks.size() >= 2, 100'000);
        QVERIFY(heard.looks.back()->completed <= heard.looks.back()->transactions);
        QVERIFY(heard.looks.back()->windows.windows > 0);
        job.stop();
        QTRY_COMPARE_WITH_TIMEOUT(heard.answers.size(), 1u, 100'000);
        QVERIFY(!heard.answers.front()->layer.run.finished);
        QVERIFY(!heard.answers.front()->trace);
        QVERIFY(heard.answers.front()->layer.run.cycles > 0);
    }

    void onlyTheNewestRequestIsHeard()
    {
        SimulationJob job;
        Listener heard(job);
        (void)job.request(question(true));
        const SimulationId newest = job.request(question());
        QTRY_COMPARE_WITH_TIMEOUT(heard.answers.size(), 1u, 100'000);
        QCoreApplication::processEvents();
        for (const SimulationId each : heard.ids)
            QCOMPARE(each, newest);
    }

    void equalQuestionsAreAnsweredFromMemory()
    {
        SimulationJob job;
        Listener heard(job);
        (void)job.request(question());
        QTRY_COMPARE_WITH_TIMEOUT(heard.answers.size(), 1u, 100'000);
        simulation::Question other = question();
        other.choices.dram = "bandwidth";
        (void)job.request(other);
        QTRY_COMPARE_WITH_TIMEOUT(heard.answers.size(), 2u, 100'000);
        (void)job.request(question());
        QTRY_COMPARE_WITH_TIMEOUT(heard.answers.size(), 3u, 100'000);
        QVERIFY(heard.answers[2] == heard.answers[0]);
        QVERIFY(heard.answers[1] != heard.answers[0]);
    }

    void badQuestionsFailInOneSentence_data()
    {
        QTest::addColumn<QString>("dram");
        QTest::addColumn<bool>("wrongMapping");
        QTest::newRow("unknown DRAM") << QStringLiteral("ddr9") << false;
        QTest::newRow("mapping of another layer") << QString() << true;
    }

    void badQuestionsFailInOneSentence()
    {
        QFETCH(QString, dram);
        QFETCH(bool, wrongMapping);
        SimulationJob job;
        Listener heard(job);
        simulation::Question asked = question();
        asked.choices.dram = dram.toStdString();
        if (wrongMapping)
            asked.mapping = question(true).mapping;
        (void)job.request(asked);
        QTRY_VERIFY_WITH_TIMEOUT(!heard.problem.isEmpty(), 100'000);
        QVERIFY(heard.answers.empty());
    }

    void theDestructorStopsTheRun()
    {
        SimulationJob job;
        (void)job.request(question(true));
        QTest::qWait(20);
    }
};

QTEST_GUILESS_MAIN(SimulationJobTest)
#include "tst_simulation_job.moc"
