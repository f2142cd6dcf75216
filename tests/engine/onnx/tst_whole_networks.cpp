// SPDX-License-Identifier: Apache-2.0
// Networks as exporters write them, against published counts.
#include "engine/onnx/import_onnx.h"
#include "tests/places.h"
#include "tests/support/onnx_models.h"

#include <QtTest>

using namespace nestloom;
using namespace nestloom::tests;
using workload::ImportOptions;
using workload::NetworkImport;
using workload::NodeOutcome;

namespace {

using Shape = std::vector<std::int64_t>;

/// Writes convolutional networks: every method adds nodes and returns the name of what the last one makes.
class Writer {
public:
    OnnxModel model;

    std::string convolution(const std::string& block, const std::string& x, std::int64_t c, std::int64_t k,
                            std::int64_t taps, std::int64_t stride = 1, std::int64_t groups = 1)
    {
        const std::string w = block + ".weight", y = block + "_out";
        model.weights(w, {k, c / groups, taps, taps});
        model.node("Conv", {x, w}, {y})
            .named(block)
            .with("strides", Shape{stride, stride})
            .with("group", groups)
            .with("pads", Shape(4, taps / 2))
            .with("kernel_shape", Shape{taps, taps});
        return y;
    }
    std::string normalisation(const std::string& block, const std::string& x, std::int64_t channels)
    {
        for (const char* part : {".scale", ".bias", ".mean", ".var"})
            model.weights(block + part, {channels});
        model
            .node("BatchNormalization", {x, block + ".scale", block + ".bias", block + ".mean", block + ".var"},
                  {block + "_out"})
            .named(block);
        return block + "_out";
    }
    std::string one(const char* type, const std::string& name, const std::vector<std::string>& inputs)
    {
        model.node(type, inputs, {name + "_out"}).named(name);
        return name + "_out";
    }
    std::string bottleneck(const std::string& name, std::string x, std::int64_t c, std::int64_t width,
                           std::int64_t stride)
    {
        const std::string shortcut =
            stride != 1 || c != 4 * width ? normalisation(
                name + "/downsample.1", convolution(name + "/downsample.0", x, c, 4 * width, 1, stride), 4 * width)
                                          : x;
        x = one("Relu", name + "/relu1",
                {normalisation(name + "/bn1", convolution(name + "/conv1", x, c, width, 1), width)});
        x = one("Relu", name + "/relu2",
                {normalisation(name + "/bn2", convolution(name + "/conv2", x, width, width, 3, stride), width)});
        x = normalisation(name + "/bn3", convolution(name + "/conv3", x, width, 4 * width, 1), 4 * width);
        return one("Relu", name + "/relu3", {one("Add", name + "/add", {x, shortcut})});
    }
};

OnnxModel resnet50()
{
    Writer w;
    w.model.openInput("data", {"batch", "3", "224", "224"}).output("logits");
    std::string x = w.one("Relu", "relu", {w.normalisation("bn1", w.convolution("conv1", "data", 3, 64, 7, 2), 64)});
    w.model.node("MaxPool", {x}, {"pooled"})
        .named("maxpool")
        .with("kernel_shape", Shape{3, 3})
        .with("strides", Shape{2, 2})
        .with("pads", Shape(4, 1));
    x = "pooled";
    std::int64_t c = 64;
    const std::int64_t blocks[]{3, 4, 6, 3};
    for (int stage = 0; stage < 4; ++stage)
        for (std::int64_t b = 0; b < blocks[stage]; ++b) {
            const std::int64_t width = std::int64_t{64} << stage;
            const std::string layer = "layer" + std::to_string(stage + 1);
            x = w.bottleneck("/" + layer + "/" + layer + "." + std::to_string(b), x, c, width,
                             stage > 0 && b == 0 ? 2 : 1);
            c = 4 * width;
        }
    x = w.one("Flatten", "flatten", {w.one("GlobalAveragePool", "avgpool", {x})});
    w.model.weights("fc.weight", {1000, 2048}).weights("fc.bias", {1000});
    w.model.node("Gemm", {x, "fc.weight", "fc.bias"}, {"logits"}).named("fc").with("transB", 1);
    return w.model;
}

/// An encoder layer as PyTorch exports it: heads split by shapes that are computed in the graph.
OnnxModel encoderLayer(std::int64_t width, std::int64_t heads, std::int64_t hidden)
{
    OnnxModel m;
    m.openInput("x", {"batch", "tokens", std::to_string(width)}).output("y");
    m.numbers("zero", {0}, true)
        .numbers("one", {1}, true)
        .numbers("axis", {0})
        .numbers("heads", {heads})
        .numbers("depth", {width / heads})
        .numbers("width", {width});
    m.node("Shape", {"x"}, {"shape"});
    for (const auto& [name, index] : {std::pair{"b", "zero"}, std::pair{"t", "one"}}) {
        m.node("Gather", {"shape", index}, {std::string(name) + "0"});
        m.node("Unsqueeze", {std::string(name) + "0", "axis"}, {name});
    }
    m.node("Concat", {"b", "t", "heads", "depth"}, {"split"}).with("axis", 0);
    m.node("Concat", {"b", "t", "width"}, {"joined"}).with("axis", 0);
    for (const std::string part : {"q", "k", "v"}) {
        m.weights(part + ".w", {width, width}).weights(part + ".b", {width});
        m.node("MatMul", {"x", part + ".w"}, {part + "1"}).named("/attention/" + part + "/MatMul");
        m.node("Add", {part + "1", part + ".b"}, {part + "2"}).named("/attention/" + part + "/Add");
        m.node("Reshape", {part + "2", "split"}, {part + "3"});
        m.node("Transpose", {part + "3"}, {part + "4"})
            .with("perm", part == "k" ? Shape{0, 2, 3, 1} : Shape{0, 2, 1, 3});
    }
    m.node("MatMul", {"q4", "k4"}, {"scores"}).named("/attention/scores");
    m.weights("root", {});
    m.node("Div", {"scores", "root"}, {"scaled"});
    m.node("Softmax", {"scaled"}, {"weights"}).with("axis", -1);
    m.node("MatMul", {"weights", "v4"}, {"mixed"}).named("/attention/mixed");
    m.node("Transpose", {"mixed"}, {"mixed2"}).with("perm", Shape{0, 2, 1, 3});
    m.node("Reshape", {"mixed2", "joined"}, {"mixed3"});
    m.weights("o.w", {width, width})
        .weights("f1.w", {width, hidden})
        .weights("f2.w", {hidden, width})
        .weights("n.w", {width})
        .weights("n.b", {width});
    m.node("MatMul", {"mixed3", "o.w"}, {"o"}).named("/output/MatMul");
    m.node("Add", {"o", "x"}, {"sum"});
    m.node("LayerNormalization", {"sum", "n.w", "n.b"}, {"normal"});
    m.node("MatMul", {"normal", "f1.w"}, {"f1"}).named("/ffn/up");
    m.node("Gelu", {"f1"}, {"f1a"});
    m.node("MatMul", {"f1a", "f2.w"}, {"f2"}).named("/ffn/down");
    m.node("Add", {"f2", "normal"}, {"y"});
    return m;
}

NetworkImport imported(const OnnxModel& model, std::map<std::string, std::int64_t> dimensions)
{
    ImportOptions options;
    options.dimensions = std::move(dimensions);
    auto result = nestloom::onnx::parseOnnx(model.bytes(), "net.onnx", options);
    if (!result)
        qWarning("%s", result.error().text().c_str());
    return result ? *std::move(result) : NetworkImport{};
}

} // namespace

