// SPDX-License-Identifier: Apache-2.0
// Attention in all its forms: every key that a query is multiplied with counts, heads that share keys count as one
// group, and the cache is a tensor of its own.
#include "engine/onnx/import_onnx.h"
#include "engine/workload/matrix_product.h"
#include "tests/support/onnx_models.h"

#include <QtTest>

#include <algorithm>

using namespace nestloom;
using namespace nestloom::tests;
using workload::NetworkImport;
using workload::NodeOutcome;

namespace {

using Shape = std::vector<std::int64_t>;

NetworkImport importedAttention(const OnnxModel& model)
{
    auto result = nestloom::onnx::parseOnnx(model.bytes(), "net.onnx");
    if (!result)
        qFatal("%s", result.error().text().c_str());
    return *std::move(result);
}

/// The MACs of both products when `queries` of `heads` meet `keys`, `depth` elements each: counted one by one.
std::int64_t countedMacs(std::int64_t batch, std::int64_t heads, std::int64_t queries, std::int64_t keys,
                         std::int64_t depth, std::int64_t valueDepth)
{
    return batch * heads * queries * keys * (depth + valueDepth);
}

Shape shapeOf(const NetworkImport& import, const std::string& tensor)
{
    const auto& tensors = import.network.graph.tensors;
    const auto at =
        std::find_if(tensors.begin(), tensors.end(), [&](const workload::Tensor& t) { return t.name == tensor; });
    return at == tensors.end() ? Shape{-1} : at->shape;
}

/// Layers without their names.
std::vector<workload::Extents> boundsOf(const std::vector<workload::Layer>& layers)
{
    std::vector<workload::Extents> bounds;
    for (const workload::Layer& layer : layers)
        bounds.push_back(layer.bounds);
    return bounds;
}

std::vector<workload::Extents> boundsOf(const workload::Attention& attention)
{
    return boundsOf(workload::attentionLayers("a", attention));
}

} // namespace

