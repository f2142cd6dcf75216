// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/verify_plan.h"
#include "engine/schedule/cosma/planner.h"
#include "tests/engine/schedule/cosma/brute_force.h"
#include "tests/support/operator_graphs.h"

#include <QTest>

using namespace nestloom;
namespace cosma = schedule::cosma;

namespace {

cosma::PlanQuestion question(workload::OperatorGraph graph, std::int64_t size)
{
    cosma::PlanQuestion asked;
    asked.graph = std::make_shared<const workload::OperatorGraph>(std::move(graph));
    asked.scratchpad = {size};
    return asked;
}

std::vector<cosma::PlanAnswer> answers(cosma::Planner& planner, const cosma::PlanQuestion& asked,
                                       const RunControl& control = {})
{
    std::vector<cosma::PlanAnswer> all;
    const Status done = planner.answer(asked, control, [&](const auto& answer) { all.push_back(answer); });
    return done ? all : std::vector<cosma::PlanAnswer>{};
}

cosma::CurveAnswer curve(cosma::Planner& planner, const cosma::PlanQuestion& asked)
{
    cosma::CurveAnswer last;
    const Status done = planner.fillCurve(asked, {}, [&](const auto& answer) { last = answer; });
    return done ? last : cosma::CurveAnswer{};
}

cosma::CurveSample sample(std::int64_t size, std::int64_t need, std::int64_t traffic, std::int64_t bound)
{
    auto plan = std::make_shared<memory::MemoryPlan>();
    plan->traffic = {traffic};
    return {{size}, {bound}, plan, {need}, true};
}

} // namespace

class TestPlanner : public QObject {
    Q_OBJECT
private slots:
    void aProvenPlanSettlesAllSizesDownToWhatItNeeds()
    {
        cosma::BudgetCurve curve({10}, {20});
        QCOMPARE(curve.nextOpen()->count, 20);
        curve.add(sample(20, 15, 0, 0));
        QCOMPARE(curve.nextOpen()->count, 14);
        curve.add(sample(14, 10, 6, 6));
        QVERIFY(!curve.nextOpen());
        const auto steps = curve.steps();
        QCOMPARE(steps.size(), std::size_t(2));
        QVERIFY(steps[0] == (cosma::CurveStep{{10}, {14}, Bytes{6}, {6}}));
        QVERIFY(steps[1] == (cosma::CurveStep{{15}, {20}, Bytes{0}, {0}}));
    }

    void equalEndsNeedNothingBetween()
    {
        cosma::BudgetCurve curve({10}, {20});
        curve.add(sample(20, 20, 0, 0));
        curve.add(sample(10, 10, 6, 6)); // a plan for all sizes
        curve.add(sample(19, 18, 6, 6)); // and a bound for all below 19
        QVERIFY(!curve.nextOpen());
        QCOMPARE(curve.steps().size(), std::size_t(2));
        QCOMPARE(curve.best({12})->plan->traffic.count, 6);
    }

    void whatIsNotProvenStaysOpenAndIsNotAskedAgain()
    {
        cosma::BudgetCurve curve({10}, {20});
        curve.add(sample(20, 15, 4, 2)); // a gap
        const auto next = curve.nextOpen();
        QCOMPARE(next->count, 14);
        curve.add(sample(14, 10, 9, 9));
        QVERIFY(!curve.nextOpen());
        const auto steps = curve.steps();
        QVERIFY(!steps.back().isExact());
        QVERIFY(steps.front().isExact());
    }

    void anInterruptedAnswerIsAskedAgain()
    {
        cosma::BudgetCurve curve({10}, {20});
        auto interrupted = sample(20, 15, 4, 0);
        interrupted.isFinal = false;
        curve.add(interrupted);
        QCOMPARE(curve.nextOpen()->count, 20);
    }

