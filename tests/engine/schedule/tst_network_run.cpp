// SPDX-License-Identifier: Apache-2.0
#include "engine/milp/process_solver.h"
#include "engine/schedule/network_run.h"
#include "engine/schedule/standing.h"
#include "engine/traffic/mesh_load.h"
#include "tests/places.h"
#include "tests/support/builders.h"
#include "tests/support/patience.h"

#include <QElapsedTimer>
#include <QTest>

#include <atomic>
#include <cmath>

using namespace nestloom;
using namespace nestloom::schedule;

namespace {

std::unique_ptr<milp::Solver> makeSolver()
{
    return std::make_unique<milp::ProcessSolver>(milp::ProcessSolverOptions{NESTLOOM_BIN_DIR "/nestloom-solver"});
}

/// Fails its first call, as a solver process that dies does.
class DyingSolver final : public milp::Solver {
public:
    Result<SolveOutcome<milp::Assignment>> solve(const milp::Model& model, const milp::SolverParameters& parameters,
                                                 const RunControl& control) override
    {
        if (!std::exchange(m_died, true))
            return Error{ErrorCode::SolverFailure, "the solver process was killed (signal 9)", ""};
        return m_real->solve(model, parameters, control);
    }

private:
    bool m_died = false;
    std::unique_ptr<milp::Solver> m_real = makeSolver();
};

/// Needs more memory than there is for the first model.
class HungrySolver final : public milp::Solver {
public:
    Result<SolveOutcome<milp::Assignment>> solve(const milp::Model& model, const milp::SolverParameters& parameters,
                                                 const RunControl& control) override
    {
        if (!std::exchange(m_tried, true))
            throw std::bad_alloc();
        return m_real->solve(model, parameters, control);
    }

private:
    bool m_tried = false;
    std::unique_ptr<milp::Solver> m_real = makeSolver();
};

workload::Network network(std::vector<workload::Layer> layers) { return {"net", "", {}, std::move(layers)}; }

ScheduleOptions quick()
{
    ScheduleOptions options;
    options.cosa.evaluations = 1000;
    options.threads = 1;
    return options;
}

} // namespace

Q_DECLARE_METATYPE(workload::Layer)

class TestNetworkRun : public QObject {
    Q_OBJECT
private slots:
    void equalShapesAreSolvedOnce()
    {
        const auto results =
            scheduleNetwork(tests::simba(),
                            network({tests::convolution("a", 3, 8, 8, 8), tests::convolution("b", 1, 8, 8, 8),
                                     tests::convolution("c", 3, 8, 8, 8)}),
                            quick(), makeSolver, {});
        QVERIFY(results);
        QVERIFY(!(*results)[0].sameShapeAs);
        QCOMPARE((*results)[2].sameShapeAs, std::optional<std::size_t>(0));
        QCOMPARE((*results)[2].name, std::string("c"));
        QCOMPARE((*results)[2].solveCpuMs, 0.0);
        QCOMPARE((*results)[2].mapping, (*results)[0].mapping);
        QVERIFY((*results)[0].solveCpuMs > 0);
    }

    void aDeadSolverFailsOneLayerWithTheReason()
    {
        const auto results = scheduleNetwork(
            tests::simba(), network({tests::convolution("a", 3, 8, 8, 8), tests::convolution("b", 1, 8, 8, 8)}),
            quick(), [] { return std::make_unique<DyingSolver>(); }, {});
        QVERIFY(results);
        QCOMPARE((*results)[0].status, LayerStatus::Failed);
        QVERIFY((*results)[0].reason.find("killed (signal 9)") != std::string::npos);
        QVERIFY((*results)[1].verified);
    }

    void saysWhatTheMeshWouldNotCarry()
    {
        hardware::Accelerator accelerator = tests::simba();
        accelerator.interconnect.below = "GlobalBuffer";
        const auto results =
            scheduleNetwork(accelerator, network({tests::convolution("a", 3, 8, 8, 8)}), quick(), makeSolver, {});
        QVERIFY(results && results->front().meshLoad);
        const LayerResult& layer = results->front();
        const auto load =
            traffic::meshLoad(accelerator, tests::convolution("a", 3, 8, 8, 8), *layer.mapping, layer.cost->cycles);
        QCOMPARE(*layer.meshLoad, load->utilization(load->hottestLink()));
        std::vector<LayerResult> layers{layer, layer, layer, layer};
        layers[0].meshLoad.reset();
        layers[1].meshLoad = 1.0; // just carries it
        layers[2].meshLoad = 1.001;
        layers[3].meshLoad = 2.45;
        QCOMPARE(totals(accelerator, layers).overMesh, std::size_t(2));
        QCOMPARE(totals(accelerator, layers).worstMeshLoad, 2.45);
    }

