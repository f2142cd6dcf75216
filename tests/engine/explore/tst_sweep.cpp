// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/serving.h"
#include "engine/explore/sweep.h"
#include "engine/hardware/accelerator.h"
#include "engine/milp/process_solver.h"
#include "tests/engine/schedule/kapla/small_nodes.h"
#include "tests/places.h"
#include "tests/support/builders.h"
#include "tests/support/patience.h"

#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <atomic>
#include <set>

using namespace nestloom;
using namespace nestloom::explore;

namespace {

const auto makeSolver = milp::processSolvers({NESTLOOM_BIN_DIR "/nestloom-solver"});

/// Counts the models it is given: one relaxation for each layer that is really solved.
class CountingSolver final : public milp::Solver {
public:
    explicit CountingSolver(std::atomic<int>& relaxations) : m_relaxations(relaxations) {}
    Result<SolveOutcome<milp::Assignment>> solve(const milp::Model& model, const milp::SolverParameters& parameters,
                                                 const RunControl& control) override
    {
        m_relaxations += parameters.relaxationOnly ? 1 : 0;
        return m_real->solve(model, parameters, control);
    }

private:
    std::atomic<int>& m_relaxations;
    std::unique_ptr<milp::Solver> m_real = makeSolver();
};

class DeadSolver final : public milp::Solver {
    Result<SolveOutcome<milp::Assignment>> solve(const milp::Model&, const milp::SolverParameters&,
                                                 const RunControl&) override
    {
        return Error{ErrorCode::SolverFailure, "the solver process was killed (signal 9)", ""};
    }
};

/// Six accelerators, two networks that share a shape.
SweepInputs small()
{
    SweepInputs inputs;
    inputs.space = {tests::twoLevels(),
                    {{"levels.Buffer.capacity", {128, 256, 512}}, {"levels.DRAM.read_bandwidth", {4, 8}}}};
    inputs.networks = {{"one", "", {}, {tests::convolution("a", 3, 8, 8, 8), tests::convolution("b", 1, 8, 8, 8)}},
                       {"two", "", {}, {tests::convolution("x", 3, 8, 8, 8), tests::convolution("y", 3, 8, 8, 8)}}};
    inputs.options.cosa.evaluations = 500;
    inputs.options.threads = 1;
    return inputs;
}

/// 1 KiB of the shortcut wait beside 1 KiB and 3 KiB: less than 5 KiB spill it.
workload::Network shortcut()
{
    zoo::GraphBuilder g("shortcut", 16);
    const TensorId x = g.conv("stem", g.input("input", {3, 8, 8}), {.channels = 8});
    const TensorId wide = g.conv("wide", g.conv("narrow", x, {.channels = 8}), {.channels = 24});
    g.add("add", x, g.conv("back", wide, {.channels = 8}));
    return g.network("a residual block", {});
}

std::vector<PointResult> swept(const SweepInputs& inputs, const SweepEvents& events = {})
{
    return *runSweep(inputs, makeSolver, {}, events);
}

DesignSpace space(std::vector<Axis> axes) { return {tests::simba(), std::move(axes)}; }

std::vector<double> upTo(int count, double step = 1)
{
    std::vector<double> values;
    for (int i = 1; i <= count; ++i)
        values.push_back(step * i);
    return values;
}

} // namespace

