// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/kapla/training.h"
#include "engine/zoo/zoo.h"
#include "tests/engine/schedule/kapla/small_nodes.h"

#include <QTest>

#include <algorithm>

using namespace nestloom;
using namespace nestloom::kapla;

namespace {

std::int64_t operations(const TrainingNetwork& graph, Pass pass)
{
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < graph.network.layers.size(); ++i)
        if (graph.passes[i] == pass && graph.network.layers[i].layer.hasFilters())
            sum += graph.network.layers[i].layer.operations();
    return sum;
}

std::size_t find(const TrainingNetwork& graph, const std::string& name)
{
    for (std::size_t i = 0; i < graph.network.layers.size(); ++i)
        if (graph.network.layers[i].name == name)
            return i;
    return std::size_t(-1);
}

} // namespace

class TrainingTest : public QObject {
    Q_OBJECT
private slots:
    void lowersOperatorsToLayers()
    {
        const auto lowered = nodeNetwork(tests::branches());
        QVERIFY(lowered);
        QStringList names;
        for (const NetworkLayer& layer : lowered->network.layers)
            names << QString::fromStdString(layer.name);
        QCOMPARE(names.join(QLatin1Char(' ')), QStringLiteral("stem depthwise add pool left right average classifier"));
        const auto& layers = lowered->network.layers;
        QCOMPARE(layers[0].layer, convolution(3, 8, 8, 3));
        QCOMPARE(layers[1].layer, depthwise(8, 8, 3));
        QCOMPARE(layers[2].layer, elementWise(8, 8, 2));
        QCOMPARE(layers[3].layer, pooling(8, 4, 2, 2));
        QCOMPARE(layers[6].layer, pooling(16, 1, 4, 4));
        QCOMPARE(layers[6].sources, (std::vector<Source>{{false, 4}, {false, 5}})); // both parts of the concatenation
        QCOMPARE(layers[7].layer, fullyConnected(16, 10));
    }

    void poolingsHaveTheWindowsOfTheGraph()
    {
        workload::Network network = tests::branches();
        const auto notes = [&network] { return nodeNetwork(network)->notes.size(); };
        const std::size_t guessed = notes();
        for (workload::Operator& op : network.graph.operators)
            if (op.name == "pool")
                op.window = 9; // 3x3 with padding, where 2x2 would touch all inputs
            else if (op.name == "average")
                op.window = 16;
        const auto lowered = nodeNetwork(network);
        QCOMPARE(lowered->network.layers[3].layer, pooling(8, 4, 3, 2));
        QCOMPARE(lowered->network.layers[6].layer, pooling(16, 1, 4, 4));
        QCOMPARE(notes(), guessed - 1); // nothing is guessed any more
    }

    void everyLayerReadsAsManyChannelsAsItsSourcesMake_data()
    {
        QTest::addColumn<QString>("name");
        for (const char* name : {"alexnet", "mobilenet_v1", "vgg16", "googlenet", "resnet50", "mlp_l", "lstm"})
            QTest::newRow(name) << QString::fromLatin1(name);
    }
    void everyLayerReadsAsManyChannelsAsItsSourcesMake()
    {
        QFETCH(const QString, name);
        const auto network = zoo::build(name.toStdString());
        QVERIFY(network);
        const auto lowered = nodeNetwork(*network);
        QVERIFY2(lowered, lowered ? "" : lowered.error().text().c_str());
        for (const NetworkLayer& layer : lowered->network.layers) {
            std::int64_t channels = 0;
            for (const Source& source : layer.sources)
                channels += source.isInput ? lowered->network.inputs[source.at].channels
                                           : lowered->network.layers[source.at].layer.outputChannels;
            QCOMPARE(channels, layer.layer.inputChannels);
        }
    }

    void gradientsTakeTheOperationsOfTheForwardLayers_data() { everyLayerReadsAsManyChannelsAsItsSourcesMake_data(); }
    void gradientsTakeTheOperationsOfTheForwardLayers()
    {
        QFETCH(const QString, name);
        const auto lowered = nodeNetwork(*zoo::build(name.toStdString()));
        QVERIFY(lowered);
        const TrainingNetwork graph = trainingNetwork(*lowered);
        QCOMPARE(graph.passes.size(), graph.network.layers.size());
        const std::int64_t forward = operations(graph, Pass::Forward);
        QCOMPARE(operations(graph, Pass::Weights), forward);
        // Gradients of the network's inputs are not needed.
        std::int64_t fromInputs = 0;
        for (const NetworkLayer& layer : lowered->network.layers)
            for (const Source& source : layer.sources)
                if (source.isInput && layer.layer.hasFilters())
                    fromInputs += layer.layer.operations() / layer.layer.inputChannels
                                  * lowered->network.inputs[source.at].channels;
        QCOMPARE(operations(graph, Pass::Inputs), forward - fromInputs);
        for (std::size_t i = 0; i < graph.network.layers.size(); ++i)
            for (const Source& source : graph.network.layers[i].sources)
                QVERIFY(source.isInput || source.at < i);
    }

