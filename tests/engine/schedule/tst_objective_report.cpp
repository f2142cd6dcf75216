// SPDX-License-Identifier: Apache-2.0
#include "engine/base/rng.h"
#include "engine/cost/evaluate.h"
#include "engine/milp/process_solver.h"
#include "engine/schedule/baselines/baselines.h"
#include "engine/schedule/cosa/objective_bound.h"
#include "engine/schedule/objective_report.h"
#include "tests/places.h"
#include "tests/support/builders.h"

#include <QTest>

#include <cmath>

using namespace nestloom;
using namespace nestloom::schedule;

namespace {

std::unique_ptr<milp::Solver> makeSolver()
{
    return std::make_unique<milp::ProcessSolver>(milp::ProcessSolverOptions{NESTLOOM_BIN_DIR "/nestloom-solver"});
}

cosa::ObjectiveBound bounds(const cosa::MappingSpace& space, milp::Solver& solver)
{
    return {space, [&solver](const milp::Model& model) { return solver.solve(model, {.relaxationOnly = true}, {}); }};
}

hardware::Accelerator machine(int which)
{
    return which == 0   ? tests::simba()
           : which == 1 ? tests::twoLevels()
           : which == 2 ? tests::withBandwidths(tests::simba())
                        : tests::withBandwidths(tests::twoLevels(Bytes{64}));
}

workload::Layer randomLayer(Rng& rng)
{
    const auto draw = [&](std::initializer_list<std::int64_t> values) {
        return *(values.begin() + static_cast<std::ptrdiff_t>(rng.below(values.size())));
    };
    workload::Layer layer;
    layer.name = "random";
    layer.bounds = {{draw({1, 2, 3, 5}), draw({1, 3, 4}), draw({1, 2, 7, 12}), draw({1, 4, 6, 13}), draw({1, 3, 8, 32}),
                     draw({1, 4, 10, 64}), draw({1, 2}), draw({1, 1, 4})}};
    layer.strideP = draw({1, 1, 2, 3});
    layer.strideQ = draw({1, 2});
    layer.dilationR = draw({1, 1, 2});
    layer.dilationS = draw({1, 1, 3});
    return layer;
}

} // namespace

class TestObjectiveReport : public QObject {
    Q_OBJECT
private slots:
    void noRandomMappingIsBelowABound_data()
    {
        QTest::addColumn<int>("seed");
        for (int seed = 1; seed <= 24; ++seed)
            QTest::addRow("seed %d", seed) << seed;
    }
    /// Random loop orders, not only those that engines choose from.
    void noRandomMappingIsBelowABound()
    {
        QFETCH(int, seed);
        Rng rng(std::uint64_t(seed) * 77);
        const auto accelerator = machine(seed % 4);
        const auto layer = randomLayer(rng);
        const auto solver = makeSolver();
        const cosa::MappingSpace space(accelerator, layer);
        const auto bound = bounds(space, *solver);
        const auto energy = bound.energy(1, 1e18), cycles = bound.cycles(), priced = bound.energy(1, 1e18, 50.0);
        QVERIFY(energy && cycles && priced);
        QVERIFY(*energy > 0 && *cycles > 0 && *priced > *energy);
        const auto edp = bound.edp(*cycles, 1e30);
        QVERIFY(edp);
        cost::Evaluator evaluator(accelerator, layer);
        for (int i = 0; i < 3000; ++i) {
            cost::Nest nest;
            cost::flatten(accelerator, tests::randomMapping(rng, accelerator, layer), nest);
            const cost::Score score = evaluator.score(nest);
            QVERIFY2(score.energy >= *energy * (1 - 1e-9),
                     qPrintable(QStringLiteral("%1 < %2").arg(score.energy).arg(*energy)));
            QVERIFY(score.cycles >= *cycles * (1 - 1e-9));
            QVERIFY(score.cycles * score.energy >= *edp * (1 - 1e-9));
            QVERIFY(score.energy + 50.0 * score.cycles >= *priced * (1 - 1e-9));
        }
    }

    void noExhaustiveOptimumIsBelowABound_data()
    {
        QTest::addColumn<QString>("objective");
        for (const char* objective : {"latency", "energy", "edp", "weighted"})
            QTest::addRow("%s", objective) << objective;
    }
    void noExhaustiveOptimumIsBelowABound()
    {
        QFETCH(QString, objective);
        const auto accelerator = tests::twoLevels(Bytes{96});
        const auto layer = tests::convolution("small", 1, 4, 4, 6);
        const Goal goal(*schedule::objective(objective.toStdString()), 30);
        const auto best = solveBaseline("exhaustive", layer, accelerator, goal, {}, {});
        QVERIFY(best && best->solution);
        QCOMPARE(best->status, SolveStatus::Optimal);
        workload::Network network;
        network.name = "one layer";
        network.layers = {layer};
        ScheduleOptions options;
        options.cosa.objective = goal.objective;
        options.cosa.cyclePrice = goal.cyclePrice;
        const auto results = scheduleNetwork(accelerator, network, options, makeSolver, {});
        QVERIFY(results);
        const auto reports = reportObjective(accelerator, network, options, *results, makeSolver, {});
        QVERIFY(reports);
        const ObjectiveReport& report = reports->front();
        QVERIFY(report.bound && report.gap && report.figure);
        QVERIFY(*report.bound <= *best->objectiveBound * (1 + 1e-9));
        QVERIFY(*report.figure >= *report.bound * (1 - 1e-9));
        QVERIFY(*report.bound > 0.3 * *best->objectiveBound); // a bound of nothing would be one, too
        QVERIFY(std::abs(*report.gap - (*report.figure / *report.bound - 1)) < 1e-12);
        QCOMPARE(report.energyBound.has_value(), goal.objective == Objective::Latency);
        QVERIFY(!report.energyBound || *report.energyBound <= results->front().cost->energy.count);
    }

