// SPDX-License-Identifier: Apache-2.0
// Changes that are worth a try, and what they really bring.
#include "engine/explore/suggest.h"
#include "engine/mapping/verify.h"
#include "engine/milp/process_solver.h"
#include "tests/engine/traffic/small_mesh.h"
#include "tests/places.h"
#include "tests/support/builders.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace nestloom;
using namespace nestloom::explore;

namespace {

const auto makeSolver = milp::processSolvers({NESTLOOM_BIN_DIR "/nestloom-solver"});

/// Layers on simba with so little bandwidth that DRAM reads bound them, mapped.
SuggestInputs starved()
{
    SuggestInputs inputs;
    inputs.accelerator = tests::simba();
    inputs.accelerator.levels[0].readBandwidth = BytesPerCycle{2};
    inputs.network = {"n", "", {}, {tests::convolution("a", 1, 14, 256, 64), tests::convolution("b", 1, 7, 512, 512)}};
    inputs.options.cosa.evaluations = 4000;
    inputs.options.threads = 1;
    inputs.results = *schedule::scheduleNetwork(inputs.accelerator, inputs.network, inputs.options, makeSolver, {});
    return inputs;
}

bool holds(const std::vector<FieldChange>& changes, const char* path, double to)
{
    return std::any_of(changes.begin(), changes.end(),
                       [&](const auto& change) { return change.path == path && change.to == to; });
}

Suggestion made(double cyclesAfter, double energyAfter)
{
    Suggestion suggestion;
    suggestion.before.cycles = Cycles{1000};
    suggestion.before.energy = {1000};
    suggestion.after.cycles = Cycles{std::int64_t(cyclesAfter)};
    suggestion.after.energy = {energyAfter};
    return suggestion;
}

} // namespace

class TestSuggest : public QObject {
    Q_OBJECT
private slots:
    void theNextValueIsAPowerOfTwoThatIsAtLeastAQuarterAway()
    {
        QCOMPARE(nextUp(10), 16.0);
        QCOMPARE(nextUp(16), 32.0);
        QCOMPARE(nextUp(15), 32.0);
        QCOMPARE(nextUp(65536), 131072.0);
        QCOMPARE(nextDown(10), 8.0);
        QCOMPARE(nextDown(16), 8.0);
        QCOMPARE(nextDown(9), 4.0);
    }

    void flitsOfAMeshThatBoundsALayerAreMadeWider()
    {
        SuggestInputs inputs = starved();
        inputs.accelerator.interconnect = {"GlobalBuffer", Bits{64}};
        QVERIFY(!holds(promisingChanges(inputs.accelerator, inputs.results), "interconnect.flit", 128));
        inputs.options.engine = "cosa-mesh";
        inputs.results = *schedule::scheduleNetwork(inputs.accelerator, inputs.network, inputs.options, makeSolver, {});
        for (schedule::LayerResult& result : inputs.results)
            result.cost->bottleneck = {cost::Bottleneck::Kind::ReadPort, 1, "mesh columns"};
        const auto changes = promisingChanges(inputs.accelerator, inputs.results);
        QCOMPARE(changes.front().path, std::string("interconnect.flit"));
        QCOMPARE(changes.front().reason, std::string("the mesh sets 100 % of the cycles"));
        for (schedule::LayerResult& result : inputs.results)
            result.cost->bottleneck = {cost::Bottleneck::Kind::ReadPort, 0, "DRAM bus"};
        QVERIFY(!holds(promisingChanges(inputs.accelerator, inputs.results), "interconnect.flit", 128));
    }

    void whatBoundsTheCyclesIsTriedFirst()
    {
        const SuggestInputs inputs = starved();
        QCOMPARE(inputs.results[0].cost->bottleneck.text, std::string("DRAM read"));
        const auto changes = promisingChanges(inputs.accelerator, inputs.results);
        QVERIFY(!changes.empty() && changes.size() <= 10);
        QCOMPARE(changes[0].path, std::string("levels.DRAM.read_bandwidth"));
        QCOMPARE(changes[0].from, 2.0);
        QCOMPARE(changes[0].to, 4.0);
        QVERIFY2(changes[0].reason.find("DRAM read sets") == 0, changes[0].reason.c_str());
        QVERIFY(holds(changes, "levels.GlobalBuffer.capacity", 131072));
        std::set<std::pair<std::string, double>> distinct;
        for (const FieldChange& change : changes) {
            QVERIFY(hardware::check(*withField(inputs.accelerator, change.path, change.to)).empty());
            distinct.insert({change.path, change.to});
        }
        QCOMPARE(distinct.size(), changes.size());
    }

