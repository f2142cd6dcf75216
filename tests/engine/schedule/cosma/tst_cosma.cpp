// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/verify_plan.h"
#include "engine/schedule/cosma/belady.h"
#include "engine/schedule/cosma/cosma.h"
#include "engine/schedule/cosma/peak_search.h"
#include "engine/schedule/cosma/spill_search.h"
#include "engine/schedule/cosma/spill_state.h"
#include "tests/engine/schedule/cosma/brute_force.h"
#include "tests/support/operator_graphs.h"

#include <QTest>

#include <thread>

using namespace nestloom;
namespace cosma = schedule::cosma;

namespace {

cosma::CosmaOutcome solved(const workload::OperatorGraph& graph, std::int64_t budget,
                           const cosma::CosmaParams& params = {}, const RunControl& control = {})
{
    auto outcome = cosma::solve(graph, {budget}, params, control);
    return outcome ? *outcome : cosma::CosmaOutcome{};
}

} // namespace

class TestCosma : public QObject {
    Q_OBJECT
private slots:
    void budgetsOfASmallGraph()
    {
        const auto budgets = cosma::budgets(tests::diamond(), {});
        QVERIFY(budgets);
        QCOMPARE(budgets->least.count, 12); // input and a
        QCOMPARE(budgets->peak.count, 12);
        QCOMPARE(budgets->half.count, 12);
        QVERIFY(budgets->peakIsProven);
    }

    void leastPeakAgreesWithAllOrders()
    {
        Rng rng(11);
        for (int i = 0; i < 60; ++i) {
            const auto graph = tests::randomGraph(rng, 4 + rng.below(4), 4, i % 2 == 0);
            const auto peak = cosma::leastPeak(cosma::GraphIndex(graph), {});
            QCOMPARE(peak.status, SolveStatus::Optimal);
            QCOMPARE(peak.solution->peak, tests::BruteForce::leastPeak(graph));
        }
    }

    void leastSpillAgreesWithAllOrdersAndAllChoices()
    {
        Rng rng(23);
        int withTraffic = 0;
        for (int i = 0; i < 1500; ++i) {
            const auto graph = tests::randomGraph(rng, 5 + rng.below(4), 7, i % 3 == 0);
            const std::int64_t least = tests::leastWorkingSet(graph);
            const std::int64_t budget = least + std::int64_t(rng.below(3));
            const auto found = cosma::leastSpill(cosma::GraphIndex(graph), {budget, {}}, {});
            QCOMPARE(found.status, SolveStatus::Optimal);
            const std::int64_t expected = tests::BruteForce(graph, budget).leastTraffic();
            QCOMPARE(found.solution->cost, expected);
            withTraffic += expected > 0 ? 1 : 0;
        }
        QVERIFY2(withTraffic > 200, qPrintable(QString::number(withTraffic)));
    }

    void inputsWithACopyAreSpilledForTheirRetrievalOnly()
    {
        Rng rng(31);
        int cheaper = 0;
        for (int i = 0; i < 200; ++i) {
            const auto graph = tests::randomInputs(tests::randomGraph(rng, 6 + rng.below(3), 7, i % 3 == 0), rng);
            const std::int64_t budget = tests::leastWorkingSet(graph) + std::int64_t(rng.below(3));
            const auto found = cosma::leastSpill(cosma::GraphIndex(graph, true), {budget, {}}, {});
            const std::int64_t expected = tests::BruteForce(graph, budget, true).leastTraffic();
            QCOMPARE(found.solution->cost, expected);
            cosma::CosmaParams params;
            params.inputsBacked = true;
            const auto plan = solved(graph, budget, params);
            QVERIFY(plan.solution && plan.solution->inputsBacked);
            QVERIFY(memory::verify(graph, *plan.solution).empty());
            QVERIFY(plan.solution->traffic.count >= expected);
            cheaper += tests::BruteForce(graph, budget).leastTraffic() > expected ? 1 : 0;
        }
        QVERIFY2(cheaper > 10, qPrintable(QString::number(cheaper)));
    }

    void plansAreVerifiedAndNeverBelowTheBound()
    {
        Rng rng(5);
        for (int i = 0; i < 60; ++i) {
            const auto graph = tests::randomGraph(rng, 20 + rng.below(20), 6, i % 2 == 0);
            const std::int64_t budget = tests::leastWorkingSet(graph) + std::int64_t(rng.below(6));
            const auto outcome = solved(graph, budget);
            QVERIFY(outcome.solution);
            QVERIFY(memory::verify(graph, *outcome.solution).empty());
            QVERIFY(double(outcome.solution->traffic.count) >= *outcome.stats.bound);
            QCOMPARE(outcome.status == SolveStatus::Optimal,
                     double(outcome.solution->traffic.count) == *outcome.stats.bound);
        }
    }

