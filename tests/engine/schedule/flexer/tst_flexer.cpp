// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/flexer/flexer.h"
#include "engine/schedule/flexer/search.h"
#include "engine/schedule/flexer/static_scheduler.h"
#include "engine/schedule/flexer/tiled_schedule.h"
#include "engine/schedule/flexer/tilings.h"
#include "engine/schedule/flexer/verify_schedule.h"
#include "tests/engine/schedule/flexer/sample_layers.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <set>
#include <thread>

using namespace nestloom;
using namespace nestloom::schedule::flexer;

namespace {

FlexerParams small(Extensions extensions = {})
{
    FlexerParams params;
    params.extensions = extensions;
    params.maxOperations = 48;
    params.tilings = 4;
    return params;
}

double metric(const FlexerParams& params, const SchedulePoint& point)
{
    return metricOf(params, double(point.latency.count), double(point.traffic.total().count));
}

std::string why(const TiledSchedule& schedule)
{
    const auto violations = verify(schedule);
    return violations.empty()
               ? ""
               : std::string(name(violations.front().rule)) + ": " + violations.front().message + " (" + schedule.method
                     + ", " + describe(schedule.dataflow) + ", " + describe(schedule.tiling) + ")";
}

} // namespace

class TestFlexer : public QObject {
    Q_OBJECT
private slots:
    void everyRecipeMakesASoundSchedule_data()
    {
        QTest::addColumn<int>("priority");
        QTest::addColumn<int>("policy");
        QTest::addColumn<bool>("prefetch");
        for (int priority = 0; priority < 3; ++priority)
            for (int policy = 0; policy < 3; ++policy)
                QTest::addRow("%s %s", std::string(name(Priority(priority))).c_str(),
                              std::string(name(SpillPolicy(policy))).c_str())
                    << priority << policy << (priority + policy != 1);
    }
    void everyRecipeMakesASoundSchedule()
    {
        QFETCH(int, priority);
        QFETCH(int, policy);
        QFETCH(bool, prefetch);
        FlexerParams params = small();
        params.priority = Priority(priority);
        params.spillPolicy = SpillPolicy(policy);
        Rng rng(std::uint64_t(7 + 3 * priority + policy));
        int schedules = 0;
        for (int i = 0; i < 25; ++i) {
            const workload::Layer layer = tests::randomLayer(rng);
            const Machine machine = tests::randomMachine(rng);
            const auto candidates = tilings(layer, machine, params);
            if (candidates.empty())
                continue;
            const Tiling tiling = candidates[rng.below(candidates.size())].tiling;
            const int window = int(rng.below(3)) * machine.npus;
            const Recipe recipe{false,
                                tiling,
                                dataflow(int(rng.below(kDataflows)), rng.below(2) == 0),
                                window,
                                rng.below(2) == 0,
                                rng.below(2) == 0,
                                {0, 0, 0},
                                prefetch};
            const auto schedule = rebuild(layer, machine, params, recipe, true);
            QVERIFY2(schedule, schedule ? "" : schedule.error().text().c_str());
            QVERIFY2(verify(*schedule).empty(), why(*schedule).c_str());
            QVERIFY(schedule->traffic.total() >= compulsoryTraffic(layer, machine, tiling).total());
            QCOMPARE(schedule->decisions.size(), std::size_t(schedule->operations.back().set) + 1);
            ++schedules;
        }
        QVERIFY(schedules > 15);
    }

    void unlimitedScratchpadMovesEverythingOnce()
    {
        Rng rng(11);
        for (int i = 0; i < 40; ++i) {
            const workload::Layer layer = tests::randomLayer(rng);
            const Machine machine = tests::withUnlimitedScratchpad(tests::randomMachine(rng));
            const auto candidates = tilings(layer, machine, small());
            QVERIFY(!candidates.empty());
            const Tiling tiling = candidates[rng.below(candidates.size())].tiling;
            const Recipe recipe{false, tiling, dataflow(int(rng.below(kDataflows))), 0, false, false, {0, 0, 0}, true};
            const auto schedule = rebuild(layer, machine, {}, recipe);
            QVERIFY2(schedule && verify(*schedule).empty(),
                     schedule ? why(*schedule).c_str() : schedule.error().text().c_str());
            QCOMPARE(schedule->traffic, compulsoryTraffic(layer, machine, tiling));
        }
    }

