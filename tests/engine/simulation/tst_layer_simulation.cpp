// SPDX-License-Identifier: Apache-2.0
#include "engine/noc/window_recorder.h"
#include "engine/simulation/layer_simulation.h"
#include "engine/simulation/simulation_question.h"
#include "engine/simulation/simulation_trace.h"
#include "tests/engine/trace/check_trace.h"
#include "tests/engine/traffic/small_mesh.h"

#include <QTest>

#include <algorithm>

using namespace nestloom;
using namespace nestloom::simulation;

namespace {

struct Case {
    hardware::Accelerator accelerator;
    workload::Layer layer;
    mapping::LayerMapping mapping;
};

std::vector<Case> cases()
{
    std::vector<Case> all;
    Rng rng(11);
    while (all.size() < 4) {
        Case one;
        one.accelerator = all.size() % 2 == 0 ? tests::meshAccelerator(2, 2, 2) : tests::simba();
        one.accelerator.interconnect = {all.size() % 2 == 0 ? "Buffer" : "GlobalBuffer", Bits{64}};
        one.layer = tests::convolution("layer", 3, 6, 8, 12);
        one.mapping = tests::randomMapping(rng, one.accelerator, one.layer);
        if (traffic::mappingTraffic(one.accelerator, one.layer, one.mapping))
            all.push_back(one);
    }
    return all;
}

LayerSimulation simulated(const Case& one, const std::string& dram)
{
    auto result = simulateLayer(one.accelerator, one.layer, one.mapping, *settingsFor(one.accelerator, dram), {});
    if (!result)
        qFatal("%s", result.error().text().c_str());
    return std::move(*result);
}

/// Packets that DRAM sends, and that are sent to it.
std::pair<std::int64_t, std::int64_t> packetsOfDram(const traffic::MappingTraffic& traffic)
{
    const noc::EndpointId outside = noc::endpointOf(traffic.mesh, traffic.mesh.outsidePort());
    std::int64_t reads = 0, writes = 0;
    for (noc::TransactionId id = 0; id < traffic.list.size(); ++id) {
        const noc::Transaction& transaction = traffic.list[id];
        if (transaction.operation == noc::Operation::Count)
            continue;
        reads += transaction.actor == outside ? transaction.size : 0;
        writes += traffic.list.destinations(id).front() == outside ? transaction.size : 0;
    }
    return {reads, writes};
}

} // namespace

class TestLayerSimulation : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void finishesWithEveryDram_data();
    void finishesWithEveryDram();
    void isNoFasterThanItsParts();
    void narrowFlitsKeepThePortOfDramBusy();
    void sharesAddUpToTheRun();
    void dramMovesWhatTheMappingNeeds();
    void slowerDramIsNotFaster();
    void sameInputsGiveTheSameRun();
    void traceIsWhole();
    void waitsFillTheTimeBetweenSteps();
    void dramWindowsAddUp();
    void linkUsersAreThoseOnTheRoute();
    void countingClassesChangesNothing();
    void looksSeeTheRunGrow();
    void passingSumsOnByPacketsIsFastest();
    void virtualChannelsFinishAsWell();
    void endsAtTheLimit();
    void knowsItsDrams();
    void takesTheDramOfTheAccelerator();
};

void TestLayerSimulation::finishesWithEveryDram_data()
{
    QTest::addColumn<std::string>("dram");
    for (const std::string& name : dram::memoryModelNames())
        QTest::newRow(name.c_str()) << name;
}

void TestLayerSimulation::finishesWithEveryDram()
{
    QFETCH(std::string, dram);
    for (const Case& one : cases()) {
        const LayerSimulation simulation = simulated(one, dram);
        QVERIFY(simulation.run.finished);
        QVERIFY(simulation.analytical.count > 0);
        QVERIFY(simulation.dram.reads > 0);
    }
}

void TestLayerSimulation::isNoFasterThanItsParts()
{
    for (const Case& one : cases()) {
        const LayerSimulation simulation = simulated(one, "ddr4-2400");
        QVERIFY(simulation.run.cycles >= simulation.traffic.steps * simulation.traffic.cyclesPerStep);
        QVERIFY(!simulation.hottest.empty());
        for (const HotLink& hot : simulation.hottest) {
            QVERIFY(hot.count.flits <= simulation.run.cycles);
            QVERIFY(hot.count.flits <= simulation.hottest.front().count.flits);
        }
        QVERIFY(simulation.dramBusUse > 0 && simulation.dramBusUse <= 1);
    }
}

