// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/memory_job.h"
#include "engine/memory/verify_plan.h"
#include "tests/support/operator_graphs.h"

#include <QSignalSpy>
#include <QTest>

using namespace nestloom;
using jobs::MemoryId;
using jobs::MemoryJob;

namespace {

schedule::cosma::PlanQuestion question(std::size_t operators, std::int64_t above = 0)
{
    Rng rng(12);
    schedule::cosma::PlanQuestion asked;
    auto graph = tests::randomGraph(rng, operators, 7);
    for (std::uint32_t op = 0; op < graph.operators.size(); ++op)
        asked.scratchpad = std::max(asked.scratchpad, workload::workingSet(graph, {op}));
    asked.scratchpad += Bytes{above};
    asked.graph = std::make_shared<const workload::OperatorGraph>(std::move(graph));
    return asked;
}

/// What a job told, in order.
struct Listener {
    explicit Listener(MemoryJob& job)
    {
        QObject::connect(&job, &MemoryJob::planned, &job, [this](MemoryId id, const auto& answer) {
            ids << id;
            answers.push_back(answer);
        });
        QObject::connect(&job, &MemoryJob::curveChanged, &job, [this](MemoryId id, const auto& curve) {
            ids << id;
            curveEnded = curve.ended;
        });
        QObject::connect(&job, &MemoryJob::failed, &job,
                         [this](MemoryId, const QString& message) { problem = message; });
    }
    bool ended() const { return !answers.empty() && answers.back().ended; }
    QList<MemoryId> ids;
    std::vector<schedule::cosma::PlanAnswer> answers;
    bool curveEnded = false;
    QString problem;
};

} // namespace

class MemoryJobTest : public QObject {
    Q_OBJECT
private slots:
    void answersAndThenFillsTheCurve()
    {
        MemoryJob job;
        Listener heard(job);
        const MemoryId id = job.request(question(20), true);
        QTRY_VERIFY_WITH_TIMEOUT(heard.curveEnded, 60'000);
        QVERIFY(heard.ended());
        for (const MemoryId each : heard.ids)
            QCOMPARE(each, id);
        QVERIFY(memory::verify(*heard.answers.back().graph, *heard.answers.back().plan).empty());
    }

    void onlyTheNewestRequestIsHeard()
    {
        MemoryJob job;
        Listener heard(job);
        (void)job.request(question(60), false);
        const MemoryId newest = job.request(question(20, 1), false);
        QTRY_VERIFY_WITH_TIMEOUT(heard.ended(), 60'000);
        for (const MemoryId each : heard.ids)
            QCOMPARE(each, newest);
        QCOMPARE(heard.answers.back().question.scratchpad, question(20, 1).scratchpad);
    }

    void aStoppedRequestSaysNothing()
    {
        MemoryJob job;
        Listener heard(job);
        (void)job.request(question(200), true);
        job.stop();
        const MemoryId next = job.request(question(12), false); // the thread is free again
        QTRY_VERIFY_WITH_TIMEOUT(heard.ended(), 60'000);
        for (const MemoryId each : heard.ids)
            QCOMPARE(each, next);
    }

    void aBrokenGraphFailsInOneSentence()
    {
        MemoryJob job;
        Listener heard(job);
        auto graph = tests::diamond();
        graph.operators[1].inputs = {{9}};
        schedule::cosma::PlanQuestion asked;
        asked.graph = std::make_shared<const workload::OperatorGraph>(graph);
        asked.scratchpad = {100};
        (void)job.request(asked, true);
        QTRY_VERIFY_WITH_TIMEOUT(!heard.problem.isEmpty(), 60'000);
        QVERIFY(heard.answers.empty());
    }

    void theDestructorDoesNotWaitForTheEnd()
    {
        MemoryJob job;
        (void)job.request(question(300), true);
    }
};

QTEST_GUILESS_MAIN(MemoryJobTest)
#include "tst_memory_job.moc"