class TestWholeNetworks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void resnet50HasItsPublishedSize()
    {
        const NetworkImport import = imported(resnet50(), {{"batch", 1}});
        QCOMPARE(import.network.layers.size(), std::size_t(54));
        QCOMPARE(workload::macs(import.network), std::int64_t(4'089'184'256)); // 4.09 G
        // 25.56 M, and running means and variances, which are no trained parameters but are there
        QCOMPARE(import.parameterElements, std::int64_t(25'557'032 + 2 * 26'560));
        QCOMPARE(import.network.graph.operators.size(), std::size_t(1 + 53 + 53 + 49 + 1 + 16 + 1 + 1));
        QCOMPARE(count(import, NodeOutcome::Unsupported), std::size_t(0));
        QCOMPARE(count(import, NodeOutcome::Folded), std::size_t(1));
        QCOMPARE(import.network.layers[4].name, std::string("layer1.0.conv3"));
        QVERIFY(workload::check(import.network).empty());
        QCOMPARE(workload::macs(imported(resnet50(), {{"batch", 8}}).network), 8 * std::int64_t(4'089'184'256));
    }

    /// The example that comes with the program is the encoder layer, as it is written here. To write it anew after a
    /// change, set NESTLOOM_WRITE_EXAMPLE.
    void theExampleFileIsTheEncoderLayer()
    {
        QFile file(QStringLiteral(NESTLOOM_SOURCE_DIR "/resources/examples/encoder_layer.onnx"));
        const QByteArray bytes = QByteArray::fromStdString(encoderLayer(768, 12, 3072).bytes());
        if (qEnvironmentVariableIsSet("NESTLOOM_WRITE_EXAMPLE"))
            QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
        else
            QVERIFY(file.open(QIODevice::ReadOnly) && file.readAll() == bytes);
    }

    void anEncoderLayerIsItsEightProducts()
    {
        const std::int64_t tokens = 128, width = 768, hidden = 3072, heads = 12;
        const NetworkImport import = imported(encoderLayer(width, heads, hidden), {{"batch", 2}, {"tokens", tokens}});
        QCOMPARE(import.network.layers.size(), std::size_t(8));
        const std::int64_t perToken = 4 * width * width + 2 * width * hidden + 2 * tokens * width;
        QCOMPARE(workload::macs(import.network), 2 * tokens * perToken);
        QCOMPARE(count(import, NodeOutcome::Unsupported), std::size_t(0));
        const auto scores = std::find_if(import.network.layers.begin(), import.network.layers.end(),
                                         [](const workload::Layer& layer) { return layer.name == "attention.scores"; });
        QVERIFY(scores != import.network.layers.end());
        using enum workload::LoopDimension;
        QCOMPARE(scores->bounds[G], 2 * heads);
        QCOMPARE(scores->bounds[C], width / heads);
        // Nothing that only computes a shape is left in the graph.
        for (const workload::Operator& op : import.network.graph.operators)
            QVERIFY2(op.type != "shape" && op.type != "concat" && op.type != "reshape", op.name.c_str());
    }
};

QTEST_GUILESS_MAIN(TestWholeNetworks)
#include "tst_whole_networks.moc"