void TestLayerSimulation::narrowFlitsKeepThePortOfDramBusy()
{
    const auto flits = [](const LayerSimulation& of) { return dramPortUse(of) * double(of.run.cycles); };
    for (Case one : cases()) {
        const auto [reads, writes] = packetsOfDram(simulated(one, "ddr4-2400").traffic);
        const double wide = flits(simulated(one, "ddr4-2400"));
        QVERIFY(wide > double(std::max(reads, writes))); // a header and data for each
        one.accelerator.interconnect.flit = Bits{16};
        QVERIFY(flits(simulated(one, "ddr4-2400")) > 2 * wide);
    }
}

void TestLayerSimulation::sharesAddUpToTheRun()
{
    for (const Case& one : cases()) {
        const LayerSimulation simulation = simulated(one, "ddr4-2400");
        noc::Cycle sum = simulation.shares.compute + simulation.shares.tail;
        for (const auto& wait : simulation.shares.waits) {
            QVERIFY(wait.cycles > 0);
            sum += wait.cycles;
        }
        QCOMPARE(sum, simulation.run.cycles);
        QVERIFY(simulation.shares.compute >= simulation.traffic.steps * simulation.traffic.cyclesPerStep);
    }
}

void TestLayerSimulation::dramMovesWhatTheMappingNeeds()
{
    for (const Case& one : cases()) {
        const LayerSimulation simulation = simulated(one, "ddr4-2400");
        const auto [readPackets, writePackets] = packetsOfDram(simulation.traffic);
        QVERIFY(simulation.dram.reads <= readPackets
                && 2 * simulation.dram.reads >= readPackets); // 32 B packets, 64 B bursts
        QVERIFY(simulation.dram.writes <= writePackets && 2 * simulation.dram.writes >= writePackets);
    }
}

void TestLayerSimulation::slowerDramIsNotFaster()
{
    for (const Case& one : cases()) {
        SimulationSettings fast = *settingsFor(one.accelerator, "bandwidth"), slow = fast;
        fast.dram.rates = {64, 64};
        slow.dram.rates = {0.25, 0.25};
        const auto a = simulateLayer(one.accelerator, one.layer, one.mapping, fast, {});
        const auto b = simulateLayer(one.accelerator, one.layer, one.mapping, slow, {});
        QVERIFY(a->run.cycles < b->run.cycles);
    }
}

void TestLayerSimulation::sameInputsGiveTheSameRun()
{
    const Case one = cases()[1];
    const LayerSimulation a = simulated(one, "ddr4-2400"), b = simulated(one, "ddr4-2400");
    QCOMPARE(a.run.cycles, b.run.cycles);
    QVERIFY(a.run.times == b.run.times);
    QVERIFY(a.dram == b.dram);
}

void TestLayerSimulation::traceIsWhole()
{
    for (const Case& one : cases()) {
        const LayerSimulation simulation = simulated(one, "lpddr4-2400");
        const trace::Trace trace = simulationTrace(simulation, "layer");
        const Status checked = trace::check(trace);
        QVERIFY2(checked.has_value(), checked ? "" : checked.error().text().c_str());
        const auto waits =
            std::count_if(trace.events.begin(), trace.events.end(), [](const auto& e) { return e.kind >= 5; });
        QVERIFY(waits > 0); // for the first data at least
        QCOMPARE(trace.events.size() - std::size_t(waits), simulation.traffic.list.size());
        QVERIFY(trace::end(trace).count <= simulation.run.cycles);
    }
}

void TestLayerSimulation::waitsFillTheTimeBetweenSteps()
{
    for (const Case& one : cases()) {
        const LayerSimulation simulation = simulated(one, "ddr4-2400");
        const auto pes = stepWaits(simulation.traffic, simulation.run);
        QCOMPARE(pes.size(), simulation.traffic.pes.size());
        for (const auto& steps : pes) {
            QCOMPARE(std::int64_t(steps.size()), simulation.traffic.steps);
            noc::Cycle at = 0;
            for (const StepWait& wait : steps) {
                const noc::TransactionTimes& times = simulation.run.times[wait.step];
                QCOMPARE(times.start, at + wait.idle);
                at = times.end;
                if (wait.cause) // nothing that is waited for comes after the step
                    QVERIFY(simulation.run.times[*wait.cause].start < times.start);
            }
            QVERIFY(steps.front().cause.has_value() && steps.front().fromDram);
        }
    }
}

