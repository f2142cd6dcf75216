// SPDX-License-Identifier: Apache-2.0
#include "engine/traffic/mesh_load.h"
#include "tests/engine/traffic/small_mesh.h"

#include "engine/cost/evaluate.h"

#include <QTest>

using namespace nestloom;
using namespace nestloom::noc;
using namespace nestloom::traffic;
using enum workload::LoopDimension;

namespace {

// Two by two PEs:  0 1        4 is DRAM's router, 5 the buffer's.
//                  2 3
//                  4 5
const hardware::Accelerator kAccelerator = tests::meshAccelerator(2, 2);
constexpr hardware::Axis kRows = hardware::Axis::Rows;
constexpr Cycles kCycles{100};

workload::Layer layerOf(std::int64_t p, std::int64_t c, std::int64_t k)
{
    workload::Layer layer;
    layer.name = "small";
    layer.bounds[P] = p;
    layer.bounds[C] = c;
    layer.bounds[K] = k;
    return layer;
}

MeshLoad loadOf(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                const mapping::LayerMapping& mapping, DramPort dramPort = DramPort::Own)
{
    const auto load = meshLoad(accelerator, layer, mapping, kCycles, dramPort);
    if (!load)
        qWarning("%s", load.error().text().c_str());
    return load ? *load : MeshLoad{};
}

/// Bytes of one kind of flow of one tensor on a link.
double bytesOf(const MeshLoad& load, LinkId link, TensorRole tensor, Flow::Kind kind)
{
    double sum = 0;
    for (std::size_t i = 0; i < load.flows.size(); ++i)
        if (load.flows[i].tensor == tensor && load.flows[i].kind == kind)
            sum += load.byFlow(link)[i];
    return sum;
}

const Flow* flowOf(const MeshLoad& load, TensorRole tensor, Flow::Kind kind)
{
    for (const Flow& flow : load.flows)
        if (flow.tensor == tensor && flow.kind == kind)
            return &flow;
    return nullptr;
}

} // namespace

class TestMeshLoad : public QObject {
    Q_OBJECT
private slots:
    void unicastTakesARowThenAColumn()
    {
        // K over the PEs: each has its own 8 weights and sends its own output; the 8 inputs are for all.
        const auto layer = layerOf(1, 8, 4);
        mapping::LayerMapping mapping{{{{}, {}, TensorSet::all()},
                                       {{}, {{K, 2, kRows}, {K, 2}}, TensorSet::all()},
                                       {{{C, 8}}, {}, TensorSet::all()}}};
        const MeshLoad load = loadOf(kAccelerator, layer, mapping);
        const Mesh& mesh = load.mesh;
        const auto weights = [&](LinkId link) { return bytesOf(load, link, TensorRole::Weights, Flow::Kind::Deliver); };
        QCOMPARE(weights(mesh.entering(mesh.bufferPort())), 32.0);
        QCOMPARE(weights(mesh.hop(5, Side::West)), 16.0); // to PEs 0 and 2
        QCOMPARE(weights(mesh.hop(5, Side::North)), 16.0);
        QCOMPARE(weights(mesh.hop(4, Side::North)), 16.0);
        QCOMPARE(weights(mesh.hop(3, Side::North)), 8.0);
        QCOMPARE(weights(mesh.hop(2, Side::East)), 0.0);
        QCOMPARE(weights(mesh.leaving(0)), 8.0);
        // PE 0's output goes east to PE 1, then south.
        const auto outputs = [&](LinkId link) { return bytesOf(load, link, TensorRole::Outputs, Flow::Kind::Collect); };
        QCOMPARE(outputs(mesh.hop(0, Side::East)), 1.0);
        QCOMPARE(outputs(mesh.hop(1, Side::South)), 2.0);
        QCOMPARE(outputs(mesh.hop(3, Side::South)), 4.0);
        QCOMPARE(flowOf(load, TensorRole::Outputs, Flow::Kind::Collect)->cast, Flow::Cast::Unicast);
    }

    void multicastLoadsEachLinkOfItsTreeOnce()
    {
        const auto layer = layerOf(1, 8, 4);
        mapping::LayerMapping mapping{{{{}, {}, TensorSet::all()},
                                       {{}, {{K, 2, kRows}, {K, 2}}, TensorSet::all()},
                                       {{{C, 8}}, {}, TensorSet::all()}}};
        const MeshLoad load = loadOf(kAccelerator, layer, mapping);
        const Flow* inputs = flowOf(load, TensorRole::Inputs, Flow::Kind::Deliver);
        QVERIFY(inputs != nullptr);
        QCOMPARE(inputs->cast, Flow::Cast::Multicast);
        QCOMPARE(inputs->entered, 8.0);
        QCOMPARE(inputs->left, 32.0);
        QCOMPARE(inputs->largestGroup, 4u);
        for (const LinkId link :
             {load.mesh.hop(5, Side::West), load.mesh.hop(5, Side::North), load.mesh.hop(4, Side::North),
              load.mesh.hop(3, Side::North), load.mesh.hop(2, Side::North)})
            QCOMPARE(bytesOf(load, link, TensorRole::Inputs, Flow::Kind::Deliver), 8.0);
    }