class TestSweep : public QObject {
    Q_OBJECT
private slots:
    /// One thread and many evaluations would hide a search that begins elsewhere: the budget is small and nothing is
    /// proven.
    void aPointIsWhatARunOfItsOwnSays_data()
    {
        QTest::addColumn<bool>("prove");
        QTest::addColumn<QString>("engine");
        QTest::newRow("undecided") << false << "cosa";
        QTest::newRow("proven") << true << "cosa";
        QTest::newRow("annealing") << true << "annealing";
    }
    void aPointIsWhatARunOfItsOwnSays()
    {
        QFETCH(bool, prove);
        QFETCH(QString, engine);
        SweepInputs inputs = small();
        inputs.options.cosa.evaluations = 40;
        inputs.options.cosa.proveWithMip = prove;
        inputs.options.engine = engine.toStdString();
        const auto results = swept(inputs);
        std::vector<schedule::Totals> expected(12);
        for (std::size_t i = 0; i < 12; ++i) {
            const auto accelerator = point(inputs.space, i / 2).accelerator;
            const auto layers =
                schedule::scheduleNetwork(accelerator, inputs.networks[i % 2], inputs.options, makeSolver, {});
            expected[i] = schedule::totals(accelerator, *layers);
        }
        QCOMPARE(results.size(), std::size_t(12));
        for (std::size_t i = 0; i < results.size(); ++i) {
            QCOMPARE(results[i].point, i / 2);
            QCOMPARE(results[i].network, i % 2);
            QVERIFY(results[i].status == PointStatus::Finished);
            const auto accelerator = point(inputs.space, i / 2).accelerator;
            const schedule::Totals& totals = expected[i];
            QCOMPARE(results[i].cost->cycles.count, totals.cycles.count);
            QCOMPARE(results[i].cost->energy.count, totals.energy.count);
            QCOMPARE(results[i].cost->onChip.count, accelerator.onChipBytes().count);
            QCOMPARE(results[i].cost->edpJouleSeconds,
                     totals.energy.count * 1e-12 * (double(totals.cycles.count) / 1e9));
        }
    }

    void aPointOfAMemoryPlanIsWhatARunOfItsOwnSays_data()
    {
        QTest::addColumn<QString>("engine");
        QTest::newRow("search") << "cosma";
        QTest::newRow("program") << "cosma-ilp";
    }
    void aPointOfAMemoryPlanIsWhatARunOfItsOwnSays()
    {
        QFETCH(QString, engine);
        SweepInputs inputs;
        inputs.space = {tests::smallNodes(), {{"levels.NodeBuffer.capacity", {200, 4500, 8192}}}};
        inputs.space.base.levels[0].fanout = {1, 1}; // one buffer that all PEs share
        inputs.networks = {shortcut()};
        inputs.memory = schedule::cosma::MemoryRunOptions{.engine = engine.toStdString(), .parameters = false};
        const auto points = swept(inputs);
        QCOMPARE(points.size(), std::size_t(3));
        for (const PointResult& result : points) {
            const auto question = *memoryQuestion(inputs, 0, point(inputs.space, result.point).accelerator);
            QCOMPARE(double(question.options.scratchpad.count), valuesAt(inputs.space, result.point)[0]);
            const auto run = schedule::cosma::planMemory(question.network, question.options, makeSolver, {});
            QVERIFY(run);
            QVERIFY(!result.cost); // no cycles, no energy
            QCOMPARE(result.plan.has_value(), run->outcome.solution.has_value());
            QCOMPARE(result.status, result.plan ? PointStatus::Finished : PointStatus::Infeasible);
            if (!result.plan)
                continue;
            QCOMPARE(result.plan->traffic.count, run->outcome.solution->traffic.count);
            QCOMPARE(double(result.plan->bound.count), *run->outcome.stats.bound);
            QCOMPARE(result.plan->scratchpad.count, question.options.scratchpad.count);
        }
        QVERIFY(!points[0].plan && points[1].plan && points[2].plan);
        QVERIFY(points[1].plan->traffic.count > 0);
        QCOMPARE(points[2].plan->traffic.count, 0);
        QCOMPARE(gapOf(points[2]), std::optional(0.0));
        QVERIFY(!isUndecided(points[2], 0.01) && !isUndecided(points[0], 0.01));
    }

    void withoutABufferOrOperatorsNothingIsPlanned()
    {
        SweepInputs inputs;
        inputs.space = {tests::smallNodes(), {{"clock", {1e9}}}};
        inputs.space.base.levels.erase(inputs.space.base.levels.begin() + 1);
        inputs.space.base.levels[1].capacity.reset();
        inputs.networks = {tests::branches()};
        inputs.memory = schedule::cosma::MemoryRunOptions{};
        QVERIFY(!memoryQuestion(inputs, 0, inputs.space.base));
        inputs.space.base = tests::smallNodes();
        QVERIFY(memoryQuestion(inputs, 0, inputs.space.base));
        const Status unseen = check(inputs); // plans know no clock
        QVERIFY(!unseen && unseen.error().message.find("'clock' would change nothing") != std::string::npos);
        inputs.networks[0].graph = {};
        const auto layersOnly = runSweep(inputs, makeSolver, {});
        QVERIFY(!layersOnly);
        QVERIFY(layersOnly.error().message.starts_with("only its layers are known"));
    }

