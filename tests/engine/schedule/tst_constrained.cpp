// SPDX-License-Identifier: Apache-2.0
// Every mapping engine keeps every constraint, and is right about what is possible and what is best with them.
#include "engine/mapping/feasibility.h"
#include "engine/mapping/verify.h"
#include "engine/milp/process_solver.h"
#include "engine/schedule/baselines/baselines.h"
#include "engine/schedule/exact/exact.h"
#include "engine/schedule/improve_mapping.h"
#include "engine/schedule/layer_cache.h"
#include "engine/schedule/objective_report.h"
#include "tests/engine/schedule/exact/all_nests.h"
#include "tests/engine/schedule/exact/small_cases.h"
#include "tests/places.h"
#include "tests/support/random_constraints.h"

#include <QTest>

using namespace nestloom;
using namespace nestloom::schedule;

namespace {

std::unique_ptr<milp::Solver> makeSolver()
{
    return std::make_unique<milp::ProcessSolver>(milp::ProcessSolverOptions{NESTLOOM_BIN_DIR "/nestloom-solver"});
}

/// Asked of satisfies() alone, with the lines as they were written.
bool keeps(const hardware::Accelerator& accelerator, const mapping::LayerMapping& mapping)
{
    const auto constraints = mapping::parseConstraints(accelerator, accelerator.constraints);
    return constraints && mapping::brokenConstraints(accelerator, mapping, *constraints).empty();
}

struct Case {
    hardware::Accelerator accelerator;
    workload::Layer layer;
};

Case smallCase(int seed)
{
    Rng rng(std::uint64_t(seed) * 6007);
    Case made{tests::oddMachine(rng), tests::smallLayer(rng)};
    if (rng.below(2) > 0)
        made.accelerator.levels[0].readBandwidth = BytesPerCycle{double(1 + rng.below(8))};
    tests::drawPorts(made.accelerator, rng);
    made.accelerator.constraints = tests::RandomConstraints(rng, made.accelerator, made.layer).lines(1 + rng.below(3));
    return made;
}

void addSeeds(int count)
{
    QTest::addColumn<int>("seed");
    for (int seed = 1; seed <= count; ++seed)
        QTest::addRow("seed %d", seed) << seed;
}

std::string lines(const hardware::Accelerator& accelerator)
{
    std::string text;
    for (const std::string& line : accelerator.constraints)
        text += line + "; ";
    return text;
}

workload::Network network()
{
    workload::Network network;
    network.name = "constrained";
    network.layers = {tests::convolution("3x3", 3, 14, 32, 64), tests::convolution("1x1 stride 2", 1, 14, 64, 128, 2),
                      tests::convolution("grouped", 3, 14, 4, 4, 1, 32),
                      tests::convolution("fully connected", 1, 1, 512, 250)};
    return network;
}

ScheduleOptions quick(const std::string& engine, Objective objective)
{
    ScheduleOptions options;
    options.engine = engine;
    options.cosa.objective = objective;
    options.cosa.evaluations = 1500;
    options.cosa.mipNodes = 5;
    options.threads = 1;
    return options;
}

} // namespace