    void theCurveAgreesWithBruteForceAtEverySize()
    {
        Rng rng(77);
        int stairs = 0;
        for (int i = 0; i < 40; ++i) {
            const auto graph = tests::randomGraph(rng, 6 + rng.below(3), 6, i % 2 == 0);
            cosma::Planner planner;
            const auto found = curve(planner, question(graph, 1));
            QVERIFY(found.ended);
            QCOMPARE(found.steps.front().from, found.budgets.least);
            QCOMPARE(found.steps.back().to, found.budgets.peak);
            stairs += int(found.steps.size());
            for (const cosma::CurveStep& step : found.steps)
                for (Bytes size = step.from; size <= step.to; size += Bytes{1}) {
                    const std::int64_t least = tests::BruteForce(graph, size.count).leastTraffic();
                    QVERIFY(step.bound.count <= least);
                    QVERIFY(step.traffic && step.traffic->count >= least);
                    if (step.isExact())
                        QCOMPARE(step.traffic->count, least);
                }
        }
        QVERIFY2(stairs > 50, qPrintable(QString::number(stairs)));
    }

    void theLastWordHasAPlanABoundAndTheBaselines()
    {
        Rng rng(5);
        const auto graph = tests::randomGraph(rng, 30, 7);
        cosma::Planner planner;
        const auto budgets = cosma::budgets(graph, {});
        const auto all = answers(planner, question(graph, budgets->least.count));
        QVERIFY(!all.empty());
        const cosma::PlanAnswer& last = all.back();
        QVERIFY(last.ended && last.baselines && last.steps);
        QVERIFY(memory::verify(*last.graph, *last.plan).empty());
        QVERIFY(last.plan->traffic >= last.bound);
        for (const auto& baseline : *last.baselines)
            QVERIFY(baseline.traffic >= last.bound);
        for (std::size_t i = 1; i < all.size(); ++i)
            QVERIFY(all[i].plan->traffic <= all[i - 1].plan->traffic);
    }

    void aKnownSizeIsAnsweredFromMemory()
    {
        Rng rng(6);
        const auto asked = question(tests::randomGraph(rng, 24, 6), 1);
        cosma::Planner planner;
        const auto known = curve(planner, asked);
        for (const cosma::CurveStep& step : known.steps) {
            auto there = asked;
            there.scratchpad = step.to;
            const auto all = answers(planner, there);
            QVERIFY(!all.empty());
            QCOMPARE(all.front().isKnown, step.isExact());
            QCOMPARE(all.back().plan->traffic.count, step.traffic->count);
            QCOMPARE(all.back().plan->budget, step.to);
            QVERIFY(memory::verify(*all.back().graph, *all.back().plan).empty());
        }
    }

    void belowTheLeastNothingIsPlanned()
    {
        cosma::Planner planner;
        const auto all = answers(planner, question(tests::diamond(), 11));
        QCOMPARE(all.size(), std::size_t(1));
        QCOMPARE(all[0].status, SolveStatus::Infeasible);
        QVERIFY(!all[0].plan && !all[0].reason.empty() && all[0].ended);
        QCOMPARE(all[0].budgets.least.count, 12);
    }

    void activationsOnlyLeaveTheParametersOut()
    {
        auto graph = tests::diamond();
        graph.operators[1].parameters = {{100}};
        cosma::Planner planner;
        auto asked = question(graph, 112);
        QVERIFY(!answers(planner, asked).back().plan->parameters.empty());
        asked.parameters = false;
        asked.scratchpad = {12};
        const auto all = answers(planner, asked);
        QVERIFY(all.back().plan && all.back().plan->parameters.empty());
    }

    void aStopEndsWithoutALastWord()
    {
        Rng rng(9);
        const auto graph = tests::randomGraph(rng, 200, 20);
        std::stop_source source;
        source.request_stop();
        RunControl control;
        control.stop = source.get_token();
        cosma::Planner planner;
        for (const auto& answer : answers(planner, question(graph, 1000), control))
            QVERIFY(!answer.ended);
    }

    void aBrokenGraphIsAnError()
    {
        auto graph = tests::diamond();
        graph.operators[1].inputs = {{9}};
        cosma::Planner planner;
        const Status done = planner.answer(question(graph, 100), {}, [](const auto&) {});
        QVERIFY(!done);
        QCOMPARE(done.error().code, ErrorCode::InvalidInput);
    }
};

QTEST_GUILESS_MAIN(TestPlanner)
#include "tst_planner.moc"
