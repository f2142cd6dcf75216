// SPDX-License-Identifier: Apache-2.0
// Nothing of an operator's definition is passed over: every input, attribute and output that any operator set defines
// is known, and what counts is counted or refused. The definitions are those of libonnx, in all its operator sets;
// those of newer operators and of com.microsoft are copied from the documentation of ONNX and ONNX Runtime.
#include "engine/onnx/import_onnx.h"
#include "engine/onnx/operator_parts.h"
#include "engine/onnx/operator_rules.h"
#include "tests/support/onnx_models.h"

#include <onnx/defs/schema.h>
#include <onnx/shape_inference/implementation.h>

#include <QtTest>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

using namespace nestloom;
using namespace nestloom::tests;
using nestloom::onnx::findParts;
using nestloom::onnx::findRule;
using nestloom::onnx::namesIn;
using nestloom::onnx::OperatorParts;

namespace {

using Shape = std::vector<std::int64_t>;
using Edit = std::function<void(OnnxModel&)>;

OnnxNode nodeOf(OnnxModel& model) { return OnnxNode(*model.graph().mutable_node(0)); }

void setInput(OnnxModel& model, int index, const std::string& name)
{
    pb::NodeProto& node = *model.graph().mutable_node(0);
    while (node.input_size() <= index)
        node.add_input("");
    node.set_input(index, name);
}

/// All that an import counts and says, as text.
std::string countsOf(const OnnxModel& model)
{
    const auto result = nestloom::onnx::parseOnnx(model.bytes(), "net.onnx");
    if (!result)
        return result.error().text();
    std::string text = std::string(name(result->nodes[0].outcome)) + " " + result->nodes[0].reason;
    for (const workload::Layer& layer : result->network.layers)
        for (const std::int64_t bound : layer.bounds.values)
            text += " " + std::to_string(bound);
    for (const workload::Tensor& tensor : result->network.graph.tensors)
        text += " " + std::to_string(tensor.size.count);
    return text;
}

OnnxModel base(const std::string& domain, const std::string& type)
{
    OnnxModel model(24);
    const auto make = [&](const std::vector<std::pair<std::string, Shape>>& inputs,
                          std::vector<std::string> names = {}) {
        for (const auto& [input, shape] : inputs)
            model.input(input, shape);
        if (names.empty())
            for (const auto& entry : inputs)
                names.push_back(entry.first);
        return model.output("y").node(type, names, {"y"}).in(domain);
    };
    const bool isMicrosoft = !domain.empty();
    if (type == "QLinearConv")
        make({{"x", {1, 4, 9, 9}}, {"s", {}}, {"z", {}}, {"w", {4, 4, 3, 3}}},
             {"x", "s", "z", "w", "s", "z", "s", "z"});
    else if (type.find("Conv") != std::string::npos)
        make({{"x", {1, 4, 9, 9}}, {"w", {4, 4, 3, 3}}});
    else if (type == "QLinearMatMul")
        make({{"a", {4, 4}}, {"s", {}}, {"z", {}}, {"b", {4, 5}}}, {"a", "s", "z", "b", "s", "z", "s", "z"});
    else if (type == "Gemm")
        make({{"a", {3, 4}}, {"b", {4, 5}}});
    else if (type == "Einsum")
        make({{"a", {3, 2, 4}}, {"b", {3, 4, 5}}}).with("equation", "bij,bjk->bik");
    else if (type.find("MatMul") != std::string::npos)
        make({{"a", {2, 3, 6, 4}}, {"b", {2, 3, 4, 5}}});
    else if (type == "LSTM" || type == "GRU" || type == "RNN") {
        const std::int64_t gates = type == "LSTM" ? 4 : type == "GRU" ? 3 : 1;
        make({{"x", {3, 2, 5}}, {"w", {1, gates * 6, 5}}, {"r", {1, gates * 6, 6}}}).with("hidden_size", 6);
    } else if (type == "Attention" && isMicrosoft)
        make({{"x", {1, 5, 16}}, {"w", {16, 96}}}).with("num_heads", 4);
    else if (type == "GroupQueryAttention")
        make({{"q", {1, 1, 32}},
              {"k", {1, 1, 16}},
              {"v", {1, 1, 16}},
              {"pk", {1, 2, 6, 8}},
              {"seqlens", {1}},
              {"total", {1}}},
             {"q", "k", "v", "pk", "pk", "seqlens", "total"})
            .with("num_heads", 4)
            .with("kv_num_heads", 2);
    else if (isMicrosoft)
        make({{"q", {1, 5, 32}}, {"k", {1, 5, 32}}, {"v", {1, 5, 32}}}).with("num_heads", 4);
    else
        make({{"q", {1, 5, 32}}, {"k", {1, 5, 32}}, {"v", {1, 5, 32}}}).with("q_num_heads", 4);
    return model;
}

/// An edit of the base model that gives a counting part another value.
std::optional<Edit> editOf(const OperatorParts& op, const std::string& part)
{
    const auto number = [part](std::int64_t value) {
        return Edit([=](OnnxModel& m) { nodeOf(m).with(part.c_str(), value); });
    };
    const auto list = [part](Shape values) {
        return Edit([=](OnnxModel& m) { nodeOf(m).with(part.c_str(), values); });
    };
    const auto word = [part](const char* value) {
        return Edit([=](OnnxModel& m) { nodeOf(m).with(part.c_str(), value); });
    };
    const auto cache = [](int index, Shape shape) {
        return Edit([=](OnnxModel& m) {
            m.input("cache", shape);
            setInput(m, index, "cache");
        });
    };
    const auto caches = [](int keys, int values) {
        return Edit([=](OnnxModel& m) {
            m.input("cache", {1, 4, 7, 8});
            setInput(m, keys, "cache");
            setInput(m, values, "cache");
        });
    };
    const std::map<std::string, Edit> known{{"auto_pad", word("SAME_UPPER")},
                                            {"dilations", list({2, 2})},
                                            {"kernel_shape", list({5, 5})},
                                            {"pads", list({1, 1, 1, 1})},
                                            {"strides", list({2, 2})},
                                            {"output_padding", list({1, 1})},
                                            {"output_shape", list({10, 10})},
                                            {"transBatchA", number(1)},
                                            {"transBatchB", number(1)},
                                            {"equation", word("bij,bjk->bk")},
                                            {"direction", word("bidirectional")},
                                            {"hidden_size", number(7)},
                                            {"layout", number(1)},
                                            {"q_num_heads", number(5)},
                                            {"num_heads", number(8)},
                                            {"qkv_hidden_sizes", list({40, 40, 16})},
                                            {"sliding_window_cache", number(1)},
                                            {"local_window_size", number(3)},
                                            {"kv_cache_bit_width", number(4)},
                                            {"transA", number(1)},
                                            {"transB", number(1)}};
    // An attribute that is there already is written again below: the reader takes the first one.
    if (part == "group")
        return number(2);
    if (part == "kv_num_heads")
        return op.domain.empty() ? Edit([](OnnxModel& m) { nodeOf(m).with("kv_num_heads", 2); }) : number(1);
    if (part == "past_key" || part == "past_value")
        return op.type == "Attention"            ? caches(4, 5)
               : op.type == "MultiHeadAttention" ? caches(6, 7)
                                                 : Edit([](OnnxModel& m) {
                                                       setInput(m, 3, "");
                                                       setInput(m, 4, "");
                                                   });
    if (part == "nonpad_kv_seqlen")
        return cache(6, {1});
    if (part == "past")
        return cache(4, {2, 1, 4, 7, 8});
    if (part == "past_present_share_buffer" || (part == "past_sequence_length" && op.type == "Attention"))
        return Edit([](OnnxModel& m) {
            m.input("cache", {2, 1, 4, 17, 8}).numbers("used", {7});
            setInput(m, 4, "cache");
            setInput(m, 6, "used");
            nodeOf(m).with("past_present_share_buffer", 1);
        });
    if (part == "past_sequence_length")
        return Edit([](OnnxModel& m) {
            m.input("cache", {1, 4, 17, 8}).numbers("used", {7});
            setInput(m, 6, "cache");
            setInput(m, 7, "cache");
            setInput(m, 8, "used");
        });
    if (part == "total_sequence_length")
        return Edit([](OnnxModel& m) {
            m.numbers("five", {5});
            setInput(m, 6, "five");
        });
    if (part == "sequence_lens")
        return Edit([](OnnxModel& m) {
            m.numbers("lengths", {3, 1});
            setInput(m, 4, "lengths");
        });
    if (part == "y_zero_point")
        return Edit([](OnnxModel& m) {
            m.input("narrow", {}, pb::TensorProto::INT8);
            setInput(m, 7, "narrow");
        });
    const auto edit = known.find(part);
    return edit == known.end() ? std::nullopt : std::optional(edit->second);
}

void dropAttribute(OnnxModel& model, const std::string& name)
{
    auto& attributes = *model.graph().mutable_node(0)->mutable_attribute();
    for (int i = attributes.size() - 1; i >= 0; --i)
        if (attributes[i].name() == name)
            attributes.DeleteSubrange(i, 1);
}

std::string plain(std::string_view name)
{
    if (name.starts_with("-"))
        name.remove_prefix(1);
    return std::string(name.ends_with("...") ? name.substr(0, name.size() - 3) : name);
}

std::set<std::string> plainNames(std::string_view list)
{
    std::set<std::string> names;
    for (const std::string_view name : namesIn(list))
        names.insert(plain(name));
    return names;
}

using Schemas = std::vector<pb::OpSchema>;
const Schemas& schemas()
{
    static const Schemas all = pb::OpSchemaRegistry::get_all_schemas_with_history();
    return all;
}

/// What operators without layers take their shapes from; every other attribute changes values only.
const std::map<std::string, std::string>& shaping()
{
    static const std::map<std::string, std::string> all = [] {
        std::map<std::string, std::string> table{
            {"ArgMax", "axis keepdims"},
            {"ArgMin", "axis keepdims"},
            {"AveragePool", "auto_pad ceil_mode kernel_shape pads strides"},
            {"Cast", "to"},
            {"Concat", "axis"},
            {"Constant", "sparse_value value value_float value_floats value_int value_ints value_string value_strings"},
            {"ConstantOfShape", "value"},
            {"DepthToSpace", "blocksize"},
            {"Flatten", "axis"},
            {"Gather", "axis"},
            {"GatherND", "batch_dims"},
            {"LayerNormalization", "axis"},
            {"LpPool", "auto_pad kernel_shape pads strides"},
            {"MaxPool", "auto_pad ceil_mode dilations kernel_shape pads strides"},
            {"Pad", "paddings pads"},
            {"ReduceSum", "axes keepdims noop_with_empty_axes"},
            {"Reshape", "allowzero shape"},
            {"Shape", "end start"},
            {"Slice", "axes ends starts"},
            {"SpaceToDepth", "blocksize"},
            {"Split", "axis split"},
            {"Squeeze", "axes"},
            {"TopK", "axis k"},
            {"Transpose", "perm"},
            {"Unsqueeze", "axes"},
            {"Upsample", "height_scale scales width_scale"}};
        for (const char* type : {"Add", "And", "Div", "Equal", "Greater", "Less", "Mul", "Or", "Pow", "Sub", "Xor"})
            table[type] = "axis broadcast";
        for (const char* type : {"L1", "L2", "LogSum", "LogSumExp", "Max", "Mean", "Min", "Prod", "SumSquare"})
            table[std::string("Reduce") + type] = "axes keepdims";
        return table;
    }();
    return all;
}

/// Attributes that change values only, whatever operator has them.
constexpr std::string_view kValuesOnly =
    "alpha axis batch_axis beta bias consumed_inputs coordinate_transformation_mode count_include_pad cubic_coeff_a "
    "direction epsilon exclude_outside "
    "exclusive extrapolation_value fmod gamma is_test lambd largest max min mode momentum nearest_mode p ratio "
    "reduction reverse seed select_last_index "
    "size sorted spatial stash_type storage_order time_axis training_mode upper value axes";

/// A node whose shape an attribute decides: the operator set, the inputs' shapes, constant inputs, and the attribute.
struct ShapeCase {
    std::string type, part;
    int set = 13;
    std::vector<Shape> inputs;
    Edit edit;
    std::vector<Shape> constants{};
};

std::vector<ShapeCase> shapeCases()
{
    std::vector<ShapeCase> cases;
    const auto add = [&](std::string type, std::string part, int set, std::vector<Shape> inputs, Edit edit,
                         std::vector<Shape> constants = {}) {
        cases.push_back(
            {std::move(type), std::move(part), set, std::move(inputs), std::move(edit), std::move(constants)});
    };
    const auto with = [](const char* name, auto value) {
        return Edit([=](OnnxModel& m) { nodeOf(m).with(name, value); });
    };
    for (const char* type : {"ArgMax", "ArgMin"}) {
        add(type, "axis", 13, {{2, 3, 4}}, with("axis", 1));
        add(type, "keepdims", 13, {{2, 3, 4}}, with("keepdims", 0));
    }
    for (const char* type : {"AveragePool", "MaxPool", "LpPool"}) {
        const auto pool = [&](const char* part, int set, const Edit& edit) {
            add(type, part, set, {{1, 2, 9, 7}}, [edit](OnnxModel& m) {
                nodeOf(m).with("kernel_shape", Shape{3, 2}).with("strides", Shape{2, 2});
                edit(m);
            });
        };
        pool("kernel_shape", 11, [](OnnxModel&) {});
        pool("strides", 11, [](OnnxModel& m) {
            dropAttribute(m, "strides");
            nodeOf(m).with("strides", Shape{1, 3});
        });
        pool("pads", 11, with("pads", Shape{1, 0, 2, 1}));
        pool("auto_pad", 11, with("auto_pad", "SAME_UPPER"));
        if (std::string(type) != "LpPool")
            pool("ceil_mode", 12, with("ceil_mode", 1));
    }
    add("MaxPool", "dilations", 12, {{1, 2, 9, 7}}, [](OnnxModel& m) {
        nodeOf(m).with("kernel_shape", Shape{3, 2}).with("dilations", Shape{2, 3});
    });
    add("Cast", "to", 13, {{2, 3}}, with("to", int(pb::TensorProto::FLOAT16)));
    add("Concat", "axis", 13, {{2, 3}, {2, 3}}, with("axis", -1));
    add("DepthToSpace", "blocksize", 13, {{1, 8, 2, 3}}, with("blocksize", 2));
    add("SpaceToDepth", "blocksize", 13, {{1, 2, 4, 6}}, with("blocksize", 2));
    add("Flatten", "axis", 13, {{2, 3, 4}}, with("axis", 2));
    add("Gather", "axis", 13, {{2, 3, 4}, {5}}, with("axis", 1));
    add("GatherND", "batch_dims", 13, {{2, 3, 4}, {2, 1}}, with("batch_dims", 1));
    add("LayerNormalization", "axis", 17, {{2, 3, 4}, {3, 4}}, with("axis", 1));
    add("Pad", "pads", 2, {{2, 3}}, with("pads", Shape{1, 0, 2, 3}));
    for (const char* type : {"L1", "L2", "LogSum", "LogSumExp", "Max", "Mean", "Min", "Prod", "SumSquare"}) {
        add(std::string("Reduce") + type, "axes", 11, {{2, 3, 4}}, with("axes", Shape{0, -1}));
        add(std::string("Reduce") + type, "keepdims", 11, {{2, 3, 4}},
            [](OnnxModel& m) { nodeOf(m).with("axes", Shape{1}).with("keepdims", 0); });
    }
    add("ReduceSum", "axes", 11, {{2, 3, 4}}, with("axes", Shape{0, 2}));
    add("ReduceSum", "keepdims", 13, {{2, 3, 4}}, with("keepdims", 0), {{1}});
    add("ReduceSum", "noop_with_empty_axes", 13, {{2, 3, 4}}, with("noop_with_empty_axes", 1));
    add("Reshape", "allowzero", 14, {{0, 3}}, with("allowzero", 1), {{3, 0}});
    add("Slice", "starts", 9, {{4, 5}}, [](OnnxModel& m) {
        nodeOf(m).with("starts", Shape{1, 0}).with("ends", Shape{4, 5});
    });
    add("Slice", "ends", 9, {{4, 5}}, [](OnnxModel& m) {
        nodeOf(m).with("starts", Shape{0, 0}).with("ends", Shape{3, 2});
    });
    add("Slice", "axes", 9, {{4, 5}},
        [](OnnxModel& m) { nodeOf(m).with("starts", Shape{1}).with("ends", Shape{4}).with("axes", Shape{1}); });
    add("Split", "axis", 13, {{2, 4}}, with("axis", 1));
    add("Split", "split", 11, {{6, 4}}, with("split", Shape{5, 1}));
    add("Squeeze", "axes", 11, {{1, 3, 1}}, with("axes", Shape{2}));
    add("Unsqueeze", "axes", 11, {{3, 4}}, with("axes", Shape{0, 2}));
    add("TopK", "k", 9, {{5, 4}}, with("k", 2));
    add("TopK", "axis", 10, {{5, 4}}, with("axis", 0), {{3}});
    add("Transpose", "perm", 13, {{2, 3, 4}}, with("perm", Shape{1, 2, 0}));
    return cases;
}

OnnxModel modelOf(const ShapeCase& c)
{
    OnnxModel model(c.set);
    std::vector<std::string> names;
    for (const Shape& shape : c.inputs) {
        names.push_back("x" + std::to_string(names.size()));
        const bool isIndex = c.type.starts_with("Gather") && names.size() == 2;
        // Of an extent of 0, which an input cannot have: a parameter.
        std::find(shape.begin(), shape.end(), 0) == shape.end()
            ? model.input(names.back(), shape, isIndex ? pb::TensorProto::INT64 : pb::TensorProto::FLOAT)
            : model.weights(names.back(), shape);
    }
    for (const Shape& numbers : c.constants) {
        names.push_back("n" + std::to_string(names.size()));
        model.numbers(names.back(), numbers);
    }
    model.output("y").node(c.type, names,
                           c.type == "Split" || c.type == "TopK" ? std::vector<std::string>{"y", "z"}
                                                                 : std::vector<std::string>{"y"});
    c.edit(model);
    return model;
}

/// The shape and type of "y" as libonnx infers them; nothing when it does not.
std::optional<std::pair<Shape, int>> libraryAnswer(const OnnxModel& model)
{
    pb::ModelProto proto;
    proto.ParseFromString(model.bytes());
    proto.mutable_graph()->clear_output();
    pb::shape_inference::InferShapes(proto);
    for (const pb::ValueInfoProto& value : proto.graph().value_info()) {
        if (value.name() != "y" || !value.type().tensor_type().has_shape())
            continue;
        Shape shape;
        for (const auto& extent : value.type().tensor_type().shape().dim())
            shape.push_back(extent.has_dim_value() ? extent.dim_value() : -1);
        return std::pair(shape, value.type().tensor_type().elem_type());
    }
    return std::nullopt;
}

} // namespace