    void aBudgetBelowAWorkingSetSaysWhichOperatorNeedsWhat()
    {
        const auto outcome = solved(tests::diamond(), 11);
        QCOMPARE(outcome.status, SolveStatus::Infeasible);
        QCOMPARE(outcome.reason, std::string("operator a needs 12 B for its inputs and outputs, the scratchpad holds "
                                             "11 B (1 B short); raise it to 12 B"));
        const auto op = cosma::operatorWithoutRoom(tests::diamond(), {11});
        QVERIFY(op && tests::diamond().operators[op->value].name == "a");
        QVERIFY(!cosma::operatorWithoutRoom(tests::diamond(), {12}));
    }

    void aFixedOrderIsKeptAndNeverCheaper()
    {
        Rng rng(17);
        for (int i = 0; i < 30; ++i) {
            const auto graph = tests::randomGraph(rng, 16);
            const std::int64_t budget = tests::leastWorkingSet(graph);
            cosma::CosmaParams params;
            params.order = cosma::Order::Default;
            const auto fixed = solved(graph, budget, params);
            QVERIFY(fixed.solution);
            for (std::size_t step = 0; step < fixed.solution->order.size(); ++step)
                QCOMPARE(fixed.solution->order[step].value, std::uint32_t(step));
            QVERIFY(fixed.capacityOptimum >= solved(graph, budget).capacityOptimum);
        }
    }

    void otherOptimaAndSmallerBudgetsHelpWhenNoAddressesFit()
    {
        // With first fit only, many optima by capacity have no addresses.
        workload::OperatorGraph graph;
        graph.name = "fragments";
        Rng rng(2);
        bool gapSeen = false;
        for (int i = 0; i < 400 && !gapSeen; ++i) {
            graph = tests::randomGraph(rng, 14, 8);
            const auto peak = cosma::leastPeak(cosma::GraphIndex(graph), {});
            cosma::CosmaParams params;
            params.retries = 0; // first fit only: many optima have no addresses then
            const auto outcome = solved(graph, peak.solution->peak, params);
            if (!outcome.solution)
                continue;
            QVERIFY(memory::verify(graph, *outcome.solution).empty());
            gapSeen =
                outcome.status == SolveStatus::Feasible && outcome.solution->traffic.count > outcome.capacityOptimum;
        }
        QVERIFY(gapSeen);
    }

    void anOptimumWithoutAddressesIsRepairedAndTheGapIsShown()
    {
        // Nothing need be moved by capacity: 77 B are in use at every step. But u and b, v and c, w and d would have to
        // be neighbours, and u, v and w are one block where a was, with two ends: no addresses in 77 B.
        workload::OperatorGraph graph;
        graph.name = "torn";
        const auto add = [&](std::vector<TensorId> inputs, std::vector<std::int64_t> sizes) {
            const OperatorId op{std::uint32_t(graph.operators.size())};
            graph.operators.push_back({});
            graph.operators.back().name = "op" + std::to_string(op.value);
            graph.operators.back().inputs = inputs;
            for (const TensorId t : inputs)
                graph.tensors[t.value].consumers.push_back(op);
            for (const std::int64_t size : sizes) {
                graph.operators.back().outputs.push_back({std::uint32_t(graph.tensors.size())});
                graph.tensors.push_back({});
                graph.tensors.back().name = "t" + std::to_string(graph.tensors.size());
                graph.tensors.back().size = {size};
                graph.tensors.back().producer = op;
            }
        };
        add({}, {7, 10, 20, 40}); // a b c d
        add({{1}}, {1, 2, 4});    // b -> u v w
        add({{2}, {5}}, {11});    // c v -> x
        add({{3}, {6}}, {22});    // d w -> y
        add({{7}, {8}}, {44});    // x y -> z
        QVERIFY(workload::check(graph).empty());
        const auto outcome = solved(graph, 77);
        QCOMPARE(outcome.capacityOptimum, 0);
        QCOMPARE(outcome.status, SolveStatus::Feasible);
        QVERIFY(outcome.solution);
        QVERIFY(memory::verify(graph, *outcome.solution).empty());
        QVERIFY(outcome.solution->traffic.count > 0);
        QCOMPARE(*outcome.stats.bound, 0.0);
        QCOMPARE(solved(graph, 88).status, SolveStatus::Optimal);
    }