    void solutionsKeepTheirPromises()
    {
        Rng rng(5);
        int solved = 0;
        for (int i = 0; i < 25; ++i) {
            const workload::Layer layer = tests::randomLayer(rng);
            const Machine machine = tests::randomMachine(rng);
            FlexerParams params = small();
            params.metric = Metric(i % 3);
            const auto outcome = solve(layer, machine, params, {});
            QVERIFY(outcome);
            if (!outcome->solution)
                continue;
            ++solved;
            const TiledSummary& summary = outcome->solution->summary;
            QVERIFY2(verify(outcome->solution->schedule).empty(), why(outcome->solution->schedule).c_str());
            QCOMPARE(outcome->solution->schedule.latency, summary.chosen.latency);
            QCOMPARE(outcome->solution->schedule.traffic, summary.chosen.traffic);
            QVERIFY(double(summary.chosen.latency.count) >= summary.latencyBound * (1 - 1e-9));
            QVERIFY(summary.chosen.traffic.total() >= summary.transferBound);
            QVERIFY(metric(params, summary.chosen) >= summary.metricBound * (1 - 1e-9));
            if (summary.bestStatic) // seeded: never worse
                QVERIFY(metric(params, summary.chosen) <= metric(params, *summary.bestStatic));
            for (const auto& baseline : {summary.bestStatic, summary.plain})
                if (baseline) {
                    const auto schedule = rebuild(layer, machine, params, baseline->recipe);
                    QVERIFY2(schedule && verify(*schedule).empty(),
                             schedule ? why(*schedule).c_str() : schedule.error().text().c_str());
                    QCOMPARE(schedule->latency, baseline->latency);
                }
        }
        QVERIFY(solved > 15);
    }

    void boundsOfATilingHoldForItsSchedules()
    {
        Rng rng(3);
        for (int i = 0; i < 60; ++i) {
            const workload::Layer layer = tests::randomLayer(rng);
            const Machine machine = tests::randomMachine(rng);
            const auto candidates = tilings(layer, machine, small());
            if (candidates.empty())
                continue;
            const TilingCandidate& candidate = candidates[rng.below(candidates.size())];
            const TiledLayer tiled(layer, machine, candidate.tiling);
            QCOMPARE(candidate.bound.operations, tiled.operations());
            QVERIFY(std::abs(candidate.bound.compute - double(tiled.compute)) < 1e-6 * double(tiled.compute));
            QVERIFY(candidate.bound.bytes <= double(tiled.compulsory) + 1e-6);
            const auto schedule = rebuild(
                layer, machine, {},
                {false, candidate.tiling, dataflow(i % kDataflows), machine.npus, true, false, {0, 0, 0}, true});
            QVERIFY(schedule);
            QVERIFY2(double(schedule->latency.count) >= candidate.bound.cycles * (1 - 1e-9),
                     qPrintable(QString::number(candidate.bound.cycles)));
        }
    }

    void staticSchedulesMoveWhatTheirLoopsSay()
    {
        Rng rng(23);
        int exact = 0, runs = 0;
        for (int i = 0; i < 60; ++i) {
            const workload::Layer layer = tests::randomLayer(rng);
            const Machine machine = tests::randomMachine(rng);
            const auto candidates = tilings(layer, machine, small());
            if (candidates.empty())
                continue;
            const TiledLayer tiled(layer, machine, candidates[rng.below(candidates.size())].tiling);
            for (const Dataflow& flow : dataflowsOf(tiled))
                for (const Regions& regions : staticRegions(tiled, flow.unrolled)) {
                    const auto point = StaticScheduler(tiled).run(
                        OperationOrder(tiled, flow), {true, {}, flow, 0, false, false, regions, true}, {}, 1e300);
                    if (!point)
                        continue;
                    ++runs;
                    QVERIFY(point->traffic.total().count >= leastTraffic(tiled, flow, regions));
                    exact += point->traffic.total().count == leastTraffic(tiled, flow, regions) ? 1 : 0;
                }
        }
        QVERIFY2(exact > runs / 2, qPrintable(QStringLiteral("%1 of %2").arg(exact).arg(runs)));
    }