class TestOperatorParts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyDefinitionIsKnown()
    {
        std::set<std::string> walked;
        for (const pb::OpSchema& schema : schemas()) {
            const auto* rule = schema.domain().empty() ? findRule("", schema.Name()) : nullptr;
            if (!rule)
                continue;
            walked.insert(schema.Name());
            const auto* parts = findParts("", schema.Name());
            QVERIFY2((parts != nullptr) == (rule->layers != nullptr), schema.Name().c_str());
            if (!parts)
                continue;
            const auto inputs = namesIn(parts->inputs), outputs = namesIn(parts->outputs);
            for (std::size_t i = 0; i < schema.inputs().size(); ++i)
                QVERIFY2(i < inputs.size() && plain(inputs[i]) == schema.inputs()[i].GetName(),
                         (schema.Name() + " " + schema.inputs()[i].GetName()).c_str());
            for (std::size_t i = 0; i < schema.outputs().size(); ++i)
                QVERIFY2(i < outputs.size() && plain(outputs[i]) == schema.outputs()[i].GetName(),
                         (schema.Name() + " " + schema.outputs()[i].GetName()).c_str());
            for (const auto& [name, attribute] : schema.attributes())
                QVERIFY2(plainNames(parts->attributes).contains(name), (schema.Name() + " " + name).c_str());
        }
        QVERIFY(walked.size() > 120);
        for (const char* type :
             {"Conv", "ConvTranspose", "Gemm", "MatMul", "Einsum", "LSTM", "GRU", "RNN", "MaxPool", "Slice"})
            QVERIFY2(walked.contains(type), type);
    }

    /// Operators newer than libonnx 1.12, and those of ONNX Runtime.
    void everyDefinitionThatLibonnxLacksIsKnown_data()
    {
        QTest::addColumn<QString>("domain");
        QTest::addColumn<QString>("inputs");
        QTest::addColumn<QString>("attributes");
        QTest::addColumn<QString>("outputs");
        const auto row = [](const char* type, const char* domain, const char* inputs, const char* attributes,
                            const char* outputs) {
            QTest::newRow(type) << QString::fromLatin1(domain) << QString::fromLatin1(inputs)
                                << QString::fromLatin1(attributes) << QString::fromLatin1(outputs);
        };
        row("Attention", "", "Q K V attn_mask past_key past_value nonpad_kv_seqlen",
            "is_causal kv_num_heads q_num_heads qk_matmul_output_mode scale softcap softmax_precision",
            "Y present_key present_value qk_matmul_output");
        row("com.microsoft Attention", "com.microsoft",
            "input weights bias mask_index past attention_bias past_sequence_length",
            "do_rotary mask_filter_value num_heads past_present_share_buffer qkv_hidden_sizes rotary_embedding_dim "
            "scale unidirectional",
            "output present");
        row("com.microsoft MultiHeadAttention", "com.microsoft",
            "query key value bias key_padding_mask attention_bias past_key past_value past_sequence_length "
            "cache_indirection",
            "mask_filter_value num_heads scale unidirectional", "output present_key present_value qk");
        row("com.microsoft GroupQueryAttention", "com.microsoft",
            "query key value past_key past_value seqlens_k total_sequence_length cos_cache sin_cache position_ids "
            "attention_bias head_sink k_scale v_scale "
            "q_norm_weight k_norm_weight",
            "causal do_rotary k_quant_type kv_cache_bit_width kv_num_heads local_window_size num_heads qk_norm_epsilon "
            "qk_output rotary_interleaved scale "
            "sliding_window_cache smooth_softmax softcap v_quant_type",
            "output present_key present_value output_qk");
        row("com.microsoft FusedConv", "com.microsoft", "X W B Z",
            "activation activation_params auto_pad dilations group kernel_shape pads strides", "Y");
        row("com.microsoft FusedMatMul", "com.microsoft", "A B", "alpha transA transB transBatchA transBatchB", "Y");
    }
    void everyDefinitionThatLibonnxLacksIsKnown()
    {
        QFETCH(QString, domain);
        const QString type = QString::fromLatin1(QTest::currentDataTag()).section(QLatin1Char(' '), -1);
        const auto* parts = findParts(domain.toStdString(), type.toStdString());
        QVERIFY(parts && findRule(domain.toStdString(), type.toStdString()));
        const auto text = [](std::string_view list) {
            QStringList names;
            for (const std::string_view name : namesIn(list))
                names << QString::fromStdString(plain(name));
            return names.join(QLatin1Char(' '));
        };
        QTEST(text(parts->inputs), "inputs");
        QTEST(text(parts->attributes), "attributes");
        QTEST(text(parts->outputs), "outputs");
    }

    /// With another value of a part that counts, something else is counted, refused or said; with any value of the
    /// others, the same.
    void whatCountsIsCountedOrRefused_data()
    {
        QTest::addColumn<int>("at");
        const auto all = nestloom::onnx::operatorParts();
        for (std::size_t i = 0; i < all.size(); ++i)
            QTest::newRow((std::string(all[i].domain) + " " + std::string(all[i].type)).c_str()) << int(i);
    }
    void whatCountsIsCountedOrRefused()
    {
        QFETCH(int, at);
        const OperatorParts& op = nestloom::onnx::operatorParts()[std::size_t(at)];
        const OnnxModel plainModel = base(std::string(op.domain), std::string(op.type));
        const std::string before = countsOf(plainModel);
        QVERIFY2(before.starts_with("mapped"), before.c_str());
        const auto needed = std::size_t(plainModel.proto().graph().node(0).input_size());
        std::vector<std::string_view> parts = namesIn(op.attributes);
        const auto inputs = namesIn(op.inputs);
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            const bool isGiven = i < needed && !plainModel.proto().graph().node(0).input(int(i)).empty();
            const bool variesAnyway = inputs[i] == "y_zero_point" || inputs[i] == "past_key"
                                      || inputs[i] == "past_value" || inputs[i] == "total_sequence_length";
            if (!inputs[i].starts_with("-") && (!isGiven || variesAnyway))
                parts.push_back(inputs[i]);
        }
        for (const std::string_view part : parts) {
            OnnxModel model = base(std::string(op.domain), std::string(op.type));
            if (part.starts_with("-")) {
                nodeOf(model).with(plain(part).c_str(), 1);
                QVERIFY2(countsOf(model) == before, (std::string(part) + ": " + countsOf(model)).c_str());
                continue;
            }
            const auto edit = editOf(op, std::string(part));
            QVERIFY2(edit, std::string(part).c_str());
            dropAttribute(model, std::string(part));
            (*edit)(model);
            QVERIFY2(countsOf(model) != before, (std::string(part) + " changes nothing: " + before).c_str());
        }
        for (std::size_t i = needed; i < inputs.size(); ++i) { // optional inputs that change values only
            if (!inputs[i].starts_with("-"))
                continue;
            OnnxModel model = base(std::string(op.domain), std::string(op.type));
            model.input("more", {1});
            setInput(model, int(i), "more");
            const std::string after = countsOf(model);
            QVERIFY2(after.starts_with(before.substr(0, before.find(' ')))
                         && workloadOf(model) == workloadOf(plainModel),
                     (std::string(inputs[i]) + ": " + after).c_str());
        }
        OnnxModel newer = base(std::string(op.domain), std::string(op.type));
        nodeOf(newer).with("an_attribute_of_tomorrow", 1);
        QVERIFY2(countsOf(newer).find("an_attribute_of_tomorrow") != std::string::npos, countsOf(newer).c_str());
    }

    void everyAttributeThatShapesIsListed()
    {
        std::set<std::string> seen;
        for (const pb::OpSchema& schema : schemas()) {
            const auto* rule = schema.domain().empty() ? findRule("", schema.Name()) : nullptr;
            if (!rule || rule->layers)
                continue;
            const auto listed = shaping().find(schema.Name());
            const std::set<std::string> shapes =
                plainNames(listed == shaping().end() ? std::string_view() : std::string_view(listed->second));
            for (const auto& [name, attribute] : schema.attributes()) {
                QVERIFY2(shapes.contains(name) || plainNames(kValuesOnly).contains(name),
                         (schema.Name() + " " + name).c_str());
                seen.insert(schema.Name() + " " + name);
            }
        }
        for (const auto& [type, list] : shaping())
            for (const std::string& name : plainNames(list))
                QVERIFY2(seen.contains(type + " " + name), (type + " " + name).c_str());
    }

    void whatShapesIsCountedAsLibonnxDoes_data()
    {
        QTest::addColumn<int>("at");
        const auto all = shapeCases();
        for (std::size_t i = 0; i < all.size(); ++i)
            QTest::newRow((all[i].type + " " + all[i].part).c_str()) << int(i);
    }
    void whatShapesIsCountedAsLibonnxDoes()
    {
        QFETCH(int, at);
        const ShapeCase c = shapeCases()[std::size_t(at)];
        const OnnxModel model = modelOf(c);
        const auto expected = libraryAnswer(model);
        QVERIFY(expected);
        OnnxModel used = modelOf(c);
        used.node("Sigmoid", {"y"}, {"after"});
        used.graph().clear_output();
        used.output("after");
        std::string first;
        const auto result = nestloom::onnx::parseOnnx(used.bytes(), "net.onnx");
        if (!result) { // a constant
            QVERIFY2(c.part == "allowzero", result.error().text().c_str());
            return;
        }
        QCOMPARE(result->network.graph.tensors.back().shape, expected->first);
        QCOMPARE(result->network.graph.tensors.back().elementBits, expected->second == pb::TensorProto::FLOAT16 ? 16
                                                                   : expected->second == pb::TensorProto::INT64 ? 64
                                                                                                                : 32);
    }

    void whatShapesHasACase()
    {
        std::set<std::string> seen;
        for (const ShapeCase& c : shapeCases())
            seen.insert(c.type + " " + c.part);
        // Tested elsewhere: constants (tst_shape_rules), and what only the first operator sets had, of which libonnx
        // infers nothing.
        const std::set<std::string> elsewhere{"Constant", "ConstantOfShape", "Shape", "Upsample", "Add", "And", "Div",
                                              "Equal",    "Greater",         "Less",  "Mul",      "Or",  "Pow", "Sub",
                                              "Xor"};
        for (const auto& [type, list] : shaping())
            for (const std::string& name : plainNames(list))
                QVERIFY2(seen.contains(type + " " + name) || elsewhere.contains(type) || name == "paddings"
                             || (type == "Reshape" && name == "shape"),
                         (type + " " + name).c_str());
    }

private:
    static std::vector<workload::Extents> workloadOf(const OnnxModel& model)
    {
        const auto result = nestloom::onnx::parseOnnx(model.bytes(), "net.onnx");
        std::vector<workload::Extents> bounds;
        for (const workload::Layer& layer : result ? result->network.layers : std::vector<workload::Layer>())
            bounds.push_back(layer.bounds);
        return bounds;
    }
};

QTEST_GUILESS_MAIN(TestOperatorParts)
#include "tst_operator_parts.moc"