    void theBoundBelongsToTheLayerAndNotToTheEngine_data()
    {
        QTest::addColumn<int>("objective");
        for (const Objective objective : {Objective::Latency, Objective::Energy, Objective::Edp})
            QTest::newRow(std::string(name(objective)).c_str()) << int(objective);
    }
    void theBoundBelongsToTheLayerAndNotToTheEngine()
    {
        QFETCH(int, objective);
        const auto accelerator = tests::simba();
        const auto all = network({tests::convolution("a", 3, 8, 16, 8), tests::convolution("b", 1, 6, 32, 24)});
        std::vector<std::vector<LayerResult>> byEngine;
        for (const char* engine : {"cosa", "random", "annealing"}) {
            ScheduleOptions options = quick();
            options.engine = engine;
            options.cosa.objective = Objective(objective);
            const auto results = scheduleNetwork(accelerator, all, options, makeSolver, {});
            QVERIFY(results);
            byEngine.push_back(*results);
        }
        for (const auto& results : byEngine)
            for (std::size_t i = 0; i < results.size(); ++i) {
                const LayerResult& result = results[i];
                QVERIFY(result.gap && result.objectiveBound);
                const double bound = *byEngine[0][i].objectiveBound; // proven by CoSA's exact search
                QVERIFY2(std::abs(*result.objectiveBound / bound - 1) < 1e-6, result.name.c_str());
                QCOMPARE(byEngine[0][i].status, LayerStatus::Proven);
                QCOMPARE(result.status == LayerStatus::Proven, *result.gap <= kNoGap);
            }
    }

    void withoutProofsOnlyLatencyHasABound()
    {
        for (const char* engine : {"cosa", "random"})
            for (const Objective objective : {Objective::Latency, Objective::Edp}) {
                ScheduleOptions options = quick();
                options.engine = engine;
                options.cosa.objective = objective;
                options.cosa.proveWithMip = false;
                const auto results = scheduleNetwork(tests::simba(), network({tests::convolution("a", 3, 8, 16, 8)}),
                                                     options, makeSolver, {});
                QVERIFY(results);
                QCOMPARE(results->front().gap.has_value(), objective == Objective::Latency);
                QVERIFY(results->front().lowerBoundCycles.has_value());
            }
    }

    void aLayerThatNeedsTooMuchMemoryFailsAlone()
    {
        const auto results = scheduleNetwork(
            tests::simba(), network({tests::convolution("a", 3, 8, 8, 8), tests::convolution("b", 1, 8, 8, 8)}),
            quick(), [] { return std::make_unique<HungrySolver>(); }, {});
        QVERIFY(results);
        QCOMPARE((*results)[0].status, LayerStatus::Failed);
        QCOMPARE((*results)[0].reason, std::string("there is not enough memory for it"));
        QVERIFY((*results)[1].verified);
    }

    void whatIsThrownBesideLayersIsAnError()
    {
        ScheduleEvents events;
        events.onLayer = [](const LayerResult&) { throw std::bad_alloc(); };
        ScheduleOptions options = quick();
        options.threads = 2;
        const auto results = scheduleNetwork(
            tests::simba(), network({tests::convolution("a", 3, 8, 8, 8), tests::convolution("b", 1, 8, 8, 8)}),
            options, makeSolver, {}, events);
        QVERIFY(!results);
        QVERIFY(results.error().code == ErrorCode::Internal);
    }

