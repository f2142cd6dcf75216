// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/sweep_plan.h"
#include "tests/support/builders.h"

#include <QTest>

#include <cmath>
#include <set>

using namespace nestloom;
using namespace nestloom::explore;

namespace {

DesignSpace space(std::vector<Axis> axes) { return {tests::simba(), std::move(axes)}; }

std::vector<double> upTo(int count, double step = 1)
{
    std::vector<double> values;
    for (int i = 1; i <= count; ++i)
        values.push_back(step * i);
    return values;
}

} // namespace

class TestSweepPlan : public QObject {
    Q_OBJECT
private slots:
    void theWalkVisitsEveryPointAndChangesOneAxisByOneValue()
    {
        const DesignSpace three = space({{"levels.DRAM.read_bandwidth", upTo(3)},
                                         {"levels.DRAM.write_bandwidth", upTo(4)},
                                         {"levels.GlobalBuffer.capacity", upTo(5, 1024)}});
        std::set<std::size_t> seen;
        for (std::size_t i = 0; i < count(three); ++i) {
            seen.insert(walk(three, i));
            if (i == 0)
                continue;
            const auto a = point(three, walk(three, i - 1)).values, b = point(three, walk(three, i)).values;
            int steps = 0;
            for (std::size_t axis = 0; axis < 3; ++axis)
                steps += int(std::lround(std::fabs(a[axis] - b[axis]) / (axis == 2 ? 1024 : 1)));
            QCOMPARE(steps, 1);
        }
        QCOMPARE(seen.size(), std::size_t(60));
        QCOMPARE(walk(three, 0), std::size_t(0));
    }

    void chainsAreCutAndHoldEveryPointOnce()
    {
        const DesignSpace many = space({{"levels.DRAM.read_bandwidth", upTo(40)}});
        const SweepPlan plan = planSweep(many);
        QCOMPARE(plan.chains.size(), std::size_t(3));
        QCOMPARE(plan.chains[0].size(), kChainLength);
        QCOMPARE(plan.chains[2].size(), std::size_t(40 - 2 * kChainLength));
        std::size_t next = 0;
        for (const SweepChain& chain : plan.chains)
            for (const SweepStep& step : chain)
                QCOMPARE(step.points, std::vector<std::size_t>{next++});
    }

    void acceleratorsThatPoseTheSameProblemsAreOneStep()
    {
        // The clock is no part of the problem.
        const SweepPlan plan = planSweep(space({{"clock", {1e9, 2e9, 3e9}}, {"levels.DRAM.read_bandwidth", {4, 8}}}));
        QCOMPARE(plan.chains.size(), std::size_t(1));
        QCOMPARE(plan.chains[0].size(), std::size_t(2));
        QCOMPARE(plan.chains[0][0].points, (std::vector<std::size_t>{0, 2, 4}));
        QCOMPARE(plan.chains[0][1].points, (std::vector<std::size_t>{1, 3, 5}));
    }

    void refusedPointsAreInNoChain()
    {
        const SweepPlan plan = planSweep(space({{"levels.GlobalBuffer.capacity", {0, 1024, 2048}}}));
        QCOMPARE(plan.refused.size(), std::size_t(1));
        QCOMPARE(plan.refused[0].first, std::size_t(0));
        QVERIFY(!plan.refused[0].second.empty());
        QCOMPARE(plan.chains.size(), std::size_t(1));
        QCOMPARE(plan.chains[0].size(), std::size_t(2));
    }

    void aStopEndsThePlanning()
    {
        std::stop_source source;
        source.request_stop();
        QVERIFY(planSweep(space({{"levels.DRAM.read_bandwidth", upTo(40)}}), source.get_token()).chains.empty());
    }
};

QTEST_GUILESS_MAIN(TestSweepPlan)
#include "tst_sweep_plan.moc"
