// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/plan_steps.h"
#include "engine/memory/verify_plan.h"
#include "tests/support/operator_graphs.h"

#include <QTest>

using namespace nestloom;

namespace {

/// diamond() in 20 B: the input (8 B) at 0, a (4 B) at 8, b (2 B) at 0, c (3 B) at 2.
memory::MemoryPlan diamondPlan()
{
    memory::MemoryPlan plan;
    plan.budget = {20};
    plan.order = {{0}, {1}, {2}, {3}};
    plan.residencies = {{{0}, 0, 1, {0}}, {{1}, 1, 3, {8}}, {{2}, 2, 3, {0}}, {{3}, 3, 3, {2}}};
    return plan;
}

/// What a step uses is what the one before used, less what left it, and what came.
bool isBalanced(const std::vector<memory::PlanStep>& steps)
{
    memory::PlanStep before;
    for (const memory::PlanStep& step : steps) {
        const std::int64_t left = before.used.count - before.freed.count - before.spilled.count;
        if (step.used.count != left + step.created.count + step.retrieved.count + step.parameters.count)
            return false;
        before = step;
    }
    return true;
}

} // namespace

class TestPlanSteps : public QObject {
    Q_OBJECT
private slots:
    void tellsWhatEachStepHolds()
    {
        const auto graph = tests::diamond();
        const auto plan = diamondPlan();
        QVERIFY(memory::verify(graph, plan).empty());
        const auto steps = memory::planSteps(graph, plan);
        QCOMPARE(steps.size(), std::size_t(4));
        QCOMPARE(steps[1].used.count, 12);
        QCOMPARE(steps[1].top.count, 12);
        QCOMPARE(steps[1].created.count, 4);
        QCOMPARE(steps[1].freed.count, 8); // the input
        QCOMPARE(steps[1].largestHole.count, 8);
        QCOMPARE(steps[2].used.count, 6);
        QCOMPARE(steps[2].live.count, 6);
        QCOMPARE(steps[3].freed.count, 9);
    }

    void movesAddUpToTheTraffic()
    {
        auto graph = tests::diamond();
        auto plan = diamondPlan();
        // a leaves while b is made: it is written once and read once.
        graph = tests::diamond();
        workload::append(graph, "d", "conv", {{2}}, {1});
        plan.order = {{0}, {1}, {2}, {4}, {3}};
        plan.residencies = {{{0}, 0, 1, {0}}, {{1}, 1, 2, {8}}, {{1}, 4, 4, {8}},
                            {{2}, 2, 4, {0}}, {{3}, 4, 4, {2}}, {{4}, 3, 3, {2}}};
        plan.traffic = memory::traffic(graph, plan.residencies);
        QVERIFY(memory::verify(graph, plan).empty());
        Bytes moved{};
        const auto steps = memory::planSteps(graph, plan);
        for (const memory::PlanStep& step : steps)
            moved += step.spilled + step.retrieved;
        QCOMPARE(moved.count, plan.traffic.count);
        QCOMPARE(steps[2].spilled.count, 4);
        QCOMPARE(steps[4].retrieved.count, 4);
        QCOMPARE(steps[3].live.count, 7); // a is alive, but not here
        QCOMPARE(steps[3].used.count, 3);
        QVERIFY(isBalanced(steps));
    }

    void holesAreWhatIsFree()
    {
        const auto graph = tests::diamond();
        const auto holes = memory::holes(graph, diamondPlan(), 2); // b at 0..2, a at 8..12
        QCOMPARE(holes.size(), std::size_t(2));
        QCOMPARE(holes[0].first.count, 2);
        QCOMPARE(holes[0].second.count, 8);
        QCOMPARE(holes[1].first.count, 12);
        QCOMPARE(holes[1].second.count, 20);
        const auto steps = memory::planSteps(graph, diamondPlan());
        QCOMPARE(memory::fragmentation(steps[2], {20}), 1 - 8.0 / 14);
    }

    void aFullScratchpadHasNoHoles()
    {
        auto plan = diamondPlan();
        plan.budget = {12};
        QVERIFY(memory::holes(tests::diamond(), plan, 1).empty());
        QCOMPARE(memory::fragmentation(memory::planSteps(tests::diamond(), plan)[1], {12}), 0.0);
    }

    void parametersTakeTheirPlaceAtTheirStep()
    {
        auto graph = tests::diamond();
        graph.operators[1].parameters = {{5}};
        auto plan = diamondPlan();
        plan.parameters = {{{1}, 0, {12}}};
        const auto steps = memory::planSteps(graph, plan);
        QCOMPARE(steps[1].used.count, 17);
        QCOMPARE(steps[1].live.count, 17);
        QCOMPARE(steps[1].freed.count, 13);
        QCOMPARE(steps[1].parameters.count, 5);
        QVERIFY(isBalanced(steps));
        QCOMPARE(steps[2].used.count, 6);
    }
};

QTEST_GUILESS_MAIN(TestPlanSteps)
#include "tst_plan_steps.moc"