    void gapsOfPlansAreTrafficOverItsBound()
    {
        const auto plan = [](std::int64_t traffic, std::int64_t bound) {
            return PointResult{
                0, 0, PointStatus::Finished, {}, {}, {}, PlanCost{Bytes{traffic}, Bytes{bound}, Bytes{9}}};
        };
        QCOMPARE(gapOf(plan(110, 100)), std::optional(1.1 - 1));
        QCOMPARE(gapOf(plan(0, 0)), std::optional(0.0));
        QVERIFY(!gapOf(plan(3, 0)) && isUndecided(plan(3, 0), 0.01));
        QVERIFY(isUndecided(plan(110, 100), 0.01) && !isUndecided(plan(101, 100), 0.01));
    }

    void aPointOnNodesIsWhatARunOfItsOwnSays()
    {
        SweepInputs inputs;
        inputs.space = {tests::smallNodes(), {{"levels.NodeBuffer.capacity", {2048, 4096, 8192}}}};
        inputs.networks = {tests::branches()};
        inputs.nodes = kapla::NodeRunOptions{};
        inputs.nodes->batch = 4;
        const auto points = swept(inputs);
        QCOMPARE(points.size(), std::size_t(3));
        int finished = 0;
        for (const PointResult& result : points) {
            const hardware::Accelerator accelerator = point(inputs.space, result.point).accelerator;
            const auto run = kapla::scheduleOnNodes(accelerator, inputs.networks[0], *inputs.nodes);
            QVERIFY(run);
            QCOMPARE(result.status, run->schedule ? PointStatus::Finished : PointStatus::Infeasible);
            if (!run->schedule)
                continue;
            ++finished;
            QCOMPARE(result.cost->cycles.count, run->schedule->cycles);
            QCOMPARE(result.cost->energy.count, run->schedule->cost);
            QVERIFY(result.cost->utilization > 0 && result.cost->utilization <= 1);
            QVERIFY(!result.cost->gap); // nothing is proven
        }
        QVERIFY(finished > 1);
        inputs.nodes->engine = "cosa";
        QVERIFY(!runSweep(inputs, makeSolver, {}));
        inputs.nodes->engine = "kapla";
        inputs.space.base.nodes.reset();
        QCOMPARE(swept(inputs).front().status, PointStatus::Refused);
    }

    void whateverElseIsSweptAPointStaysTheSame()
    {
        SweepInputs inputs = small();
        inputs.options.cosa.evaluations = 40;
        inputs.options.cosa.proveWithMip = false;
        const auto whole = swept(inputs);
        for (std::size_t p = 0; p < count(inputs.space); ++p) {
            SweepInputs alone = inputs;
            for (std::size_t axis = 0; axis < 2; ++axis)
                alone.space.axes[axis].values = {valuesAt(inputs.space, p)[axis]};
            const auto results = swept(alone);
            for (std::size_t n = 0; n < 2; ++n)
                QVERIFY(results[n].cost == whole[p * 2 + n].cost);
        }
    }

    void areasFollowFromTheAcceleratorAlsoOfKnownPoints()
    {
        SweepInputs inputs = small();
        inputs.space.base.area = {SquareMicrometres{1000}, SquareMicrometres{1000}, SquareMicrometres{10}, "by hand"};
        const auto results = swept(inputs);
        for (const PointResult& result : results)
            QCOMPARE(result.cost->area, hardware::chipArea(point(inputs.space, result.point).accelerator));
        QVERIFY(results.front().cost->area && results.front().cost->area != results.back().cost->area);
        SweepEvents events;
        events.known = [&](std::size_t point, std::size_t network) {
            PointResult known = results[point * 2 + network];
            known.cost->area.reset(); // as it comes out of a store
            return std::optional(known);
        };
        QVERIFY(*runSweep(inputs, makeSolver, {}, events) == results);
    }

    void theNumberOfThreadsChangesNothing()
    {
        SweepInputs inputs = small();
        const auto one = swept(inputs);
        inputs.options.threads = 3;
        QVERIFY(swept(inputs) == one);
        inputs.options.threads = 16; // more than points
        QVERIFY(swept(inputs) == one);
    }