    void threadsChangeNothing()
    {
        Rng rng(17);
        for (int i = 0; i < 6; ++i) {
            const workload::Layer layer = tests::randomLayer(rng);
            const Machine machine = tests::randomMachine(rng);
            const auto one = solve(layer, machine, small(), {}, 1), three = solve(layer, machine, small(), {}, 3);
            QVERIFY(one && three);
            QCOMPARE(one->solution.has_value(), three->solution.has_value());
            if (one->solution) {
                QVERIFY(one->solution->summary.chosen == three->solution->summary.chosen);
                QVERIFY(one->solution->summary.bestStatic == three->solution->summary.bestStatic);
                QVERIFY(one->solution->summary.plain == three->solution->summary.plain);
            }
        }
    }

    void asPublishedThereIsNothingOfOurs()
    {
        const TiledLayer tiled(tests::convolution("c", 3, 14, 64, 64), tests::npuMachine(2, 20000),
                               {1, 7, 7, 1, 32, 32});
        for (const Variant& variant : variantsOf(tiled, kPublished)) {
            QCOMPARE(variant.window, 0);
            QVERIFY(!variant.softPin && !variant.dataflow.alternating);
        }
        QVERIFY(variantsOf(tiled, {}).size() > variantsOf(tiled, kPublished).size());
        const auto outcome =
            solve(tests::convolution("c", 3, 14, 64, 64), tests::npuMachine(2, 20000), small(kPublished), {});
        QVERIFY(outcome && outcome->solution);
        QVERIFY(!outcome->solution->summary.seedKept());
        QVERIFY(!outcome->solution->summary.chosen.recipe.prefetch);
    }

    void withAWindowOfOneNpuTheOrderIsTheLoops()
    {
        const workload::Layer layer = tests::convolution("c", 3, 8, 32, 24);
        const Recipe recipe{false, {1, 4, 4, 1, 8, 8}, dataflow(4), 1, false, false, {0, 0, 0}, true};
        const auto schedule = rebuild(layer, tests::npuMachine(1, 4000), {}, recipe);
        QVERIFY(schedule);
        const TiledLayer tiled(layer, tests::npuMachine(1, 4000), recipe.tiling);
        const OperationOrder order(tiled, recipe.dataflow);
        for (std::size_t i = 0; i < order.operations.size(); ++i) {
            const Operation& expected = order.operations[i];
            QCOMPARE(schedule->operations[i].tiles[TensorRole::Outputs].value,
                     std::uint32_t(tiled.output(expected.p, expected.o)));
            QCOMPARE(schedule->operations[i].tiles[TensorRole::Weights].value,
                     std::uint32_t(tiled.weight(expected.o, expected.r)));
        }
    }

    void decisionsSayWhyTheWinnerWon()
    {
        const workload::Layer layer = tests::convolution("c", 3, 8, 32, 24);
        const auto schedule = rebuild(layer, tests::npuMachine(2, 3000), {},
                                      {false, {1, 4, 4, 1, 8, 8}, dataflow(0), 0, false, false, {0, 0, 0}, true}, true);
        QVERIFY(schedule);
        for (std::size_t set = 0; set < schedule->decisions.size(); ++set) {
            const Decision& decision = schedule->decisions[set];
            const CandidateSet& winner = decision.candidates.at(std::size_t(decision.winner));
            std::multiset<std::int32_t> chosen, issued;
            for (const std::int32_t i : winner.operations)
                chosen.insert(decision.ready[std::size_t(i)].pixels * 100 + decision.ready[std::size_t(i)].outputs);
            for (const TileOperation& operation : schedule->operations)
                if (operation.set == std::int32_t(set)) {
                    const Tile& output = schedule->tiles[operation.tiles[TensorRole::Outputs].value];
                    issued.insert(output.pixels * 100 + output.outputs);
                }
            QVERIFY(chosen == issued);
            for (const CandidateSet& candidate : decision.candidates)
                if (candidate.fits && winner.fits && candidate.operations.size() == winner.operations.size())
                    QVERIFY(candidate.benefit <= winner.benefit);
        }
    }

