// SPDX-License-Identifier: Apache-2.0
// One small file for each kind of operator: its outcome, its layers, its MACs and the shape of its result.
#include "engine/onnx/import_onnx.h"
#include "engine/workload/fuse.h"
#include "tests/support/onnx_models.h"

#include <QtTest>

using namespace nestloom;
using namespace nestloom::tests;
using workload::ImportOptions;
using workload::NetworkImport;
using workload::NodeOutcome;

Q_DECLARE_METATYPE(nestloom::tests::OnnxModel)

namespace {

using Shape = std::vector<std::int64_t>;
constexpr int kInt8 = pb::TensorProto::INT8, kUint8 = pb::TensorProto::UINT8;

NetworkImport imported(const OnnxModel& model, const ImportOptions& options = {})
{
    auto result = nestloom::onnx::parseOnnx(model.bytes(), "net.onnx", options);
    if (!result)
        qWarning("%s", result.error().text().c_str());
    return result ? *std::move(result) : NetworkImport{};
}

const workload::Tensor& lastTensor(const NetworkImport& import) { return import.network.graph.tensors.back(); }

/// "R3 S3 P8 Q8 C4 K16 N1 G1", those above 1 only.
QString boundsText(const workload::Layer& layer)
{
    QStringList parts;
    for (const workload::LoopDimension d : workload::kLoopDimensions)
        if (layer.bounds[d] != 1)
            parts << QLatin1Char(letter(d)) + QString::number(layer.bounds[d]);
    if (layer.strideP != 1 || layer.strideQ != 1)
        parts << QStringLiteral("/%1x%2").arg(layer.strideP).arg(layer.strideQ);
    if (layer.dilationR != 1 || layer.dilationS != 1)
        parts << QStringLiteral("d%1x%2").arg(layer.dilationR).arg(layer.dilationS);
    return parts.join(QLatin1Char(' '));
}

QString layersText(const NetworkImport& import)
{
    QStringList layers;
    for (const workload::Layer& layer : import.network.layers)
        layers << boundsText(layer);
    return layers.join(QStringLiteral("; "));
}

/// x -> one node with weights w -> y.
OnnxModel oneNode(const char* type, const Shape& x, const Shape& w, const std::function<void(OnnxNode&)>& edit = {})
{
    OnnxModel model;
    model.input("x", x).output("y");
    std::vector<std::string> inputs{"x"};
    if (!w.empty()) {
        model.weights("w", w);
        inputs.emplace_back("w");
    }
    OnnxNode node = model.node(type, inputs, {"y"}).named("node");
    if (edit)
        edit(node);
    return model;
}

} // namespace