class TestAttention : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theCacheCounts_data()
    {
        QTest::addColumn<std::string>("bytes");
        QTest::addColumn<qint64>("macs");
        QTest::addColumn<qint64>("present"); // length of the cache afterwards
        const auto row = [](const char* name, const OnnxModel& model, std::int64_t macs, std::int64_t present) {
            QTest::newRow(name) << model.bytes() << qint64(macs) << qint64(present);
        };
        // One token at 4,096 cached ones, 32 heads of 128: 33,562,624 MACs, of which those of the new key are 8,192.
        row("ONNX, 3 dimensions", standard(false, 32, 32, 1, 4096, 128), 33'562'624, 4097);
        row("ONNX, 4 dimensions", standard(true, 32, 32, 1, 4095, 128), countedMacs(1, 32, 1, 4096, 128, 128), 4096);
        row("ONNX, heads share keys", standard(true, 32, 8, 1, 4095, 128), countedMacs(1, 32, 1, 4096, 128, 128), 4096);
        row("ONNX, a cache of length 0", standard(true, 4, 2, 5, 0, 8), countedMacs(1, 4, 5, 5, 8, 8), 5);
        row("MultiHeadAttention", multiHead(4, 2, 6, 8), countedMacs(1, 4, 2, 8, 8, 8), 8);
        row("GroupQueryAttention", groupQuery(8, 2, 1, 10, 16, {}), countedMacs(1, 8, 1, 11, 16, 16), 11);
        row("GroupQueryAttention, a buffer of which 4 are in use", groupQuery(8, 2, 1, 10, 16, 5),
            countedMacs(1, 8, 1, 5, 16, 16), 10);
        row("GroupQueryAttention, a window of 3", groupQuery(8, 2, 1, 10, 16, {}, 3), countedMacs(1, 8, 1, 3, 16, 16),
            11);
    }
    void theCacheCounts()
    {
        QFETCH(std::string, bytes);
        QFETCH(qint64, macs);
        QFETCH(qint64, present);
        const auto result = nestloom::onnx::parseOnnx(bytes, "net.onnx");
        QVERIFY2(result.has_value(), result ? "" : result.error().text().c_str());
        QVERIFY2(result->nodes[0].outcome == NodeOutcome::Mapped, result->nodes[0].reason.c_str());
        QCOMPARE(qint64(workload::macs(result->network)), macs);
        QCOMPARE(shapeOf(*result, "node.1")[2], present); // the present keys and values are tensors
        QCOMPARE(shapeOf(*result, "node.2")[2], present);
    }

    void aProjectingAttentionCountsItsCache()
    {
        OnnxModel model; // com.microsoft Attention: 4 heads of 8, 5 new tokens, 7 cached ones
        model.input("x", {2, 5, 16})
            .weights("w", {16, 96})
            .weights("b", {96})
            .input("past", {2, 2, 4, 7, 8})
            .output("y")
            .output("present");
        model.node("Attention", {"x", "w", "b", "", "past"}, {"y", "present"})
            .in("com.microsoft")
            .named("node")
            .with("num_heads", 4);
        const NetworkImport import = importedAttention(model);
        QCOMPARE(workload::macs(import.network), 2 * 5 * 16 * 96 + countedMacs(2, 4, 5, 12, 8, 8));
        QCOMPARE(shapeOf(import, "node.1"), (Shape{2, 2, 4, 12, 8}));
    }

    void valuesMayBeWiderThanKeys()
    {
        OnnxModel model;
        model.input("x", {1, 5, 16}).weights("w", {16, 32 + 32 + 64}).output("y");
        model.node("Attention", {"x", "w"}, {"y"})
            .in("com.microsoft")
            .named("node")
            .with("num_heads", 4)
            .with("qkv_hidden_sizes", Shape{32, 32, 64});
        const NetworkImport import = importedAttention(model);
        QCOMPARE(workload::macs(import.network), 5 * 16 * 128 + countedMacs(1, 4, 5, 5, 8, 16));
        QCOMPARE(shapeOf(import, "node"), (Shape{1, 5, 64}));
    }

    void whatIsNotUnderstoodIsRefused_data()
    {
        QTest::addColumn<std::string>("bytes");
        QTest::addColumn<QString>("part");
        const auto row = [](const char* name, OnnxModel model, const char* part) {
            QTest::newRow(name) << model.bytes() << QString::fromUtf8(part);
        };
        OnnxModel half = standard(true, 4, 4, 1, 7, 8);
        half.graph().mutable_node(0)->set_input(5, "");
        row("keys of the cache without its values", half, "input 5 is missing");
        OnnxModel other = standard(true, 4, 4, 1, 7, 8);
        other.input("odd", {1, 3, 7, 8}).graph().mutable_node(0)->set_input(4, "odd");
        row("a cache of other heads", other, "does not fit 4 heads");
        OnnxModel attribute = standard(true, 4, 4, 1, 7, 8);
        attribute.graph().mutable_node(0)->add_attribute()->set_name("new_in_set_30");
        row("an attribute of a newer set", attribute, "its attribute 'new_in_set_30' is not known");
        OnnxModel input = standard(true, 4, 4, 1, 7, 8);
        input.input("more", {1}).graph().mutable_node(0)->add_input("");
        input.graph().mutable_node(0)->add_input("more");
        row("an input of a newer set", input, "its input 'more' is number 8 of 7 that are known");
        OnnxModel length = multiHead(4, 2, 6, 8);
        length.input("length", {1}, pb::TensorProto::INT32).graph().mutable_node(0)->add_input("length");
        row("a cache of computed length", length, "depends on what is computed for input 'length'");
        OnnxModel window = groupQuery(8, 2, 1, 10, 16, {});
        OnnxNode(*window.graph().mutable_node(0)).with("sliding_window_cache", 1);
        row("a cache of a window", window, "holds a window only");
        OnnxModel headless = groupQuery(8, 2, 1, 10, 16, {});
        auto* stated = headless.graph().mutable_node(0)->mutable_attribute();
        stated->erase(std::ranges::find(*stated, "num_heads", [](const auto& each) { return each.name(); }));
        row("no number of heads", headless, "num_heads");
    }
    void whatIsNotUnderstoodIsRefused()
    {
        QFETCH(std::string, bytes);
        QFETCH(QString, part);
        const auto result = nestloom::onnx::parseOnnx(bytes, "net.onnx");
        const std::string text = result ? result->nodes[0].reason : result.error().text();
        QVERIFY2(QString::fromStdString(text).contains(part), text.c_str());
        QVERIFY(!result || result->nodes[0].outcome == NodeOutcome::Unsupported);
    }

    /// What exporters write for grouped-query attention: heads of keys repeated by Unsqueeze, Expand, Reshape and then
    /// multiplied.
    void repeatedHeadsAreOneGroup_data()
    {
        QTest::addColumn<QString>("how");
        QTest::addColumn<bool>("einsum");
        for (const char* how : {"Expand", "Tile", "TileFlat", "Concat", "Gather", "ExpandNoBatch"})
            for (const bool einsum : {false, true})
                QTest::newRow((std::string(how) + (einsum ? ", Einsum" : ", MatMul")).c_str())
                    << QString::fromLatin1(how) << einsum;
    }
    void repeatedHeadsAreOneGroup()
    {
        QFETCH(QString, how);
        QFETCH(bool, einsum);
        OnnxModel model; // 2 sequences, 8 heads of 16, 2 heads of keys, 6 queries, 10 keys
        model.input("q", {2, 8, 6, 16}).input("k", {2, 2, 10, 16}).input("v", {2, 2, 10, 16}).output("y");
        model.numbers("axis", {2})
            .numbers("five", {2, 2, 4, 10, 16})
            .numbers("heads", {2, 8, 10, 16})
            .numbers("ones", {1, 1, 4, 1, 1})
            .numbers("times", {1, 4, 1, 1});
        model.numbers("picks", {0, 0, 0, 0, 1, 1, 1, 1})
            .numbers("flat", {4, 1, 10, 16})
            .numbers("wide", {4, 4, 10, 16});
        for (const std::string name : {"k", "v"})
            repeat(model, how, name);
        // Exporters scale the repeated keys, and cast them.
        model.weights("scale", {}).node("Mul", {"k.all", "scale"}, {"k.scaled"});
        model.node("Identity", {"k.scaled"}, {"keys"});
        if (einsum) {
            model.node("Einsum", {"q", "keys"}, {"scores"}).with("equation", "bhqd,bhkd->bhqk");
        } else {
            model.node("Transpose", {"keys"}, {"turned"}).with("perm", Shape{0, 1, 3, 2});
            model.node("MatMul", {"q", "turned"}, {"scores"});
        }
        model.node("Softmax", {"scores"}, {"soft"});
        model.node("MatMul", {"soft", "v.all"}, {"y"});
        const NetworkImport import = importedAttention(model);
        QCOMPARE(boundsOf(import.network.layers), boundsOf(workload::Attention{2, 8, 2, 6, 10, 16, 16}));
        QCOMPARE(workload::macs(import.network), countedMacs(2, 8, 6, 10, 16, 16));
    }

    void repeatedHeadsAreOneGroupInFusedAttention_data()
    {
        QTest::addColumn<QString>("domain");
        QTest::newRow("ONNX") << QString();
        QTest::newRow("com.microsoft") << QStringLiteral("com.microsoft");
    }
    void repeatedHeadsAreOneGroupInFusedAttention()
    {
        QFETCH(QString, domain);
        OnnxModel model(23); // [batch, length, heads, depth] repeated along a new dimension and flattened to [batch,
                             // length, channels]
        model.input("q", {2, 6, 128}).input("k", {2, 10, 2, 1, 16}).input("v", {2, 10, 2, 1, 16}).output("y");
        model.numbers("five", {2, 10, 2, 4, 16}).numbers("three", {2, 10, 128});
        for (const std::string name : {"k", "v"}) {
            model.node("Expand", {name, "five"}, {name + ".five"});
            model.node("Reshape", {name + ".five", "three"}, {name + ".all"});
        }
        OnnxNode node =
            model.node(domain.isEmpty() ? "Attention" : "MultiHeadAttention", {"q", "k.all", "v.all"}, {"y"})
                .in(domain.toStdString());
        domain.isEmpty() ? node.with("q_num_heads", 8).with("kv_num_heads", 8) : node.with("num_heads", 8);
        const NetworkImport import = importedAttention(model);
        QCOMPARE(boundsOf(import.network.layers), boundsOf(workload::Attention{2, 8, 2, 6, 10, 16, 16}));
    }

    void repeatedHeadsThatStandApartAreOneGroupInFusedAttention()
    {
        OnnxModel model(23); // [batch, heads, length, depth]
        model.input("q", {2, 8, 6, 16}).input("k", {2, 2, 10, 16}).input("v", {2, 2, 10, 16}).output("y");
        model.numbers("axis", {2}).numbers("five", {2, 2, 4, 10, 16}).numbers("heads", {2, 8, 10, 16});
        for (const std::string name : {"k", "v"})
            repeat(model, QStringLiteral("Expand"), name);
        model.node("Attention", {"q", "k.all", "v.all"}, {"y"});
        const NetworkImport import = importedAttention(model);
        QCOMPARE(boundsOf(import.network.layers), boundsOf(workload::Attention{2, 8, 2, 6, 10, 16, 16}));
    }

    void whatIsNoCopyStaysAGroup()
    {
        OnnxModel model; // heads are not repeated, rows are: nothing changes
        model.input("q", {1, 4, 6, 16}).input("k", {1, 4, 16, 1}).numbers("wide", {1, 4, 16, 10}).output("y");
        model.node("Expand", {"k", "wide"}, {"keys"});
        model.node("MatMul", {"q", "keys"}, {"y"});
        const NetworkImport import = importedAttention(model);
        QCOMPARE(import.network.layers[0].bounds[workload::LoopDimension::G], std::int64_t(4));
        OnnxModel mixed; // repeated heads plus something of its own for each head
        mixed.input("q", {1, 4, 6, 16})
            .input("k", {1, 1, 16, 10})
            .input("bias", {1, 4, 16, 10})
            .numbers("wide", {1, 4, 16, 10})
            .output("y");
        mixed.node("Expand", {"k", "wide"}, {"many"});
        mixed.node("Add", {"many", "bias"}, {"keys"});
        mixed.node("MatMul", {"q", "keys"}, {"y"});
        QCOMPARE(importedAttention(mixed).network.layers[0].bounds[workload::LoopDimension::G], std::int64_t(4));
    }

