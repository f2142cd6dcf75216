// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/baseline.h"
#include "engine/kapla/factorisations.h"
#include "engine/kapla/layer_search.h"
#include "engine/kapla/order_table.h"
#include "engine/kapla/row_stationary.h"

#include <QTest>

#include <cmath>

using namespace nestloom;
using namespace nestloom::kapla;

namespace {

Machine machine(Features features)
{
    Machine machine;
    machine.nodes = rectangle(RegionKind::Nodes, {2, 2});
    machine.memory = rectangle(RegionKind::Memory, {2, 2});
    machine.array = {8, 8};
    machine.bufferWords = 512;
    machine.registerWords = 32;
    machine.features = features;
    return machine;
}

/// The least cost of any blocking and any of all 36 orders, without rules about which ones are worthwhile.
double leastOfAll(const BlockingProblem& problem)
{
    double least = kUnlimited;
    for (const auto& inputs : factorisations<3>(problem.loops.trips[0]))
        for (const auto& outputs : factorisations<3>(problem.loops.trips[1]))
            for (const auto& batch : factorisations<3>(problem.loops.trips[2]))
                for (const OrderPair& orders : orderPairs()) {
                    Blocking blocking;
                    for (std::size_t level = 0; level < 3; ++level)
                        blocking.factors[level] = {inputs[level], outputs[level], batch[level]};
                    blocking.position = orders;
                    if (const auto counts = count(problem, blocking))
                        least = std::min(least, accessCost(*counts, problem.costs));
                }
    return least;
}

DataLayout memoryLayout(const Machine& machine, const Layer& layer, std::int64_t batch)
{
    return {{FmapRange{{{0, batch}, {0, layer.inputChannels}, {0, layer.inputHeight()}, {0, layer.inputWidth()}}}, machine.memory, Partition{}}};
}

} // namespace

class BaselineTest : public QObject {
    Q_OBJECT
private slots:
    void theSweepFindsWhatAllOrdersTogetherFind_data()
    {
        QTest::addColumn<int>("kind");
        QTest::addColumn<bool>("bypass");
        for (const bool bypass : {false, true}) {
            const QByteArray end = bypass ? " with bypass" : " without bypass";
            QTest::newRow("convolution" + end) << 0 << bypass;
            QTest::newRow("depthwise" + end) << 1 << bypass;
            QTest::newRow("pooling" + end) << 2 << bypass;
            QTest::newRow("element-wise" + end) << 3 << bypass;
            QTest::newRow("fully connected" + end) << 4 << bypass;
        }
    }
    void theSweepFindsWhatAllOrdersTogetherFind()
    {
        QFETCH(const int, kind);
        QFETCH(const bool, bypass);
        const Layer layer = std::array{convolution(12, 12, 6, 3), depthwise(24, 6, 3), pooling(24, 6, 3, 2), elementWise(24, 6, 2),
                                       fullyConnected(48, 36)}[std::size_t(kind)];
        Features features;
        features.mayBypassBuffer.values.fill(bypass);
        const Machine one = machine(features);
        const Share share = shareOf(Partition{}, layer, 4);
        for (const UnitLoops& loops : rowStationary(share, one.array)) {
            Placement placement = wholeMachine(one);
            placement.nodes = rectangle(RegionKind::Nodes, {1, 1});
            const BlockingProblem problem = blockingProblem(one, placement, {}, loops);
            SweepEffort effort;
            const auto found = sweep(problem, {}, Goal::Energy, effort);
            const double least = leastOfAll(problem);
            QCOMPARE(found.has_value(), std::isfinite(least));
            if (found)
                QVERIFY(std::abs(found->accessCost - least) <= 1e-9 * least);
        }
    }

    void theLayerSearchFindsTheBestPartition()
    {
        Features features;
        features.bufferSharing = true;
        const Machine one = machine(features);
        for (const Layer& layer : {convolution(16, 16, 8, 3), depthwise(16, 8, 3), fullyConnected(32, 32)}) {
            LayerSearch search(one, layer, 4, {}, Goal::Energy);
            const Placement placement = wholeMachine(one);
            const DataLayout inputs = memoryLayout(one, layer, 4);
            const auto found = search.best(placement, {}, inputs);
            QVERIFY(found != nullptr);
            double least = kUnlimited;
            SweepEffort effort;
            for (const Partition& partition : partitions(layer, 4, {2, 2}, {}))
                for (const UnitLoops& loops : rowStationary(shareOf(partition, layer, 4), one.array))
                    if (const auto swept = sweep(blockingProblem(one, placement, partition, loops), {}, Goal::Energy, effort))
                        least = std::min(least, evaluate(one, placement, layer, 4, partition, loops, swept->blocking, inputs)->total());
            QVERIFY(std::abs(found->cost.total() - least) <= 1e-9 * least);
        }
    }

    void constrainedFactorsAreKept()
    {
        const Machine one = machine({});
        const Layer layer = convolution(16, 16, 8, 3);
        LayerSearch search(one, layer, 4, {}, Goal::Energy);
        const auto found = search.best(wholeMachine(one), {{0, 2, 2}}, memoryLayout(one, layer, 4));
        if (found) {
            QCOMPARE(found->blocking.factors[0][1], std::int64_t(2));
            QCOMPARE(found->blocking.factors[0][2], std::int64_t(2));
            QVERIFY(found->blocking.position[0][2] > found->blocking.position[0][1]);
        }
    }

    void aNetworkIsScheduledLayerAfterLayer()
    {
        const Machine one = machine({});
        Network network{"two layers", {{"image", 8, 8, 8}}, {}};
        network.layers.push_back({"conv", convolution(8, 16, 8, 1), {{true, 0}}});
        network.layers.push_back({"pool", pooling(16, 4, 2, 2), {{false, 0}}});
        const BaselineResult result = searchBaseline(one, network, 4, {});
        QVERIFY(result.schedule.has_value());
        const auto layers = result.schedule->layers();
        QCOMPARE(layers.size(), std::size_t(2));
        QVERIFY(std::abs(result.schedule->cost - layers[0]->cost.total() - layers[1]->cost.total())
                <= 1e-9 * result.schedule->cost);
        QCOMPARE(result.schedule->cycles, layers[0]->cost.cycles() + layers[1]->cost.cycles());
        QVERIFY(result.effort.sweeps.enumerated > result.effort.sweeps.evaluated);
    }

    void aLayerThatFitsNoWayIsNamed()
    {
        Machine small = machine({});
        small.registerWords = 2;
        Network network{"too large", {{"image", 8, 10, 10}}, {{"conv", convolution(8, 16, 8, 3), {{true, 0}}}}};
        const BaselineResult result = searchBaseline(small, network, 1, {});
        QVERIFY(!result.schedule.has_value());
        QCOMPARE(result.unfit, std::optional<std::size_t>(0));
    }

    void aStoppedSearchSaysSo()
    {
        const Machine one = machine({});
        Network network{"stopped", {{"image", 8, 8, 8}}, {{"conv", convolution(8, 16, 8, 1), {{true, 0}}}}};
        std::stop_source source;
        source.request_stop();
        RunControl control;
        control.stop = source.get_token();
        const BaselineResult result = searchBaseline(one, network, 1, {}, control);
        QVERIFY(result.stopped && !result.schedule);
    }
};

QTEST_APPLESS_MAIN(BaselineTest)
#include "tst_baseline.moc"