    void withoutMulticastEveryCopyTravels()
    {
        auto accelerator = kAccelerator;
        accelerator.levels[1].multicast = TensorSet::all().without(TensorRole::Inputs);
        const auto layer = layerOf(1, 8, 4);
        mapping::LayerMapping mapping{{{{}, {}, TensorSet::all()},
                                       {{}, {{K, 2, kRows}, {K, 2}}, TensorSet::all()},
                                       {{{C, 8}}, {}, TensorSet::all()}}};
        const MeshLoad load = loadOf(accelerator, layer, mapping);
        QCOMPARE(bytesOf(load, load.mesh.entering(load.mesh.bufferPort()), TensorRole::Inputs, Flow::Kind::Deliver),
                 32.0);
        QCOMPARE(bytesOf(load, load.mesh.hop(4, Side::North), TensorRole::Inputs, Flow::Kind::Deliver), 16.0);
        QCOMPARE(flowOf(load, TensorRole::Inputs, Flow::Kind::Deliver)->cast, Flow::Cast::Unicast);
    }

    void reductionAddsWhereRoutesMeet()
    {
        // C over the PEs: all add to the same 6 outputs.
        const auto layer = layerOf(6, 4, 1);
        mapping::LayerMapping mapping{{{{}, {}, TensorSet::all()},
                                       {{}, {{C, 2, kRows}, {C, 2}}, TensorSet::all()},
                                       {{{P, 6}}, {}, TensorSet::all()}}};
        const MeshLoad load = loadOf(kAccelerator, layer, mapping);
        const Flow* outputs = flowOf(load, TensorRole::Outputs, Flow::Kind::Collect);
        QVERIFY(outputs != nullptr);
        QCOMPARE(outputs->cast, Flow::Cast::Reduction);
        QCOMPARE(outputs->entered, 24.0);
        QCOMPARE(outputs->left, 6.0);
        for (const LinkId link :
             {load.mesh.hop(0, Side::East), load.mesh.hop(2, Side::East), load.mesh.hop(1, Side::South),
              load.mesh.hop(3, Side::South), load.mesh.leaving(load.mesh.bufferPort())})
            QCOMPARE(bytesOf(load, link, TensorRole::Outputs, Flow::Kind::Collect), 6.0);
        QVERIFY(flowOf(load, TensorRole::Outputs, Flow::Kind::Return) == nullptr);
    }

    void partialSumsComeBackInEqualParts()
    {
        // The outer C makes each of 4 x 2 outputs leave twice and come back once; the two PEs of a sum take half each.
        const auto layer = layerOf(4, 4, 2);
        mapping::LayerMapping mapping{{{{}, {}, TensorSet::all()},
                                       {{{C, 2}, {P, 4}}, {{C, 2, kRows}, {K, 2}}, TensorSet::all()},
                                       {{}, {}, TensorSet::all()}}};
        const MeshLoad load = loadOf(kAccelerator, layer, mapping);
        const Flow* back = flowOf(load, TensorRole::Outputs, Flow::Kind::Return);
        QVERIFY(back != nullptr);
        QCOMPARE(back->entered, 8.0);
        QCOMPARE(bytesOf(load, load.mesh.leaving(0), TensorRole::Outputs, Flow::Kind::Return), 2.0);
        const Flow* collected = flowOf(load, TensorRole::Outputs, Flow::Kind::Collect);
        QCOMPARE(collected->left, 16.0);
        QCOMPARE(collected->loops.front(), (FlowLoop{1, 0, false, {C, 2}, FlowLoop::Effect::ReadAgain, 2.0}));
        QCOMPARE(collected->loops[1], (FlowLoop{1, 1, false, {P, 4}, FlowLoop::Effect::Moves, 4.0}));
        QCOMPARE(collected->loops[2], (FlowLoop{1, 2, true, {C, 2, kRows}, FlowLoop::Effect::Shared, 1.0}));
    }

    void whatBypassesTheBufferComesFromOutside_data()
    {
        QTest::addColumn<int>("dramPort");
        QTest::addColumn<int>("router");
        QTest::newRow("a port of its own") << int(DramPort::Own) << 4;
        QTest::newRow("at the buffer's router") << int(DramPort::WithBuffer) << 5;
    }