private:
    static OnnxModel standard(bool headsApart, std::int64_t heads, std::int64_t keyHeads, std::int64_t queries,
                              std::int64_t cached, std::int64_t depth)
    {
        OnnxModel model(24);
        model.input("q", headsApart ? Shape{1, heads, queries, depth} : Shape{1, queries, heads * depth});
        for (const char* name : {"k", "v"})
            model.input(name, headsApart ? Shape{1, keyHeads, queries, depth} : Shape{1, queries, keyHeads * depth});
        // An extent of 0 would be an open dimension of an input: such a cache is a constant.
        for (const char* name : {"pk", "pv"})
            cached > 0 ? model.input(name, {1, keyHeads, cached, depth}) : model.weights(name, {1, keyHeads, 0, depth});
        model.output("y").output("ck").output("cv");
        OnnxNode node = model.node("Attention", {"q", "k", "v", "", "pk", "pv"}, {"y", "ck", "cv"}).named("node");
        if (!headsApart)
            node.with("q_num_heads", heads).with("kv_num_heads", keyHeads);
        return model;
    }
    static OnnxModel multiHead(std::int64_t heads, std::int64_t queries, std::int64_t cached, std::int64_t depth)
    {
        OnnxModel model;
        for (const char* name : {"q", "k", "v"})
            model.input(name, {1, queries, heads * depth});
        for (const char* name : {"pk", "pv"})
            model.input(name, {1, heads, cached, depth});
        model.output("y").output("ck").output("cv");
        model.node("MultiHeadAttention", {"q", "k", "v", "", "", "", "pk", "pv"}, {"y", "ck", "cv"})
            .in("com.microsoft")
            .named("node")
            .with("num_heads", heads);
        return model;
    }
    static OnnxModel groupQuery(std::int64_t heads, std::int64_t keyHeads, std::int64_t queries, std::int64_t cached,
                                std::int64_t depth, std::optional<std::int64_t> all, std::int64_t window = -1)
    {
        OnnxModel model;
        model.input("q", {1, queries, heads * depth}).input("seqlens", {1}, pb::TensorProto::INT32);
        for (const char* name : {"k", "v"})
            model.input(name, {1, queries, keyHeads * depth});
        for (const char* name : {"pk", "pv"})
            model.input(name, {1, keyHeads, cached, depth});
        all ? model.numbers("total", {*all}) : model.input("total", {1}, pb::TensorProto::INT32);
        model.output("y").output("ck").output("cv");
        model.node("GroupQueryAttention", {"q", "k", "v", "pk", "pv", "seqlens", "total"}, {"y", "ck", "cv"})
            .in("com.microsoft")
            .named("node")
            .with("num_heads", heads)
            .with("kv_num_heads", keyHeads)
            .with("local_window_size", window);
        return model;
    }
    /// NAME, [2, 2, 10, 16], to NAME.all, [2, 8, 10, 16].
    static void repeat(OnnxModel& model, const QString& how, const std::string& name)
    {
        const std::string all = name + ".all", one = name + ".one", many = name + ".many";
        if (how == QStringLiteral("Gather")) {
            model.node("Gather", {name, "picks"}, {all}).with("axis", 1);
        } else if (how == QStringLiteral("TileFlat")) {
            model.node("Tile", {name, "times"}, {all});
        } else if (how == QStringLiteral("Concat")) {
            model.node("Concat", {name, name, name, name}, {all}).with("axis", 1);
        } else if (how == QStringLiteral("ExpandNoBatch")) { // sequences and heads in one dimension
            model.node("Reshape", {name, "flat"}, {one});
            model.node("Expand", {one, "wide"}, {many});
            model.node("Reshape", {many, "heads"}, {all});
        } else {
            model.node("Unsqueeze", {name, "axis"}, {one});
            model.node(how.toStdString(), {one, how == QStringLiteral("Tile") ? "ones" : "five"}, {many});
            model.node("Reshape", {many, "heads"}, {all});
        }
    }
};

QTEST_GUILESS_MAIN(TestAttention)
#include "tst_attention.moc"
