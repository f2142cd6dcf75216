// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/verify_plan.h"
#include "tests/support/operator_graphs.h"

#include <QTest>

using namespace nestloom;
using memory::MemoryPlan;
using memory::PlanRule;
using memory::Residency;

namespace {

/// The diamond in 12 B: input and a side by side, b where the input was, c above it.
MemoryPlan valid()
{
    return {
        {12}, {{0}, {1}, {2}, {3}}, {{{0}, 0, 1, {0}}, {{1}, 1, 3, {8}}, {{2}, 2, 3, {0}}, {{3}, 3, 3, {2}}}, {}, {0}};
}

/// A chain in which the input is used at both ends: it is spilled at step 2 and retrieved at step 3.
workload::OperatorGraph spilling()
{
    workload::OperatorGraph graph;
    const TensorId input = workload::append(graph, "input", "input", {}, {4});
    const TensorId a = workload::append(graph, "a", "conv", {input}, {4});
    const TensorId b = workload::append(graph, "b", "conv", {a}, {8});
    workload::append(graph, "c", "add", {input, b}, {1});
    return graph;
}
MemoryPlan spilled()
{
    return {{13},
            {{0}, {1}, {2}, {3}},
            {{{0}, 0, 1, {0}}, {{0}, 3, 3, {0}}, {{1}, 1, 2, {8}}, {{2}, 2, 3, {0}}, {{3}, 3, 3, {12}}},
            {},
            {8}};
}

} // namespace

class TestVerifyPlan : public QObject {
    Q_OBJECT

    static void expect(const MemoryPlan& plan, PlanRule rule, const char* words,
                       const workload::OperatorGraph& graph = tests::diamond())
    {
        const auto violations = memory::verify(graph, plan);
        QVERIFY(!violations.empty());
        QCOMPARE(violations.front().rule, rule);
        QVERIFY2(violations.front().message.find(words) != std::string::npos, violations.front().message.c_str());
    }

private slots:
    void acceptsAValidPlan() { QVERIFY(memory::verify(tests::diamond(), valid()).empty()); }

    void acceptsASpillAndCountsItsWriteAndRead()
    {
        MemoryPlan plan = spilled();
        plan.residencies[1].offset = {8}; // beside b
        QVERIFY(memory::verify(spilling(), plan).empty());
        plan.traffic = {4};
        expect(plan, PlanRule::Traffic, "the replay moves 8 B, the plan says 4 B", spilling());
    }

    void rejectsAnOperatorBeforeItsInputs()
    {
        MemoryPlan plan = valid();
        std::swap(plan.order[1], plan.order[2]);
        expect(plan, PlanRule::Order, "input a has not been made yet");
    }

    void rejectsAnOperatorThatNeverRuns()
    {
        MemoryPlan plan = valid();
        plan.order.pop_back();
        expect(plan, PlanRule::Order, "1 operators never run");
    }

    void rejectsAnInputThatIsNotOnChip()
    {
        MemoryPlan plan = valid();
        plan.residencies[1].last = 2;
        expect(plan, PlanRule::Residency, "step 3 (c): input a is not on chip");
    }

    void rejectsAnOutputWithoutAPlace()
    {
        MemoryPlan plan = valid();
        plan.residencies.pop_back();
        expect(plan, PlanRule::Residency, "output c is not on chip");
    }

    void rejectsATensorBeforeItIsMade()
    {
        MemoryPlan plan = valid();
        plan.residencies[2].first = 1;
        expect(plan, PlanRule::Residency, "b arrives without having been made");
    }

    void rejectsARetrievalWithoutAStepOffChip()
    {
        MemoryPlan plan = spilled();
        plan.budget = {17};
        plan.residencies[0].last = 2;
        plan.residencies[2].offset = {13};
        plan.residencies[3].offset = {4};
        expect(plan, PlanRule::Residency, "without a step off chip", spilling());
    }

    void rejectsOverlappingAddresses()
    {
        MemoryPlan plan = valid();
        plan.residencies[1].offset = {7};
        expect(plan, PlanRule::Address, "a overlaps input");
    }

    void rejectsAnAddressBehindTheBudget()
    {
        MemoryPlan plan = valid();
        plan.residencies[1].offset = {9};
        expect(plan, PlanRule::Budget, "a lies at 9 B to 13 B, the scratchpad holds 12 B");
    }

    /// From below as well as from above; side by side is none.
    void rejectsAnOverlapWithWhatLiesAbove()
    {
        MemoryPlan plan = valid();
        plan.residencies[2].offset = {7};
        expect(plan, PlanRule::Address, "b overlaps a at 8 B");
        plan.residencies[2].offset = {6};
        plan.residencies[3].offset = {0};
        QVERIFY(memory::verify(tests::diamond(), plan).empty());
        plan.residencies[3].offset = {-1};
        expect(plan, PlanRule::Budget, "c lies at -1 B");
    }