    void equalShapesOnEqualAcceleratorsAreSolvedOnce()
    {
        SweepInputs inputs = small();
        inputs.space.axes = {{"clock", {1e9, 2e9}},
                             {"levels.Buffer.capacity", {256, 512}}}; // the clock is in no fingerprint
        std::atomic<int> relaxations = 0;
        const auto results = *runSweep(inputs, [&] { return std::make_unique<CountingSolver>(relaxations); }, {});
        QCOMPARE(relaxations.load(), 2); // two shapes: what is proven with 512 B is the best with 256 B
        QCOMPARE(results[0].cost->cycles.count, results[4].cost->cycles.count);
        QCOMPARE(results[0].cost->edpJouleSeconds, 2 * results[4].cost->edpJouleSeconds);
    }

    void refusedAndInfeasiblePointsAreTold()
    {
        SweepInputs inputs = small();
        inputs.space.axes = {{"levels.Buffer.capacity", {0, 2, 256}}}; // three elements do not fit 2 B
        std::vector<PointResult> heard;
        SweepEvents events;
        events.onPoint = [&](const PointResult& result) { heard.push_back(result); };
        const auto results = swept(inputs, events);
        QVERIFY(results[0].status == PointStatus::Refused);
        QVERIFY(results[0].reason.find("above 0 B") != std::string::npos);
        QVERIFY(results[2].status == PointStatus::Infeasible);
        QVERIFY2(results[2].reason.starts_with("layer a: "), results[2].reason.c_str());
        QVERIFY(!results[2].cost);
        QVERIFY(results[4].status == PointStatus::Finished);
        QCOMPARE(heard.size(), results.size());
    }

    void aSolverThatDiesFailsItsPoints()
    {
        const auto results = *runSweep(small(), [] { return std::make_unique<DeadSolver>(); }, {});
        QVERIFY(results[0].status == PointStatus::Failed);
        QVERIFY(results[0].reason.find("killed") != std::string::npos);
    }

    void whatIsKnownIsNotSolvedAgainAndTheWholeIsTheSame()
    {
        const SweepInputs inputs = small();
        const auto whole = swept(inputs);
        std::set<std::pair<std::size_t, std::size_t>> solved;
        SweepEvents events;
        // Also points of which one network is known and the other is not.
        events.known = [&](std::size_t p, std::size_t n) {
            return p < 3 || (p == 4 && n == 0) ? std::optional(whole[p * 2 + n]) : std::nullopt;
        };
        events.onPoint = [&](const PointResult& result) { solved.insert({result.point, result.network}); };
        QVERIFY(swept(inputs, events) == whole);
        QVERIFY(solved == (std::set<std::pair<std::size_t, std::size_t>>{{3, 0}, {3, 1}, {4, 1}, {5, 0}, {5, 1}}));
    }

    void onlyTheFirstAcceleratorsAreSolvedWhenAskedFor()
    {
        const auto first = *runSweep(small(), makeSolver, {}, {}, 1);
        QVERIFY(first[0] == swept(small())[0]);
        QVERIFY(first[1].status == PointStatus::Finished);
        for (std::size_t i = 2; i < first.size(); ++i)
            QVERIFY(first[i].status == PointStatus::Cancelled);
    }

    void progressCountsUpToAllAndKnowsTheTimeLeft()
    {
        std::size_t last = 0;
        SweepEvents events;
        events.onProgress = [&](const SweepProgress& progress) {
            QCOMPARE(progress.done, last + 1);
            QCOMPARE(progress.total, std::size_t(12));
            QVERIFY(progress.left);
            last = progress.done;
            if (progress.done == progress.total)
                QCOMPARE(progress.left->count(), 0);
        };
        swept(small(), events);
        QCOMPARE(last, std::size_t(12));
    }

