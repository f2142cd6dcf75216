// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/sweep_plan.h"
#include "tests/support/builders.h"

#include <QTest>

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
    void everyPointIsInOneStep()
    {
        const SweepPlan plan = planSweep(space({{"levels.DRAM.read_bandwidth", upTo(40)}}));
        QCOMPARE(plan.steps.size(), std::size_t(40));
        for (std::size_t i = 0; i < 40; ++i)
            QCOMPARE(plan.steps[i].points, std::vector<std::size_t>{i});
    }

    void acceleratorsThatPoseTheSameProblemsAreOneStep()
    {
        // The clock is no part of the problem.
        const SweepPlan plan = planSweep(space({{"clock", {1e9, 2e9, 3e9}}, {"levels.DRAM.read_bandwidth", {4, 8}}}));
        QCOMPARE(plan.steps.size(), std::size_t(2));
        QCOMPARE(plan.steps[0].points, (std::vector<std::size_t>{0, 2, 4}));
        QCOMPARE(plan.steps[1].points, (std::vector<std::size_t>{1, 3, 5}));
    }

    void bandwidthsInASecondPoseAnotherProblemAtAnotherClock()
    {
        DesignSpace stated = space({{"clock", {1e9, 2e9, 3e9}}});
        stated.base.levels[0].readBandwidth = BytesPerSecond{10e9};
        QCOMPARE(planSweep(stated).steps.size(), std::size_t(3));
    }

    void refusedPointsAreInNoStep()
    {
        const SweepPlan plan = planSweep(space({{"levels.GlobalBuffer.capacity", {0, 1024, 2048}}}));
        QCOMPARE(plan.refused.size(), std::size_t(1));
        QCOMPARE(plan.refused[0].first, std::size_t(0));
        QVERIFY(!plan.refused[0].second.empty());
        QCOMPARE(plan.steps.size(), std::size_t(2));
    }

    void aStopEndsThePlanning()
    {
        std::stop_source source;
        source.request_stop();
        QVERIFY(planSweep(space({{"levels.DRAM.read_bandwidth", upTo(40)}}), source.get_token()).steps.empty());
    }
};

QTEST_GUILESS_MAIN(TestSweepPlan)
#include "tst_sweep_plan.moc"
