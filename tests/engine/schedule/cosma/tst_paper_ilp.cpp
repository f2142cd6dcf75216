// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/verify_plan.h"
#include "engine/milp/process_solver.h"
#include "engine/schedule/cosma/paper_ilp.h"
#include "tests/places.h"
#include "tests/support/operator_graphs.h"

#include <QTest>

using namespace nestloom;
namespace cosma = schedule::cosma;

namespace {

/// input -> a -> b -> c -> d, and a also goes into d: with 12 B, a has to leave for c.
workload::OperatorGraph chainWithShortcut()
{
    workload::OperatorGraph graph;
    graph.name = "chain";
    const TensorId input = workload::append(graph, "input", "input", {}, {2});
    const TensorId a = workload::append(graph, "a", "conv", {input}, {4});
    const TensorId b = workload::append(graph, "b", "conv", {a}, {4});
    const TensorId c = workload::append(graph, "c", "conv", {b}, {8});
    const TensorId small = workload::append(graph, "small", "conv", {c}, {2});
    workload::append(graph, "d", "add", {a, small}, {4});
    return graph;
}

} // namespace

class TestPaperIlp : public QObject {
    Q_OBJECT
    milp::ProcessSolver m_solver{{NESTLOOM_BIN_DIR "/nestloom-solver"}};

    Result<cosma::CosmaOutcome> solved(const workload::OperatorGraph& graph, std::int64_t budget,
                                       const cosma::CosmaParams& params = {}, std::int64_t nodes = 20'000)
    {
        RunControl control;
        control.workLimit = nodes;
        return cosma::solvePaperIlp(graph, {budget}, params, m_solver, control);
    }

private slots:
    void spillsWhatDoesNotFit()
    {
        const auto outcome = solved(chainWithShortcut(), 12);
        QVERIFY2(outcome, outcome ? "" : outcome.error().text().c_str());
        QCOMPARE(outcome->status, SolveStatus::Feasible); // nothing checks the solver's word that it is the least
        QCOMPARE(outcome->cause, StopCause::Completed);
        QCOMPARE(outcome->solution->traffic.count, 8); // a is written and retrieved
        QVERIFY(memory::verify(chainWithShortcut(), *outcome->solution).empty());
        const auto roomy = solved(chainWithShortcut(), 16);
        QCOMPARE(roomy->solution->traffic.count, 0);
    }

    void namesTheOperatorThatLacksRoom()
    {
        const auto outcome = solved(chainWithShortcut(), 11);
        QCOMPARE(outcome->status, SolveStatus::Infeasible);
        QVERIFY(outcome->reason.find("operator c needs 12 B") == 0);
        QVERIFY(outcome->reason.find("1 B short") != std::string::npos);
    }

    void refusesBrokenAndLargeGraphs()
    {
        auto broken = chainWithShortcut();
        broken.operators[1].inputs = {{9}};
        QCOMPARE(solved(broken, 12).error().code, ErrorCode::InvalidInput);
        Rng rng(3);
        const auto large = solved(tests::randomGraph(rng, 250), 1000);
        QVERIFY(!large);
        QCOMPARE(large.error().code, ErrorCode::Unsupported);
        QVERIFY(large.error().message.find("200000 are allowed") != std::string::npos);
    }

    /// The rows that rows() foretells are not fewer than those that are built.
    void foretellsItsSize()
    {
        Rng rng(8);
        for (int i = 0; i < 10; ++i) {
            const auto graph = tests::randomGraph(rng, 9, 4, true);
            cosma::PaperIlp program(graph, i % 2 == 0, {tests::leastWorkingSet(graph)});
            QVERIFY(std::int64_t(program.build().rows().size()) <= program.rows());
        }
    }

    /// The search and the program share nothing but the graph.
    void agreesWithTheSearch()
    {
        Rng rng(17);
        int proven = 0, withTraffic = 0;
        for (int i = 0; i < 10; ++i) {
            auto graph = tests::randomGraph(rng, 5 + rng.below(2), 5, i % 2 == 0);
            if (i % 3 == 0)
                graph = tests::randomInputs(graph, rng);
            cosma::CosmaParams params;
            params.inputsBacked = i % 3 == 0;
            params.order = i % 4 == 1 ? cosma::Order::Default : cosma::Order::Free;
            const std::int64_t budget = tests::leastWorkingSet(graph);
            const auto search = cosma::solve(graph, {budget}, params, {});
            const auto program = solved(graph, budget, params, 300);
            QVERIFY2(program, program ? "" : program.error().text().c_str());
            QVERIFY(search && search->solution);
            if (program->solution)
                QVERIFY(program->solution->traffic >= Bytes{std::int64_t(search->stats.bound.value_or(0))});
            if (!program->solution || program->cause != StopCause::Completed || search->status != SolveStatus::Optimal)
                continue;
            QCOMPARE(program->solution->traffic.count, search->solution->traffic.count);
            ++proven;
            withTraffic += search->solution->traffic.count > 0 ? 1 : 0;
        }
        QVERIFY2(proven >= 7 && withTraffic >= 2, qPrintable(QStringLiteral("%1, %2").arg(proven).arg(withTraffic)));
    }
};

QTEST_GUILESS_MAIN(TestPaperIlp)
#include "tst_paper_ilp.moc"