    void whatBypassesTheBufferComesFromOutside()
    {
        QFETCH(int, dramPort);
        QFETCH(int, router);
        auto accelerator = kAccelerator;
        accelerator.levels[1].keeps = TensorSet::all().without(TensorRole::Weights);
        const auto layer = layerOf(1, 8, 4);
        mapping::LayerMapping mapping{{{{}, {}, TensorSet::all()},
                                       {{}, {{K, 2, kRows}, {K, 2}}, accelerator.levels[1].keeps},
                                       {{{C, 8}}, {}, TensorSet::all()}}};
        const MeshLoad load = loadOf(accelerator, layer, mapping, DramPort(dramPort));
        const Mesh& mesh = load.mesh;
        QCOMPARE(mesh.routerOf(mesh.outsidePort()), std::size_t(router));
        QCOMPARE(bytesOf(load, mesh.entering(mesh.outsidePort()), TensorRole::Weights, Flow::Kind::Deliver), 32.0);
        QCOMPARE(bytesOf(load, mesh.entering(mesh.bufferPort()), TensorRole::Weights, Flow::Kind::Deliver), 0.0);
        QCOMPARE(load.bytes(mesh.entering(mesh.outsidePort())), 32.0 + 8.0); // and the inputs, for the buffer
        const auto fill = dramPort == int(DramPort::Own) ? 8.0 : 0.0;
        QCOMPARE(bytesOf(load, mesh.hop(4, Side::East), TensorRole::Inputs, Flow::Kind::Fill), fill);
    }

    void utilizationIsBytesPerCycleOverTheFlit()
    {
        const auto layer = layerOf(1, 8, 4);
        mapping::LayerMapping mapping{{{{}, {}, TensorSet::all()},
                                       {{}, {{K, 2, kRows}, {K, 2}}, TensorSet::all()},
                                       {{{C, 8}}, {}, TensorSet::all()}}};
        const MeshLoad load = loadOf(kAccelerator, layer, mapping);
        // Out of the buffer: 32 B of weights, 8 B of inputs and 4 B of outputs in 100 cycles of 8 B each.
        const LinkId out = load.mesh.entering(load.mesh.bufferPort());
        QCOMPARE(load.bytes(out), 44.0);
        QCOMPARE(load.utilization(out), 44.0 / 800);
        QCOMPARE(load.flits(out), 6.0);
        // 32 B of weights, 8 B of inputs for the buffer and its drained outputs keep no other link as busy.
        QCOMPARE(load.hottestLink(), out);
        QCOMPARE(load.hottestHop(), load.mesh.hop(4, Side::East)); // 40 B fill the buffer
        QCOMPARE(load.bytes(load.hottestHop()), 40.0);
    }

    void lostBytesAreFound()
    {
        const auto layer = layerOf(1, 8, 4);
        mapping::LayerMapping mapping{{{{}, {}, TensorSet::all()},
                                       {{}, {{K, 2, kRows}, {K, 2}}, TensorSet::all()},
                                       {{{C, 8}}, {}, TensorSet::all()}}};
        const MeshLoad load = loadOf(kAccelerator, layer, mapping);
        QVERIFY(!checkConservation(load));
        MeshLoad lost = load;
        lost.linkBytes[load.mesh.hop(5, Side::West) * load.flows.size()] -= 1;
        QVERIFY(checkConservation(lost));
        MeshLoad swallowed = load;
        swallowed.linkBytes[load.mesh.leaving(0) * load.flows.size()] -= 1;
        QVERIFY(checkConservation(swallowed));
        MeshLoad overTheEdge = load;
        overTheEdge.linkBytes[load.mesh.hop(0, Side::North) * load.flows.size()] = 1;
        QVERIFY(checkConservation(overTheEdge));
    }

    void saysWhyThereIsNoLoad()
    {
        const auto layer = layerOf(1, 8, 4);
        mapping::LayerMapping mapping{{{{}, {}, TensorSet::all()},
                                       {{}, {{K, 2, kRows}, {K, 2}}, TensorSet::all()},
                                       {{{C, 8}}, {}, TensorSet::all()}}};
        auto accelerator = kAccelerator;
        accelerator.interconnect.below.clear();
        const auto none = meshLoad(accelerator, layer, mapping, kCycles);
        QVERIFY(!none);
        QCOMPARE(none.error().code, ErrorCode::Unsupported);
        QVERIFY(none.error().message.find("'interconnect: {below: ") != std::string::npos);
        accelerator.interconnect.below = "Nowhere";
        QCOMPARE(meshLoad(accelerator, layer, mapping, kCycles).error().code, ErrorCode::InvalidInput);
        mapping.levels[1].spatial = {{K, 2}};
        const auto invalid = meshLoad(kAccelerator, layer, mapping, kCycles);
        QVERIFY(!invalid);
        QCOMPARE(invalid.error().code, ErrorCode::InvalidInput);
    }

    void theBufferCanBeDram()
    {
        auto accelerator = kAccelerator;
        accelerator.levels.erase(accelerator.levels.begin() + 1);
        accelerator.levels[0].fanout = {2, 2};
        accelerator.interconnect.below = "DRAM";
        const auto layer = layerOf(1, 8, 4);
        mapping::LayerMapping mapping{
            {{{}, {{K, 2, kRows}, {K, 2}}, TensorSet::all()}, {{{C, 8}}, {}, TensorSet::all()}}};
        const MeshLoad load = loadOf(accelerator, layer, mapping);
        QCOMPARE(load.bytes(load.mesh.entering(load.mesh.bufferPort())), 40.0);
        QCOMPARE(load.bytes(load.mesh.entering(load.mesh.outsidePort())), 0.0);
    }
};

QTEST_GUILESS_MAIN(TestMeshLoad)
#include "tst_mesh_load.moc"