class TestImportOnnx : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void operatorsBecomeLayers_data()
    {
        QTest::addColumn<OnnxModel>("model");
        QTest::addColumn<QString>("layers");
        QTest::addColumn<Shape>("shape");
        QTest::addColumn<qint64>("macs");
        QTest::addColumn<QString>("reason"); // a part of it
        const auto row = [](const char* name, const OnnxModel& model, const char* layers, const Shape& shape,
                            qint64 macs, const char* reason = "") {
            QTest::newRow(name) << model << QString::fromUtf8(layers) << shape << macs << QString::fromUtf8(reason);
        };
        row("Conv",
            oneNode("Conv", {1, 4, 8, 8}, {16, 4, 3, 3},
                    [](OnnxNode& n) {
                        n.with("pads", Shape{1, 1, 1, 1});
                    }),
            "R3 S3 P8 Q8 C4 K16", {1, 16, 8, 8}, 36864);
        row("Conv with strides",
            oneNode("Conv", {2, 4, 9, 7}, {16, 4, 3, 1},
                    [](OnnxNode& n) {
                        n.with("strides", Shape{2, 3});
                    }),
            "R3 P4 Q3 C4 K16 N2 /2x3", {2, 16, 4, 3}, 3 * 4 * 3 * 4 * 16 * 2);
        row("Conv, dilated",
            oneNode("Conv", {1, 4, 9, 9}, {8, 4, 3, 3},
                    [](OnnxNode& n) {
                        n.with("dilations", Shape{2, 2});
                    }),
            "R3 S3 P5 Q5 C4 K8 d2x2", {1, 8, 5, 5}, 9 * 25 * 32);
        row("Conv, grouped", oneNode("Conv", {1, 8, 6, 6}, {16, 2, 3, 3}, [](OnnxNode& n) { n.with("group", 4); }),
            "R3 S3 P4 Q4 C2 K4 G4", {1, 16, 4, 4}, 9 * 16 * 2 * 4 * 4);
        row("Conv, depthwise", oneNode("Conv", {1, 8, 6, 6}, {8, 1, 3, 3}, [](OnnxNode& n) { n.with("group", 8); }),
            "R3 S3 P4 Q4 G8", {1, 8, 4, 4}, 9 * 16 * 8, "depthwise");
        row("Conv, 1-D", oneNode("Conv", {1, 4, 10}, {6, 4, 3}), "S3 Q8 C4 K6", {1, 6, 8}, 3 * 8 * 24, "1-D");
        row("Conv, SAME",
            oneNode("Conv", {1, 3, 7, 7}, {4, 3, 3, 3},
                    [](OnnxNode& n) {
                        n.with("auto_pad", "SAME_UPPER").with("strides", Shape{2, 2});
                    }),
            "R3 S3 P4 Q4 C3 K4 /2x2", {1, 4, 4, 4}, 9 * 16 * 12);
        row("Conv, 3-D, one slice deep", oneNode("Conv", {1, 4, 5, 6, 6}, {8, 4, 1, 3, 3}), "R3 S3 P4 Q4 C4 K8 N5",
            {1, 8, 5, 4, 4}, 9 * 16 * 32 * 5, "slices count as batch");
        row("Conv, 3-D, along the depth", oneNode("Conv", {1, 4, 5, 6, 6}, {8, 4, 3, 1, 1}), "R3 P3 Q36 C4 K8",
            {1, 8, 3, 6, 6}, 3 * 3 * 36 * 32, "along the depth");
        row("Conv, 3-D", oneNode("Conv", {1, 4, 5, 6, 6}, {8, 4, 3, 3, 3}), "R3 S3 P4 Q4 C12 K8 N3", {1, 8, 3, 4, 4},
            27 * 3 * 16 * 32, "count as input channels");
        // A filter of 4 at stride 2: each of 2 x 2 phases takes 2 x 2 taps; 8 x 8 input pixels times 16 taps.
        row("ConvTranspose",
            oneNode("ConvTranspose", {1, 6, 8, 8}, {6, 5, 4, 4},
                    [](OnnxNode& n) {
                        n.with("strides", Shape{2, 2}).with("pads", Shape{1, 1, 1, 1});
                    }),
            "R2 S2 P8 Q8 C6 K5; R2 S2 P8 Q8 C6 K5; R2 S2 P8 Q8 C6 K5; R2 S2 P8 Q8 C6 K5", {1, 5, 16, 16}, 64 * 16 * 30,
            "one for each of the 4 phases");
        // One of 2 at stride 2: the phases take one tap each from the same pixel.
        row("ConvTranspose, as large as its stride",
            oneNode("ConvTranspose", {1, 6, 8, 8}, {6, 5, 2, 2},
                    [](OnnxNode& n) {
                        n.with("strides", Shape{2, 2});
                    }),
            "P8 Q8 C6 K20", {1, 5, 16, 16}, 64 * 4 * 30, "with more output channels");
        // One of 3 at stride 2: 1 or 2 taps along each side, 9 for each 4 pixels of the result.
        row("ConvTranspose, uneven",
            oneNode(
                "ConvTranspose", {1, 6, 8, 8}, {6, 5, 3, 3},
                [](OnnxNode& n) {
                    n.with("strides", Shape{2, 2}).with("pads", Shape{1, 1, 1, 1}).with("output_padding", Shape{1, 1});
                }),
            "P8 Q8 C6 K5; S2 P8 Q8 C6 K5; R2 P8 Q8 C6 K5; R2 S2 P8 Q8 C6 K5", {1, 5, 16, 16}, 64 * 9 * 30, "phases");
        row("ConvTranspose, stride 1", oneNode("ConvTranspose", {1, 6, 8, 8}, {6, 5, 3, 3}), "R3 S3 P10 Q10 C6 K5",
            {1, 5, 10, 10}, 9 * 100 * 30);
        row("ConvTranspose, dilated",
            oneNode("ConvTranspose", {1, 2, 4, 4}, {2, 3, 3, 3},
                    [](OnnxNode& n) {
                        n.with("strides", Shape{2, 2}).with("dilations", Shape{2, 2});
                    }),
            "R3 S3 P6 Q6 C2 K3", {1, 3, 11, 11}, 9 * 36 * 6, "of stride 1"); // no tap reaches odd pixels
        row("Gemm", oneNode("Gemm", {2, 32}, {10, 32}, [](OnnxNode& n) { n.with("transB", 1); }), "C32 K10 N2", {2, 10},
            640);
        row("MatMul with weights", oneNode("MatMul", {2, 7, 32}, {32, 10}), "C32 K10 N14", {2, 7, 10}, 4480);
        row("MatMul, weights first", weightsFirst(), "C4 K6 N15", {3, 6, 5}, 360);
        row("MatMul of activations", activations(), "P3 C8 K5 G6", {2, 3, 3, 5}, 6 * 3 * 5 * 8,
            "both factors are activations");
        row("Einsum", einsum(), "P4 C8 K5 G6", {2, 4, 3, 5}, 6 * 4 * 5 * 8, "as a matrix product");
        row("LSTM", recurrent("LSTM", 4, 1), "C5 K24 N6; C6 K24 N2; C6 K24 N2; C6 K24 N2", {3, 1, 2, 6},
            24 * (5 * 6 + 3 * 6 * 2), "each of the 3 steps");
        row("GRU, both ways", recurrent("GRU", 3, 2), "P6 C5 K18 G2; P2 C6 K18 G2; P2 C6 K18 G2; P2 C6 K18 G2",
            {3, 2, 2, 6}, 2 * 18 * (5 * 6 + 3 * 6 * 2));
        row("RNN", recurrent("RNN", 1, 1), "C5 K6 N6; C6 K6 N2; C6 K6 N2; C6 K6 N2", {3, 1, 2, 6}, 6 * (30 + 36));
        row("QLinearConv", quantisedConvolution(), "R3 S3 P4 Q4 C4 K8", {1, 8, 4, 4}, 9 * 16 * 32);
        row("MatMulInteger", integerProduct(), "C8 K3 N2", {2, 3}, 48);
        row("Attention of ONNX", attention(), "P10 C8 K10 G2; P10 C10 K8 G2", {1, 5, 32}, 2 * 2 * 10 * 10 * 8,
            "one group for each head");
        row("Attention of com.microsoft", fusedAttention(), "C16 K48 N5; P5 C4 K5 G4; P5 C5 K4 G4", {1, 5, 16},
            16 * 48 * 5 + 2 * 4 * 25 * 4);
    }
    void operatorsBecomeLayers()
    {
        QFETCH(OnnxModel, model);
        QFETCH(Shape, shape);
        QFETCH(QString, reason);
        const NetworkImport import = imported(model);
        QVERIFY(!import.nodes.empty());
        QTEST(layersText(import), "layers");
        QCOMPARE(lastTensor(import).shape, shape);
        QTEST(qint64(workload::macs(import.network)), "macs");
        QCOMPARE(import.nodes.back().outcome, NodeOutcome::Mapped);
        QVERIFY2(import.nodes.back().reason.find(reason.toStdString()) != std::string::npos,
                 import.nodes.back().reason.c_str());
    }

    void otherOperatorsHaveAnOutcomeAndAShape_data()
    {
        QTest::addColumn<OnnxModel>("model");
        QTest::addColumn<int>("outcome");
        QTest::addColumn<Shape>("shape"); // empty: no tensor of its own
        const auto row = [](const char* name, const OnnxModel& model, NodeOutcome outcome, const Shape& shape) {
            QTest::newRow(name) << model << int(outcome) << shape;
        };
        using enum NodeOutcome;
        row("MaxPool",
            oneNode("MaxPool", {1, 3, 8, 8}, {},
                    [](OnnxNode& n) {
                        n.with("kernel_shape", Shape{2, 2}).with("strides", Shape{2, 2});
                    }),
            Planned, {1, 3, 4, 4});
        row("GlobalAveragePool", oneNode("GlobalAveragePool", {1, 3, 8, 8}, {}), Planned, {1, 3, 1, 1});
        row("BatchNormalization", oneNode("BatchNormalization", {1, 3, 8, 8}, {3}), Planned, {1, 3, 8, 8});
        row("LayerNormalization", oneNode("LayerNormalization", {2, 4, 6}, {6}), Planned, {2, 4, 6});
        row("GroupNormalization", oneNode("GroupNormalization", {1, 8, 4, 4}, {8}), Planned, {1, 8, 4, 4});
        row("Softmax", oneNode("Softmax", {2, 5}, {}), Planned, {2, 5});
        row("Relu", oneNode("Relu", {2, 5}, {}), Planned, {2, 5});
        row("Gelu, newer than libonnx", oneNode("Gelu", {2, 5}, {}), Planned, {2, 5});
        row("Add, broadcast", oneNode("Add", {2, 1, 5}, {4, 1}), Planned, {2, 4, 5});
        row("ReduceMean",
            oneNode("ReduceMean", {2, 4, 5}, {}, [](OnnxNode& n) { n.with("axes", Shape{-1}).with("keepdims", 0); }),
            Planned, {2, 4});
        row("NonMaxSuppression has no shape", oneNode("NonZero", {2, 4}, {}), Unsupported, {});
        row("Cast to fewer bits",
            oneNode("Cast", {2, 4}, {}, [](OnnxNode& n) { n.with("to", pb::TensorProto::FLOAT16); }), Planned, {2, 4});
        row("Det, by libonnx", oneNode("Det", {2, 4, 4}, {}), Planned, {2});
        row("Transpose", oneNode("Transpose", {2, 4, 5}, {}), DataMovement, {5, 4, 2});
        row("Concat", oneNode("Concat", {2, 4}, {2, 3}, [](OnnxNode& n) { n.with("axis", 1); }), DataMovement, {2, 7});
        row("DepthToSpace", oneNode("DepthToSpace", {1, 8, 2, 2}, {}, [](OnnxNode& n) { n.with("blocksize", 2); }),
            DataMovement, {1, 2, 4, 4});
        row("Slice of an old set, to the last but one",
            oneNode("Slice", {4, 5}, {},
                    [](OnnxNode& n) {
                        n.with("starts", Shape{-3, 0}).with("ends", Shape{9, -1});
                    }),
            DataMovement, {3, 4});
        row("Custom operator with a stated shape", custom(true), Unsupported, {2, 9});
    }
    void otherOperatorsHaveAnOutcomeAndAShape()
    {
        QFETCH(OnnxModel, model);
        QFETCH(Shape, shape);
        const auto result = nestloom::onnx::parseOnnx(model.bytes(), "net.onnx");
        if (shape.empty()) {
            QVERIFY(!result);
            return;
        }
        QVERIFY2(result.has_value(), result ? "" : result.error().text().c_str());
        QTEST(int(result->nodes.back().outcome), "outcome");
        QVERIFY(!result->nodes.back().reason.empty());
        QCOMPARE(lastTensor(*result).shape, shape);
        QCOMPARE(result->network.graph.operators.size(), std::size_t(2)); // with the input
        QVERIFY(result->network.layers.empty());
    }

    void foldedNodesForwardTheirInput_data()
    {
        QTest::addColumn<QString>("type");
        for (const char* type : {"Identity", "Dropout", "Flatten", "Squeeze"})
            QTest::newRow(type) << QString::fromLatin1(type);
    }
    void foldedNodesForwardTheirInput()
    {
        QFETCH(QString, type);
        OnnxModel model;
        model.input("x", {2, 3}).output("y");
        model.node("Relu", {"x"}, {"a"});
        model.node(type.toStdString(), {"a"}, {"b"});
        model.node("Sigmoid", {"b"}, {"y"});
        const NetworkImport import = imported(model);
        QCOMPARE(import.nodes[1].outcome, NodeOutcome::Folded);
        const auto& operators = import.network.graph.operators;
        QCOMPARE(operators.size(), std::size_t(3));
        QCOMPARE(operators[2].inputs, operators[1].outputs);
    }

    void constantsAreComputedUpToAMostOfElements()
    {
        for (const auto& [elements, isFolded] : {std::pair{4096, true}, {4097, false}}) {
            OnnxModel model;
            model.input("x", {2}).output("y").numbers("one", {1}).numbers("zero", {0});
            model.numbers("many", std::vector<std::int64_t>(std::size_t(elements), 1));
            model.node("Add", {"many", "one"}, {"sum"});
            model.node("Gather", {"sum", "zero"}, {"two"});
            model.node("Reshape", {"x", "two"}, {"same"});
            model.node("Relu", {"same"}, {"y"});
            const auto import = nestloom::onnx::parseOnnx(model.bytes(), "net.onnx");
            QVERIFY2(import || !isFolded, import ? "" : import.error().text().c_str());
            QCOMPARE(import && import->nodes[0].outcome == NodeOutcome::Folded, isFolded);
        }
    }

    void shapesAreComputedFromShapes()
    {
        // What exporters write for x.view(x.size(0), -1, 8): Shape, Gather, Unsqueeze, Concat, Reshape.
        OnnxModel model;
        model.openInput("x", {"batch", "4", "16"}).output("y").numbers("zero", {0}, true).numbers("axes", {0});
        model.numbers("rest", {-1}).numbers("eight", {8}).weights("w", {8, 3});
        model.node("Shape", {"x"}, {"shape"});
        model.node("Gather", {"shape", "zero"}, {"batch"});
        model.node("Unsqueeze", {"batch", "axes"}, {"list"});
        model.node("Concat", {"list", "rest", "eight"}, {"wanted"}).with("axis", 0);
        model.node("Reshape", {"x", "wanted"}, {"view"});
        model.node("MatMul", {"view", "w"}, {"y"});
        ImportOptions options;
        options.dimensions["batch"] = 5;
        const NetworkImport import = imported(model, options);
        QCOMPARE(lastTensor(import).shape, (Shape{5, 8, 3}));
        QCOMPARE(count(import, NodeOutcome::Folded), std::size_t(5));
        QCOMPARE(layersText(import), QStringLiteral("C8 K3 N40"));
    }

    void filesBeginWithASmallVersion()
    {
        const auto looks = [](char version, char next) {
            return nestloom::onnx::looksLikeOnnx(std::string{'\x08', version, next, '\0'});
        };
        QVERIFY(looks(1, '\x12') && looks(32, '\x12'));
        QVERIFY(!looks(0, '\x12') && !looks(33, '\x12') && !looks(7, '\x4a'));
        QVERIFY(!nestloom::onnx::looksLikeOnnx(std::string("\x08\x07\x12")));
    }

    void openDimensionsAreListedAndAskedFor()
    {
        OnnxModel model;
        model.openInput("ids", {"batch", "tokens"})
            .openInput("mask", {"batch", "tokens"})
            .input("extra", {0, 3})
            .output("y");
        model.node("Add", {"ids", "mask"}, {"s"});
        model.node("Relu", {"extra"}, {"r"});
        NetworkImport import = imported(model);
        const std::vector<workload::OpenDimension> expected{
            {"batch", "ids", 0}, {"tokens", "ids", 1}, {"extra.0", "extra", 0}};
        QCOMPARE(import.openDimensions, expected);
        QVERIFY(import.network.layers.empty() && import.nodes.empty());
        const QString sentence = QString::fromStdString(askFor(import.openDimensions));
        QVERIFY2(sentence.contains(QStringLiteral("'tokens' (dimension 1 of input 'ids')"))
                     && sentence.endsWith(QStringLiteral("--dims batch=1,tokens=1,extra.0=1")),
                 qPrintable(sentence));
        ImportOptions options;
        options.dimensions = {{"batch", 2}, {"tokens", 7}, {"extra.0", 1}};
        import = imported(model, options);
        QVERIFY(import.openDimensions.empty());
        QCOMPARE(import.network.graph.tensors[0].shape, (Shape{2, 7}));
        OnnxModel negative; // as some exporters write it
        negative.input("x", {-1, 3}).output("y");
        negative.node("Relu", {"x"}, {"y"});
        QCOMPARE(imported(negative).openDimensions, (std::vector<workload::OpenDimension>{{"x.0", "x", 0}}));
    }

    void elementsHaveTheBitsOfTheirTypeOrThoseAskedFor()
    {
        OnnxModel model = oneNode("MatMul", {2, 32}, {32, 10});
        NetworkImport import = imported(model);
        QCOMPARE(import.network.graph.operators[1].parameters, std::vector<Bytes>{{32 * 10 * 4}});
        QCOMPARE(lastTensor(import).size, Bytes{2 * 10 * 4});
        QCOMPARE(import.parameterElements, std::int64_t(320));
        ImportOptions options;
        options.elementBits = 8;
        import = imported(model, options);
        QCOMPARE(import.network.graph.operators[1].parameters, std::vector<Bytes>{{320}});
        QCOMPARE(lastTensor(import).elementBits, 8);
    }

    void quantisedTensorsKeepTheirBits()
    {
        // Q and DQ around a convolution: weights are stored in 8 bits, and so are the tensors between.
        OnnxModel model;
        model.input("x", {1, 4, 6, 6})
            .weights("w", {8, 4, 3, 3}, kInt8)
            .weights("s", {})
            .weights("z", {}, kUint8)
            .output("y");
        model.node("QuantizeLinear", {"x", "s", "z"}, {"xq"});
        model.node("DequantizeLinear", {"xq", "s", "z"}, {"xf"});
        model.node("DequantizeLinear", {"w", "s"}, {"wf"});
        model.node("Conv", {"xf", "wf"}, {"c"});
        model.node("QuantizeLinear", {"c", "s", "z"}, {"y"});
        const NetworkImport import = imported(model);
        QCOMPARE(import.network.graph.operators.size(), std::size_t(2));
        QCOMPARE(import.network.graph.operators[1].parameters, std::vector<Bytes>{{8 * 4 * 9}});
        QCOMPARE(import.network.graph.tensors[0].size, Bytes{4 * 36});
        QCOMPARE(lastTensor(import).size, Bytes{8 * 16});
    }

    void aTableThatIsLookedUpIsNotHeldOnChip()
    {
        OnnxModel model;
        model.input("ids", {1, 6}, pb::TensorProto::INT64).weights("table", {30000, 16}).output("y");
        model.node("Gather", {"table", "ids"}, {"y"});
        const NetworkImport import = imported(model);
        QCOMPARE(lastTensor(import).shape, (Shape{1, 6, 16}));
        QVERIFY(import.network.graph.operators[1].parameters.empty());
        QCOMPARE(import.parameterElements, std::int64_t(480000));
    }

    void aTableThatIsAlsoAFactorCountsOnce() // tied embeddings: looked up, and transposed for the last product
    {
        OnnxModel model;
        model.input("ids", {1, 6}, pb::TensorProto::INT64).weights("table", {300, 16}).output("y");
        model.node("Gather", {"table", "ids"}, {"e"});
        model.node("Transpose", {"table"}, {"t"});
        model.node("MatMul", {"e", "t"}, {"y"});
        const NetworkImport import = imported(model);
        QCOMPARE(layersText(import), QStringLiteral("C16 K300 N6"));
        QCOMPARE(import.parameterElements, std::int64_t(4800));
        QCOMPARE(workload::parameterBytes(import.network.graph), Bytes{4800 * 4});
    }

    void sharedWeightsCountOnce_data()
    {
        QTest::addColumn<QString>("through");
        for (const char* through : {"", "Identity", "Transpose", "Unsqueeze"})
            QTest::newRow(*through ? through : "as they are") << QString::fromLatin1(through);
    }
    void sharedWeightsCountOnce()
    {
        QFETCH(QString, through);
        OnnxModel model;
        model.input("x", {2, 64}).weights("w", {64, 64}).numbers("axes", {0}).output("y");
        model.node("MatMul", {"x", "w"}, {"a"});
        if (through == QStringLiteral("Unsqueeze"))
            model.node("Unsqueeze", {"w", "axes"}, {"v"});
        else if (!through.isEmpty())
            model.node(through.toStdString(), {"w"}, {"v"});
        model.node("MatMul", {"a", through.isEmpty() ? "w" : "v"}, {"y"});
        const NetworkImport import = imported(model);
        const workload::OperatorGraph& graph = import.network.graph;
        QCOMPARE(import.parameterElements, std::int64_t(64 * 64));
        QCOMPARE(graph.operators[1].parameters, std::vector<Bytes>{{64 * 64 * 4}}); // on chip while each of them runs
        QCOMPARE(graph.operators[2].parameters, std::vector<Bytes>{{64 * 64 * 4}});
        QCOMPARE(graph.operators[1].shared, std::vector<std::string>{"w"});
        QCOMPARE(graph.operators[2].shared, std::vector<std::string>{"w"});
        QCOMPARE(workload::parameterBytes(graph), Bytes{64 * 64 * 4}); // "4,096 parameters" are 16 KiB, not 32
        QCOMPARE(workload::weightElements(import.network), std::int64_t(64 * 64));
        QCOMPARE(workload::macs(import.network), std::int64_t(2 * 2 * 64 * 64));
        QCOMPARE(workload::parameterBytes(workload::fused(graph)), Bytes{64 * 64 * 4});
    }

    void nodesThatReachNoOutputAreNotCounted()
    {
        OnnxModel model;
        model.input("x", {2, 8}).input("z", {2, 8}).weights("w", {8, 3}).weights("v", {8, 8}).output("y");
        model.node("MatMul", {"x", "w"}, {"y"});
        model.node("MatMul", {"z", "v"}, {"dead"}).named("loss");
        model.node("Relu", {"dead"}, {"deader"});
        const NetworkImport import = imported(model);
        QCOMPARE(layersText(import), QStringLiteral("C8 K3 N2"));
        QCOMPARE(import.network.graph.operators.size(), std::size_t(2)); // the input z is not there either
        QCOMPARE(import.parameterElements, std::int64_t(24));
        QCOMPARE(import.nodes[1].outcome, NodeOutcome::Folded);
        QVERIFY(import.nodes[1].reason.find("no output of the network depends on it") != std::string::npos);
        QVERIFY(import.network.notes.back().find("2 of 3 nodes are not counted") != std::string::npos);
        OnnxModel one;
        one.input("x", {2, 8}).weights("w", {8, 3}).output("y");
        one.node("MatMul", {"x", "w"}, {"y"});
        one.node("Relu", {"y"}, {"dead"});
        const NetworkImport less = imported(one);
        QVERIFY(!less.network.notes.empty());
        QVERIFY(less.network.notes.back().find("1 of 2 nodes are not counted") != std::string::npos);
    }

    void aSubgraphNeedsWhatItReads()
    {
        OnnxModel model;
        model.input("x", {2, 8}).input("c", {1}, pb::TensorProto::BOOL).weights("w", {8, 3}).output("y");
        model.node("MatMul", {"x", "w"}, {"m"});
        OnnxNode branch = model.node("If", {"c"}, {"y"});
        pb::AttributeProto& then = *branch.proto().add_attribute();
        then.set_name("then_branch");
        then.set_type(pb::AttributeProto::GRAPH);
        OnnxNode(*then.mutable_g()->add_node()).type("Relu", {"m"}, {"r"});
        then.mutable_g()->add_output()->set_name("r");
        const NetworkImport import = imported(model);
        QCOMPARE(layersText(import), QStringLiteral("C8 K3 N2"));
    }

    void aStatedShapeThatContradictsIsSaid()
    {
        OnnxModel model = oneNode("MatMul", {2, 32}, {32, 10});
        model.states("y", {2, 11});
        const NetworkImport import = imported(model);
        QCOMPARE(lastTensor(import).shape, (Shape{2, 10}));
        QVERIFY2(import.nodes[0].reason.find("the file states [2, 11] for 'y', which is [2, 10]") != std::string::npos,
                 import.nodes[0].reason.c_str());
        QVERIFY(import.network.notes.back().find("contradicts the shapes that follow from its inputs")
                != std::string::npos);
        OnnxModel right = oneNode("MatMul", {2, 32}, {32, 10});
        right.states("y", {2, 10});
        QCOMPARE(imported(right).network.notes.size(), std::size_t(1));
    }

    void anOutputOfUnknownShapeIsSaid()
    {
        OnnxModel model;
        model.input("x", {1, 3, 8, 8}).weights("v", {3}).output("y").output("mean");
        model.node("LpNormalization", {"x"}, {"y", "mean"});
        const auto result = nestloom::onnx::parseOnnx(model.bytes(), "net.onnx");
        QVERIFY(result.has_value());
        QCOMPARE(result->nodes[0].outcome, NodeOutcome::Unsupported);
        QVERIFY2(result->nodes[0].reason.find("the shape of its output 'mean' is not known") != std::string::npos,
                 result->nodes[0].reason.c_str());
    }

    void aMisspeltPaddingIsRefused()
    {
        const OnnxModel model =
            oneNode("Conv", {1, 3, 7, 7}, {4, 3, 3, 3}, [](OnnxNode& n) { n.with("auto_pad", "SAME_UPER"); });
        const auto result = nestloom::onnx::parseOnnx(model.bytes(), "net.onnx");
        const std::string why = result ? result->nodes[0].reason : result.error().text();
        QVERIFY2(why.find("auto_pad is 'SAME_UPER'") != std::string::npos, why.c_str());
        QVERIFY(!result || result->nodes[0].outcome == NodeOutcome::Unsupported);
    }

    void aProductWithTransposedBatchCountsItsMatrices()
    {
        OnnxModel model; // [3, 2, 8] with the rows first: 2 matrices of 3 x 8
        model.input("a", {3, 2, 8}).input("b", {2, 8, 5}).output("y");
        model.node("FusedMatMul", {"a", "b"}, {"y"}).in("com.microsoft").with("transBatchA", 1);
        const NetworkImport import = imported(model);
        QCOMPARE(lastTensor(import).shape, (Shape{2, 3, 5}));
        QCOMPARE(layersText(import), QStringLiteral("P3 C8 K5 G2"));
    }

    void sequencesThatEndEarlierCountLess()
    {
        OnnxModel model = recurrent("LSTM", 4, 1); // 3 steps, batch 2
        pb::TensorProto& lengths = *model.graph().add_initializer();
        lengths.set_name("lengths");
        lengths.set_data_type(pb::TensorProto::INT32);
        lengths.add_dims(2);
        lengths.add_int32_data(3);
        lengths.add_int32_data(1);
        pb::NodeProto& node = *model.graph().mutable_node(0);
        node.add_input("");
        node.add_input("lengths");
        const NetworkImport import = imported(model);
        QCOMPARE(layersText(import), QStringLiteral("C5 K24 N4; C6 K24 N2; C6 K24; C6 K24"));
    }

    void typesAreThoseOfOtherGraphs()
    {
        OnnxModel model;
        model.input("x", {1, 3, 8, 8}).weights("w", {4, 3, 3, 3}).weights("v", {4}).output("y");
        model.node("Conv", {"x", "w"}, {"c"});
        model.node("BatchNormalization", {"c", "v", "v", "v", "v"}, {"b"});
        model.node("Relu", {"b"}, {"r"});
        model.node("GlobalAveragePool", {"r"}, {"y"});
        const auto graph = workload::fused(imported(model).network.graph); // which knows operators by their types
        QCOMPARE(graph.operators.size(), std::size_t(3));
        QCOMPARE(graph.operators[1].type, std::string("conv"));
        QCOMPARE(graph.operators[2].type, std::string("avgpool"));
    }

    void poolingKeepsItsWindow()
    {
        OnnxModel model;
        model.input("x", {1, 3, 8, 8}).output("y");
        model.node("MaxPool", {"x"}, {"p"}).with("kernel_shape", Shape{3, 2});
        model.node("GlobalMaxPool", {"p"}, {"y"});
        const auto graph = imported(model).network.graph;
        QCOMPARE(graph.operators[1].window, 6);
        QCOMPARE(graph.operators[2].window, 0); // of all there is
    }

    void namesBecomePathsAndAreUnique()
    {
        OnnxModel model;
        model.input("x", {2, 3}).output("y");
        model.node("Relu", {"x"}, {"a"}).named("/layer1/layer1.0/relu/Relu");
        model.node("Relu", {"a"}, {"b"}).named("/layer1/layer1.0/relu/Relu");
        model.node("Relu", {"b"}, {"17"});
        model.node("Relu", {"17"}, {"y"});
        const NetworkImport import = imported(model);
        QStringList names;
        for (const workload::Operator& op : import.network.graph.operators)
            names << QString::fromStdString(op.name);
        QCOMPARE(names.join(QLatin1Char(' ')), QStringLiteral("x layer1.0.relu.Relu layer1.0.relu.Relu_2 Relu_17 y"));
    }

    void whatFollowsAnUnknownNodeIsReportedAndTheRestIsImported()
    {
        OnnxModel model = custom(false);
        model.weights("v", {4, 3}).output("z").output("r");
        model.node("MatMul", {"x", "v"}, {"z"});
        model.node("Relu", {"y"}, {"r"});
        const auto result = nestloom::onnx::parseOnnx(model.bytes(), "net.onnx");
        QVERIFY(result.has_value());
        QCOMPARE(count(*result, NodeOutcome::Unsupported), std::size_t(2));
        QCOMPARE(layersText(*result), QStringLiteral("C4 K3 N2"));
        QVERIFY(result->nodes[2].reason.find("'y'") != std::string::npos);
        QVERIFY(result->network.notes.back().find("2 of 3 nodes") != std::string::npos);
        QCOMPARE(result->network.missing, std::string("2 of 3 nodes of the file, which are not supported"));
        QVERIFY(result->nodes[2].reason.find("value_info") != std::string::npos);
    }

    /// It was told twice, by its type and as a missing node.
    void anUnknownNodeOfAStatedShapeIsAnOperatorAndNotMissing()
    {
        OnnxModel model = custom(true);
        const auto result = nestloom::onnx::parseOnnx(model.bytes(), "net.onnx");
        QVERIFY(result.has_value());
        QCOMPARE(count(*result, NodeOutcome::Unsupported), std::size_t(1));
        QVERIFY(result->network.missing.empty());
        QVERIFY(result->network.notes.back().find("nodes are not supported") != std::string::npos);
    }

    void aShapeThatOnlyTheFileStatesIsTold()
    {
        OnnxModel model;
        model.input("x", {4, 5}).weights("w", {4, 6}).output("y").states("y", {4, 6});
        model.node("Add", {"x", "w"}, {"y"});
        const auto result = nestloom::onnx::parseOnnx(model.bytes(), "net.onnx");
        QVERIFY2(result.has_value(), result ? "" : result.error().text().c_str());
        QVERIFY2(result->nodes.back().reason.find("of the shape that the file states") != std::string::npos,
                 result->nodes.back().reason.c_str());
    }

    void functionsOfTheFileAreExpanded()
    {
        OnnxModel model;
        model.input("x", {1, 2, 6, 6}).weights("w", {4, 2, 3, 3}).weights("v", {4, 4, 3, 3}).output("y");
        pb::FunctionProto& block = *model.proto().add_functions();
        block.set_name("Block");
        block.set_domain("local");
        for (const char* input : {"a", "b"})
            block.add_input(input);
        block.add_output("c");
        OnnxNode(*block.add_node()).type("Conv", {"a", "b"}, {"mid"}).refersTo("strides", "step");
        OnnxNode(*block.add_node()).type("Relu", {"mid"}, {"c"});
        model.node("Block", {"x", "w"}, {"m"}).in("local").named("first").with("step", Shape{2, 2});
        model.node("Block", {"m", "v"}, {"y"}).in("local").named("second");
        QVERIFY(!nestloom::onnx::parseOnnx(model.bytes(), "net.onnx")->network.layers.empty());
        const NetworkImport import = imported(model);
        QCOMPARE(layersText(import), QStringLiteral("R3 S3 P2 Q2 C2 K4 /2x2")); // the second filter is too large
        QCOMPARE(import.network.graph.operators[1].name, std::string("first.mid"));
        QCOMPARE(import.nodes[2].name, std::string("second.mid"));
    }

    void nodesMayStandInAnyOrder()
    {
        OnnxModel model;
        model.input("x", {2, 4}).weights("w", {4, 3}).output("y");
        model.node("Relu", {"m"}, {"y"});
        model.node("MatMul", {"x", "w"}, {"m"});
        const NetworkImport import = imported(model);
        QCOMPARE(import.network.graph.operators.back().type, std::string("relu"));
    }

