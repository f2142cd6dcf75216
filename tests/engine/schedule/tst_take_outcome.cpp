// SPDX-License-Identifier: Apache-2.0
// What becomes of the figures that an engine gives with its solution.
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
    setGap(result);
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

    void withoutABoundThereIsNoGap()
    {
        LayerResult result;
        result.cost = cost::LayerCost{};
        setGap(result);
        QVERIFY(!result.gap && !result.lowerBoundCycles);
    }
};

QTEST_APPLESS_MAIN(TstTakeOutcome)
#include "tst_take_outcome.moc"
