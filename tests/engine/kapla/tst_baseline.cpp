// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/baseline.h"
#include "engine/kapla/factorisations.h"
#include "engine/kapla/layer_search.h"
#include "engine/kapla/pe_mapping.h"
#include "engine/kapla/quick_cost.h"

#include <QTest>

#include <cmath>

using namespace nestloom;
using namespace nestloom::kapla;

namespace {

Machine machine(Features features, PeMapping mapping = PeMapping::RowStationary)
{
    Machine machine;
    machine.mapping = mapping;
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

/// All that a layer reads, in memory: what training adds reads gradients of outputs, weights the inputs before them.
DataLayout memoryLayout(const Machine& machine, const Layer& layer, std::int64_t batch)
{
    DataLayout layout;
    const bool readsInputs = made(layer.kind) != TensorRole::Inputs;
    if (readsInputs)
        layout.push_back(
            {FmapRange{{{0, batch}, {0, layer.inputChannels}, {0, layer.inputHeight()}, {0, layer.inputWidth()}}},
             machine.memory, Partition{}});
    const std::int64_t before = readsInputs ? layer.inputChannels : 0;
    if (made(layer.kind) != TensorRole::Outputs)
        layout.push_back({FmapRange{{{0, batch},
                                     {before, before + layer.outputChannels},
                                     {0, layer.outputHeight},
                                     {0, layer.outputWidth}}},
                          machine.memory, Partition{}});
    return layout;
}

/// Layers of every kind, forward and those that training adds.
std::vector<std::pair<const char*, Layer>> allKinds(std::int64_t channels, std::int64_t size)
{
    std::vector<std::pair<const char*, Layer>> all{
        {"convolution", convolution(channels, channels, size, 3)},
        {"depthwise", depthwise(2 * channels, size, 3)},
        {"pooling", pooling(2 * channels, size, 3, 2)},
        {"element-wise", elementWise(2 * channels, size, 2)},
        {"fully connected", fullyConnected(4 * channels, 3 * channels)},
        {"strided convolution", convolution(channels, channels, size, 1, 2)}};
    const auto add = [&](const char* name, std::size_t of, LayerKind kind) {
        all.emplace_back(name, all[of].second);
        all.back().second.kind = kind;
    };
    add("gradients of a convolution's inputs", 0, LayerKind::ConvolutionInputs);
    add("gradients of a convolution's weights", 0, LayerKind::ConvolutionWeights);
    add("gradients of a depthwise layer's inputs", 1, LayerKind::DepthwiseInputs);
    add("gradients of a depthwise layer's weights", 1, LayerKind::DepthwiseWeights);
    add("gradients of a pooling's inputs", 2, LayerKind::LocalRegionInputs);
    return all;
}

void addKinds()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<bool>("bypass");
    QTest::addColumn<bool>("isSystolic");
    const auto kinds = allKinds(8, 4);
    for (const bool bypass : {false, true})
        for (const bool isSystolic : {false, true})
            for (std::size_t kind = 0; kind < kinds.size(); ++kind)
                QTest::addRow("%s, %s, %s", kinds[kind].first, isSystolic ? "systolic" : "row-stationary",
                              bypass ? "with bypass" : "without bypass")
                    << int(kind) << bypass << isSystolic;
}

} // namespace

class BaselineTest : public QObject {
    Q_OBJECT
private slots:
    void theSweepFindsWhatAllOrdersTogetherFind_data() { addKinds(); }
    void theSweepFindsWhatAllOrdersTogetherFind()
    {
        QFETCH(const int, kind);
        QFETCH(const bool, bypass);
        QFETCH(const bool, isSystolic);
        const Layer layer = allKinds(8, 4)[std::size_t(kind)].second;
        Features features;
        features.mayBypassBuffer.values.fill(bypass);
        const Machine one = machine(features, isSystolic ? PeMapping::Systolic : PeMapping::RowStationary);
        const Share share = shareOf(Partition{}, layer, 4);
        int fitting = 0;
        for (const UnitLoops& loops : peMappings(one, share)) {
            Placement placement = wholeMachine(one);
            placement.nodes = rectangle(RegionKind::Nodes, {1, 1});
            const BlockingProblem problem = blockingProblem(one, placement, {}, loops);
            SweepEffort effort;
            const auto found = sweep(problem, {}, Goal::Energy, effort);
            const double least = leastOfAll(problem);
            QCOMPARE(found.has_value(), std::isfinite(least));
            if (found)
                QVERIFY(std::abs(found->accessCost - least) <= 1e-9 * least);
            fitting += found.has_value();
        }
        QVERIFY(fitting > 0);
    }

    void theLayerSearchFindsTheBestPartition_data() { addKinds(); }
    void theLayerSearchFindsTheBestPartition()
    {
        QFETCH(const int, kind);
        QFETCH(const bool, bypass);
        QFETCH(const bool, isSystolic);
        const Layer layer = allKinds(8, 8)[std::size_t(kind)].second;
        Features features;
        features.bufferSharing = true;
        features.mayBypassBuffer.values.fill(bypass);
        const Machine one = machine(features, isSystolic ? PeMapping::Systolic : PeMapping::RowStationary);
        LayerSearch search(one, layer, 4, {}, Goal::Energy);
        const Placement placement = wholeMachine(one);
        const DataLayout inputs = memoryLayout(one, layer, 4);
        const auto found = search.best(placement, {}, inputs);
        double least = kUnlimited;
        SweepEffort effort;
        for (const Partition& partition : partitions(layer, 4, {2, 2}, {}))
            for (const UnitLoops& loops : peMappings(one, shareOf(partition, layer, 4)))
                if (const auto swept =
                        sweep(blockingProblem(one, placement, partition, loops), {}, Goal::Energy, effort))
                    least = std::min(
                        least, evaluate(one, placement, layer, 4, partition, loops, swept->blocking, inputs)->total());
        QVERIFY(found != nullptr);
        QVERIFY(std::abs(found->cost.total() - least) <= 1e-9 * least);
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