    void theTileModelIsAsStated()
    {
        // 9 x 16 taps and channels on 8 rows: 18 passes; 12 outputs on 8 columns: 2; 20 pixels stream: 36 * 20 + 8 + 8
        // - 1
        workload::Layer layer = tests::convolution("c", 3, 4, 16, 12);
        layer.bounds[workload::LoopDimension::Q] = 5;
        const TiledLayer tiled(layer, tests::npuMachine(1, 1 << 20), {1, 4, 5, 1, 16, 12});
        QCOMPARE(tiled.time(0, 0, 0), 36 * 20 + 15);
        QCOMPARE(tiled.size[0], 6 * 7 * 16); // with halo
        QCOMPARE(tiled.size[1], 9 * 16 * 12);
        QCOMPARE(tiled.size[2], 20 * 12);
        const TiledLayer fewPixels(layer, tests::npuMachine(1, 1 << 20), {1, 1, 1, 1, 16, 12});
        QCOMPARE(fewPixels.time(0, 0, 0), 36 * 8 + 15); // weights of the next pass take the array's rows
    }

    void groupsShareATileWhenTheyAreWhole()
    {
        const workload::Layer depthwise = tests::convolution("dw", 3, 8, 1, 1, 1, 32);
        const Machine machine = tests::npuMachine(2, 8000);
        const auto outcome = solve(depthwise, machine, small(), {});
        QVERIFY(outcome && outcome->solution);
        QVERIFY2(verify(outcome->solution->schedule).empty(), why(outcome->solution->schedule).c_str());
        QVERIFY(outcome->solution->summary.chosen.recipe.tiling.groups > 1);
        QVERIFY(!rebuild(depthwise, machine, {},
                         {false, {1, 8, 8, 33, 1, 1}, dataflow(0), 0, false, false, {0, 0, 0}, true}));
    }

    void tooSmallAScratchpadIsAnAnswer()
    {
        const auto outcome = solve(tests::convolution("c", 3, 8, 32, 32), tests::npuMachine(2, 100), small(), {});
        QVERIFY(outcome);
        QCOMPARE(outcome->status, SolveStatus::Infeasible);
        QVERIFY2(outcome->reason.find("the smallest tiles need") == 0, outcome->reason.c_str());
    }

    void largeLayersMayHaveMoreOperations()
    {
        FlexerParams few = small();
        few.maxOperations = 1;
        const workload::Layer layer = tests::convolution("fc", 1, 1, 1024, 1024); // 1 MiB of weights
        const Machine machine = tests::npuMachine(2, 32768);
        QCOMPARE(operationLimit(layer, machine, few), 8 * (1024 * 1024 + 2048) / 32768);
        QCOMPARE(operationLimit(layer, tests::withUnlimitedScratchpad(machine), few), 1);
        const auto outcome = solve(layer, machine, few, {});
        QVERIFY(outcome && outcome->solution);
        // One tile is loaded while another is at work: hardly more than the transfers take.
        QVERIFY(double(outcome->solution->summary.chosen.latency.count)
                < 1.02 * outcome->solution->summary.latencyBound);
        const workload::Layer huge = tests::convolution("huge", 3, 512, 512, 512);
        const auto limited = solve(huge, tests::npuMachine(2, 1000), few, {});
        QVERIFY(limited && limited->status == SolveStatus::Infeasible);
        QVERIFY2(limited->reason.find("more than 32768 operations") != std::string::npos, limited->reason.c_str());
    }