void TestLayerSimulation::dramWindowsAddUp()
{
    for (const Case& one : cases())
        for (const char* dram : {"ddr4-2400", "bandwidth"}) {
            const LayerSimulation simulation = simulated(one, dram);
            const DramWindows& windows = simulation.dramWindows;
            QVERIFY(windows.windows.size() <= noc::WindowCounters::kMaxWindows);
            QVERIFY(noc::Cycle(windows.windows.size()) * windows.width >= simulation.run.cycles);
            const noc::Cycle end = simulation.run.cycles, middle = end / 3;
            const DramRange all = dramRange(windows, end, 0, end);
            const DramRange first = dramRange(windows, end, 0, middle), rest = dramRange(windows, end, middle, end);
            QCOMPARE(all.reads, double(simulation.dram.reads));
            QCOMPARE(all.rowHits, double(simulation.dram.rowHits));
            QCOMPARE(first.writes + rest.writes, double(simulation.dram.writes));
            QCOMPARE(first.busClocks + rest.busClocks, double(simulation.dram.busClocks));
            QVERIFY(all.busUse(windows) > 0 && all.busUse(windows) <= 1.01);
            QCOMPARE(dramRange(windows, end, end, end + 100).cycles, 0.0);
        }
}

void TestLayerSimulation::linkUsersAreThoseOnTheRoute()
{
    for (const Case& one : cases()) {
        const LayerSimulation simulation = simulated(one, "ddr4-2400");
        const LinkUsers users(simulation.traffic);
        const noc::Grid grid = noc::gridOf(simulation.traffic.mesh);
        for (noc::LinkId link = 0; link < grid.linkCount(); ++link) {
            std::uint64_t packets = 0, counted = 0;
            double bytes = 0, split = 0;
            for (const noc::TransactionId id : users.of(link)) {
                packets += simulation.traffic.list[id].size;
                bytes += double(simulation.traffic.tags[id].bytes);
            }
            for (const std::uint64_t flits : simulation.run.totals.linkClasses[link])
                counted += flits;
            QCOMPARE(5 * packets, counted); // a header and four of payload
            const noc::Cycle end = simulation.run.cycles;
            for (const auto& [from, to] : {std::pair(noc::Cycle{0}, end / 2), std::pair(end / 2, end + 1)})
                for (const double part : flowBytes(simulation.traffic, simulation.run, users, link, from, to))
                    split += part;
            QVERIFY(std::abs(split - bytes) <= 1e-9 * (1 + bytes));
        }
        QVERIFY(users.of(grid.linkCount()).empty());
    }
}

void TestLayerSimulation::countingClassesChangesNothing()
{
    const Case one = cases()[1];
    SimulationSettings settings = *settingsFor(one.accelerator, "ddr4-2400");
    const auto plain = simulateLayer(one.accelerator, one.layer, one.mapping, settings, {});
    settings.countClasses = true;
    const auto counted = simulateLayer(one.accelerator, one.layer, one.mapping, settings, {});
    QVERIFY(plain->run.times == counted->run.times);
    QVERIFY(plain->run.windows.classes.empty());
    QCOMPARE(counted->run.windows.classes.size(), counted->run.windows.links.size());
}

void TestLayerSimulation::looksSeeTheRunGrow()
{
    Case one = cases()[1];
    one.layer = tests::convolution("layer", 3, 28, 128, 128);
    one.mapping = mapping::outermostMapping(one.accelerator, one.layer); // slow: everything from DRAM
    RunControl control;
    std::stop_source stop;
    control.stop = stop.get_token();
    std::size_t last = 0;
    int looks = 0;
    const auto simulation =
        simulateLayer(one.accelerator, one.layer, one.mapping, *settingsFor(one.accelerator, "ddr4-2400"), control,
                      [&](const LayerLook& look) {
                          QVERIFY(look.mesh.completed >= last);
                          last = look.mesh.completed;
                          QVERIFY(!look.dram.windows.empty());
                          if (++looks == 2)
                              stop.request_stop();
                      });
    QVERIFY(simulation && (simulation->run.finished || looks >= 2));
}

