// SPDX-License-Identifier: Apache-2.0
// What becomes of the figures that an engine gives with its solution.
#include "engine/schedule/standing.h"
#include "engine/schedule/take_outcome.h"

#include <QTest>

using namespace nestloom;
using namespace nestloom::schedule;

namespace {

LayerResult resultWith(std::int64_t cycles, double bound)
{
    SolveStats stats;
    stats.bound = bound;
    LayerResult result;
    takeFacts({SolveStatus::Optimal, {}, {}, stats}, result);
    result.cost = cost::LayerCost{};
    result.cost->cycles = Cycles{cycles};
    setGap(result, {});
    return result;
}

} // namespace

class TstTakeOutcome : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aBoundBetweenCyclesIsTheNextCycle()
    {
        const LayerResult result = resultWith(80282, 80281.4);
        QCOMPARE(result.lowerBoundCycles, std::optional(80282.0));
        QCOMPARE(result.gap, std::optional(0.0));
    }

    void aWholeBoundStaysDespiteRounding()
    {
        QCOMPARE(resultWith(110, 100 + 1e-8).lowerBoundCycles, std::optional(100.0));
        QCOMPARE(resultWith(110, 100).gap, std::optional(110 / 100.0 - 1));
    }

    void aCostBelowABoundIsAnError()
    {
        const LayerResult result = resultWith(99, 100);
        QCOMPARE(result.status, LayerStatus::Failed);
        QVERIFY(!result.cost && !result.lowerBoundCycles && !result.gap);
        QCOMPARE(
            result.reason,
            std::string(
                "the mapping costs 99 cycles, less than the lower bound of 100 that was proven: one of both is wrong"));
    }

    void theGapIsThatOfTheObjective()
    {
        ScheduleOptions options;
        options.cosa.objective = Objective::Energy;
        LayerResult result;
        result.cost = cost::LayerCost{};
        result.cost->cycles = Cycles{150};
        result.cost->energy = Picojoules{220};
        result.lowerBoundCycles = 100;
        setGap(result, options); // nothing was proven of the energy
        QVERIFY(!result.gap);
        QCOMPARE(result.status, LayerStatus::BestFound);
        result.objectiveBound = 200;
        setGap(result, options);
        QCOMPARE(*result.gap, 220.0 / 200 - 1);
        result.objectiveBound = 220;
        setGap(result, options);
        QCOMPARE(result.status, LayerStatus::Proven);
        result.objectiveBound = 221;
        setGap(result, options);
        QCOMPARE(result.status, LayerStatus::Failed);
    }

    void provenIsOnlyWhatHasNoGap()
    {
        QCOMPARE(resultWith(1000, 1000).status, LayerStatus::Proven);
        QCOMPARE(resultWith(1008, 1000).status, LayerStatus::BestFound); // within the stop gap of 1 %
        QCOMPARE(standingText(resultWith(1000, 1000)), std::string("proven"));
        QCOMPARE(standingText(resultWith(1008, 1000)), std::string("within 0.80 %"));
        QCOMPARE(standingText(resultWith(1000001, 1000000)), std::string("proven")); // rounding
        QCOMPARE(standingText(std::optional(2e-6)), std::string("within 0.01 %"));   // never "within 0.00 %"
        QCOMPARE(standingText(std::optional(101.42)), std::string("within 10142.00 %"));
        QCOMPARE(standingText(std::optional<double>()), std::string("best found"));
    }

    void energyDelayProductsAreJudgedInWholeCycles()
    {
        ScheduleOptions options;
        options.cosa.objective = Objective::Edp;
        LayerResult result;
        result.cost = cost::LayerCost{};
        result.cost->cycles = Cycles{101}; // 100.2 rounded up
        result.cost->energy = Picojoules{50};
        result.objectiveBound = 101.0 * 50;
        setGap(result, options);
        QCOMPARE(result.status, LayerStatus::Proven);
        result.objectiveBound = 100.2 * 50; // another mapping may be between, with more cycles and less energy
        setGap(result, options);
        QCOMPARE(standingText(result), std::string("within 0.80 %"));
        QCOMPARE(Goal(Objective::Edp).figure(100.2, 50), 101.0 * 50);
        QCOMPARE(Goal(Objective::Weighted, 2).figure(100.2, 50), 50 + 2 * 101.0);
        Goal inParts(Objective::Edp);
        inParts.inParts = true;
        QCOMPARE(inParts.figure(100.2, 50), 100.2 * 50);
    }

    /// One gap, of what was minimised; a simulation may take less than the model proves, and then there is none.
    void theGapOfWhatIsSimulatedIsThatOfTheSimulation()
    {
        ScheduleOptions options;
        options.cosa.simulated = true;
        LayerResult result;
        result.cost = cost::LayerCost{};
        result.cost->cycles = Cycles{1000};
        result.lowerBoundCycles = 990;
        result.simulated = Cycles{1100};
        setGap(result, options);
        QCOMPARE(standingText(result), std::string("within 11.12 %"));
        result.simulated = Cycles{980};
        setGap(result, options);
        QCOMPARE(standingText(result), std::string("best found"));
        QVERIFY(result.reason.empty());
        QCOMPARE(figureOf(result, options), std::optional(980.0));
    }

    void withoutABoundThereIsNoGap()
    {
        LayerResult result;
        result.cost = cost::LayerCost{};
        setGap(result, {});
        QVERIFY(!result.gap && !result.lowerBoundCycles);
    }
};

QTEST_APPLESS_MAIN(TstTakeOutcome)
#include "tst_take_outcome.moc"
