// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/layer_changes.h"

#include <QTest>

using namespace nestloom;
using namespace nestloom::explore;
using schedule::LayerResult;

namespace {

using Matches = std::vector<std::optional<std::size_t>>;

/// A layer whose shape is told apart by its channels.
workload::Layer layer(const char* name, std::int64_t channels)
{
    workload::Layer l;
    l.name = name;
    l.bounds[workload::LoopDimension::C] = channels;
    return l;
}

workload::Network network(std::vector<workload::Layer> layers) { return {"n", {}, {}, std::move(layers)}; }

/// DRAM with this read bandwidth, and nothing else.
hardware::Accelerator accelerator(double bandwidth)
{
    hardware::Accelerator a;
    a.levels.resize(1);
    a.levels[0].name = "DRAM";
    a.levels[0].readBandwidth = BytesPerCycle{bandwidth};
    return a;
}

LayerResult result(std::int64_t cycles, cost::Bottleneck bottleneck)
{
    LayerResult r;
    r.cost = cost::LayerCost{};
    r.cost->cycles = Cycles{cycles};
    r.cost->energy = Picojoules{double(cycles) * 2};
    r.cost->macUnitsUsed = 64;
    r.cost->bottleneck = std::move(bottleneck);
    r.cost->levels.resize(1);
    r.cost->levels[0].readCycles = Cycles{cycles};
    return r;
}

const cost::Bottleneck kCompute{cost::Bottleneck::Kind::Compute, 0, "compute"};
const cost::Bottleneck kDramRead{cost::Bottleneck::Kind::ReadPort, 0, "DRAM read"};

} // namespace

class TestLayerChanges : public QObject {
    Q_OBJECT
private slots:
    void aNetworkMatchesItself();
    void theNameDecidesAmongEqualShapes();
    void thePlaceDecidesWhenNoNameDoes();
    void anEqualShapeAnywhereIsFound();
    void aLayerOfAnotherShapeIsNoMatchWhateverItsName();
    void noLayerIsTakenTwice();

    void equalNetworksAlignOneToOne();
    void whatOnlyOneNetworkHasGetsARowOfItsOwn();
    void laterNetworksAlignAmongThemselves();
    void theDifferenceHasItsSign();
    void aChangedBottleneckIsSaid();
    void aChangedBandwidthIsSaid();
    void lessDataIsSaid();
    void moreMacUnitsAreSaid();
    void withoutAReasonNothingIsSaid();
};

void TestLayerChanges::aNetworkMatchesItself()
{
    const workload::Network n = network({layer("a", 2), layer("b", 2), layer("c", 3)});
    QCOMPARE(matchLayers(n, n), (Matches{0, 1, 2}));
}

void TestLayerChanges::theNameDecidesAmongEqualShapes()
{
    const workload::Network n = network({layer("a", 2), layer("b", 2)});
    const workload::Network turned = network({layer("b", 2), layer("a", 2)});
    QCOMPARE(matchLayers(n, turned), (Matches{1, 0}));
}

void TestLayerChanges::thePlaceDecidesWhenNoNameDoes()
{
    const workload::Network n = network({layer("a", 2), layer("b", 2)});
    const workload::Network other = network({layer("x", 5), layer("y", 2), layer("z", 2)});
    QCOMPARE(matchLayers(n, other), (Matches{2, 1})); // b takes its place, a what is left
}

void TestLayerChanges::anEqualShapeAnywhereIsFound()
{
    const workload::Network n = network({layer("a", 2)});
    const workload::Network other = network({layer("x", 5), layer("y", 6), layer("z", 2)});
    QCOMPARE(matchLayers(n, other), (Matches{2}));
}

void TestLayerChanges::aLayerOfAnotherShapeIsNoMatchWhateverItsName()
{
    const workload::Network n = network({layer("a", 2), layer("b", 3)});
    const workload::Network other = network({layer("a", 4), layer("b", 3)});
    QCOMPARE(matchLayers(n, other), (Matches{std::nullopt, 1}));
}

void TestLayerChanges::noLayerIsTakenTwice()
{
    const workload::Network n = network({layer("a", 2), layer("b", 2), layer("c", 2)});
    const workload::Network other = network({layer("c", 2), layer("x", 2)});
    const Matches matches = matchLayers(n, other);
    QCOMPARE(matches, (Matches{std::nullopt, 1, 0}));
}

