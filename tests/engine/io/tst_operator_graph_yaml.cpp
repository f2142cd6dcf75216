// SPDX-License-Identifier: Apache-2.0
#include "engine/io/read_network.h"
#include "engine/zoo/zoo.h"
#include "tests/support/replaced.h"

#include <QTest>

using namespace nestloom;
using tests::replaced;
using enum workload::LoopDimension;

namespace {

const std::string kSmall = R"(network:
  name: small
  operators:
    - {name: input, type: input, output: {shape: [3, 8, 8]}}
    - {name: conv, type: conv, inputs: [input], output: {name: image, shape: [4, 8, 8], element: 16 bit},
       parameters: [108 B, 4 B], layers: [{R: 3, S: 3, P: 8, Q: 8, C: 3, K: 4}]}
    - name: split
      type: split
      inputs: [image, input]
      outputs:
        - {name: left, size: 100 B}
        - {name: right, shape: [5], size: 2 KiB}
    - {name: end, type: discard, inputs: [left], outputs: [], window: 9}
)";

} // namespace

class TestOperatorGraphYaml : public QObject {
    Q_OBJECT
private slots:
    void sharedParametersKeepTheirNames()
    {
        const std::string text = replaced(kSmall, "inputs: [left], outputs: [], window: 9",
                                          "inputs: [left], outputs: [], parameters: [3 B, {name: bias, size: 4 B}]");
        const auto network =
            io::parseNetwork(replaced(text, "[108 B, 4 B]", "[108 B, {name: bias, size: 4 B}]"), "small.yaml");
        QVERIFY2(network, network ? "" : network.error().text().c_str());
        QCOMPARE(network->graph.operators[1].shared, (std::vector<std::string>{"", "bias"}));
        QCOMPARE(network->graph.operators[3].shared, (std::vector<std::string>{"", "bias"}));
        QCOMPARE(workload::parameterBytes(network->graph), Bytes{108 + 4 + 3});
        const auto again = io::parseNetwork(io::writeNetwork(*network), "again.yaml");
        QVERIFY2(again, again ? "" : again.error().text().c_str());
        QCOMPARE(again->graph, network->graph);
    }