    void betterSchedulesAreToldAndAStopKeepsTheBest()
    {
        const workload::Layer layer = tests::convolution("c", 3, 28, 128, 128);
        FlexerParams patient;
        patient.maxOperations = 4096;
        patient.tilings = 0;
        std::stop_source stop;
        RunControl control;
        control.stop = stop.get_token();
        std::vector<double> told;
        const OnBetter onBetter = [&](const FlexerSolution& better) {
            QVERIFY(verify(better.schedule).empty());
            told.push_back(metric(patient, better.summary.chosen));
            if (told.size() >= 2)
                stop.request_stop();
        };
        std::jthread later([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(500));
            stop.request_stop();
        });
        const auto outcome = solve(layer, tests::npuMachine(2, 65536), patient, control, 2, onBetter);
        QVERIFY(outcome && outcome->solution);
        QCOMPARE(outcome->cause, StopCause::Cancelled);
        QVERIFY(!told.empty());
        for (std::size_t i = 1; i < told.size(); ++i)
            QVERIFY(told[i] < told[i - 1]);
        QVERIFY(metric(patient, outcome->solution->summary.chosen) <= told.back());
    }

    /// One step of eight NPUs looks at a great many sets.
    void aStopIsHeardWithinAStep()
    {
        const workload::Layer layer = tests::convolution("c", 1, 7, 16, 19);
        const Machine machine = tests::npuMachine(8, 512, 8, 8);
        const FlexerParams params;
        for (const TilingCandidate& candidate : tilings(layer, machine, params)) {
            const TiledLayer tiled(layer, machine, candidate.tiling);
            if (tiled.operations() < 64)
                continue;
            const Recipe recipe =
                outOfOrderRecipe(candidate.tiling, Variant{dataflowsOf(tiled).front(), 0, true}, false);
            const OperationOrder order(tiled, recipe.dataflow);
            ListScheduler scheduler(tiled, params);
            std::int64_t asked = 0, most = 20'000;
            const auto stopped = [&] { return ++asked >= most; };
            const auto incumbent = [] { return std::numeric_limits<double>::max(); };
            (void)scheduler.run(order, recipe, incumbent, stopped);
            if (asked <= tiled.operations())
                continue; // of this one the steps are quick
            asked = 0;
            most = 1;
            QVERIFY(!scheduler.run(order, recipe, incumbent, stopped));
            QCOMPARE(asked, std::int64_t(1));
            return;
        }
        QFAIL("no step looks at many sets");
    }

    void theCostAddsUp()
    {
        auto accelerator = tests::twoLevels(Bytes{4096});
        accelerator.levels[1].fanout = {8, 8};
        const auto machine = machineOf(accelerator);
        QVERIFY(machine);
        const workload::Layer layer = tests::convolution("c", 3, 8, 16, 16);
        const auto outcome = solve(layer, *machine, small(), {});
        QVERIFY(outcome && outcome->solution);
        const TiledSchedule& schedule = outcome->solution->schedule;
        const cost::LayerCost cost = costOf(accelerator, schedule);
        QCOMPARE(cost.cycles, schedule.latency);
        QCOMPARE(cost.macs, workload::macs(layer));
        double energy = cost.macEnergy.count;
        for (const cost::LevelCost& level : cost.levels)
            energy += level.energy.count;
        QVERIFY(std::abs(energy - cost.energy.count) < 1e-6 * energy);
        const double bytes = double(schedule.traffic.total().count); // 8 bit, 1 pJ for each element
        QVERIFY(std::abs(cost.levels[0].energy.count - bytes) < 1e-6 * bytes);
        QVERIFY(cost.utilization > 0 && cost.utilization <= 1);
    }

    /// The mean of the NPUs was told, 24 cycles for an operation of 95, and what bounds the layer followed from it.
    void computeCyclesAreThoseOfTheBusiestNpu()
    {
        auto accelerator = tests::twoLevels(Bytes{8000});
        accelerator.levels[1].fanout = {8, 8};
        const auto outcome = solve(tests::convolution("c", 3, 14, 32, 32), tests::npuMachine(4, 8000), small(), {});
        QVERIFY(outcome && outcome->solution);
        TiledSchedule schedule = outcome->solution->schedule;
        Cycles all{};
        for (TileOperation& operation : schedule.operations) {
            operation.npu = 1; // the others rest
            all += operation.end - operation.start;
        }
        QCOMPARE(costOf(accelerator, schedule).computeCycles, all);
    }

    void pointsCoverTheTilings()
    {
        const workload::Layer layer = tests::convolution("c", 3, 14, 32, 32);
        const Machine machine = tests::npuMachine(2, 8000);
        const FlexerParams params = small();
        const auto points = tilingPoints(layer, machine, params, {}, 2, 1000);
        QCOMPARE(points.size(), tilings(layer, machine, params).size());
        const auto best = solve(layer, machine, params, {});
        QVERIFY(best && best->solution);
        double least = 1e300;
        for (const TilingPoint& point : points) {
            QVERIFY(point.outOfOrder.has_value());
            least = std::min(least, metric(params, *point.outOfOrder));
            if (point.bestStatic)
                least = std::min(least, metric(params, *point.bestStatic));
        }
        QVERIFY(least <= metric(params, *best->solution->summary.bestStatic));
        QVERIFY(tilingPoints(layer, machine, params, {}, 1, 5).size() <= 5);
    }
};

QTEST_GUILESS_MAIN(TestFlexer)
#include "tst_flexer.moc"