private:
    static OnnxModel weightsFirst()
    {
        OnnxModel model;
        model.input("x", {3, 4, 5}).weights("w", {6, 4}).output("y");
        model.node("MatMul", {"w", "x"}, {"y"});
        return model;
    }
    static OnnxModel activations()
    {
        OnnxModel model;
        model.input("q", {2, 3, 3, 8}).input("k", {2, 3, 8, 5}).output("y");
        model.node("MatMul", {"q", "k"}, {"y"});
        return model;
    }
    static OnnxModel einsum()
    {
        OnnxModel model;
        model.input("q", {2, 3, 4, 8}).input("k", {2, 3, 5, 8}).output("y");
        model.node("Einsum", {"q", "k"}, {"y"}).with("equation", "bhqd,bhkd->bqhk");
        return model;
    }
    static OnnxModel recurrent(const char* type, std::int64_t gates, std::int64_t directions)
    {
        OnnxModel model;
        model.input("x", {3, 2, 5})
            .weights("w", {directions, gates * 6, 5})
            .weights("r", {directions, gates * 6, 6})
            .output("y");
        OnnxNode node = model.node(type, {"x", "w", "r"}, {"y"});
        node.with("hidden_size", 6);
        if (directions == 2)
            node.with("direction", "bidirectional");
        return model;
    }
    static OnnxModel quantisedConvolution()
    {
        OnnxModel model;
        model.input("x", {1, 4, 6, 6}, kUint8)
            .weights("w", {8, 4, 3, 3}, kInt8)
            .weights("s", {})
            .weights("z", {}, kUint8)
            .weights("wz", {}, kInt8)
            .output("y");
        model.node("QLinearConv", {"x", "s", "z", "w", "s", "wz", "s", "z"}, {"y"});
        return model;
    }
    static OnnxModel integerProduct()
    {
        OnnxModel model;
        model.input("x", {2, 8}, kUint8).weights("w", {8, 3}, kInt8).output("y");
        model.node("MatMulInteger", {"x", "w"}, {"y"});
        return model;
    }
    static OnnxModel attention() // four heads of queries share two of keys
    {
        OnnxModel model(23);
        model.input("q", {1, 5, 32}).input("k", {1, 10, 16}).input("v", {1, 10, 16}).output("y");
        model.node("Attention", {"q", "k", "v"}, {"y"}).with("q_num_heads", 4).with("kv_num_heads", 2);
        return model;
    }
    static OnnxModel fusedAttention()
    {
        OnnxModel model;
        model.input("x", {1, 5, 16}).weights("w", {16, 48}).weights("b", {48}).output("y");
        model.node("Attention", {"x", "w", "b"}, {"y"}).in("com.microsoft").with("num_heads", 4);
        return model;
    }
    static OnnxModel custom(bool stated)
    {
        OnnxModel model;
        model.input("x", {2, 4}).output("y");
        model.node("Frobnicate", {"x"}, {"y"}).in("com.example");
        if (stated)
            model.states("y", {2, 9});
        return model;
    }
};

QTEST_GUILESS_MAIN(TestImportOnnx)
#include "tst_import_onnx.moc"
