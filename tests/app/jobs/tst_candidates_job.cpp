// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/jobs/candidates_job.h"
#include "engine/mapping/constraints.h"
#include "engine/mapping/verify.h"
#include "engine/simulation/candidate_orders.h"
#include "tests/engine/traffic/small_mesh.h"
#include "tests/places.h"

#include <QSet>
#include <QTest>

using namespace nestloom;
using jobs::CandidatesJob;
using jobs::SimulationId;
using Candidates = std::vector<simulation::Candidate>;

namespace {

simulation::Question question()
{
    simulation::Question asked;
    asked.accelerator = tests::meshAccelerator(2, 2, 2);
    asked.layer = tests::convolution("layer", 3, 6, 8, 12);
    asked.mapping = mapping::outermostMapping(asked.accelerator, asked.layer);
    return asked;
}

struct Listener {
    explicit Listener(CandidatesJob& job)
    {
        QObject::connect(&job, &CandidatesJob::compared, &job, [this](SimulationId id, const Candidates& candidates) {
            ids << id;
            sizes.push_back(candidates.size());
            last = candidates;
        });
        QObject::connect(&job, &CandidatesJob::ended, &job, [this](SimulationId id, const QString& message) {
            ids << id;
            problem = message;
            hasEnded = true;
        });
    }
    QList<SimulationId> ids;
    std::vector<std::size_t> sizes;
    Candidates last;
    QString problem;
    bool hasEnded = false;
};

} // namespace

class CandidatesJobTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { qputenv("NESTLOOM_SOLVER", NESTLOOM_BIN_DIR "/nestloom-solver"); }
    void findsDifferentMappingsThatAreValid()
    {
        CandidatesJob job;
        Listener heard(job);
        (void)job.request(question(), 6);
        QTRY_VERIFY_WITH_TIMEOUT(heard.hasEnded, 100'000);
        QVERIFY2(heard.problem.isEmpty(), qPrintable(heard.problem));
        QCOMPARE(heard.last.size(), 6u);
        QCOMPARE(heard.sizes.front(), 1u); // the one that was given comes first
        QVERIFY(heard.last.front().mapping == question().mapping);
        QVERIFY(heard.last.front().simulated.has_value());
        for (std::size_t i = 0; i < heard.last.size(); ++i) {
            QVERIFY(mapping::verify(question().accelerator, question().layer, heard.last[i].mapping).empty());
            QVERIFY(heard.last[i].analytical.count > 0);
            for (std::size_t j = 0; j < i; ++j)
                QVERIFY(heard.last[i].mapping != heard.last[j].mapping);
        }
    }

    void allKeepTheConstraints()
    {
        CandidatesJob job;
        Listener heard(job);
        simulation::Question asked = question();
        asked.accelerator =
            mapping::withConstraints(asked.accelerator, {"Buffer: no spatial P Q", "DRAM: order K ..."});
        asked.mapping = mapping::outermostMapping(asked.accelerator, asked.layer);
        auto& loops = asked.mapping.levels[0].temporal;
        std::stable_partition(loops.begin(), loops.end(),
                              [](const mapping::Loop& loop) { return loop.dimension == workload::LoopDimension::K; });
        (void)job.request(asked, 6);
        QTRY_VERIFY_WITH_TIMEOUT(heard.hasEnded, 100'000);
        QVERIFY2(heard.problem.isEmpty(), qPrintable(heard.problem));
        QVERIFY(heard.last.size() > 1);
        for (const simulation::Candidate& candidate : heard.last)
            QVERIFY2(mapping::verify(asked.accelerator, asked.layer, candidate.mapping).empty(),
                     candidate.origin.c_str());
    }

    void aNewRequestAndAStopSilenceTheOneBefore()
    {
        CandidatesJob job;
        Listener heard(job);
        (void)job.request(question(), 8);
        const SimulationId newest = job.request(question(), 2);
        QTRY_VERIFY_WITH_TIMEOUT(heard.hasEnded, 100'000);
        for (const SimulationId each : heard.ids)
            QCOMPARE(each, newest);
        heard.hasEnded = false;
        (void)job.request(question(), 8);
        job.stop();
        QTest::qWait(100);
        QVERIFY(!heard.hasEnded);
    }

    void badQuestionsEndWithASentence()
    {
        CandidatesJob job;
        Listener heard(job);
        simulation::Question asked = question();
        asked.choices.dram = "ddr9";
        (void)job.request(asked, 3);
        QTRY_VERIFY_WITH_TIMEOUT(heard.hasEnded, 100'000);
        QVERIFY(heard.problem.contains(QStringLiteral("ddr9")));
    }

    void otherOrdersKeepTheConstraints()
    {
        const simulation::Question asked = question();
        const std::size_t free = simulation::otherOrders(asked.accelerator, asked.layer, asked.mapping, 1).size();
        std::string order = "DRAM: order";
        for (const mapping::Loop& loop : asked.mapping.levels[0].temporal)
            order += std::string(" ") + workload::letter(loop.dimension);
        const auto fixed = mapping::withConstraints(asked.accelerator, {order});
        QVERIFY(mapping::verify(fixed, asked.layer, asked.mapping).empty());
        QVERIFY(simulation::otherOrders(fixed, asked.layer, asked.mapping, 1).size() < free);
    }

    void otherOrdersAreTheSameLoops()
    {
        const simulation::Question asked = question();
        mapping::LayerMapping mapping = asked.mapping;
        const auto orders = simulation::otherOrders(asked.accelerator, asked.layer, mapping, 1);
        QVERIFY(!orders.empty());
        for (const mapping::LayerMapping& other : orders) {
            QVERIFY(other != mapping);
            for (std::size_t level = 0; level < mapping.levels.size(); ++level)
                QCOMPARE(mapping::temporalProduct(other.levels[level]),
                         mapping::temporalProduct(mapping.levels[level]));
        }
    }
};

QTEST_GUILESS_MAIN(CandidatesJobTest)
#include "tst_candidates_job.moc"
