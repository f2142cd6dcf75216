// SPDX-License-Identifier: Apache-2.0
#include "engine/cost/evaluate.h"
#include "engine/milp/process_solver.h"
#include "engine/schedule/convergence.h"
#include "tests/places.h"
#include "tests/support/builders.h"

#include <QTest>

#include <algorithm>

using namespace nestloom;
using namespace nestloom::schedule;

namespace {

std::unique_ptr<milp::Solver> makeSolver()
{
    return std::make_unique<milp::ProcessSolver>(milp::ProcessSolverOptions{NESTLOOM_BIN_DIR "/nestloom-solver"});
}

ConvergenceInputs inputs()
{
    ConvergenceInputs what;
    what.accelerator = tests::simba();
    what.layer = tests::convolution("3x3", 3, 14, 32, 64);
    what.engines = {"cosa", "random", "hybrid", "annealing", "exhaustive"};
    what.goals = {Objective::Energy, Goal(Objective::Weighted, 500)};
    what.seeds = {1, 2};
    what.evaluations = 2000;
    return what;
}

double figureOf(const ConvergenceInputs& what, const ConvergenceCurve& curve)
{
    cost::Nest nest;
    cost::flatten(what.accelerator, *curve.mapping, nest);
    const cost::Score score = cost::Evaluator(what.accelerator, what.layer).score(nest);
    return curve.goal.figure(score.cycles, score.energy);
}

} // namespace

class TestConvergence : public QObject {
    Q_OBJECT
private slots:
    void everyCurveFallsToTheFigureOfItsMappingAndNoneBelowTheBound()
    {
        const auto all = converge(inputs(), makeSolver, {});
        QVERIFY2(all, all ? "" : all.error().text().c_str());
        QCOMPARE(all->curves.size(), std::size_t(2 * (4 * 2 + 1)));
        QCOMPARE(all->bounds.size(), std::size_t(2));
        for (const ConvergenceCurve& curve : all->curves) {
            if (curve.engine == "exhaustive") {
                QVERIFY(curve.state == ConvergenceCurve::State::Refused && curve.points.empty()); // too many candidates
                QVERIFY(curve.reason.find("candidates") != std::string::npos);
                continue;
            }
            QVERIFY(curve.state == ConvergenceCurve::State::Done && curve.mapping);
            const double best = figureOf(inputs(), curve);
            QVERIFY(std::abs(*curve.best() - best) <= 1e-9 * best);
            QVERIFY(std::is_sorted(curve.points.rbegin(), curve.points.rend(),
                                   [](const auto& a, const auto& b) { return a.value < b.value; }));
            QVERIFY(std::is_sorted(curve.points.begin(), curve.points.end(), [](const auto& a, const auto& b) {
                return a.evaluations < b.evaluations || a.cpuMs < b.cpuMs;
            }));
            QVERIFY(curve.evaluations >= curve.points.back().evaluations);
            const ConvergenceBound& bound = all->bounds[curve.goal.objective == Objective::Energy ? 0 : 1];
            QVERIFY(bound.goal == curve.goal);
            QVERIFY(*curve.best() >= bound.value * (1 - 1e-9));
            if (curve.engine == "cosa")
                QVERIFY(bound.isReached && *curve.best() <= bound.value * (1 + 2e-6)); // it has proven its best
        }
    }

    void itIsHeardWhileItGrowsAndKeptWhenItIsStopped()
    {
        ConvergenceInputs what = inputs();
        what.engines = {"annealing", "random"};
        what.evaluations = 1'000'000'000;
        std::stop_source source;
        std::size_t heard = 0, most = 0;
        const auto all = converge(what, makeSolver, source.get_token(), [&](const Convergence& now) {
            ++heard;
            QVERIFY(now.curves.front().points.size() >= most);
            most = now.curves.front().points.size();
            if (most == 4)
                source.request_stop();
        });
        QVERIFY(all && heard > 4);
        QVERIFY(all->curves[0].state == ConvergenceCurve::State::Stopped && all->curves[0].mapping);
        QVERIFY(all->curves[1].state == ConvergenceCurve::State::Waiting && all->bounds.empty());
    }

    void whatCannotBeAskedIsRefused()
    {
        for (const auto& spoil : std::vector<std::function<void(ConvergenceInputs&)>>{
                 [](auto& what) { what.engines = {}; }, [](auto& what) { what.engines = {"flexer"}; },
                 [](auto& what) { what.goals = {Objective::CosaPaper}; },
                 [](auto& what) { what.goals = {Objective::Weighted}; }, [](auto& what) { what.seeds = {}; },
                 [](auto& what) { what.layer.bounds[workload::LoopDimension::K] = 0; }}) {
            ConvergenceInputs what = inputs();
            spoil(what);
            const auto all = converge(what, makeSolver, {});
            QVERIFY(!all && all.error().code == ErrorCode::InvalidInput);
        }
        ConvergenceInputs tooSmall = inputs();
        tooSmall.accelerator.levels[4].capacity = Bytes{2};
        const auto none = converge(tooSmall, makeSolver, {});
        QVERIFY(none && none->bounds.empty());
        QVERIFY(std::all_of(none->curves.begin(), none->curves.end(), [](const auto& curve) {
            return curve.state == ConvergenceCurve::State::Refused
                   && curve.reason.find("AccumulationBuffer") != std::string::npos;
        }));
    }

    void theFirstMomentWithinAFractionIsFound()
    {
        ConvergenceCurve curve;
        curve.points = {{1, 0.1, 200}, {5, 0.4, 120}, {9, 0.8, 104}};
        QCOMPARE(reached(curve, 100, 0.05)->evaluations, 9);
        QCOMPARE(reached(curve, 100, 0.2)->evaluations, 5);
        QVERIFY(!reached(curve, 100, 0.01));
    }
};

QTEST_GUILESS_MAIN(TestConvergence)
#include "tst_convergence.moc"