    void computeBoundLayersAskForMoreMacUnits()
    {
        SuggestInputs inputs = starved();
        for (auto& result : inputs.results)
            result.cost->bottleneck = {cost::Bottleneck::Kind::Compute, 0, "compute"};
        QVERIFY(holds(promisingChanges(inputs.accelerator, inputs.results), "levels.GlobalBuffer.fanout.columns", 8));
    }

    void resultsWithoutACostSuggestOnlySmallerBuffers()
    {
        for (const FieldChange& change : promisingChanges(tests::simba(), {schedule::LayerResult{}}))
            QVERIFY(change.to < change.from);
    }

    void suggestionsAreWhatARunOnTheChangedAcceleratorCosts()
    {
        const SuggestInputs inputs = starved();
        std::size_t heard = 0;
        double fraction = 0;
        RunControl control;
        control.onProgress = [&](const Progress& progress) {
            QVERIFY(*progress.fraction > fraction && *progress.fraction < 1);
            fraction = *progress.fraction;
        };
        const auto found = suggest(inputs, makeSolver, control, [&](const Suggestion&) { ++heard; });
        QVERIFY(found);
        QCOMPARE(heard, found->size());
        const auto few = best(*found, schedule::Objective::Latency);
        QVERIFY(!few.empty() && few.size() <= 5);
        QCOMPARE(few[0].change.path, std::string("levels.DRAM.read_bandwidth"));
        QVERIFY(relativeChange(few[0], Objective::Cycles) < -0.2);
        const auto alone =
            schedule::scheduleNetwork(*withField(inputs.accelerator, few[0].change.path, few[0].change.to),
                                      inputs.network, inputs.options, makeSolver, {});
        const double cycles = double(schedule::totals(inputs.accelerator, *alone).cycles.count);
        QVERIFY(std::abs(double(few[0].after.cycles.count) / cycles - 1) < 0.05);
        QCOMPARE(few[0].before.onChip, inputs.accelerator.onChipBytes());
    }

    /// Twice the NPUs are more than Flexer schedules; nobody asked for them.
    void aChangeThatTheEngineCannotServeIsLeftOut()
    {
        SuggestInputs inputs;
        inputs.accelerator = tests::meshAccelerator(4, 2, 8);
        inputs.accelerator.levels[0].readBandwidth = BytesPerCycle{16};
        inputs.network = {"n", "", {}, {tests::convolution("a", 3, 14, 32, 64)}};
        inputs.options.engine = "flexer";
        inputs.options.threads = 1;
        inputs.results = *schedule::scheduleNetwork(inputs.accelerator, inputs.network, inputs.options, makeSolver, {});
        const auto changes = promisingChanges(inputs.accelerator, inputs.results);
        QVERIFY(std::ranges::any_of(changes,
                                    [](const FieldChange& c) { return c.path.starts_with("levels.Buffer.fanout"); }));
        const auto found = suggest(inputs, makeSolver, {}, {});
        QVERIFY2(found, found ? "" : found.error().text().c_str());
        QVERIFY(found->size() < changes.size());
    }

    void theBestAreDifferentWaysSortedByTheirObjective()
    {
        std::vector<Suggestion> all{made(900, 1100),  made(1100, 700), made(800, 1000),
                                    made(999.9, 990), made(950, 950),  made(960, 940)};
        const auto fastest = best(all, schedule::Objective::Latency);
        QCOMPARE(fastest.size(), std::size_t(3));
        QCOMPARE(fastest[0].after.cycles.count, std::int64_t(800));
        QCOMPARE(fastest[1].after.cycles.count, std::int64_t(950)); // 900 costs more energy than 800
        QCOMPARE(fastest[2].after.cycles.count, std::int64_t(960));
        const auto cheapest = best(all, schedule::Objective::Energy, 10);
        QCOMPARE(cheapest.size(), std::size_t(3));
        QCOMPARE(cheapest[0].after.energy.count, 700.0);
        all[2].macUnits = 2; // then 900 is another way
        QCOMPARE(best(all, schedule::Objective::Latency)[1].after.cycles.count, std::int64_t(900));
    }

    void aStopReturnsWhatWasMapped()
    {
        const SuggestInputs inputs = starved();
        std::stop_source source;
        RunControl control;
        control.stop = source.get_token();
        const auto found = suggest(inputs, makeSolver, control, [&](const Suggestion&) { source.request_stop(); });
        QVERIFY(found);
        QCOMPARE(found->size(), std::size_t(1));
    }
};

QTEST_GUILESS_MAIN(TestSuggest)
#include "tst_suggest.moc"
