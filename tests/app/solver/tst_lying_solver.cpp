// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever a solver says of bounds, nothing is called proven that arithmetic does not confirm.
#include "engine/milp/process_solver.h"
#include "engine/schedule/network_run.h"
#include "engine/schedule/standing.h"
#include "tests/app/solver/random_models.h"
#include "tests/places.h"
#include "tests/support/builders.h"

#include <QTest>

using namespace nestloom;
using namespace nestloom::schedule;

namespace {

std::unique_ptr<milp::Solver> liar()
{
    return std::make_unique<milp::ProcessSolver>(milp::ProcessSolverOptions{NESTLOOM_BIN_DIR "/../tests/lying-solver"});
}
std::unique_ptr<milp::Solver> honest()
{
    return std::make_unique<milp::ProcessSolver>(milp::ProcessSolverOptions{NESTLOOM_BIN_DIR "/nestloom-solver"});
}

void addLies()
{
    QTest::addColumn<QByteArray>("lie");
    for (const char* lie : {"bound", "prices", "no prices", "infeasible"})
        QTest::newRow(lie) << QByteArray(lie);
}

} // namespace

class TestLyingSolver : public QObject {
    Q_OBJECT
private slots:
    void cleanup() { qunsetenv("LIE"); }

    void aBoundIsWhatThePricesProve_data() { addLies(); }
    void aBoundIsWhatThePricesProve()
    {
        QFETCH(QByteArray, lie);
        qputenv("LIE", lie);
        Rng rng(3);
        for (int i = 0; i < 20; ++i) {
            const milp::Model model = nestloom::testing::makeTinyModel(rng);
            const auto lied = liar()->solve(model, {.relaxationOnly = true}, {});
            const auto truth = honest()->solve(model, {.relaxationOnly = true}, {});
            QVERIFY2(lied, lied ? "" : lied.error().text().c_str());
            QVERIFY(truth);
            QVERIFY(lied->status != SolveStatus::Infeasible);
            if (truth->solution && lied->stats.bound)
                QVERIFY(*lied->stats.bound <= *truth->stats.bound + 1e-6);
        }
    }

    void nothingIsProvenByAWordAlone_data() { addLies(); }
    void nothingIsProvenByAWordAlone()
    {
        QFETCH(QByteArray, lie);
        qputenv("LIE", lie);
        workload::Network network{
            "net", "", {}, {tests::convolution("a", 3, 8, 16, 8), tests::convolution("b", 1, 6, 32, 24)}};
        for (const Objective objective : {Objective::Latency, Objective::Energy, Objective::Edp})
            for (const bool prove : {false, true}) {
                ScheduleOptions options;
                options.cosa.objective = objective;
                options.cosa.evaluations = 2000;
                options.cosa.proveWithMip = prove;
                const auto lied = scheduleNetwork(tests::withBandwidths(tests::simba()), network, options, liar, {});
                const auto truth = scheduleNetwork(tests::withBandwidths(tests::simba()), network, options, honest, {});
                QVERIFY(lied && truth);
                for (std::size_t i = 0; i < lied->size(); ++i) {
                    const LayerResult &a = (*lied)[i], &b = (*truth)[i];
                    QVERIFY2(a.verified, a.reason.c_str());
                    QCOMPARE(a.cost->cycles.count, b.cost->cycles.count); // and no worse mapping either
                    if (a.gap) {
                        QVERIFY(*a.gap >= 0 && b.gap);
                        QVERIFY(*a.objectiveBound <= *b.objectiveBound * (1 + 1e-6));
                    }
                    if (!prove && objective != Objective::Latency)
                        QCOMPARE(standingOf(a.gap), Standing::BestFound);
                }
            }
    }
};

QTEST_GUILESS_MAIN(TestLyingSolver)
#include "tst_lying_solver.moc"