class TestConstrained : public QObject {
    Q_OBJECT
private slots:
    void exactSearchAndFeasibilityAgreeWithAllMappings_data() { addSeeds(60); }
    void exactSearchAndFeasibilityAgreeWithAllMappings()
    {
        QFETCH(int, seed);
        const auto [accelerator, layer] = smallCase(seed);
        const hardware::Accelerator kept = mapping::withBypasses(accelerator);
        const auto accepts = [&accelerator = accelerator, &layer = layer](const mapping::LayerMapping& m) {
            return keeps(accelerator, m);
        };
        const tests::AllNests all(kept, layer, 30'000, accepts);
        if (!all.isWhole())
            return; // too many to walk through
        const auto feasible = mapping::findFeasible(accelerator, layer);
        QCOMPARE(feasible.answer == mapping::Feasibility::Answer::Yes, all.count() > 0);
        QVERIFY(feasible.answer != mapping::Feasibility::Answer::Unknown);
        if (all.count() == 0)
            return;
        QVERIFY(mapping::verify(accelerator, layer, *feasible.mapping).empty());
        const std::array<std::pair<Objective, double>, 3> least{
            {{Objective::Latency, all.cycles},
             {Objective::Energy, all.energy},
             {Objective::Edp, tests::leastOf(all, Objective::Edp)}}};
        for (const auto& [objective, value] : least) {
            const auto outcome = exact::searchExactly(accelerator, layer, objective, value * 1.2);
            QVERIFY(outcome.complete);
            QVERIFY2(outcome.bound <= value * (1 + 1e-12), lines(accelerator).c_str());
            if (!tests::mayMix(layer))
                QVERIFY2(outcome.mapping && outcome.bound >= value * (1 - 1e-8), lines(accelerator).c_str());
            if (outcome.mapping) {
                const auto violations = mapping::verify(accelerator, layer, *outcome.mapping);
                QVERIFY2(violations.empty(), violations.empty() ? "" : violations.front().message.c_str());
                QVERIFY(outcome.value >= value * (1 - 1e-12));
            }
        }
        const auto front = exact::latencyEnergyFront(accelerator, layer, 1e-9);
        QVERIFY(front.complete || tests::mayMix(layer));
        if (!front.complete)
            return;
        const auto whole = tests::wholeFront(all);
        QVERIFY2(front.points.size() == whole.size(), lines(accelerator).c_str());
        for (auto expected = whole.begin(); const exact::FrontPoint& point : front.points) {
            QVERIFY(mapping::verify(accelerator, layer, point.mapping).empty());
            QVERIFY2(std::abs(point.cycles - expected->first) <= 1e-8 * point.cycles
                         && std::abs(point.energy - expected->second) <= 1e-8 * point.energy,
                     lines(accelerator).c_str());
            ++expected;
        }
    }

    void enginesAreRightAboutSmallLayers_data() { addSeeds(24); }
    void enginesAreRightAboutSmallLayers()
    {
        QFETCH(int, seed);
        const auto [accelerator, layer] = smallCase(seed + 1000);
        const auto accepts = [&accelerator = accelerator, &layer = layer](const mapping::LayerMapping& m) {
            return keeps(accelerator, m);
        };
        const tests::AllNests all(mapping::withBypasses(accelerator), layer, 30'000, accepts);
        if (!all.isWhole() || !hardware::check(accelerator).empty())
            return;
        static const auto solver = makeSolver();
        for (const auto& [objective, least] :
             {std::pair{Objective::Latency, all.cycles}, {Objective::Energy, all.energy}}) {
            cosa::CosaParams params;
            params.objective = objective;
            params.evaluations = 2000;
            params.mipNodes = 20;
            const auto cosa = cosa::solve(layer, accelerator, params, *solver, {});
            QVERIFY2(cosa, cosa ? "" : (cosa.error().text() + " with " + lines(accelerator)).c_str());
            QCOMPARE(cosa->status == SolveStatus::Infeasible, all.count() == 0);
            if (all.count() == 0)
                continue;
            QVERIFY(keeps(accelerator, *cosa->solution));
            QVERIFY2(*cosa->stats.bound <= all.cycles * (1 + 1e-9), lines(accelerator).c_str());
            const double figure = tests::figure(objective, tests::scoreOf(accelerator, layer, *cosa->solution));
            // Of what takes as many whole cycles the one with the least energy is taken.
            const bool isWhole = objective == Objective::Latency;
            const double found = isWhole ? Goal::whole(figure) : figure;
            if (cosa->status == SolveStatus::Optimal)
                QVERIFY2(found <= (isWhole ? Goal::whole(least) : least)
                                      * (1 + (objective == Objective::Latency ? params.gap : 1e-5)),
                         lines(accelerator).c_str());
            for (const char* engine : {"random", "hybrid", "annealing", "exhaustive"}) {
                const auto outcome =
                    solveBaseline(engine, layer, accelerator, objective, {.searches = 2, .evaluations = 500}, {});
                QVERIFY(outcome);
                if (!outcome->solution)
                    continue; // the space is too large for an exhaustive search
                QVERIFY2(keeps(accelerator, *outcome->solution), engine);
                const double value = tests::figure(objective, tests::scoreOf(accelerator, layer, *outcome->solution));
                QVERIFY(value >= least * (1 - 1e-9));
                if (outcome->status == SolveStatus::Optimal)
                    QVERIFY2(value <= least * (1 + 1e-9), (engine + (" " + lines(accelerator))).c_str());
            }
        }
    }

    void noEngineBreaksAConstraintOfARun_data()
    {
        QTest::addColumn<QString>("engine");
        QTest::addColumn<int>("seed");
        for (const char* engine : {"cosa", "random", "hybrid", "annealing"})
            for (int seed = 1; seed <= 5; ++seed)
                QTest::addRow("%s %d", engine, seed) << QString::fromUtf8(engine) << seed;
        QTest::addRow("Eq. 12") << QStringLiteral("cosa") << 100;
    }
    void noEngineBreaksAConstraintOfARun()
    {
        QFETCH(QString, engine);
        QFETCH(int, seed);
        Rng rng(std::uint64_t(seed) * 77);
        ScheduleOptions options = quick(engine.toStdString(), seed == 100    ? Objective::CosaPaper
                                                              : seed % 2 > 0 ? Objective::Latency
                                                                             : Objective::Edp);
        const hardware::Accelerator accelerator = mapping::withConstraints(
            tests::simba(), tests::RandomConstraints(rng, tests::simba(), network().layers[0]).lines(2));
        options.constraints = tests::RandomConstraints(rng, tests::simba(), network().layers[0]).lines(2);
        const auto results = scheduleNetwork(accelerator, network(), options, makeSolver, {});
        QVERIFY(results);
        const hardware::Accelerator both = mapping::withConstraints(accelerator, options.constraints);
        for (const LayerResult& result : *results) {
            const workload::Layer layer = network().layers[result.index];
            const auto possible = mapping::findFeasible(both, layer).answer;
            QVERIFY(possible != mapping::Feasibility::Answer::Unknown);
            QCOMPARE(result.verified, possible == mapping::Feasibility::Answer::Yes);
            QVERIFY2(result.verified || (result.status == LayerStatus::Infeasible && !result.reason.empty()),
                     result.reason.c_str());
            if (result.verified)
                QVERIFY2(keeps(both, *result.mapping) && (!result.gap || *result.gap > -1e-9), lines(both).c_str());
        }
    }

    /// One level and no children leave nothing to move, and a single MAC nothing to split.
    void enginesMapWhereThereIsNothingToDecide()
    {
        hardware::Accelerator single = tests::simba();
        single.levels.resize(1);
        workload::Network network;
        network.name = "small";
        network.layers = {tests::convolution("odd", 3, 7, 5, 3), tests::convolution("one", 1, 1, 1, 1)};
        for (const hardware::Accelerator& accelerator : {single, tests::simba()})
            for (const char* engine : {"cosa", "random", "hybrid", "annealing"})
                for (const Objective objective : {Objective::Latency, Objective::Energy}) {
                    const auto results =
                        scheduleNetwork(accelerator, network, quick(engine, objective), makeSolver, {});
                    QVERIFY(results);
                    for (const LayerResult& result : *results)
                        QVERIFY2(result.verified, (std::string(engine) + ": " + result.reason).c_str());
                }
    }

    void dataflowsHoldOnSimba_data()
    {
        QTest::addColumn<QString>("dataflow");
        for (const char* dataflow : {"weight stationary", "output stationary", "input stationary", "row stationary"})
            QTest::newRow(dataflow) << QString::fromUtf8(dataflow);
    }
    void dataflowsHoldOnSimba()
    {
        QFETCH(QString, dataflow);
        ScheduleOptions options = quick("cosa", Objective::Energy);
        options.constraints = {"dataflow: " + dataflow.toStdString()};
        const auto results = scheduleNetwork(tests::simba(), network(), options, makeSolver, {});
        QVERIFY(results);
        const hardware::Accelerator constrained = mapping::withConstraints(tests::simba(), options.constraints);
        for (const LayerResult& result : *results)
            QVERIFY2(result.verified && keeps(constrained, *result.mapping), result.reason.c_str());
        const auto reports = reportObjective(tests::simba(), network(), options, *results, makeSolver, {});
        QVERIFY(reports);
        for (const ObjectiveReport& report : *reports)
            QVERIFY(report.gap && *report.gap >= 0);
    }

    void aFrontKeepsConstraints()
    {
        const hardware::Accelerator accelerator =
            mapping::withConstraints(tests::twoLevels(), {"Buffer: no spatial P Q", "DRAM: order K ... P"});
        const workload::Layer layer = tests::convolution("x", 1, 4, 6, 8);
        const auto front = exact::latencyEnergyFront(accelerator, layer);
        QVERIFY(front.complete && !front.points.empty());
        for (const exact::FrontPoint& point : front.points)
            QVERIFY(keeps(accelerator, point.mapping));
    }

    void improvingKeepsConstraints()
    {
        ImproveInputs inputs;
        inputs.accelerator = mapping::withConstraints(tests::simba(), {"GlobalBuffer: spatial only C", "DRAM: K = 2"});
        inputs.layer = network().layers[0];
        inputs.start = mapping::outermostMapping(inputs.accelerator, inputs.layer); // breaks both
        inputs.evaluations = 3000;
        const auto improved = improveMapping(inputs, {});
        QVERIFY(improved);
        QVERIFY(!improved->startFits);
        QVERIFY(keeps(inputs.accelerator, improved->best.mapping));
    }

    void aConflictIsAnAnswerWithAReason()
    {
        ScheduleOptions options = quick("cosa", Objective::Latency);
        options.constraints = {"GlobalBuffer: K = 5"};
        const auto results = scheduleNetwork(tests::simba(), network(), options, makeSolver, {});
        QVERIFY(results);
        QCOMPARE((*results)[0].status, LayerStatus::Infeasible);
        QVERIFY((*results)[0].reason.find("5 does not divide K = 64; what helps: 'GlobalBuffer: K = 4'")
                != std::string::npos);
        QVERIFY((*results)[3].verified); // K = 250
    }

    void refusesWhatItCannotRead()
    {
        ScheduleOptions options = quick("cosa", Objective::Latency);
        options.constraints = {"Globuf: K = 4"};
        const auto results = scheduleNetwork(tests::simba(), network(), options, makeSolver, {});
        QVERIFY(!results);
        QVERIFY2(results.error().text().starts_with("run: constraint 1: 'Globuf: K = 4': simba has no level"),
                 results.error().text().c_str());
    }

    void enginesWithoutLoopNestsRefuseConstraints()
    {
        ScheduleOptions options = quick("flexer", Objective::Latency);
        options.constraints = {"GlobalBuffer: K = 4"};
        const auto results = scheduleNetwork(tests::simba(), network(), options, makeSolver, {});
        QVERIFY(!results);
        QVERIFY(
            results.error().message.find("engine flexer decides no loop nests and cannot keep 'GlobalBuffer: K = 4'")
            != std::string::npos);
    }

    void aCacheTellsConstraintsApart()
    {
        const workload::Layer layer = network().layers[0];
        ScheduleOptions free, constrained;
        constrained.constraints = {"GlobalBuffer: K = 4"};
        QVERIFY(LayerCache::key(layer, tests::simba(), free) != LayerCache::key(layer, tests::simba(), constrained));
        QVERIFY(LayerCache::key(layer, tests::simba(), free)
                != LayerCache::key(layer, mapping::withConstraints(tests::simba(), constrained.constraints), free));
    }
};

QTEST_GUILESS_MAIN(TestConstrained)
#include "tst_constrained.moc"
