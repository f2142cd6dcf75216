// SPDX-License-Identifier: Apache-2.0
#include "engine/zoo/graph_builder.h"

#include <QTest>

using namespace nestloom;
using enum workload::LoopDimension;
using zoo::GraphBuilder;
using zoo::Shape;

class TestGraphBuilder : public QObject {
    Q_OBJECT
private slots:
    void infersTheShapeOfAConvolution()
    {
        GraphBuilder g("x", 8);
        const TensorId image = g.input("input", {3, 224, 100});
        const TensorId y = g.conv("conv", image, {.channels = 64, .kernel = 7, .stride = 2});
        QCOMPARE(g.shape(y), (Shape{64, 112, 50}));
        QCOMPARE(g.shape(g.conv("valid", image, {.channels = 8, .kernel = 3, .padding = 0})), (Shape{8, 222, 98}));
        QCOMPARE(g.shape(g.conv("dilated", image, {.channels = 8, .kernel = 3, .dilation = 4})), (Shape{8, 224, 100}));
        QCOMPARE(g.shape(g.conv("row", image, {.channels = 8, .kernel = {1, 7}, .stride = {1, 2}})),
                 (Shape{8, 224, 50}));
        const auto network = g.network("", {});
        QVERIFY(workload::check(network).empty());
        const workload::Layer& layer = network.layers[0];
        QCOMPARE(layer.name, std::string("conv"));
        QCOMPARE(layer.bounds, (workload::Extents{{7, 7, 112, 50, 3, 64, 1, 1}}));
        QCOMPARE(layer.strideP, 2);
        QCOMPARE(network.layers[2].dilationS, 4);
        QCOMPARE(network.graph.operators[1].parameters, (std::vector<Bytes>{{9408}}));
        QCOMPARE(network.graph.tensors[1].size.count, 64 * 112 * 50);
    }

    void roundsPoolingsAsAsked()
    {
        GraphBuilder g("x", 8);
        const TensorId image = g.input("input", {2, 6, 7});
        QCOMPARE(g.shape(g.maxPool("down", image, {.kernel = 3, .stride = 2})), (Shape{2, 2, 3}));
        QCOMPARE(g.shape(g.maxPool("up", image, {.kernel = 3, .stride = 2, .roundUp = true})), (Shape{2, 3, 3}));
        QCOMPARE(g.shape(g.globalAveragePool("gap", image)), (Shape{2, 1, 1}));
        for (int more = 0; more < 20; ++more) // while the list of tensors grows
            (void)g.maxPool("more" + std::to_string(more), image, {.kernel = {3, 2}});
        const auto network = g.network("", {});
        QCOMPARE(network.graph.operators[1].window, 9);
        QCOMPARE(network.graph.operators.size(), 24U);
        for (std::size_t more = 4; more < 24; ++more)
            QCOMPARE(network.graph.operators[more].window, 6);
    }

    void countsGroupsPerGroup()
    {
        GraphBuilder g("x", 8);
        const TensorId image = g.input("input", {32, 8, 8});
        (void)g.conv("grouped", image, {.channels = 64, .kernel = 3, .groups = 4});
        (void)g.depthwise("depthwise", image, {.kernel = 5});
        const auto network = g.network("", {});
        QCOMPARE(network.layers[0].bounds, (workload::Extents{{3, 3, 8, 8, 8, 16, 1, 4}}));
        QCOMPARE(network.layers[1].bounds, (workload::Extents{{5, 5, 8, 8, 1, 1, 1, 32}}));
        QCOMPARE(network.graph.operators[1].parameters[0].count, 64 * 8 * 9);
        QCOMPARE(network.graph.operators[2].parameters[0].count, 32 * 25);
    }

    void splitsVideoIntoTwoDimensionalLayers()
    {
        GraphBuilder g("x", 8);
        const TensorId video = g.input("input", {3, 16, 28, 20});
        const TensorId pixels = g.conv("pixels", video, {.channels = 4, .kernel = {1, 3, 3}, .stride = {1, 2, 2}});
        QCOMPARE(g.shape(pixels), (Shape{4, 16, 14, 10}));
        const TensorId frames = g.conv("frames", pixels, {.channels = 5, .kernel = {3, 1, 1}, .stride = {2, 1, 1}});
        QCOMPARE(g.shape(frames), (Shape{5, 8, 14, 10}));
        const auto layers = g.network("", {}).layers;
        QCOMPARE(layers[0].bounds, (workload::Extents{{3, 3, 14, 10, 3, 4, 16, 1}}));
        QCOMPARE(layers[0].strideQ, 2);
        QCOMPARE(layers[1].bounds, (workload::Extents{{3, 1, 8, 140, 4, 5, 1, 1}}));
        QCOMPARE(layers[1].strideP, 2);
        QCOMPARE(layers[1].strideQ, 1);
    }

    void attentionHasSixLayers()
    {
        GraphBuilder g("x", 8);
        const TensorId q = g.input("q", {20, 3, 64});
        const TensorId m = g.input("m", {10, 3, 64});
        QCOMPARE(g.shape(g.attention("a", q, m, 8)), (Shape{20, 3, 64}));
        const auto network = g.network("", {});
        QCOMPARE(network.layers.size(), std::size_t(6));
        QCOMPARE(workload::macs(network.layers[0]), 20 * 3 * 64 * 64); // query
        QCOMPARE(workload::macs(network.layers[1]), 10 * 3 * 64 * 64); // key
        QCOMPARE(workload::macs(network.layers[3]), 20 * 10 * 3 * 64); // scores
        QCOMPARE(workload::macs(network.layers[4]), 20 * 10 * 3 * 64); // context
        QCOMPARE(network.layers[3].bounds[G], 24);
        QCOMPARE(network.graph.operators[2].parameters, (std::vector<Bytes>{{4 * 64 * 64}, {4 * 64}}));
    }

    void namesArePathsOfScopes()
    {
        GraphBuilder g("x", 8);
        TensorId x = g.input("input", {4, 2, 2});
        {
            const auto outer = g.scope("layer1");
            const auto inner = g.scope(2);
            x = g.relu("relu", x);
        }
        g.relu("end", x);
        const auto network = g.network("", {});
        QCOMPARE(network.graph.operators[1].name, std::string("layer1.2.relu"));
        QCOMPARE(network.graph.operators[2].name, std::string("end"));
    }

    void elementsHaveTheirWidth_data()
    {
        QTest::addColumn<int>("bits");
        QTest::addColumn<int>("bytes");
        QTest::newRow("4 bit") << 4 << 5; // 9 elements
        QTest::newRow("8 bit") << 8 << 9;
        QTest::newRow("16 bit") << 16 << 18;
    }
    void elementsHaveTheirWidth()
    {
        QFETCH(int, bits);
        QFETCH(int, bytes);
        GraphBuilder g("x", bits);
        const TensorId x = g.input("input", {1, 3, 3});
        (void)g.conv("conv", x, {.channels = 1, .kernel = 3});
        const auto network = g.network("", {});
        QCOMPARE(network.graph.tensors[0].size.count, bytes);
        QCOMPARE(network.graph.tensors[0].elementBits, bits);
        QCOMPARE(network.graph.operators[1].parameters[0].count, bytes);
    }
};

QTEST_APPLESS_MAIN(TestGraphBuilder)
#include "tst_graph_builder.moc"