    void hugeBoundsAreCountedAndNotListed_data()
    {
        QTest::addColumn<workload::Layer>("layer");
        const auto row = [](const char* name,
                            std::initializer_list<std::pair<workload::LoopDimension, std::int64_t>> bounds) {
            workload::Layer layer = tests::convolution(name, 1, 1, 6, 10);
            for (const auto& [dimension, bound] : bounds)
                layer.bounds[dimension] = bound;
            QTest::newRow(name) << layer;
        };
        using enum workload::LoopDimension;
        row("10^12 taps", {{R, 1'000'000'000'000}});
        row("a prime of taps", {{S, 99'999'937}});
        row("16 million rows", {{P, 15'999'989}, {R, 9}, {C, 64}, {K, 64}});
        row("10^13 channels", {{C, 10'000'000'000'000}});
        row("a large prime of images", {{N, 999'999'000'001}});
    }
    void hugeBoundsAreCountedAndNotListed()
    {
        QFETCH(const workload::Layer, layer);
        ScheduleOptions options = quick();
        options.timeLimitPerLayer = std::chrono::seconds(1);
        options.cosa.proveWithMip = false;
        QElapsedTimer clock;
        clock.start();
        const auto results = scheduleNetwork(tests::simba(), network({layer}), options, makeSolver, {});
        QVERIFY(results);
        QVERIFY2((*results)[0].verified, (*results)[0].reason.c_str());
        QVERIFY2(clock.elapsed() < 10'000 * tests::kSlowness,
                 qPrintable(QString::number(clock.elapsed()))); // 2 s when nothing else runs
    }

    void everyLayerIsHeardOnceAndProgressComesBefore()
    {
        std::vector<int> heard(3, 0);
        std::atomic<int> progress = 0;
        ScheduleEvents events;
        events.onLayer = [&](const LayerResult& result) { ++heard[result.index]; };
        events.onProgress = [&](const LayerProgress&) { ++progress; };
        ScheduleOptions options = quick();
        options.threads = 3;
        const auto results =
            scheduleNetwork(tests::simba(),
                            network({tests::convolution("a", 3, 8, 8, 8), tests::convolution("b", 1, 8, 8, 8),
                                     tests::convolution("c", 3, 8, 8, 8)}),
                            options, makeSolver, {}, events);
        QVERIFY(results);
        QCOMPARE(heard, (std::vector<int>{1, 1, 1}));
        QVERIFY(progress > 0);
    }

    void badInputIsOneSentence_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("words");
        QTest::newRow("engine") << 0 << "there is no engine named 'x'";
        QTest::newRow("network") << 1 << "the network has no layers";
        QTest::newRow("operators without layers")
            << 3 << "network net: it has no layers to map: none of its 2 operators";
        QTest::newRow("operators without layers, flexer") << 4 << "network net: it has no layers to map";
        QTest::newRow("operators without layers, random") << 5 << "network net: it has no layers to map";
        QTest::newRow("accelerator") << 2 << "the capacity must be above 0 B";
    }
    void badInputIsOneSentence()
    {
        QFETCH(int, kind);
        QFETCH(QString, words);
        auto accelerator = tests::simba();
        auto options = quick();
        auto layers = network({tests::convolution("a", 1, 2, 2, 2)});
        if (kind == 0)
            options.engine = "x";
        if (kind == 1)
            layers.layers.clear();
        if (kind == 2)
            accelerator.levels[1].capacity = Bytes{-1};
        if (kind >= 3) { // a file of poolings and activations only
            workload::OperatorGraph graph;
            graph.name = "net";
            const TensorId x = workload::append(graph, "x", "input", {}, {8});
            workload::append(graph, "p", "maxpool", {workload::append(graph, "r", "relu", {x}, {8})}, {2});
            layers = workload::networkOf(std::move(graph), "");
            options.engine = kind == 3 ? "cosa" : kind == 4 ? "flexer" : "random";
        }
        const auto results = scheduleNetwork(accelerator, layers, options, makeSolver, {});
        QVERIFY(!results);
        QVERIFY2(QString::fromStdString(results.error().text()).contains(words), results.error().text().c_str());
    }

    void totalsAddUpWhatWasSolved()
    {
        const auto accelerator = tests::simba();
        auto results = scheduleNetwork(
            accelerator, network({tests::convolution("a", 3, 8, 8, 8), tests::convolution("b", 1, 8, 8, 8)}), quick(),
            makeSolver, {});
        QVERIFY(results);
        const Totals both = totals(accelerator, *results);
        QCOMPARE(both.cycles, (*results)[0].cost->cycles + (*results)[1].cost->cycles);
        QCOMPARE(both.solved, std::size_t(2));
        QCOMPARE(both.edp, both.energy.count * double(both.cycles.count));
        (*results)[1].cost.reset();
        (*results)[1].status = LayerStatus::Failed;
        const Totals one = totals(accelerator, *results);
        QCOMPARE(one.failed, std::size_t(1));
        QCOMPARE(one.cycles, (*results)[0].cost->cycles);

        cost::VectorSums vector;
        vector.operators = 3;
        vector.cycles = Cycles{1000};
        QCOMPARE(withVector(both, vector, 2).cycles, both.cycles + Cycles{1000});
        const Totals part = withVector(one, vector, 2); // those of the whole network are no part of it
        QCOMPARE(part.cycles, one.cycles);
        QVERIFY(part.vector.leftOut.find("not all layers are mapped") != std::string::npos);
    }

    void aTimeLimitIsSaidAndKeepsTheIncumbent()
    {
        ScheduleOptions options = quick();
        options.cosa.evaluations = 2'000'000'000;
        options.timeLimitPerLayer = std::chrono::milliseconds(200);
        const auto results = scheduleNetwork(tests::simba(), network({tests::convolution("a", 5, 27, 96, 256)}),
                                             options, makeSolver, {});
        QVERIFY(results);
        QCOMPARE((*results)[0].cause, StopCause::TimeLimit);
        QVERIFY((*results)[0].verified);
        QVERIFY((*results)[0].solveWallMs < 2000 * tests::kSlowness);
    }
};

QTEST_GUILESS_MAIN(TestNetworkRun)
#include "tst_network_run.moc"