void TestLayerChanges::equalNetworksAlignOneToOne()
{
    const workload::Network n = network({layer("a", 2), layer("b", 2)});
    const auto rows = alignLayers({&n, &n});
    QCOMPARE(rows.size(), std::size_t{2});
    QCOMPARE(rows[0].layers, (Matches{0, 0}));
    QCOMPARE(rows[1].layers, (Matches{1, 1}));
}

void TestLayerChanges::whatOnlyOneNetworkHasGetsARowOfItsOwn()
{
    const workload::Network first = network({layer("a", 2), layer("b", 3)});
    const workload::Network other = network({layer("b", 3), layer("c", 4)});
    const auto rows = alignLayers({&first, &other});
    QCOMPARE(rows.size(), std::size_t{3});
    QCOMPARE(rows[0].layers, (Matches{0, std::nullopt}));
    QCOMPARE(rows[1].layers, (Matches{1, 0}));
    QCOMPARE(rows[2].layers, (Matches{std::nullopt, 1}));
}

void TestLayerChanges::laterNetworksAlignAmongThemselves()
{
    const workload::Network first = network({layer("a", 2)});
    const workload::Network other = network({layer("c", 4)});
    const auto rows = alignLayers({&first, &other, &other});
    QCOMPARE(rows.size(), std::size_t{2});
    QCOMPARE(rows[1].layers, (Matches{std::nullopt, 0, 0}));
    QVERIFY(alignLayers({}).empty());
}

void TestLayerChanges::theDifferenceHasItsSign()
{
    const hardware::Accelerator a = accelerator(10);
    const LayerResult slow = result(1000, kCompute), fast = result(900, kCompute);
    QCOMPARE(layerChange({a, slow}, {a, fast}).cycles, -100.0);
    QCOMPARE(layerChange({a, fast}, {a, slow}).cycles, 100.0);
    QCOMPARE(layerChange({a, fast}, {a, slow}).picojoules, 200.0);
}

void TestLayerChanges::aChangedBottleneckIsSaid()
{
    const hardware::Accelerator a = accelerator(10);
    const LayerResult then = result(1000, kDramRead), now = result(900, kCompute);
    QCOMPARE(layerChange({a, then}, {a, now}).reason, std::string("was bound by DRAM read, now by compute"));
}

void TestLayerChanges::aChangedBandwidthIsSaid()
{
    const hardware::Accelerator slow = accelerator(10), fast = accelerator(12.5);
    const LayerResult then = result(1000, kDramRead), now = result(800, kDramRead); // the same 10,000 bytes
    QCOMPARE(layerChange({slow, then}, {fast, now}).reason,
             std::string("still bound by DRAM read: 12.5 B/cycle instead of 10"));
}

void TestLayerChanges::lessDataIsSaid()
{
    const hardware::Accelerator slow = accelerator(10), fast = accelerator(20);
    const LayerResult then = result(1000, kDramRead), now = result(880, kDramRead);
    QCOMPARE(layerChange({slow, then}, {slow, now}).reason, std::string("still bound by DRAM read: 12.0 % less data"));
    QCOMPARE(layerChange({slow, then}, {fast, now}).reason,
             std::string("still bound by DRAM read: 20 B/cycle instead of 10, 76.0 % more data"));
    LayerResult before = then, after = now; // as records::judged() leaves them
    before.cost->bottleneck.text = after.cost->bottleneck.text = kSimulatedBound;
    QCOMPARE(layerChange({slow, before}, {slow, after}).reason, std::string());
}

void TestLayerChanges::moreMacUnitsAreSaid()
{
    const hardware::Accelerator a = accelerator(10);
    const LayerResult then = result(1000, kCompute);
    LayerResult now = result(500, kCompute);
    now.cost->macUnitsUsed = 128;
    QCOMPARE(layerChange({a, then}, {a, now}).reason,
             std::string("still bound by compute: 128 MAC units used instead of 64"));
}

void TestLayerChanges::withoutAReasonNothingIsSaid()
{
    const hardware::Accelerator a = accelerator(10);
    const LayerResult same = result(1000, kDramRead);
    QVERIFY(layerChange({a, same}, {a, same}).reason.empty());
    QCOMPARE(layerChange({a, same}, {a, same}).cycles, 0.0);
}

QTEST_GUILESS_MAIN(TestLayerChanges)
#include "tst_layer_changes.moc"
