// SPDX-License-Identifier: Apache-2.0
// The figures of memory plans, made of tensors: they agree with the steps that the plan is replayed in.
#include "engine/schedule/cosma/explain_plan.h"
#include "tests/support/operator_graphs.h"

#include <QTest>

using namespace nestloom;
namespace cosma = schedule::cosma;

namespace {

/// a is made first and used last, with large tensors between: it is spilled where there is little room.
workload::OperatorGraph spillingGraph()
{
    workload::OperatorGraph graph;
    graph.name = "spilling";
    const TensorId input = workload::append(graph, "in", "input", {}, Bytes{10});
    const TensorId a = workload::append(graph, "a", "conv", {input}, Bytes{20}, {Bytes{3}});
    const TensorId b = workload::append(graph, "b", "conv", {a}, Bytes{30});
    const TensorId c = workload::append(graph, "c", "conv", {b}, Bytes{30});
    const TensorId d = workload::append(graph, "d", "conv", {c}, Bytes{5});
    workload::append(graph, "sum", "add", {a, d}, Bytes{5});
    return graph;
}

cosma::PlanAnswer answerFor(std::int64_t size)
{
    cosma::PlanQuestion asked;
    asked.graph = std::make_shared<const workload::OperatorGraph>(spillingGraph());
    asked.scratchpad = {size};
    cosma::Planner planner;
    cosma::PlanAnswer last;
    const Status done = planner.answer(asked, {}, [&](const cosma::PlanAnswer& answer) { last = answer; });
    return done ? last : cosma::PlanAnswer{};
}

void agreesWithItsSteps(const cosma::PlanAnswer& answer)
{
    QVERIFY(answer.plan && answer.steps);
    for (std::size_t step = 0; step < answer.steps->size(); ++step) {
        const memory::PlanStep& told = (*answer.steps)[step];
        QCOMPARE(cosma::explainUsed(answer, step).value, double(told.used.count));
        QCOMPARE(cosma::explainSpilled(answer, step).value, double(told.spilled.count));
        QCOMPARE(cosma::explainRetrieved(answer, step).value, double(told.retrieved.count));
        QCOMPARE(cosma::explainCreated(answer, step).value, double(told.created.count));
    }
    QCOMPARE(cosma::explainTraffic(answer).value, double(answer.plan->traffic.count));
}

} // namespace

class TestExplainPlan : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void figuresAgreeWithTheSteps()
    {
        agreesWithItsSteps(answerFor(63));
        agreesWithItsSteps(answerFor(1000));
    }
    void aSpilledTensorIsWrittenAndRead()
    {
        const cosma::PlanAnswer answer = answerFor(63);
        const cost::Formula traffic = cosma::explainTraffic(answer);
        QVERIFY(answer.plan->traffic.count > 0);
        QVERIFY(traffic.parts.size() >= 2);
        QVERIFY(traffic.parts[0].source.find("spilled after step") != std::string::npos);
        const cost::Formula gap = cosma::explainTrafficGap(answer);
        QCOMPARE(gap.value, double(answer.plan->traffic.count) / double(answer.bound.count) - 1);
    }
    void theStepThatForcesASpillIsNamed()
    {
        const cosma::PlanAnswer answer = answerFor(63);
        const cost::Formula traffic = cosma::explainTraffic(answer);
        const std::string forced =
            "with it, step 3, c, would need 17 B more than there are"; // a, b and c: 20 + 30 + 30
        QVERIFY2(traffic.parts[0].source.ends_with(forced), traffic.parts[0].source.c_str());
        const cost::Formula spilled = cosma::explainSpilled(answer, 2);
        QCOMPARE(spilled.parts.size(), std::size_t(1));
        QVERIFY2(spilled.parts[0].source.ends_with(forced), spilled.parts[0].source.c_str());
        QVERIFY(cosma::explainSpilled(answer, 3).parts.empty());
    }
    void withoutTrafficThereIsNothingToCompare()
    {
        const cosma::PlanAnswer answer = answerFor(1000);
        QCOMPARE(answer.plan->traffic.count, 0);
        QCOMPARE(cosma::explainTrafficGap(answer).unit, cost::Unit::Bytes);
        QVERIFY(cosma::explainReduction(answer).empty());
    }
    void theLeastSizeIsAWorkingSet()
    {
        const cosma::PlanAnswer answer = answerFor(63);
        const cost::Formula least = cosma::explainLeastSize(answer);
        QCOMPARE(least.value, 60.0); // b and c
        QCOMPARE(least.parts.size(), std::size_t(1));
        QCOMPARE(least.parts[0].parts.size(), std::size_t(2));
        QCOMPARE(cosma::explainPeakSize(answer).value, double(answer.budgets.peak.count));
    }
};

QTEST_APPLESS_MAIN(TestExplainPlan)
#include "tst_explain_plan.moc"
