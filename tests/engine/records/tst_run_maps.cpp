// SPDX-License-Identifier: Apache-2.0
#include "engine/milp/process_solver.h"
#include "engine/records/run_maps.h"
#include "engine/schedule/network_run.h"
#include "tests/support/builders.h"
#include "tests/support/whole_runs.h"

#include <QTest>

#include <algorithm>
#include <numeric>

using namespace nestloom;
using records::RunMaps;
using What = records::RunMaps::What;

namespace {

std::shared_ptr<const records::RunRecord> shared(records::RunRecord run)
{
    return std::make_shared<const records::RunRecord>(std::move(run));
}

/// One layer on a preset.
records::RunRecord layerRun(records::RunId id, const std::string& engine, const std::string& accelerator,
                            const workload::Layer& layer)
{
    records::RunRecord run;
    run.inputs.accelerator =
        *io::parseAccelerator(tests::presetFile("accelerators/" + accelerator + ".yaml"), "a.yaml");
    run.inputs.network.name = "one";
    run.inputs.network.layers = {layer};
    run.inputs.options.engine = engine;
    run.inputs.options.threads = 1;
    run.layers = *schedule::scheduleNetwork(run.inputs.accelerator, run.inputs.network, run.inputs.options,
                                            [] {
                                                return std::make_unique<milp::ProcessSolver>(
                                                    milp::ProcessSolverOptions{NESTLOOM_BIN_DIR "/nestloom-solver"});
                                            },
                                            {});
    tests::finish(run, id);
    run.summary.layerCount = 1;
    run.summary.totals = schedule::totals(run.inputs.accelerator, run.layers);
    return run;
}

double sum(const std::vector<float>& cells) { return std::accumulate(cells.begin(), cells.end(), 0.0); }

/// The only kind of picture that these runs have.
RunMaps mapsOf(const std::vector<records::MapsQuestion::Side>& sides)
{
    const auto all = records::runMaps({sides});
    return all.size() == 1 ? all.front() : RunMaps();
}

} // namespace

class TestRunMaps : public QObject {
    Q_OBJECT
private slots:
    /// Bytes in use at each step are what the plan says, whatever the raster.
    void aScratchpadShowsWhatIsInUseAtEachStep()
    {
        const auto run = shared(tests::memoryRun(1, Bytes{4096}));
        const RunMaps maps = mapsOf({{run, {}}, {run, {}}});
        QCOMPARE(maps.what, What::Scratchpad);
        QCOMPARE(maps.columns, run->memory->plan.order.size());
        QCOMPARE(maps.down, double(run->memory->plan.budget.count));
        const auto use = memory::occupancy(run->memory->graph, run->memory->plan);
        const auto curve = maps.curve(0);
        for (std::size_t step = 0; step < use.size(); ++step)
            QVERIFY2(std::abs(curve[step] - double(use[step].used.count)) < 1, qPrintable(QString::number(step)));
        QVERIFY(std::ranges::all_of(maps.maps[0].cells, [](float share) { return share >= 0 && share <= 1.0001F; }));
        // A run does not differ from itself, and the first one from nothing.
        QVERIFY(std::ranges::all_of(maps.difference(1), [](float cell) { return cell == 0; }));
        QVERIFY(!maps.difference(1).empty());
        QVERIFY(maps.difference(0).empty());
    }

    void aSmallerScratchpadLeavesTheRestOfTheAxisEmpty()
    {
        const auto small = shared(tests::memoryRun(1)), large = shared(tests::memoryRun(2, Bytes{65536}));
        const RunMaps maps = mapsOf({{small, {}}, {large, {}}});
        QCOMPARE(maps.down, double(large->memory->plan.budget.count));
        const auto used = double(small->memory->plan.budget.count) / maps.down * double(maps.rows);
        for (auto row = std::size_t(std::ceil(used)); row < maps.rows; ++row)
            for (std::size_t column = 0; column < maps.columns; ++column)
                QCOMPARE(maps.maps[0].cells[row * maps.columns + column], 0.F);
        QVERIFY(std::abs(sum(maps.difference(1)) - sum(maps.maps[1].cells) + sum(maps.maps[0].cells)) < 0.01);
        QVERIFY(std::ranges::any_of(maps.difference(1), [](float cell) { return cell != 0; }));
    }

