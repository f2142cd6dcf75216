// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/cosma/arena.h"
#include "engine/schedule/cosma/spill_search.h"
#include "tests/support/operator_graphs.h"

#include <QTest>

using namespace nestloom;
namespace cosma = schedule::cosma;
using cosma::Replacement;

namespace {

/// x (2 B) is used last, y (6 B) next to last; big (8 B) needs the room of y, or of both.
workload::OperatorGraph two()
{
    workload::OperatorGraph graph;
    const TensorId x = workload::append(graph, "x", "input", {}, {2});
    const TensorId y = workload::append(graph, "y", "input", {}, {6});
    const TensorId big = workload::append(graph, "big", "input", {}, {8});
    const TensorId small = workload::append(graph, "small", "conv", {big}, {1});
    const TensorId z = workload::append(graph, "z", "add", {y, small}, {1});
    workload::append(graph, "end", "add", {x, z}, {1});
    return graph;
}

} // namespace

class TestArena : public QObject {
    Q_OBJECT
private slots:
    void nothingMovesWhenAllFits()
    {
        const cosma::GraphIndex graph(two());
        for (const Replacement r : {Replacement::Belady, Replacement::Greedy})
            QCOMPARE(cosma::runArena(graph, cosma::defaultOrder(graph.operators()), 17, r).traffic, 0);
    }

    void beladySendsTheFurthestAwayFirst()
    {
        // At 14 B, big (8 B) comes beside x and y (8 B): x leaves first though its 2 B at the bottom do not help, then
        // y.
        const cosma::GraphIndex graph(two());
        QCOMPARE(cosma::runArena(graph, cosma::defaultOrder(graph.operators()), 14, Replacement::Belady).traffic,
                 2 * 2 + 2 * 6);
    }

    void greedyClearsTheCheapestWindow()
    {
        const cosma::GraphIndex graph(two());
        QCOMPARE(cosma::runArena(graph, cosma::defaultOrder(graph.operators()), 14, Replacement::Greedy).traffic,
                 2 * 6);
    }

    void isNeverBetterThanTheOptimumOfItsOrder()
    {
        Rng rng(3);
        for (int i = 0; i < 80; ++i) {
            const cosma::GraphIndex graph(tests::randomGraph(rng, 18, 7, i % 2 == 0));
            std::int64_t budget = 0;
            for (std::size_t o = 0; o < graph.operators(); ++o)
                budget = std::max(budget, graph.workingSet(o));
            const auto order = cosma::defaultOrder(graph.operators());
            const auto best = cosma::leastSpill(graph, {budget, cosma::OrderLimits::fixed(order)}, {});
            for (const Replacement r : {Replacement::Belady, Replacement::Greedy}) {
                const cosma::ArenaOutcome outcome = cosma::runArena(graph, order, budget, r);
                QVERIFY(outcome.traffic >= best.solution->cost);
                QVERIFY(outcome.relocated <= outcome.traffic);
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestArena)
#include "tst_arena.moc"