void TestLayerSimulation::passingSumsOnByPacketsIsFastest()
{
    for (const Case& one : cases()) {
        SimulationSettings settings = *settingsFor(one.accelerator, "bandwidth");
        const auto packets = simulateLayer(one.accelerator, one.layer, one.mapping, settings, {});
        settings.traffic.reduction = traffic::Reduction::StoreAndForward;
        const auto tiles = simulateLayer(one.accelerator, one.layer, one.mapping, settings, {});
        settings.traffic.reduction = traffic::Reduction::AtReceiver;
        const auto gathered = simulateLayer(one.accelerator, one.layer, one.mapping, settings, {});
        QVERIFY(tiles->run.finished && gathered->run.finished);
        QVERIFY(packets->run.cycles <= tiles->run.cycles);
    }
}

void TestLayerSimulation::virtualChannelsFinishAsWell()
{
    for (const Case& one : cases()) {
        Choices choices;
        choices.router = noc::RouterKind::VirtualChannels;
        const auto settings = settingsFor(one.accelerator, choices);
        QVERIFY(settings);
        const auto simulation = simulateLayer(one.accelerator, one.layer, one.mapping, *settings, {});
        QVERIFY(simulation && simulation->run.finished);
        const auto wormhole =
            simulateLayer(one.accelerator, one.layer, one.mapping, *settingsFor(one.accelerator, Choices{}), {});
        QCOMPARE(simulation->run.ejected, wormhole->run.ejected); // the same packets take the same ways
        QCOMPARE(simulation->run.flitHops, wormhole->run.flitHops);
        QVERIFY(simulation->run.cycles >= simulation->traffic.steps * simulation->traffic.cyclesPerStep);
        const EndedSimulation ended = endedSimulation(*simulation, "layer");
        QVERIFY(ended.trace && ended.trace->end() <= simulation->run.cycles);
    }
    Choices unknown;
    unknown.dram = "ddr9";
    QVERIFY(!settingsFor(cases()[0].accelerator, unknown));
}

void TestLayerSimulation::endsAtTheLimit()
{
    const Case one = cases()[0];
    SimulationSettings settings = *settingsFor(one.accelerator, "ddr4-2400");
    settings.maxCycles = 50;
    const auto simulation = simulateLayer(one.accelerator, one.layer, one.mapping, settings, {});
    QVERIFY(simulation && !simulation->run.finished);
}

void TestLayerSimulation::knowsItsDrams()
{
    const Case one = cases()[1];
    QVERIFY(!settingsFor(one.accelerator, "ddr9"));
    const auto rates = [](hardware::Accelerator accelerator, std::optional<Bandwidth> reads,
                          std::optional<Bandwidth> writes, std::optional<std::int64_t> ports) {
        hardware::BufferLevel& outermost = accelerator.levels.front();
        outermost.readBandwidth = reads;
        outermost.writeBandwidth = writes;
        outermost.ports = ports;
        return settingsFor(accelerator, "bandwidth")->dram.rates;
    };
    const Bandwidth three = BytesPerCycle{3}, seven = BytesPerCycle{7};
    QVERIFY(rates(one.accelerator, three, seven, {}) == (dram::BandwidthRates{3, 7, false}));
    QVERIFY(rates(one.accelerator, three, seven, 1) == (dram::BandwidthRates{3, 3, true}));
    QVERIFY(rates(one.accelerator, {}, seven, 2) == (dram::BandwidthRates{7, 7, false}));
    QVERIFY(rates(one.accelerator, {}, {}, 1) == (dram::BandwidthRates{16, 16, true}));
    QVERIFY(settingsFor(one.accelerator, "compat")->traffic.dramPort == noc::DramPort::WithBuffer);
}

void TestLayerSimulation::takesTheDramOfTheAccelerator()
{
    hardware::Accelerator accelerator = cases()[1].accelerator;
    QCOMPARE(dramModelOf(accelerator), std::string("bandwidth")); // that its level states
    accelerator.levels[0].readBandwidth.reset();
    accelerator.levels[0].writeBandwidth.reset();
    QCOMPARE(dramModelOf(accelerator), std::string("ddr4-2400"));
    accelerator.dram = {"bandwidth", 7, 90};
    QCOMPARE(dramModelOf(accelerator), std::string("bandwidth"));
    QCOMPARE(settingsFor(accelerator, "bandwidth")->dram.latency, 90);
    QCOMPARE(settingsFor(accelerator, "lpddr4-2400")->dram.outstanding, std::size_t{7});
    QCOMPARE(settingsFor(accelerator, "compat")->dram.outstanding, std::size_t{1}); // one read at a time, always
}

QTEST_APPLESS_MAIN(TestLayerSimulation)
#include "tst_layer_simulation.moc"
