// SPDX-License-Identifier: Apache-2.0
#include "engine/simulation/simulation_trace.h"
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
        one.accelerator.interconnect = {all.size() % 2 == 0 ? "Buffer" : "GlobalBuffer", Bits{64}, true};
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

} // namespace

class TestLayerSimulation : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void finishesWithEveryDram_data();
    void finishesWithEveryDram();
    void isNoFasterThanItsParts();
    void sharesAddUpToTheRun();
    void dramMovesWhatTheMappingNeeds();
    void slowerDramIsNotFaster();
    void sameInputsGiveTheSameRun();
    void traceIsWhole();
    void choosesTheFastest();
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
        const noc::EndpointId outside = noc::endpointOf(simulation.traffic.mesh, simulation.traffic.mesh.outsidePort());
        std::int64_t readPackets = 0, writePackets = 0;
        for (noc::TransactionId id = 0; id < simulation.traffic.list.size(); ++id) {
            const noc::Transaction& transaction = simulation.traffic.list[id];
            if (transaction.operation == noc::Operation::Count)
                continue;
            readPackets += transaction.actor == outside ? transaction.size : 0;
            writePackets += simulation.traffic.list.destinations(id).front() == outside ? transaction.size : 0;
        }
        QVERIFY(simulation.dram.reads <= readPackets && 2 * simulation.dram.reads >= readPackets); // 32 B packets, 64 B bursts
        QVERIFY(simulation.dram.writes <= writePackets && 2 * simulation.dram.writes >= writePackets);
    }
}

void TestLayerSimulation::slowerDramIsNotFaster()
{
    for (const Case& one : cases()) {
        SimulationSettings fast = *settingsFor(one.accelerator, "bandwidth"), slow = fast;
        fast.dram.bytesPerCycle = 64;
        slow.dram.bytesPerCycle = 0.25;
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
        QCOMPARE(trace.events.size(), simulation.traffic.list.size());
        QVERIFY(trace::end(trace).count <= simulation.run.cycles);
    }
}

void TestLayerSimulation::choosesTheFastest()
{
    Rng rng(4);
    Case one = cases()[0];
    std::vector<mapping::LayerMapping> mappings;
    while (mappings.size() < 4) {
        const auto mapping = tests::randomMapping(rng, one.accelerator, one.layer);
        if (traffic::mappingTraffic(one.accelerator, one.layer, mapping))
            mappings.push_back(mapping);
    }
    const auto settings = *settingsFor(one.accelerator, "ddr4-2400");
    const auto choice = chooseBySimulation(one.accelerator, one.layer, mappings, settings, {});
    QVERIFY(choice);
    std::vector<noc::Cycle> cycles;
    for (const auto& mapping : mappings)
        cycles.push_back(simulateLayer(one.accelerator, one.layer, mapping, settings, {})->run.cycles);
    const auto least = std::min_element(cycles.begin(), cycles.end());
    QCOMPARE(choice->best, static_cast<std::size_t>(least - cycles.begin()));
    QCOMPARE(choice->cycles[choice->best]->count, *least);
    QVERIFY(!chooseBySimulation(one.accelerator, one.layer, {}, settings, {}));
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
    QCOMPARE(settingsFor(one.accelerator, "bandwidth")->dram.bytesPerCycle, 10.0); // the accelerator's
    QVERIFY(settingsFor(one.accelerator, "compat")->traffic.dramPort == noc::DramPort::WithBuffer);
}

void TestLayerSimulation::takesTheDramOfTheAccelerator()
{
    hardware::Accelerator accelerator = cases()[1].accelerator;
    QCOMPARE(dramModelOf(accelerator), std::string("ddr4-2400"));
    accelerator.dram = {"bandwidth", 7, 90};
    QCOMPARE(dramModelOf(accelerator), std::string("bandwidth"));
    QCOMPARE(settingsFor(accelerator, "bandwidth")->dram.latency, 90);
    QCOMPARE(settingsFor(accelerator, "lpddr4-2400")->dram.outstanding, std::size_t{7});
    QCOMPARE(settingsFor(accelerator, "compat")->dram.outstanding, std::size_t{1}); // one read at a time, always
}

QTEST_APPLESS_MAIN(TestLayerSimulation)
#include "tst_layer_simulation.moc"