    void sumsGradientsOfSeveralReaders()
    {
        const TrainingNetwork graph = trainingNetwork(*nodeNetwork(tests::branches()));
        // The stem's outputs are read by the depthwise layer and by the addition, whose gradient arrives as it is.
        const std::size_t sum = find(graph, "stem.sum");
        QVERIFY(sum != std::size_t(-1));
        QCOMPARE(graph.passes[sum], Pass::Sum);
        QCOMPARE(graph.network.layers[sum].layer, elementWise(8, 8, 2));
        QCOMPARE(find(graph, "stem.dx"), std::size_t(-1)); // it reads the network's input only
        const std::size_t weights = find(graph, "stem.dw");
        QVERIFY(weights != std::size_t(-1));
        QCOMPARE(graph.network.layers[weights].layer.kind, LayerKind::ConvolutionWeights);
        QCOMPARE(graph.network.layers[weights].sources, (std::vector<Source>{{true, 0}, {false, sum}}));
        QVERIFY(find(graph, "add.dx") == std::size_t(-1)); // no layer for the gradient of a sum
        QVERIFY(find(graph, "average.dx.left") != std::size_t(-1)
                && find(graph, "average.dx.right") != std::size_t(-1));
    }

    void aFlattenedMapHasItsWholeGradient()
    {
        zoo::GraphBuilder g("flattened", 16);
        const TensorId map = g.conv("conv", g.input("input", {3, 8, 8}), {.channels = 4, .kernel = 3});
        g.fullyConnected("classifier", g.map("flat", "flatten", map), 10);
        workload::Network network = g.network("", {});
        for (workload::Tensor& tensor : network.graph.tensors) // as other tools have it: no rows and columns any more
            if (tensor.name == "flat")
                tensor.shape = {4 * 8 * 8};
        const auto lowered = nodeNetwork(network);
        QVERIFY2(lowered, lowered ? "" : lowered.error().text().c_str());
        const TrainingNetwork graph = trainingNetwork(*lowered);
        const std::size_t at = find(graph, "classifier.dx");
        QVERIFY(at != std::size_t(-1));
        QCOMPARE(graph.network.layers[at].layer.operations(), std::int64_t(4 * 8 * 8 * 10));
        QCOMPARE(graph.network.layers[at].layer.inputWords(), std::int64_t(4 * 8 * 8));
    }

    void takesImagesWithAnAxisOfTheirBatch()
    {
        workload::Network network = tests::branches();
        for (workload::Tensor& tensor : network.graph.tensors)
            if (tensor.shape.size() == 3)
                tensor.shape.insert(tensor.shape.begin(), 1);
        QVERIFY(nodeNetwork(network));
        for (workload::Tensor& tensor : network.graph.tensors)
            if (tensor.shape.size() == 4)
                tensor.shape.front() = 2;
        QVERIFY(!nodeNetwork(network));
    }

    void storesWhatGradientsOfWeightsRead()
    {
        const auto lowered = nodeNetwork(tests::branches());
        const TrainingNetwork graph = trainingNetwork(*lowered);
        // The inputs of depthwise (stem), of left and right (pool), and of the classifier (average).
        QCOMPARE(graph.stored, (std::vector<std::size_t>{0, 3, 6}));
        QCOMPARE(graph.storedWords, std::int64_t(8 * 8 * 8 + 8 * 4 * 4 + 16));
    }

    void refusesGroups()
    {
        zoo::GraphBuilder g("grouped", 16);
        g.conv("groups", g.input("input", {8, 4, 4}), {.channels = 8, .kernel = 3, .groups = 2});
        const auto lowered = nodeNetwork(g.network("", {}));
        QVERIFY(!lowered);
        QCOMPARE(lowered.error().code, ErrorCode::Unsupported);
        QCOMPARE(QString::fromStdString(lowered.error().where), QStringLiteral("operator groups"));
    }

    void refusesNetworksWithABatchOfTheirOwn()
    {
        const auto lowered = nodeNetwork(*zoo::build("mlp_l", {.batch = 4}));
        QVERIFY(!lowered);
        QVERIFY(lowered.error().message.find("a batch of 4 of its own: state it for one input") != std::string::npos);
        workload::Network imported = tests::branches(); // ONNX states it by its shapes alone
        for (workload::Tensor& tensor : imported.graph.tensors)
            tensor.shape.insert(tensor.shape.begin(), 2);
        const auto refused = nodeNetwork(imported);
        QVERIFY(!refused);
        QVERIFY(refused.error().message.find("has one of its own, 2: state the network for one input")
                != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TrainingTest)
#include "tst_training.moc"
