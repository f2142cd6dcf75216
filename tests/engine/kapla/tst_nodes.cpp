// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/layer_cost.h"
#include "engine/kapla/machine.h"
#include "engine/kapla/pe_mapping.h"
#include "engine/kapla/tensor_hops.h"

#include <QTest>

#include <set>

using namespace nestloom;
using namespace nestloom::kapla;

class NodesTest : public QObject {
    Q_OBJECT
private slots:
    void aRegionThatIsTooWideTurnsAtTheBorder()
    {
        // 4 x 4 nodes: 2 x 3 take three of four columns, 2 x 5 the last one and the strip below, from right to left.
        const auto parts = allocate(rectangle(RegionKind::Nodes, {4, 4}), {6, 10});
        QVERIFY(parts.has_value());
        QCOMPARE((*parts)[0].extent, (Extent{2, 3}));
        QCOMPARE((*parts)[1].extent, (Extent{2, 5}));
        QCOMPARE(nodeAt((*parts)[1], {0, 0}), (Node{0, 3}));
        QCOMPARE(nodeAt((*parts)[1], {0, 1}), (Node{2, 3}));
        QCOMPARE(nodeAt((*parts)[1], {1, 4}), (Node{3, 0}));
    }

    void allocatedRegionsCoverTheNodesOnce()
    {
        const NodeRegion all = rectangle(RegionKind::Nodes, {4, 4});
        for (const std::vector<std::int64_t>& sizes :
             {std::vector<std::int64_t>{16}, {8, 8}, {4, 12}, {2, 6, 8}, {3, 13}, {1, 2, 13}}) {
            const auto regions = allocate(all, sizes);
            QVERIFY(regions.has_value());
            std::set<Node> seen;
            for (const NodeRegion& region : *regions)
                for (const Node& node : nodesOf(region)) {
                    QVERIFY(seen.insert(node).second);
                    QVERIFY(node.h >= 0 && node.h < 4 && node.w >= 0 && node.w < 4);
                }
            QCOMPARE(seen.size(), std::size_t(16));
        }
    }

    void moreNodesThanThereAreCannotBeAllocated()
    {
        QVERIFY(!allocate(rectangle(RegionKind::Nodes, {4, 4}), {8, 9}).has_value());
    }

    void aPartitionGivesEveryNodeAPart()
    {
        for (const Partition& partition : partitions(convolution(64, 64, 28, 3), 4, {4, 4}, {})) {
            std::set<Node> seen;
            for (const PartIndex& part : partIndices(partition))
                seen.insert(relativeNode(partition, part));
            QCOMPARE(seen.size(), std::size_t(16));
        }
    }

    void aBatchThatDoesNotDivideIsNotDivided()
    {
        for (const Partition& partition : partitions(convolution(64, 64, 28, 3), 3, {2, 2}, {}))
            QCOMPARE(partition.count(Split::Batch), std::int64_t(1));
    }

    void aLayerThatCannotBeDividedGetsTheNaivePartition()
    {
        const auto all = partitions(fullyConnected(1, 1), 1, {4, 4}, {});
        QCOMPARE(all.size(), std::size_t(1));
        QCOMPARE(all[0].count(Split::OutputChannels), std::int64_t(16));
    }

    void weightsOfDividedPixelsTravelToEveryNodeOrAlongATree()
    {
        // 1 x 4 nodes with memory at both ends; all four need the same 9 weights: hops 0, 1, 1, 0 each, or a tree of 2.
        const NodeRegion nodes = rectangle(RegionKind::Nodes, {1, 4});
        const Layer layer = convolution(1, 1, 4, 3);
        Partition partition;
        partition.parts[std::size_t(Split::Pixels)] = {1, 4};
        const Demand demand = demandOf(TensorRole::Weights, layer, 1, partition, nodes);
        const std::vector<Node> memory{{0, 0}, {0, 3}};
        QCOMPARE(demand.blocks.size(), std::size_t(1));
        QCOMPARE(weightHops(demand, layer, memory, false), std::int64_t(18));
        QCOMPARE(weightHops(demand, layer, memory, true), std::int64_t(18));
        const std::vector<Node> leftOnly{{0, 0}};
        QCOMPARE(weightHops(demand, layer, leftOnly, false), std::int64_t(9 * (1 + 2 + 3)));
        QCOMPARE(weightHops(demand, layer, leftOnly, true), std::int64_t(9 * 3));
    }

    void outputsThatStayAreWhereTheyAreMade()
    {
        const NodeRegion nodes = rectangle(RegionKind::Nodes, {2, 2});
        Partition partition;
        partition.parts[std::size_t(Split::OutputChannels)] = {2, 2};
        const Layer layer = convolution(8, 8, 4, 1);
        const FmapRange whole{{{0, 1}, {0, 8}, {0, 4}, {0, 4}}};
        const DataLayout layout{{whole, nodes, projected(partition, nodes)}};
        QCOMPARE(outputHops(demandOf(TensorRole::Outputs, layer, 1, partition, nodes), layout, false), std::int64_t(0));
        const Demand inputs = demandOf(TensorRole::Inputs, layer, 1, partition, nodes);
        QVERIFY(inputHops(inputs, heldBlocks(layout), whole, false) > 0);
    }

