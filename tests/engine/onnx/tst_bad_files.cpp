// SPDX-License-Identifier: Apache-2.0
// Whatever a file holds, the answer is a network or one sentence: never a crash, a hang or a gigabyte.
#include "engine/base/rng.h"
#include "engine/onnx/import_onnx.h"
#include "engine/onnx/read_model.h"
#include "tests/support/onnx_models.h"

#include <QtTest>

#include <sstream>

using namespace nestloom;
using namespace nestloom::tests;

Q_DECLARE_METATYPE(std::string)

namespace {

using Shape = std::vector<std::int64_t>;

OnnxModel twoLayers()
{
    OnnxModel model;
    model.input("x", {1, 3, 8, 8})
        .weights("w", {4, 3, 3, 3})
        .weights("v", {4 * 36, 10})
        .numbers("flat", {1, -1})
        .output("y");
    model.node("Conv", {"x", "w"}, {"c"}).named("conv").with("strides", Shape{1, 1}).with("group", 1);
    model.node("Relu", {"c"}, {"r"});
    model.node("Reshape", {"r", "flat"}, {"f"});
    model.node("Gemm", {"f", "v"}, {"y"}).named("fc");
    return model;
}

OnnxModel recurrentAndPooled()
{
    OnnxModel model;
    model.openInput("x", {"7", "batch", "5"}).weights("w", {1, 24, 5}).weights("r", {1, 24, 6}).output("y");
    model.node("LSTM", {"x", "w", "r"}, {"l", "h"}).with("hidden_size", 6);
    model.node("Shape", {"l"}, {"s"});
    model.node("Slice", {"l", "a", "b"}, {"part"});
    model.numbers("a", {0}).numbers("b", {3});
    model.node("MaxPool", {"part"}, {"p"})
        .with("kernel_shape", Shape{1, 2})
        .with("strides", Shape{1, 2})
        .with("pads", Shape{0, 0, 0, 1});
    model.node("Split", {"p"}, {"y", "z"}).with("axis", 2);
    model.node("Einsum", {"y", "y"}, {"e"}).with("equation", "abcd,abed->abce");
    model.node("Tile", {"e", "times"}, {"t"});
    model.numbers("times", {1, 2, 1, 1});
    model.node("Det", {"e"}, {"det"});
    model.node("SpaceToDepth", {"t"}, {"std"}).with("blocksize", 1);
    return model;
}

std::string sentence(const std::string& bytes, const workload::ImportOptions& options = {})
{
    const auto result = nestloom::onnx::parseOnnx(bytes, "bad.onnx", options);
    return result ? "" : result.error().text();
}

void isOneSentence(const std::string& text)
{
    QVERIFY2(text.starts_with("bad.onnx: "), text.c_str());
    QVERIFY2(text.find('\n') == std::string::npos && text.size() < 700, text.c_str());
    for (const char c : text)
        QVERIFY2(c >= 0x20 && c < 0x7f, text.c_str());
}

std::string edited(const std::function<void(OnnxModel&)>& edit)
{
    OnnxModel model = twoLayers();
    edit(model);
    return model.bytes();
}

} // namespace

class TestBadFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void endInOneSentence_data()
    {
        QTest::addColumn<std::string>("bytes");
        QTest::addColumn<std::string>("part");
        const auto row = [](const char* name, const std::string& bytes, const std::string& part) {
            QTest::newRow(name) << bytes << part;
        };
        const std::string good = twoLayers().bytes();
        row("empty", "", "the file is empty");
        row("text", "Hello, this is no protobuf", "no ONNX file");
        row("no graph", std::string("\x08\x08", 2), "holds no graph");
        row("no nodes", edited([](OnnxModel& m) { m.graph().clear_node(); }), "has no nodes");
        row("truncated", good.substr(0, good.size() / 2), "does not fit what contains it");
        row("varint of 11 bytes", std::string(11, '\xff'), "longer than 64 bits");
        row("length of 2^63", std::string("\x3a\xff\xff\xff\xff\xff\xff\xff\xff\x7f", 10),
            "does not fit what contains it");
        row("group", std::string("\x0b\x0c", 2), "a type that ONNX does not use");
        row("circle", edited([](OnnxModel& m) {
                m.node("Add", {"p", "c"}, {"q"});
                m.node("Relu", {"q"}, {"p"}).named("back");
            }),
            "the graph has a circle: Add 'q'");
        row("missing input", edited([](OnnxModel& m) { m.node("Relu", {"nowhere"}, {"q"}).named("lost"); }),
            "Relu 'lost' uses the tensor 'nowhere'");
        row("two makers", edited([](OnnxModel& m) { m.node("Relu", {"x"}, {"c"}).named("again"); }),
            "tensor 'c' is made by Relu 'again' and also made by Conv 'conv'");
        row("two inputs of one name", edited([](OnnxModel& m) { m.input("x", {1}); }), "two inputs named 'x'");
        row("two initialisers of one name", edited([](OnnxModel& m) { m.weights("w", {1}); }),
            "two initialisers named 'w'");
        row("operator set",
            edited([](OnnxModel& m) { m.proto().mutable_opset_import(0)->set_version(std::int64_t{1} << 60); }),
            "the operator set is 1152921504606846976");
        row("negative dimension", edited([](OnnxModel& m) {
                m.input("n", {1, -7});
            }),
            "input 'n': the shape [1, -7] has a negative");
        row("input too large", edited([](OnnxModel& m) {
                m.input("n", {1'000'000'000, 1'000'000'000});
            }),
            "more than 2^50 elements");
        row("initialiser too large", edited([](OnnxModel& m) { m.weights("n", Shape(20, 1'000'000'000)); }),
            "initialiser 'n'");
        row("too many dimensions", edited([](OnnxModel& m) { m.input("n", Shape(40, 1)); }),
            "40 dimensions are more than 32");
        row("input without a type", edited([](OnnxModel& m) { m.graph().add_input()->set_name("n"); }),
            "input 'n': it is no tensor");
        row("input of text", edited([](OnnxModel& m) { m.input("n", {1}, pb::TensorProto::STRING); }),
            "input 'n': it holds text");
        row("only a custom operator", customOnly(), "first node, Magic 'm': the operator is not known");
        row("only control flow", controlFlow(3000), "control flow is not followed");
        row("functions in a circle", functionsInACircle(), "call each other more than 16 deep");
        row("only constants", constantsOnly(), "constants alone");
        row("only a pass-through", passThroughOnly(),
            "no node computes anything; the last one, Flatten 'f': the same elements in the same order");
        row("names that do not print",
            edited([](OnnxModel& m) { m.node("Re\nlu", {std::string("\x01\xff", 2)}, {"q"}).named("a\nb\"c"); }),
            "Re_lu 'a_b\"c' uses the tensor '__'");
    }
    void endInOneSentence()
    {
        QFETCH(std::string, bytes);
        QFETCH(std::string, part);
        const std::string text = sentence(bytes);
        isOneSentence(text);
        QVERIFY2(text.find(part) != std::string::npos, text.c_str());
    }

    void badNodesAreReportedAndTheRestStays_data()
    {
        QTest::addColumn<std::string>("bytes");
        QTest::addColumn<std::string>("part");
        const auto row = [](const char* name, const std::function<void(OnnxModel&)>& edit, const std::string& part) {
            OnnxModel model = twoLayers();
            model.output("q");
            edit(model);
            QTest::newRow(name) << model.bytes() << part;
        };
        row(
            "stride 0",
            [](OnnxModel& m) {
                m.node("MaxPool", {"c"}, {"q"}).with("kernel_shape", Shape{2, 2}).with("strides", Shape{0, 1});
            },
            "strides is 0");
        row(
            "stride 2^62",
            [](OnnxModel& m) {
                m.node("MaxPool", {"c"}, {"q"})
                    .with("kernel_shape", Shape{2, 2})
                    .with("strides", Shape{std::int64_t{1} << 62, 1});
            },
            "strides is 4611686018427387904");
        row(
            "groups 0",
            [](OnnxModel& m) {
                m.node("Conv", {"x", "w"}, {"q"}).with("group", 0);
            },
            "group is 0");
        row(
            "kernel larger than image",
            [](OnnxModel& m) {
                m.weights("big", {4, 3, 9, 9}).node("Conv", {"x", "big"}, {"q"});
            },
            "reaches over 9 pixels");
        row(
            "channels do not match",
            [](OnnxModel& m) {
                m.weights("other", {4, 5, 3, 3}).node("Conv", {"x", "other"}, {"q"});
            },
            "do not match 3 channels");
        row(
            "no inputs", [](OnnxModel& m) { m.node("Conv", {}, {"q"}); }, "input 0 is missing");
        row(
            "Split at 10^9",
            [](OnnxModel& m) {
                m.numbers("parts", {1'000'000'000, 1}).node("Split", {"x", "parts"}, {"q", "q2"}).with("axis", 1);
            },
            "a part is 1000000000");
        row(
            "Tile without end",
            [](OnnxModel& m) {
                m.numbers("t", {1, 1, std::int64_t{1} << 39, std::int64_t{1} << 39}).node("Tile", {"x", "t"}, {"q"});
            },
            "a number of input 1 is 549755813888");
        row(
            "Expand without end",
            [](OnnxModel& m) {
                m.weights("one", {1}).numbers("t", Shape(30, 1'000'000'000)).node("Expand", {"one", "t"}, {"q"});
            },
            "2^50");
        row(
            "product without end",
            [](OnnxModel& m) {
                m.input("a", {1 << 20, 1 << 20}).weights("b", {1 << 20, 1 << 20}).node("MatMul", {"a", "b"}, {"q"});
            },
            "10^15 MACs");
        row(
            "axis",
            [](OnnxModel& m) {
                m.node("Concat", {"x", "x"}, {"q"}).with("axis", 9);
            },
            "the axis is 9");
        row(
            "perm",
            [](OnnxModel& m) {
                m.node("Transpose", {"x"}, {"q"}).with("perm", Shape{0, 0, 1, 2});
            },
            "perm for Transpose has repeated value: 0");
        row(
            "blocks of 2^32", // whose square is 0 in 64 bits
            [](OnnxModel& m) { m.node("DepthToSpace", {"c"}, {"q"}).with("blocksize", std::int64_t{1} << 32); },
            "blocksize is 4294967296");
        row(
            "uneven blocks", [](OnnxModel& m) { m.node("SpaceToDepth", {"c"}, {"q"}).with("blocksize", 4); },
            "shape [1, 4, 6, 6] cannot become [1, 64, 1, 1]");
        row(
            "computed shape",
            [](OnnxModel& m) {
                m.node("NonZero", {"x"}, {"n"});
                m.node("Reshape", {"x", "n"}, {"q"});
            },
            "'n' comes from a node that is not supported");
        row(
            "scale without end",
            [](OnnxModel& m) {
                m.weights("s", {4}).node("Resize", {"x", "", "s"}, {"q"});
            },
            "depends on what is computed for input 's'");
        row(
            "Range without end",
            [](OnnxModel& m) {
                m.numbers("z", {0}, true).node("Range", {"z", "z", "z"}, {"q"});
            },
            "the range has no end");
        row(
            "external data",
            [](OnnxModel& m) {
                auto& tensor = *m.weights("e", {4}).graph().mutable_initializer(m.graph().initializer_size() - 1);
                tensor.set_data_type(pb::TensorProto::INT64);
                tensor.set_data_location(pb::TensorProto::EXTERNAL);
                auto& entry = *tensor.add_external_data();
                entry.set_key("location");
                entry.set_value("../../../../etc/passwd");
                m.node("Expand", {"x", "e"}, {"q"});
            },
            "depends on what is computed for input 'e'");
    }
    void badNodesAreReportedAndTheRestStays()
    {
        QFETCH(std::string, bytes);
        QFETCH(std::string, part);
        const auto result = nestloom::onnx::parseOnnx(bytes, "bad.onnx");
        QVERIFY2(result.has_value(), result ? "" : result.error().text().c_str());
        QVERIFY(result->network.layers.size() >= 2); // conv and fc
        const auto bad =
            std::find_if(result->nodes.begin(), result->nodes.end(), [&](const workload::ImportedNode& node) {
                return node.outcome == workload::NodeOutcome::Unsupported
                       && node.reason.find(part) != std::string::npos;
            });
        QVERIFY2(bad != result->nodes.end(), result->nodes.back().reason.c_str());
    }

    /// What the file states about a result is no ground for layers when the rule of the operator refuses its inputs.
    void statedShapesMakeNoLayers_data()
    {
        QTest::addColumn<std::string>("bytes");
        const auto row = [](const char* name, const char* type, const Shape& x, const Shape& w, const Shape& y) {
            OnnxModel model;
            model.input("x", x).weights("w", w).output("y").states("y", y);
            model.node(type, {"x", "w"}, {"y"}).in(std::string(type) == "FusedConv" ? "com.microsoft" : "");
            QTest::newRow(name) << model.bytes();
        };
        row("Conv, the result a scalar", "Conv", {2, 3, 3, 6, 5}, {4, 3, 3, 2}, {});
        row("Conv of a scalar", "Conv", {}, {4, 3, 3, 3}, {1, 4, 8, 8});
        row("Conv, the result too short", "Conv", {1, 3, 8}, {4, 3, 3, 3}, {1});
        row("Conv, weights of one dimension", "Conv", {1, 3, 8, 8}, {4}, {1, 4, 6, 6});
        row("Conv, weights a scalar", "Conv", {1, 3, 8, 8}, {}, {1, 4, 6, 6});
        row("FusedConv", "FusedConv", {2, 3, 3, 6, 5}, {4, 3, 3, 2}, {});
        row("ConvInteger", "ConvInteger", {2, 3, 3, 6, 5}, {4, 3, 3, 2}, {});
        row("ConvTranspose of a scalar", "ConvTranspose", {}, {3, 3, 3, 3}, {1, 3, 8, 8});
        row("ConvTranspose of a matrix", "ConvTranspose", {2, 3}, {3, 3, 3, 3}, {2, 3, 8, 8});
        row("ConvTranspose, the result too short", "ConvTranspose", {1, 3, 4, 4}, {3, 3, 3}, {2});
        row("ConvTranspose, weights of one dimension", "ConvTranspose", {1, 3, 4, 4}, {3}, {1, 3, 6, 6});
        row("MatMul of a scalar", "MatMul", {}, {4, 4}, {1, 4});
        row("Gemm of a tensor", "Gemm", {1, 2, 3}, {3, 4}, {2, 4});
        row("Einsum", "Einsum", {}, {}, {2, 4});
        row("LSTM", "LSTM", {2}, {4}, {2, 4});
        row("Attention", "Attention", {2}, {4}, {2, 4});
    }
    void statedShapesMakeNoLayers()
    {
        QFETCH(std::string, bytes);
        const auto result = nestloom::onnx::parseOnnx(bytes, "bad.onnx");
        QVERIFY2(result.has_value(), result ? "" : result.error().text().c_str());
        QVERIFY(result->network.layers.empty());
        QCOMPARE(int(result->nodes.back().outcome), int(workload::NodeOutcome::Unsupported));
        QVERIFY2(result->nodes.back().reason.starts_with("kept as a step without layers: "),
                 result->nodes.back().reason.c_str());
    }

    /// Every operator with a rule, with every rank of its inputs and a stated result of every rank: it comes back, with
    /// layers that keep the rules or none, and never says "mapped" without layers.
    void everyRankComesBack()
    {
        const std::vector<Shape> shapes{
            {}, {3}, {2, 3}, {1, 3, 4}, {1, 3, 4, 4}, {1, 3, 2, 4, 4}, {0, 3, 4, 4}, {1, 1, 1, 1, 1, 1}};
        std::vector<std::pair<std::string, std::string>> types;
        for (const char* type : {"Conv",
                                 "ConvInteger",
                                 "ConvTranspose",
                                 "Gemm",
                                 "MatMul",
                                 "LSTM",
                                 "GRU",
                                 "RNN",
                                 "Attention",
                                 "MaxPool",
                                 "GlobalAveragePool",
                                 "Transpose",
                                 "Concat",
                                 "Gather",
                                 "GatherND",
                                 "Expand",
                                 "Tile",
                                 "Reshape",
                                 "Flatten",
                                 "Squeeze",
                                 "Unsqueeze",
                                 "Slice",
                                 "Pad",
                                 "Split",
                                 "DepthToSpace",
                                 "SpaceToDepth",
                                 "TopK",
                                 "ArgMax",
                                 "ReduceMean",
                                 "Resize",
                                 "LayerNormalization",
                                 "Where"})
            types.emplace_back("", type);
        for (const char* type : {"Attention", "MultiHeadAttention", "GroupQueryAttention", "FusedConv", "FusedMatMul"})
            types.emplace_back("com.microsoft", type);
        for (const auto& [domain, type] : types)
            for (const Shape& a : shapes)
                for (const Shape& b : shapes)
                    for (const Shape& y : shapes) {
                        OnnxModel model(23);
                        model.input("a", a).input("b", b).weights("w", b).output("y").states("y", y);
                        model.node(type, {"a", "w", "b"}, {"y"})
                            .in(domain)
                            .with("num_heads", 1)
                            .with("q_num_heads", 1)
                            .with("hidden_size", 3);
                        const auto result = nestloom::onnx::parseOnnx(model.bytes(), "bad.onnx");
                        if (!result || !result->openDimensions.empty())
                            continue;
                        QVERIFY(workload::check(result->network).empty());
                        for (const workload::ImportedNode& node : result->nodes)
                            QVERIFY2(node.outcome != workload::NodeOutcome::Mapped || !result->network.layers.empty(),
                                     (type + ": " + node.reason).c_str());
                    }
    }

    void sizesAreCheckedAgainstTheFile()
    {
        workload::ImportOptions options;
        options.dimensions["bach"] = 1;
        isOneSentence(sentence(recurrentAndPooled().bytes(), options));
        QVERIFY(sentence(recurrentAndPooled().bytes(), options).find("no open dimension 'bach'; open are 'batch'")
                != std::string::npos);
        options.dimensions = {{"batch", 0}};
        QVERIFY(sentence(recurrentAndPooled().bytes(), options).find("between 1 and 10^9") != std::string::npos);
        options.dimensions = {{"batch", -1}};
        QVERIFY(sentence(recurrentAndPooled().bytes(), options).find("size of dimension 'batch'") != std::string::npos);
        options = {};
        options.elementBits = 65;
        QVERIFY(sentence(twoLayers().bytes(), options).find("between 1 and 64") != std::string::npos);
    }

    void weightsAreNotRead()
    {
        OnnxModel model = twoLayers();
        model.graph().mutable_initializer(0)->set_raw_data(std::string(4 * 3 * 9 * 4, 'w'));
        model.graph().mutable_initializer(1)->set_raw_data(std::string(4 << 20, 'w'));
        const std::string bytes = model.bytes();
        std::istringstream stream(bytes);
        const std::string stripped = nestloom::onnx::stripWeights(stream, std::int64_t(bytes.size()));
        QVERIFY(stripped.size() < 2000 && stripped.find("www") != std::string::npos); // the small one is kept
        QVERIFY(nestloom::onnx::parseOnnx(bytes, "net.onnx").has_value());
    }

    void manySmallMessagesDoNotFillTheMemory()
    {
        // 8 million nodes of 2 bytes in 16 MiB would take gigabytes when parsed.
        std::string graph;
        for (int i = 0; i < 8'000'000; ++i)
            graph += std::string("\x0a\x00", 2);
        pb::ModelProto model;
        std::string bytes("\x08\x08\x3a", 3);
        for (std::size_t size = graph.size(); size > 0; size >>= 7)
            bytes += char((size & 0x7f) | (size >= 0x80 ? 0x80 : 0));
        const std::string text = sentence(bytes + graph);
        QVERIFY2(text.find("512 MiB") != std::string::npos, text.c_str());
    }

    /// Seeded changes of good files: bytes changed, removed, repeated; attributes and extents made wild. It must come
    /// back, with a network that keeps the input rules or with a sentence.
    void survivesRandomChanges()
    {
        Rng rng(7);
        const std::vector<std::string> seeds{twoLayers().bytes(), recurrentAndPooled().bytes()};
        workload::ImportOptions options;
        options.dimensions["batch"] = 2;
        int read = 0, refused = 0;
        for (int i = 0; i < 4000; ++i) {
            const bool second = i % 2 == 1;
            const std::string bytes = i % 4 < 2 ? changedBytes(rng, seeds[second ? 1 : 0])
                                                : changedNumbers(rng, second ? recurrentAndPooled() : twoLayers());
            const auto result =
                nestloom::onnx::parseOnnx(bytes, "bad.onnx", second ? options : workload::ImportOptions{});
            if (result) {
                ++read;
                if (result->openDimensions.empty())
                    QVERIFY(workload::check(result->network).empty());
            } else {
                ++refused;
                isOneSentence(result.error().text());
            }
        }
        QVERIFY2(read > 300 && refused > 300, qPrintable(QStringLiteral("%1 read, %2 refused").arg(read).arg(refused)));
    }

private:
    static std::string changedBytes(Rng& rng, std::string bytes)
    {
        const std::uint64_t changes = 1 + rng.below(4);
        for (std::uint64_t i = 0; i < changes && !bytes.empty(); ++i) {
            const std::size_t at = rng.below(bytes.size());
            switch (rng.below(4)) {
            case 0: bytes[at] = char(rng.below(256)); break;
            case 1: bytes.erase(at, 1 + rng.below(8)); break;
            case 2: bytes.insert(at, bytes.substr(at, rng.below(16))); break;
            default: bytes[at] = char(bytes[at] ^ (1 << rng.below(8))); break;
            }
        }
        return bytes;
    }
    static std::int64_t wild(Rng& rng)
    {
        constexpr std::int64_t numbers[]{
            0, -1, 1, 2, 3, 7, 1000, 1'000'000'000, std::int64_t{1} << 40, INT64_MAX, INT64_MIN, -1000};
        return numbers[rng.below(std::size(numbers))];
    }
    static std::string changedNumbers(Rng& rng, OnnxModel model)
    {
        for (std::uint64_t changes = 1 + rng.below(3); changes > 0; --changes) {
            pb::NodeProto& node = *model.graph().mutable_node(int(rng.below(std::uint64_t(model.graph().node_size()))));
            pb::TensorProto& tensor =
                *model.graph().mutable_initializer(int(rng.below(std::uint64_t(model.graph().initializer_size()))));
            switch (rng.below(5)) {
            case 0:
                for (auto& attribute : *node.mutable_attribute())
                    for (int i = 0; i < attribute.ints_size(); ++i)
                        attribute.set_ints(i, wild(rng));
                break;
            case 1:
                for (auto& attribute : *node.mutable_attribute())
                    if (attribute.has_i())
                        attribute.set_i(wild(rng));
                break;
            case 2:
                if (tensor.dims_size() > 0)
                    tensor.set_dims(int(rng.below(std::uint64_t(tensor.dims_size()))), wild(rng));
                break;
            case 3:
                for (int i = 0; i < tensor.int64_data_size(); ++i)
                    tensor.set_int64_data(i, wild(rng));
                break;
            default:
                if (node.input_size() > 0)
                    node.set_input(int(rng.below(std::uint64_t(node.input_size()))), tensor.name());
            }
        }
        return model.bytes();
    }
    static std::string functionsInACircle()
    {
        OnnxModel model;
        model.input("x", {2, 4}).output("y");
        pb::FunctionProto& function = *model.proto().add_functions();
        function.set_name("F");
        function.set_domain("local");
        function.add_input("a");
        function.add_output("c");
        OnnxNode(*function.add_node()).type("F", {"a"}, {"b"}).in("local");
        OnnxNode(*function.add_node()).type("F", {"b"}, {"c"}).in("local");
        model.node("F", {"x"}, {"y"}).in("local");
        return model.bytes();
    }
    static std::string customOnly()
    {
        OnnxModel model;
        model.input("x", {2, 4}).output("y");
        model.node("Magic", {"x"}, {"y"}).in("com.example").named("m");
        return model.bytes();
    }
    static std::string controlFlow(int depth)
    {
        // Subgraphs in subgraphs, deeper than protobuf's own limit.
        std::string graph;
        const auto field = [](int number, const std::string& body) {
            std::string text(1, char(number << 3 | 2));
            std::size_t size = body.size();
            for (; size >= 0x80; size >>= 7)
                text += char(0x80 | (size & 0x7f));
            return text + char(size) + body;
        };
        for (int i = 0; i < depth; ++i)
            graph = field(1, field(4, "If") + field(5, field(1, "then_branch") + field(6, graph)));
        return std::string("\x08\x08", 2) + field(7, graph);
    }
    static std::string passThroughOnly()
    {
        OnnxModel model;
        model.input("x", {1, 4}).output("y");
        model.node("Flatten", {"x"}, {"y"}).named("f");
        return model.bytes();
    }

    static std::string constantsOnly()
    {
        OnnxModel model;
        model.weights("a", {4}).output("y");
        model.node("Relu", {"a"}, {"y"});
        return model.bytes();
    }
};

QTEST_GUILESS_MAIN(TestBadFiles)
#include "tst_bad_files.moc"
