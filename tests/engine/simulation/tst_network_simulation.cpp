// SPDX-License-Identifier: Apache-2.0
#include "engine/simulation/network_simulation.h"
#include "engine/simulation/simulation_question.h"
#include "tests/engine/traffic/small_mesh.h"

#include <QTest>

#include <map>

using namespace nestloom;
using namespace nestloom::simulation;

namespace {

/// Three layers, the first and the last alike but for their names.
struct Case {
    hardware::Accelerator accelerator = tests::meshAccelerator(2, 2, 2);
    std::vector<MappedLayer> layers;

    Case()
    {
        accelerator.interconnect = {"Buffer", Bits{64}};
        const workload::Layer first = tests::convolution("first", 3, 6, 8, 12);
        const workload::Layer other = tests::convolution("other", 1, 6, 8, 12);
        workload::Layer last = first;
        last.name = "last";
        layers = {{3, first, mapped(first)}, {5, other, mapped(other)}, {8, last, {}}};
        layers[2].mapping = layers[0].mapping;
    }

    mapping::LayerMapping mapped(const workload::Layer& layer) const
    {
        Rng rng(7);
        for (;;)
            if (auto found = tests::randomMapping(rng, accelerator, layer);
                traffic::mappingTraffic(accelerator, layer, found))
                return found;
    }
};

} // namespace

class TestNetworkSimulation : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void simulatesWhatIsAlikeOnce();
    void saysWhatOneLayerAloneDoes();
    void tellsNothingAfterTheStop();
    void namesTheLayerThatCannotBeSimulated();
};

void TestNetworkSimulation::simulatesWhatIsAlikeOnce()
{
    Case one;
    using Groups = std::vector<std::vector<std::size_t>>;
    QCOMPARE(alike(one.layers), (Groups{{0, 2}, {1}}));
    one.layers[2].mapping = one.layers[1].mapping;
    QCOMPARE(alike(one.layers), (Groups{{0}, {1}, {2}}));
}

void TestNetworkSimulation::saysWhatOneLayerAloneDoes()
{
    const Case one;
    const SimulationSettings settings = *settingsFor(one.accelerator, Choices{});
    std::map<std::size_t, Cycles> heard;
    QVERIFY(simulateLayers(one.accelerator, one.layers, settings, 2, {}, [&](const auto& layers, auto simulated) {
        for (const std::size_t layer : layers)
            QVERIFY(heard.emplace(layer, simulated.simulated()).second);
    }));
    QCOMPARE(heard.size(), std::size_t(3));
    for (const MappedLayer& layer : one.layers)
        QCOMPARE(heard.at(layer.index),
                 simulateLayer(one.accelerator, layer.layer, layer.mapping, settings, {})->simulated());
    QCOMPARE_NE(heard.at(3), heard.at(5));
}

void TestNetworkSimulation::tellsNothingAfterTheStop()
{
    const Case one;
    std::stop_source stop;
    int heard = 0;
    QVERIFY(simulateLayers(one.accelerator, one.layers, *settingsFor(one.accelerator, Choices{}), 1, stop.get_token(),
                           [&](const auto&, auto) {
                               ++heard;
                               stop.request_stop();
                           }));
    QCOMPARE(heard, 1);
}

void TestNetworkSimulation::namesTheLayerThatCannotBeSimulated()
{
    Case one;
    one.accelerator.interconnect = {};
    const Status status = simulateLayers(one.accelerator, one.layers, SimulationSettings{}, 1, {},
                                         [](const auto&, auto) { QFAIL("nothing can be simulated"); });
    QVERIFY(!status);
    QCOMPARE(status.error().where, std::string("layer first"));
}

QTEST_APPLESS_MAIN(TestNetworkSimulation)
#include "tst_network_simulation.moc"