    void fourNodesInARowRotateTheirData()
    {
        // Each of 4 parts makes 3 steps: 3 neighbours and 3 hops back per step, over a quarter of the data.
        const SharingGroup group{{1, 4}, {std::numeric_limits<double>::infinity(), 1}};
        QCOMPARE(rotationHops(group, 4, 4), 6 * 3 / 4.0);
        QCOMPARE(rotationHops(group, 1, 1), 0.0);
        QCOMPARE(wideFetchHops(group, 4, 1), 0.0);
        QVERIFY(wideFetchHops(group, 4, 2) > 0);
    }

    void threeFilterRowsAreRepeatedAndManyOutputRowsFolded()
    {
        const PeSet set = peSet(convolution(16, 16, 28, 3), {8, 8});
        QCOMPARE(set.repeats.h, std::int64_t(1)); // 8 / 3 = 2 sets in height, both of which take folds of 28 rows
        QCOMPARE(set.folds.w, std::int64_t(2));
    }

    void aSystolicArrayTakesWindowsAndChannelsAlongItsRows()
    {
        const SystolicSet pointwise = systolicSet(convolution(64, 64, 28, 1), {16, 16});
        QVERIFY(pointwise.rows() == 16 && pointwise.outputChannels == 16);
        const SystolicSet folded = systolicSet(convolution(64, 64, 28, 5), {16, 16}); // three rows of five, then two
        QVERIFY(folded.window == (Extent{3, 5}) && folded.folds == (Extent{2, 1}));
        const SystolicSet narrow = systolicSet(convolution(64, 64, 28, 11), {8, 8}); // half a row of eleven at a time
        QVERIFY(narrow.window == (Extent{1, 6}) && narrow.folds == (Extent{11, 2}));
        const SystolicSet alone = systolicSet(depthwise(64, 28, 3), {16, 16}); // nine rows and one column
        QVERIFY(alone.isDiagonal && alone.rows() == 9 && alone.outputChannels == 1);
        QCOMPARE(systolicSet(elementWise(64, 28, 2), {16, 16}).outputChannels, std::int64_t(8)); // two rows each
    }

    void aSystolicPassMovesWhatItsPesTakeOver()
    {
        // Two input and two output channels, 1 x 1 filters: 16 pixels pass 2 x 2 PEs.
        const Share share = shareOf(Partition{}, convolution(2, 2, 4, 1), 1);
        const auto all = systolic(share, {2, 2}, 1000);
        QCOMPARE(all.size(), std::size_t(3)); // four rows of outputs at once, two, one
        const UnitLoops& loops = all.front();
        QCOMPARE(loops.trips, (PerLoop{1, 1, 1}));
        QCOMPARE(loops.cycles, std::int64_t(16));
        QCOMPARE(loops.operations, 64.0);
        QVERIFY(loops.access[index(Level::Buffer)] == (PerTensor<double>{{{4, 32, 32}}}));
        QVERIFY(loops.access[index(Level::Array)]
                == (PerTensor<double>{{{6, 64, 64}}})); // weights of the second row pass the first
        QVERIFY(loops.access[index(Level::Registers)] == (PerTensor<double>{{{64, 64, 64}}}));
        QVERIFY(loops.registerWords == (PerTensor<std::int64_t>{{{1, 1, 1}}}));
        // What does not fit the buffer is left out, unless nothing fits.
        QCOMPARE(systolic(share, {2, 2}, 40).front().trips, (PerLoop{1, 1, 2}));
        QCOMPARE(systolic(share, {2, 2}, 1).size(), std::size_t(1));
    }

    void allSystolicPassesTogetherDoTheLayer_data()
    {
        QTest::addColumn<int>("kind");
        for (int kind = 0; kind < 5; ++kind)
            QTest::addRow("%d", kind) << kind;
    }
    void allSystolicPassesTogetherDoTheLayer()
    {
        QFETCH(const int, kind);
        const Layer layer = std::array{convolution(24, 40, 13, 5, 2), depthwise(24, 13, 3), pooling(24, 13, 3, 2),
                                       elementWise(24, 13, 2), fullyConnected(24, 40)}[std::size_t(kind)];
        for (const UnitLoops& loops : systolic(shareOf(Partition{}, layer, 4), {8, 8}, 4096)) {
            QVERIFY(std::abs(loops.operations * double(loops.passes()) - double(layer.operations(4))) < 1);
            QVERIFY(std::abs(loops.accessOnce(Level::Dram, TensorRole::Outputs) - double(layer.outputWords(4))) < 1);
            QVERIFY(loops.cycles * loops.passes() * 64 >= layer.operations(4));
        }
    }

    void allPassesTogetherDoTheLayer()
    {
        const Layer layer = convolution(24, 40, 13, 3);
        const Share share = shareOf(Partition{}, layer, 4);
        for (const UnitLoops& loops : rowStationary(share, {8, 8})) {
            QVERIFY(std::abs(loops.operations * double(loops.passes()) - double(layer.operations(4))) < 1);
            QVERIFY(std::abs(loops.accessOnce(Level::Dram, TensorRole::Weights) - 24 * 40 * 9) < 1);
        }
    }
};

QTEST_APPLESS_MAIN(NodesTest)
#include "tst_nodes.moc"