    /// Its slices are channels and batch of the layer; what an import of one had written was refused.
    void a3DConvolutionReadsSlicesAsChannels()
    {
        const auto network = io::parseNetwork(R"(network:
  name: slices
  operators:
    - {name: v, type: input, output: {shape: [1, 2, 5, 16, 15], element: 32 bit}}
    - {name: c, type: conv, inputs: [v], output: {shape: [1, 6, 5, 16, 15], element: 32 bit}, parameters: [1296 B],
       layers: [{R: 3, S: 3, P: 16, Q: 15, C: 6, K: 6, N: 5}]}
)",
                                              "slices.yaml");
        QVERIFY2(network, network ? "" : network.error().text().c_str());
    }

    void typesMayBeAsInOnnx()
    {
        const auto usual = io::parseNetwork(kSmall, "small.yaml");
        std::string text = kSmall;
        for (const auto& [from, to] : {std::pair("type: input", "type: Input"), std::pair("type: conv", "type: Conv"),
                                       std::pair("type: split", "type: Split"), std::pair("discard", "Discard")})
            text = replaced(text, from, to);
        const auto network = io::parseNetwork(text, "small.yaml");
        QVERIFY2(network, network ? "" : network.error().text().c_str());
        QCOMPARE(network->graph, usual->graph);
        QCOMPARE(workload::operatorType("GlobalAveragePool"), std::string("avgpool"));
        QCOMPARE(workload::operatorType("BatchNormalization"), std::string("batchnorm"));
    }

    void readsEveryField()
    {
        const auto network = io::parseNetwork(kSmall, "small.yaml");
        QVERIFY2(network, network ? "" : network.error().text().c_str());
        const workload::OperatorGraph& graph = network->graph;
        QCOMPARE(graph.name, std::string("small"));
        QCOMPARE(graph.operators.size(), std::size_t(4));
        QCOMPARE(graph.tensors.size(), std::size_t(4));
        QCOMPARE(graph.tensors[0].name, std::string("input"));
        QCOMPARE(graph.tensors[0].size.count, 192);
        QCOMPARE(graph.tensors[0].consumers, (std::vector<OperatorId>{{1}, {2}}));
        QCOMPARE(graph.tensors[1].size.count, 2 * 256);
        QCOMPARE(graph.tensors[1].elementBits, 16);
        QCOMPARE(graph.tensors[2].size.count, 100);
        QVERIFY(graph.tensors[2].shape.empty());
        QCOMPARE(graph.tensors[3].size.count, 2048);
        QCOMPARE(graph.operators[1].parameters, (std::vector<Bytes>{{108}, {4}}));
        QCOMPARE(graph.operators[3].window, 9);
        QCOMPARE(graph.operators[2].inputs, (std::vector<TensorId>{{1}, {0}}));
        QCOMPARE(graph.operators[2].outputs, (std::vector<TensorId>{{2}, {3}}));
        QVERIFY(graph.operators[3].outputs.empty());
        QCOMPARE(network->layers.size(), std::size_t(1));
        QCOMPARE(network->layers[0].name, std::string("conv")); // the operator's
        QCOMPARE(network->layers[0].bounds, (workload::Extents{{3, 3, 8, 8, 3, 4, 1, 1}}));
    }

    void writtenTextReadsBackEqual()
    {
        const auto first = io::parseNetwork(kSmall, "small.yaml");
        const std::string yaml = io::writeNetwork(*first);
        const auto second = io::parseNetwork(yaml, "again.yaml");
        QVERIFY2(second, second ? "" : second.error().text().c_str());
        QVERIFY(*second == *first);
    }

    void everyNetworkOfTheZooReadsBackEqual()
    {
        for (const std::string_view name : zoo::names()) {
            const auto network = zoo::build(name, {.elementBits = 12});
            const auto again = io::parseNetwork(io::writeNetwork(*network), "again.yaml");
            QVERIFY2(again, again ? "" : again.error().text().c_str());
            QVERIFY2(*again == *network, std::string(name).c_str());
        }
    }

    void buildersAreNamed()
    {
        const auto network =
            io::parseNetwork("network: {builder: resnet50, name: wide, image: 448, element: 16 bit}", "x");
        QVERIFY2(network, network ? "" : network.error().text().c_str());
        QCOMPARE(network->name, std::string("wide"));
        QCOMPARE(network->graph.name, std::string("wide"));
        QCOMPARE(network->graph.tensors[0].shape, (std::vector<std::int64_t>{3, 448, 448}));
        QCOMPARE(network->graph.tensors[0].elementBits, 16);
        QVERIFY(io::namesBuilder("network: {builder: resnet50}"));
        QVERIFY(!io::namesBuilder(io::writeNetwork(*network)));
        QVERIFY(!io::namesBuilder("{"));
    }

    void saysWhereAndWhatIsWrong_data()
    {
        QTest::addColumn<QString>("yaml");
        QTest::addColumn<QString>("where");
        QTest::addColumn<QString>("words");
        const auto row = [](const char* tag, const char* what, const char* by, const char* where, const char* words) {
            QTest::newRow(tag) << QString::fromStdString(replaced(kSmall, what, by)) << QString::fromUtf8(where)
                               << QString::fromUtf8(words);
        };
        row("unknown key", "type: conv,", "kind: conv,", "small.yaml:5: operators[1].kind", "unknown key");
        row("no type", "type: conv, ", "", "small.yaml:5: operators[1].type", "missing");
        row("unknown tensor", "[image, input]", "[image, imput]", "small.yaml:9: operators[2].inputs[1]",
            "no operator above makes a tensor 'imput'");
        row("later tensor", "inputs: [input]", "inputs: [left]", "operators[1].inputs[0]", "no operator above");
        row("twice", "[image, input]", "[image, image]", "operators[2].inputs[1]", "listed twice");
        row("same operator", "name: split", "name: conv", "operators[2].name", "used by two operators");
        row("same tensor", "name: right", "name: left", "operators[2].outputs[1].name", "two operators make");
        row("negative window", "window: 9", "window: -9", "operators[3].window", "0 to 1000000000");
        row("no output", ", outputs: []", "", "operators[3].output", "missing");
        row("both outputs", "output: {shape: [3, 8, 8]}", "output: {shape: [3, 8, 8]}, outputs: []",
            "operators[0].outputs", "not both");
        row("no size", "shape: [3, 8, 8]", "element: 8 bit", "operators[0].output", "'shape' or a 'size'");
        row("empty dimension", "[3, 8, 8]", "[3, 0, 8]", "operators[0].output.shape[1]", "at least 1 element");
        row("huge", "[3, 8, 8]", "[3000000000, 3000000000, 80]", "operators[0].output.shape", "2^63 bit");
        row("too much", "size: 100 B", "size: 4611686018427387905 B", "small.yaml", "2^62");
        row("shared in two sizes", "inputs: [left], outputs: [], window: 9",
            "inputs: [left], outputs: [], parameters: [{name: w, size: 1 B}, {name: w, size: 2 B}]",
            "small.yaml:13: operators[3].parameters[1]", "the parameter 'w' has 2 B here and 1 B above");
        row("shared without a size", "[108 B, 4 B]", "[108 B, {name: w}]", "operators[1].parameters[1].size",
            "missing");
        row("shared without a name", "[108 B, 4 B]", "[108 B, {size: 4 B}]", "operators[1].parameters[1].name",
            "missing");
        row("parameter of a wrong kind", "[108 B, 4 B]", "[108 B, [4 B]]", "operators[1].parameters[1]", "");
        row("other pixels than its layer", "P: 8, Q: 8", "P: 16, Q: 8", "small.yaml:5: operators[1].output",
            "the tensor has 256 elements, but its layer makes N x G x K x P x Q = 512");
        row("other outputs than its product", "inputs: [left], outputs: [], window: 9",
            "inputs: [left], outputs: [], window: 9}\n    - {name: fc, type: fc, inputs: [right], output: {shape: "
            "[10]}, "
            "layers: [{name: fc, kind: fully-connected, C: 5, K: 12}]",
            "operators[4].output", "the tensor has 10 elements, but its layer makes N x G x K x P x Q = 12");
        row("other channels than its input", "C: 3, K: 4", "C: 5, K: 4", "small.yaml:5: operators[1].inputs",
            "the layer reads 5 channels (G x C), which no dimension of 'input' is");
        row("smaller image than its layer reads", "shape: [3, 8, 8]", "shape: [3, 4, 8]",
            "small.yaml:5: operators[1].inputs",
            "'input' has 96 elements, but the layer reads at least N x G x C x 6 x 6 = 108 besides padding");
        row("an activation that makes more", "inputs: [left], outputs: [], window: 9",
            "inputs: [right], output: {shape: [6]}}\n    - {name: relu, type: relu, inputs: [right], output: {shape: "
            "[6]}",
            "operators[4].output",
            "the tensor has 6 elements, but an operator of type relu makes as many as it reads, 5");
        row("no unit", "[108 B, 4 B]", "[108 B, 4]", "operators[1].parameters[1]", "unit");
        row("wrong element", "16 bit", "0 bit", "operators[1].output.element", "1 to 1024 bit");
        row("layers too", "  operators:", "  layers: []\n  operators:", "layers", "leave 'layers' out");
        row("wrong bound", "P: 8", "P: 0", "small.yaml:6: operators[1].layers[0].P", "at least 1");
        row("wrong key of a layer", "P: 8", "p: 8", "operators[1].layers[0].p", "unknown key");
        row("not a list", "inputs: [left]", "inputs: left", "operators[3].inputs", "a list belongs here");
        const auto builder = [](const char* tag, const char* yaml, const char* where, const char* words) {
            QTest::newRow(tag) << QString::fromUtf8(yaml) << QString::fromUtf8(where) << QString::fromUtf8(words);
        };
        builder("unknown builder", "network: {builder: resnet51}", "small.yaml:1: builder", "known: alexnet");
        builder("operators too", "network: {builder: resnet50, operators: []}", "operators", "unknown key");
        builder("no image", "network: {builder: mlp_l, image: 28}", "builder", "no images");
        builder("bad image", "network: {builder: resnet50, image: -1}", "image", "at least 1 pixel");
        builder("bad width", "network: {builder: resnet50, element: 99 bit}", "builder", "1 to 64 bit");
    }
    void saysWhereAndWhatIsWrong()
    {
        QFETCH(QString, yaml);
        QFETCH(QString, where);
        QFETCH(QString, words);
        const auto network = io::parseNetwork(yaml.toStdString(), "small.yaml");
        QVERIFY(!network);
        const QString text = QString::fromStdString(network.error().text());
        QVERIFY2(text.contains(where) && text.contains(words), qPrintable(text));
    }
};

QTEST_APPLESS_MAIN(TestOperatorGraphYaml)
#include "tst_operator_graph_yaml.moc"