    void aStopAnswersWithinASecondAndKeepsWhatWasFinished()
    {
        SweepInputs inputs = small();
        inputs.space = {tests::simba(), {{"levels.DRAM.read_bandwidth", {}}}};
        for (int i = 0; i < 2000; ++i)
            inputs.space.axes[0].values.push_back(4 + i * 0.25);
        inputs.networks.resize(1);
        std::stop_source source;
        QElapsedTimer clock;
        std::vector<PointResult> heard;
        SweepEvents events;
        events.onPoint = [&](const PointResult& result) {
            heard.push_back(result);
            if (heard.size() == 3) {
                source.request_stop();
                clock.start();
            }
        };
        const auto results = *runSweep(inputs, makeSolver, source.get_token(), events);
        QVERIFY2(clock.elapsed() < 2000 * tests::kSlowness,
                 qPrintable(QString::number(clock.elapsed()))); // one more second for a busy machine
        QVERIFY(heard.size() >= 3 && heard.size() < 10);
        for (const PointResult& each : heard)
            QVERIFY(results[each.point] == each && each.status == PointStatus::Finished);
        QVERIFY(results.front().status == PointStatus::Cancelled); // the largest are solved first
        QCOMPARE(std::size_t(
                     std::count_if(results.begin(), results.end(), [](const auto& r) { return r.cost.has_value(); })),
                 heard.size());
    }

    void refusesWrongInput()
    {
        SweepInputs inputs = small();
        inputs.networks.clear();
        QVERIFY(!runSweep(inputs, makeSolver, {}));
        inputs = small();
        inputs.networks[0].layers[0].bounds[workload::LoopDimension::C] = 0;
        QVERIFY(!runSweep(inputs, makeSolver, {}));
        inputs = small();
        inputs.options.engine = "magic";
        QVERIFY(!runSweep(inputs, makeSolver, {}));
        inputs = small();
        inputs.space.axes.clear();
        QVERIFY(!runSweep(inputs, makeSolver, {}));
    }

    void everyPointIsInOneStep()
    {
        const SweepPlan plan = planSweep(space({{"levels.DRAM.read_bandwidth", upTo(40)}}), "cosa");
        QCOMPARE(plan.steps.size(), std::size_t(40));
        for (std::size_t i = 0; i < 40; ++i)
            QCOMPARE(plan.steps[i].points, std::vector<std::size_t>{i});
    }

    void acceleratorsThatPoseTheSameProblemsAreOneStep()
    {
        // The clock is no part of the problem.
        const SweepPlan plan =
            planSweep(space({{"clock", {1e9, 2e9, 3e9}}, {"levels.DRAM.read_bandwidth", {4, 8}}}), "cosa");
        QCOMPARE(plan.steps.size(), std::size_t(2));
        QCOMPARE(plan.steps[0].points, (std::vector<std::size_t>{0, 2, 4}));
        QCOMPARE(plan.steps[1].points, (std::vector<std::size_t>{1, 3, 5}));
    }

    void bandwidthsInASecondPoseAnotherProblemAtAnotherClock()
    {
        DesignSpace stated = space({{"clock", {1e9, 2e9, 3e9}}});
        stated.base.levels[0].readBandwidth = BytesPerSecond{10e9};
        QCOMPARE(planSweep(stated, "cosa").steps.size(), std::size_t(3));
    }

    void refusedPointsAreInNoStep()
    {
        const SweepPlan plan = planSweep(space({{"levels.GlobalBuffer.capacity", {0, 1024, 2048}}}), "cosa");
        QCOMPARE(plan.refused.size(), std::size_t(1));
        QCOMPARE(plan.refused[0].first, std::size_t(0));
        QVERIFY(!plan.refused[0].second.empty());
        QCOMPARE(plan.steps.size(), std::size_t(2));
    }

    void pointsThatTheEngineCannotServeAreInNoStep()
    {
        DesignSpace npus = space({{"clock", {1e9, 2e9}}});
        QCOMPARE(planSweep(npus, "random").refused.size(), std::size_t(0));
        for (const char* engine : {"flexer", "kapla"}) {
            const SweepPlan plan = planSweep(npus, engine);
            QCOMPARE(plan.refused.size(), std::size_t(2));
            QVERIFY(plan.steps.empty());
            QCOMPARE(plan.refused[1].second, obstacle(engine, npus.base)->why);
        }
    }

    void aStopEndsThePlanning()
    {
        std::stop_source source;
        source.request_stop();
        QVERIFY(planSweep(space({{"levels.DRAM.read_bandwidth", upTo(40)}}), "cosa", source.get_token()).steps.empty());
    }
};

QTEST_GUILESS_MAIN(TestSweep)
#include "tst_sweep.moc"