    void nodesAreAtWorkForTheCyclesOfTheSchedule()
    {
        kapla::NodeRunOptions one, other;
        one.batch = other.batch = 4;
        other.alone = true;
        const auto a = shared(tests::nodesRun(1, one)), b = shared(tests::nodesRun(2, other));
        const RunMaps maps = mapsOf({{a, {}}, {b, {}}});
        QCOMPARE(maps.what, What::Nodes);
        QCOMPARE(maps.rows, std::size_t{16});
        QCOMPARE(maps.across, double(std::max(a->nodes->schedule->cycles, b->nodes->schedule->cycles)));
        QVERIFY(sum(maps.maps[0].cells) > 0);
        QVERIFY(std::ranges::all_of(maps.maps[0].cells, [](float share) { return share <= 1.0001F; }));
        QVERIFY(!maps.difference(1).empty());
        // Of another batch there are pictures, and no difference.
        other.batch = 2;
        const auto c = shared(tests::nodesRun(3, other));
        const RunMaps apart = mapsOf({{a, {}}, {c, {}}});
        QVERIFY(!apart.maps[1].cells.empty());
        QVERIFY(apart.difference(1).empty());
        QVERIFY(apart.maps[1].notDifferent.find("batch") != std::string::npos);
    }

    void lanesOfTilesAreTheScheduleMadeAgain()
    {
        const auto layer = tests::convolution("a", 3, 14, 32, 64);
        const auto two = shared(layerRun(1, "flexer", "flexer-arch1", layer)),
                   four = shared(layerRun(2, "flexer", "flexer-arch5", layer));
        const RunMaps maps = mapsOf({{two, 0}, {four, 0}});
        QCOMPARE(maps.what, What::Lanes);
        QCOMPARE(maps.across, double(std::max(two->layers[0].cost->cycles.count, four->layers[0].cost->cycles.count)));
        // Lanes of one name are one row; those that a run does not have stay empty.
        QCOMPARE(std::ranges::count(maps.rowNames, std::string("NPU 0")), 1);
        const auto npus =
            std::ranges::count_if(maps.rowNames, [](const auto& name) { return name.starts_with("NPU"); });
        QCOMPARE(npus, 4);
        QVERIFY(std::abs(sum(maps.difference(1)) - sum(maps.maps[1].cells) + sum(maps.maps[0].cells)) < 0.01);
        // Without a layer there is nothing to show.
        QVERIFY(records::runMaps({{{two, {}}, {four, {}}}}).empty());
    }

    void meshesOfOtherSizesAreNotSubtracted()
    {
        const auto layer = tests::convolution("a", 3, 14, 32, 64);
        const auto a = shared(layerRun(1, "cosa", "simba", layer)), b = shared(layerRun(2, "random", "simba", layer)),
                   c = shared(layerRun(3, "random", "simba-8x8", layer));
        const RunMaps maps = mapsOf({{a, 0}, {b, 0}, {c, 0}});
        QCOMPARE(maps.what, What::Mesh);
        QVERIFY(!maps.hasCurve());
        QVERIFY(!maps.difference(1).empty());
        QVERIFY(maps.difference(2).empty());
        QVERIFY(!maps.maps[2].cells.empty());
        QVERIFY(maps.maps[2].notDifferent.find("mesh") != std::string::npos);
    }

    void aRunWithoutSuchAPictureSaysWhy()
    {
        const auto plan = shared(tests::memoryRun(1));
        const auto mapped = shared(layerRun(2, "random", "simba", tests::convolution("a", 3, 14, 32, 64)));
        const auto all = records::runMaps({{{plan, {}}, {mapped, 0}}});
        QCOMPARE(all.size(), std::size_t{2});
        QCOMPARE(all[0].what, What::Scratchpad);
        QCOMPARE(all[0].maps[1].missing, std::string("it plans no memory"));
        QCOMPARE(all[1].what, What::Mesh);
        QCOMPARE(all[1].maps[0].missing, std::string("it has no mappings"));
        QVERIFY(!all[1].maps[1].notDifferent.empty());
    }
};

QTEST_GUILESS_MAIN(TestRunMaps)
#include "tst_run_maps.moc"