    void rejectsWhatThereIsNot()
    {
        const auto residency = [](Residency wrong) {
            MemoryPlan plan = valid();
            plan.residencies.push_back(wrong);
            expect(plan, PlanRule::Residency, "makes no sense");
        };
        residency({{4}, 0, 1, {0}}); // tensors are 0 to 3
        residency({{0}, 0, 4, {0}}); // steps, too
        residency({{0}, 2, 1, {0}});
        MemoryPlan plan = valid();
        plan.order[3] = {4};
        expect(plan, PlanRule::Order, "step 3: there is no operator 4");
        workload::OperatorGraph graph = tests::diamond();
        graph.operators[3].parameters = {{1}};
        plan = valid();
        plan.parameters = {{{4}, 0, {11}}};
        expect(plan, PlanRule::Residency, "there is no parameter 0 of operator 4", graph);
        plan.parameters = {{{3}, 1, {11}}};
        expect(plan, PlanRule::Residency, "there is no parameter 1 of operator 3", graph);
    }

    void rejectsWhatIsThereTwice()
    {
        MemoryPlan plan = valid();
        plan.order.push_back({3});
        expect(plan, PlanRule::Order, "the operator runs twice");
        plan = valid();
        plan.residencies.push_back({{1}, 2, 3, {4}});
        expect(plan, PlanRule::Residency, "a is on chip twice");
        workload::OperatorGraph graph = tests::diamond();
        graph.operators[1].parameters = {{0}};
        plan = valid();
        plan.parameters = {{{1}, 0, {0}}, {{1}, 0, {0}}};
        expect(plan, PlanRule::Residency, "parameter 0 is on chip twice", graph);
    }

    /// One is on chip while its operator runs, no longer.
    void parametersOfOneOperatorAfterTheOtherMayShareRoom()
    {
        workload::OperatorGraph graph = tests::diamond();
        graph.operators[2].parameters = {{2}};
        graph.operators[3].parameters = {{2}};
        MemoryPlan plan = valid();
        plan.budget = {14};
        plan.parameters = {{{2}, 0, {12}}, {{3}, 0, {12}}};
        QVERIFY(memory::verify(graph, plan).empty());
        plan.parameters[1].offset = {13};
        expect(plan, PlanRule::Budget, "parameter 0 lies at 13 B to 15 B", graph);
    }

    void demandsAPlaceForEveryParameter()
    {
        workload::OperatorGraph graph = tests::diamond();
        graph.operators[2].parameters = {{3}};
        expect(valid(), PlanRule::Residency, "1 parameters are not on chip", graph);
        MemoryPlan plan = valid();
        plan.parameters = {{{2}, 0, {2}}};
        graph.operators[2].parameters = {{3}, {1}};
        expect(plan, PlanRule::Residency, "1 parameters are not on chip", graph);
        graph.operators[2].parameters = {{3}};
        QVERIFY(memory::verify(graph, plan).empty());
        plan.parameters[0].offset = {1};
        expect(plan, PlanRule::Address, "parameter 0 overlaps b", graph);
    }

    /// They may lie where others do, and what lies there stays when they leave. One byte is room.
    void emptyTensorsTakeNoRoom()
    {
        workload::OperatorGraph graph;
        const TensorId input = workload::append(graph, "input", "input", {}, {1});
        const TensorId a = workload::append(graph, "a", "conv", {input}, {0});
        const TensorId b = workload::append(graph, "b", "conv", {a}, {1}, {{0}});
        workload::append(graph, "c", "conv", {b}, {1});
        MemoryPlan plan{{2},
                        {{0}, {1}, {2}, {3}},
                        {{{0}, 0, 1, {0}}, {{1}, 1, 2, {0}}, {{2}, 2, 3, {0}}, {{3}, 3, 3, {1}}},
                        {{{2}, 0, {0}}},
                        {0}};
        QVERIFY(memory::verify(graph, plan).empty());
        plan.residencies[3].offset = {0};
        expect(plan, PlanRule::Address, "c overlaps b at 0 B", graph);
    }

    void anInputWithACopyIsNotWritten()
    {
        workload::OperatorGraph graph;
        const TensorId input = workload::append(graph, "input", "input", {}, {4});
        const TensorId a = workload::append(graph, "a", "conv", {input}, {4});
        const TensorId b = workload::append(graph, "b", "conv", {a}, {4});
        workload::append(graph, "c", "add", {input, b}, {1});
        MemoryPlan plan;
        plan.budget = {12};
        plan.order = {{0}, {1}, {2}, {3}};
        plan.residencies = {{{0}, 0, 1, {0}}, {{0}, 3, 3, {0}}, {{1}, 1, 2, {4}}, {{2}, 2, 3, {8}}, {{3}, 3, 3, {4}}};
        plan.traffic = memory::traffic(graph, plan.residencies);
        QCOMPARE(plan.traffic.count, 8);
        QVERIFY(memory::verify(graph, plan).empty());
        plan.inputsBacked = true;
        expect(plan, PlanRule::Traffic, "", graph);
        plan.traffic = memory::traffic(graph, plan.residencies, true);
        QCOMPARE(plan.traffic.count, 4);
        QVERIFY(memory::verify(graph, plan).empty());
    }

    void countsOccupancyByStep()
    {
        const auto use = memory::occupancy(tests::diamond(), valid());
        QCOMPARE(use.size(), std::size_t(4));
        QCOMPARE(use[1].used.count, 12);
        QCOMPARE(use[2].used.count, 6);
        QCOMPARE(use[2].top.count, 12);
        QCOMPARE(use[3].used.count, 9);
    }
};

QTEST_GUILESS_MAIN(TestVerifyPlan)
#include "tst_verify_plan.moc"
