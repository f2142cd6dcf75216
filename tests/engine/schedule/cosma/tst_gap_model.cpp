// SPDX-License-Identifier: Apache-2.0
#include "engine/milp/process_solver.h"
#include "engine/schedule/cosma/gap_model.h"
#include "tests/places.h"
#include "tests/support/operator_graphs.h"

#include <QTest>

#include <numeric>

using namespace nestloom;
namespace cosma = schedule::cosma;

namespace {

std::vector<std::uint32_t> defaultOrder(std::size_t operators)
{
    std::vector<std::uint32_t> order(operators);
    std::iota(order.begin(), order.end(), 0u);
    return order;
}

std::int64_t leastWorkingSet(const cosma::GraphIndex& graph)
{
    std::int64_t most = 0;
    for (std::size_t o = 0; o < graph.operators(); ++o)
        most = std::max(most, graph.workingSet(o));
    return most;
}

} // namespace

class TestGapModel : public QObject {
    Q_OBJECT
private slots:
    void oneGapOfATensorThatIsUsedAtBothEnds()
    {
        workload::OperatorGraph graph;
        const TensorId input = workload::append(graph, "input", "input", {}, {4});
        const TensorId a = workload::append(graph, "a", "conv", {input}, {4});
        const TensorId b = workload::append(graph, "b", "conv", {a}, {8});
        workload::append(graph, "c", "add", {input, b}, {1});
        const cosma::GapModel gaps(cosma::GraphIndex(graph), defaultOrder(4), 13);
        QCOMPARE(gaps.model().variables().size(), std::size_t(2)); // y and x of the input
        const cosma::SpillSchedule schedule = gaps.decode({1, 1});
        QCOMPARE(schedule.cost, 8);
        QCOMPARE(schedule.leaving[2], std::vector<std::uint32_t>{0});
        QCOMPARE(gaps.decode({0, 0}).cost, 0);
    }

    void equalsTheSearchOnFixedOrders()
    {
        milp::ProcessSolver solver({NESTLOOM_BIN_DIR "/nestloom-solver"});
        Rng rng(77);
        int withTraffic = 0;
        for (int i = 0; i < 60; ++i) {
            const cosma::GraphIndex graph(tests::randomGraph(rng, 8 + rng.below(20), 8, i % 2 == 0));
            const auto order = defaultOrder(graph.operators());
            const std::int64_t budget = leastWorkingSet(graph) + std::int64_t(rng.below(3));
            const auto gaps = cosma::solveGaps(graph, order, budget, solver, {});
            QVERIFY2(gaps, gaps ? "" : gaps.error().text().c_str());
            const auto search = cosma::leastSpill(graph, {budget, cosma::OrderLimits::fixed(order)}, {});
            QCOMPARE(gaps->status, SolveStatus::Optimal);
            QCOMPARE(gaps->solution->cost, search.solution->cost);
            withTraffic += search.solution->cost > 0 ? 1 : 0;
        }
        QVERIFY(withTraffic > 20);
    }
};

QTEST_GUILESS_MAIN(TestGapModel)
#include "tst_gap_model.moc"