    void ordersAndReplacementWithoutASearchAreLegal()
    {
        Rng rng(51);
        for (int i = 0; i < 100; ++i) {
            const auto graph =
                i % 2 == 0 ? tests::randomGraph(rng, 12, 5, i % 4 == 0) : tests::layeredGraph(rng, 14, 3);
            const cosma::GraphIndex index(graph);
            const auto order = cosma::listOrder(index);
            std::vector<bool> done(order.size());
            for (const std::uint32_t op : order) {
                for (const std::uint32_t before : index.predecessors(op))
                    QVERIFY(done[before]);
                QVERIFY(!done[op]);
                done[op] = true;
            }
            const std::int64_t budget = tests::leastWorkingSet(graph);
            const auto schedule = cosma::beladySchedule(index, order, budget);
            const auto best = cosma::leastSpill(index, {budget, cosma::OrderLimits::fixed(order)}, {});
            QVERIFY(schedule.cost >= best.solution->cost);
            QVERIFY(cosma::beladySchedule(index, order, cosma::peakOf(index, order)).cost == 0);
        }
    }

    void aLargeGraphHasAPlanAtOnceAndAProvenBound()
    {
        Rng rng(61);
        const auto graph = tests::layeredGraph(rng, 600, 20);
        cosma::CosmaParams params;
        params.states = 200;
        std::optional<Progress> first;
        RunControl control;
        control.onProgress = [&](const Progress& progress) {
            if (!first && progress.incumbent)
                first = progress;
        };
        const auto outcome = solved(graph, tests::leastWorkingSet(graph), params, control);
        QVERIFY(outcome.solution);
        QVERIFY(memory::verify(graph, *outcome.solution).empty());
        QVERIFY(*outcome.stats.bound <= double(outcome.solution->traffic.count));
        QVERIFY(first);
        QCOMPARE(first->phase, std::string("first answer"));
        QVERIFY(*first->incumbent >= double(outcome.solution->traffic.count));
    }

    void segmentsKeepTheirSizeAndCoverTheOrder()
    {
        Rng rng(9);
        const cosma::GraphIndex index(tests::randomGraph(rng, 100));
        const auto ends = cosma::breakPositions(index, 15);
        QVERIFY(ends.size() > 2);
        QCOMPARE(ends.back(), std::size_t(100));
        std::size_t begin = 0;
        for (const std::size_t end : ends) {
            QVERIFY(end - begin >= 15);
            begin = end;
        }
    }

    void sameSeedSamePlan()
    {
        Rng rng(31);
        const auto graph = tests::randomGraph(rng, 40, 8);
        const std::int64_t budget = tests::leastWorkingSet(graph);
        cosma::CosmaParams params;
        params.states = 20'000;
        QVERIFY(solved(graph, budget, params).solution == solved(graph, budget, params).solution);
    }

    void aSpentBudgetKeepsTheIncumbentAndAnHonestGap()
    {
        Rng rng(41);
        const auto graph = tests::randomGraph(rng, 120, 14);
        cosma::CosmaParams params;
        params.states = 2000;
        const auto outcome = solved(graph, tests::leastWorkingSet(graph), params);
        QCOMPARE(outcome.cause, StopCause::WorkLimit);
        QVERIFY(outcome.stats.bound);
        if (outcome.solution)
            QVERIFY(double(outcome.solution->traffic.count) >= *outcome.stats.bound);
    }

    void aCancelReturns()
    {
        Rng rng(43);
        const auto graph = tests::randomGraph(rng, 300, 20);
        std::stop_source source;
        RunControl control;
        control.stop = source.get_token();
        std::jthread stopper([&source] { source.request_stop(); });
        QVERIFY(cosma::solve(graph, {tests::leastWorkingSet(graph)}, {}, control));
    }

    void rejectsABrokenGraph()
    {
        auto graph = tests::diamond();
        graph.operators[1].inputs = {{9}};
        const auto outcome = cosma::solve(graph, {100}, {}, {});
        QVERIFY(!outcome);
        QCOMPARE(outcome.error().code, ErrorCode::InvalidInput);
    }
};

QTEST_GUILESS_MAIN(TestCosma)
#include "tst_cosma.moc"
