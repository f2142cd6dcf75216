// SPDX-License-Identifier: Apache-2.0
#include "engine/cost/evaluate.h"
#include "engine/schedule/baselines/search_record.h"
#include "tests/support/builders.h"

#include <QTest>

#include <set>

using namespace nestloom;
using namespace nestloom::schedule;

class TestBaselines : public QObject {
    Q_OBJECT

    static workload::Layer layer() { return tests::convolution("3x3", 3, 14, 64, 64); }
    static void searches()
    {
        QTest::addColumn<QString>("engine");
        for (const char* engine : {"random", "hybrid", "annealing"})
            QTest::addRow("%s", engine) << engine;
    }

private slots:
    void theConvergenceEndsWithWhatTheMappingCosts_data() { searches(); }
    void theConvergenceEndsWithWhatTheMappingCosts()
    {
        QFETCH(QString, engine);
        const auto accelerator = tests::simba();
        const auto outcome = solveBaseline(engine.toStdString(), layer(), accelerator, Objective::Energy, {}, {});
        QVERIFY(outcome && outcome->solution);
        const auto cost = cost::evaluate(accelerator, layer(), *outcome->solution, cost::Model::Nestloom);
        QVERIFY(cost);
        QVERIFY(qFuzzyCompare(cost->energy.count, outcome->convergence.back().value));
        for (std::size_t i = 1; i < outcome->convergence.size(); ++i) {
            QVERIFY(outcome->convergence[i].value <= outcome->convergence[i - 1].value);
            QVERIFY(outcome->convergence[i].evaluations > outcome->convergence[i - 1].evaluations);
        }
        QVERIFY(outcome->convergence.back().evaluations <= outcome->stats.evaluations);
    }

    void randomDrawsAsManyAsAsked()
    {
        BaselineParams params;
        params.samples = 3;
        const auto few = solveBaseline("random", layer(), tests::simba(), Objective::Latency, params, {});
        QCOMPARE(few->stats.evaluations, std::int64_t(4)); // and the one with all loops outermost
    }

    void hybridEvaluatesAtLeastVictoryTimesSearches()
    {
        const auto outcome = solveBaseline("hybrid", layer(), tests::simba(), Objective::Latency, {}, {});
        QVERIFY(outcome->stats.evaluations > 16'000);
    }

    void aStopEndsThemAtOnceWithAMapping_data() { searches(); }
    void aStopEndsThemAtOnceWithAMapping()
    {
        QFETCH(QString, engine);
        std::stop_source source;
        source.request_stop();
        RunControl control;
        control.stop = source.get_token();
        const auto outcome =
            solveBaseline(engine.toStdString(), layer(), tests::simba(), Objective::Latency, {}, control);
        QVERIFY(outcome->solution);
        QCOMPARE(outcome->cause, StopCause::Cancelled);
        QVERIFY(outcome->stats.evaluations < 10);
    }

    void exhaustiveVisitsEveryFactorisationOnce()
    {
        // 4 = 2^2 and 3 over 3 slots (outer and inner temporal, spatial): 6 * 3 candidates, before capacities
        const auto accelerator = tests::twoLevels(Bytes{1 << 20});
        workload::Layer tiny = tests::convolution("tiny", 1, 1, 4, 3);
        const cosa::MappingSpace space(accelerator, tiny);
        QCOMPARE(countCandidates(space),
                 6.0 * 3.0 * 3.0); // times 3 orders at the outer level, none inside the inner one
        const auto outcome = solveBaseline("exhaustive", tiny, accelerator, Objective::Latency, {}, {});
        QCOMPARE(outcome->status, SolveStatus::Optimal);
        QCOMPARE(*outcome->objectiveBound, outcome->convergence.back().value);
        for (const char* engine : {"random", "hybrid", "annealing"})
            QVERIFY(solveBaseline(engine, tiny, accelerator, Objective::Latency, {}, {})->convergence.back().value
                    >= *outcome->objectiveBound);
    }

    void exhaustiveRefusesLargeSpacesWithTheirSize()
    {
        const auto outcome = solveBaseline("exhaustive", layer(), tests::simba(), Objective::Latency, {}, {});
        QCOMPARE(outcome->status, SolveStatus::NoSolutionFound);
        QVERIFY(outcome->reason.find("10^") != std::string::npos);
    }

    void ordersOfAFactorisationAreThoseOfItsLevelsWithLoops()
    {
        const auto accelerator = tests::simba();
        const cosa::MappingSpace space(accelerator, layer());
        QCOMPARE(ordersOf(space, space.outermost()).size(), std::size_t(3));
    }

    void anUnknownNameIsRefused()
    {
        QVERIFY(!solveBaseline("oracle", layer(), tests::simba(), Objective::Latency, {}, {}));
        QVERIFY(!isBaseline("cosa"));
    }
};

QTEST_GUILESS_MAIN(TestBaselines)
#include "tst_baselines.moc"