    void whatTheSearchHasProvenOfTheEnergyIsWhatAProofSays()
    {
        workload::Network network;
        network.name = "some layers";
        network.layers = {tests::convolution("3x3", 3, 14, 64, 64), tests::convolution("1x1", 1, 14, 64, 128),
                          tests::convolution("odd", 3, 13, 7, 11)};
        auto results = *scheduleNetwork(tests::simba(), network, {}, makeSolver, {});
        const auto quick = reportObjective(tests::simba(), network, {}, results, makeSolver, {});
        int proven = 0;
        for (LayerResult& result : results) {
            proven += result.leastEnergy ? 1 : 0;
            result.leastEnergy.reset();
        }
        QVERIFY(proven > 0);
        const auto anew = reportObjective(tests::simba(), network, {}, results, makeSolver, {});
        QVERIFY(quick && anew);
        int larger = 0;
        for (std::size_t i = 0; i < results.size(); ++i) {
            if (mapping::coveredLayer(network.layers[i], *results[i].mapping).bounds != network.layers[i].bounds) {
                QVERIFY(!quick->at(i).energyBound && !anew->at(i).energyBound); // nothing of its own sizes is as fast
                ++larger;
                continue;
            }
            const double a = quick->at(i).energyBound.value_or(0), b = anew->at(i).energyBound.value_or(0);
            QVERIFY2(b > 0 && std::abs(a - b) <= 1e-8 * b, qPrintable(QStringLiteral("%1, %2").arg(a).arg(b)));
        }
        QCOMPARE(larger, 1); // the odd one
    }

    /// A search that was ended by time has proven less than there is to prove.
    void whatTimeCutOffIsProvenAnew()
    {
        workload::Network network;
        network.name = "one layer";
        network.layers = {tests::convolution("3x3", 3, 14, 64, 64)};
        auto results = *scheduleNetwork(tests::simba(), network, {}, makeSolver, {});
        const double whole = *results.front().objectiveBound;
        results.front().objectiveBound = results.front().lowerBoundCycles = whole / 2;
        results.front().status = LayerStatus::BestFound;
        for (const StopCause cause : {StopCause::WorkLimit, StopCause::TimeLimit}) {
            results.front().cause = cause;
            const auto reports = reportObjective(tests::simba(), network, {}, results, makeSolver, {});
            QVERIFY(reports && reports->front().bound);
            QCOMPARE(*reports->front().bound > 0.9 * whole, cause == StopCause::TimeLimit);
        }
    }

    void fewerCyclesAllowedNeedMoreEnergyAndTooFewNone()
    {
        const auto solver = makeSolver();
        const auto accelerator = tests::simba();
        const cosa::MappingSpace space(accelerator, tests::convolution("3x3", 3, 14, 64, 64));
        const auto bound = bounds(space, *solver);
        const auto free = bound.energy(1, 1e18), fast = bound.energy(1, *bound.cycles() * 1.01);
        QVERIFY(free && fast && *fast >= *free);
        QVERIFY(std::isinf(*bound.energy(1, *bound.cycles() / 2)));
    }

    void anObjectiveInLogarithmsHasTermsInsteadOfAFigure()
    {
        workload::Network network;
        network.name = "one layer";
        network.layers = {tests::convolution("3x3", 3, 14, 64, 64)};
        ScheduleOptions options;
        options.cosa.objective = Objective::CosaPaper;
        const auto results = scheduleNetwork(tests::simba(), network, options, makeSolver, {});
        QVERIFY(results && results->front().mapping);
        const auto reports = reportObjective(tests::simba(), network, options, *results, makeSolver, {});
        QVERIFY(reports && reports->front().paperTerms);
        const PaperTerms& terms = *reports->front().paperTerms;
        QVERIFY(!reports->front().bound);
        QCOMPARE(terms.compute, std::log2(double(results->front().cost->computeCycles.count)));
        QCOMPARE(terms.total, -0.1 * terms.utilization + 10 * terms.compute + terms.traffic);
    }

    void layersWithoutAMappingHaveEmptyReports()
    {
        auto accelerator = tests::simba();
        accelerator.levels[4].capacity = Bytes{2};
        workload::Network network;
        network.name = "one layer";
        network.layers = {tests::convolution("3x3", 3, 14, 64, 64)};
        const auto results = scheduleNetwork(accelerator, network, {}, makeSolver, {});
        const auto reports = reportObjective(accelerator, network, {}, *results, makeSolver, {});
        QVERIFY(reports && !reports->front().bound && !reports->front().figure);
    }
};

QTEST_GUILESS_MAIN(TestObjectiveReport)
#include "tst_objective_report.moc"
