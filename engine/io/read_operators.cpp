// SPDX-License-Identifier: Apache-2.0
#include "engine/io/read_operators.h"

#include "engine/base/integers.h"
#include "engine/io/quantity.h"
#include "engine/io/read_layer.h"
#include "engine/workload/network.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <set>

namespace nestloom::io {

namespace {

using workload::Operator;
using workload::OperatorGraph;
using workload::Tensor;

constexpr int kDefaultBits = 8;
constexpr std::array<std::string_view, 9> kShapeKeepers{"relu", "relu6",     "leakyrelu", "sigmoid",  "tanh",
                                                        "silu", "hardswish", "gelu",      "batchnorm"};

/// Types whose one layer makes what the operator makes; recurrent ones and transposed convolutions have layers of
/// parts.
bool makesWhatItsLayerMakes(const Operator& op)
{
    constexpr std::array<std::string_view, 4> types{"conv", "matmul", "gemm", "linear"};
    constexpr std::array<std::string_view, 3> recurrent{"lstm", "gru", "rnn"};
    return op.layers.size() == 1 && workload::check(op.layers.front()).empty()
           && (std::ranges::find(types, op.type) != types.end()
               || (op.layers.front().kind == workload::LayerKind::FullyConnected
                   && std::ranges::find(recurrent, op.type) == recurrent.end()));
}

std::string at(const std::string& list, std::size_t i) { return list + "[" + std::to_string(i) + "]"; }

/// Bytes of `shape`; nothing when they do not fit 62 bits.
std::optional<Bytes> sizeOf(const std::vector<std::int64_t>& shape, int elementBits)
{
    std::optional<std::int64_t> bits = elementBits;
    for (const std::int64_t length : shape)
        bits = bits ? checkedProduct(*bits, length) : std::nullopt;
    return bits ? std::optional(Bytes{ceilDivide(*bits, 8)}) : std::nullopt;
}

/// Reads the operators one after the other; each may use what the ones before it make.
class GraphReader {
public:
    GraphReader(std::string path, YamlErrors& errors) : m_path(std::move(path)), m_errors(errors) {}

    OperatorGraph read(const YamlNode& list)
    {
        for (std::size_t i = 0; i < list.items.size(); ++i)
            readOperator(list.items[i], at(m_path, i));
        return std::move(m_graph);
    }

private:
    void readOperator(const YamlNode& node, const std::string& path)
    {
        const YamlMap map(node, path, m_errors,
                          {"name", "type", "inputs", "output", "outputs", "parameters", "window", "layers"});
        Operator op;
        op.name = map.text("name");
        op.type = workload::operatorType(map.text("type"));
        if (!m_operators.insert(op.name).second)
            map.report("name", "the name " + inQuotes(op.name) + " is used by two operators");
        readInputs(map, op);
        readParameters(map, op);
        op.window = map.wholeNumberOr("window", 0);
        if (const YamlNode* layers = map.find("layers"); layers && isList(*layers, map.pathOf("layers"), m_errors))
            for (std::size_t i = 0; i < layers->items.size(); ++i)
                for (workload::Layer& layer :
                     readLayers(layers->items[i], at(map.pathOf("layers"), i), m_errors, op.name))
                    op.layers.push_back(std::move(layer));
        readOutputs(map, op);
        if (op.outputs.size() == 1)
            checkElements(map, op, m_graph.tensors[op.outputs.front().value]);
        checkInput(map, op);
        m_graph.operators.push_back(std::move(op));
    }

    /// A convolution or a product that is one layer makes what that layer makes, and an activation or a normalisation
    /// as much as it reads.
    void checkElements(const YamlMap& map, const Operator& op, const Tensor& output)
    {
        const auto made = elementsOf(output);
        if (!made)
            return;
        std::optional<std::int64_t> expected;
        std::string by;
        if (makesWhatItsLayerMakes(op)) {
            expected = workload::elements(op.layers.front(), TensorRole::Outputs);
            by = "its layer makes N x G x K x P x Q = ";
        } else if (std::ranges::find(kShapeKeepers, op.type) != kShapeKeepers.end() && op.inputs.size() == 1) {
            expected = elementsOf(m_graph.tensors[op.inputs.front().value]);
            by = "an operator of type " + op.type + " makes as many as it reads, ";
        }
        if (expected && *expected != *made)
            map.report("output",
                       "the tensor has " + std::to_string(*made) + " elements, but " + by + std::to_string(*expected));
    }

    /// One dimension of what a convolution reads, with height and width, is its channels, and it has the pixels that
    /// the layer touches, but for a border of padding that is less wide than the kernel.
    void checkInput(const YamlMap& map, const Operator& op)
    {
        if (op.type != "conv" || op.layers.size() != 1 || op.inputs.size() != 1
            || !workload::check(op.layers.front()).empty())
            return;
        using enum workload::LoopDimension;
        const workload::Layer& layer = op.layers.front();
        const Tensor& input = m_graph.tensors[op.inputs.front().value];
        if (input.shape.size() > 4)
            return; // of a 3-D convolution, whose slices are channels and batch of its layer
        const std::int64_t channels = layer.bounds[G] * layer.bounds[C];
        if (input.shape.size() > 2 && std::ranges::find(input.shape, channels) == input.shape.end())
            map.report("inputs", "the layer reads " + std::to_string(channels)
                                     + " channels (G x C), which no dimension of " + inQuotes(input.name) + " is");
        const auto least = [](std::int64_t pixels, std::int64_t stride, std::int64_t taps, std::int64_t dilation) {
            return std::max<std::int64_t>(1, (pixels - 1) * stride + 1 - (taps - 1) * dilation);
        };
        const std::int64_t height = least(layer.bounds[P], layer.strideP, layer.bounds[R], layer.dilationR),
                           width = least(layer.bounds[Q], layer.strideQ, layer.bounds[S], layer.dilationS);
        const auto held = elementsOf(input), image = checkedProduct(layer.bounds[N] * channels, height);
        if (const auto needed = image ? checkedProduct(*image, width) : std::nullopt; held && needed && *held < *needed)
            map.report("inputs", inQuotes(input.name) + " has " + std::to_string(*held)
                                     + " elements, but the layer reads at least N x G x C x " + std::to_string(height)
                                     + " x " + std::to_string(width) + " = " + std::to_string(*needed)
                                     + " besides padding");
    }

    /// Of a tensor whose shape is written, and not refused.
    static std::optional<std::int64_t> elementsOf(const Tensor& tensor)
    {
        if (tensor.shape.empty() || tensor.size.count == 0)
            return std::nullopt;
        std::optional<std::int64_t> elements = 1;
        for (const std::int64_t length : tensor.shape)
            elements = elements ? checkedProduct(*elements, length) : std::nullopt;
        return elements;
    }

    void readInputs(const YamlMap& map, Operator& op)
    {
        const OperatorId self{std::uint32_t(m_graph.operators.size())};
        const std::vector<std::string> names = map.textsOr("inputs", {});
        for (std::size_t i = 0; i < names.size(); ++i) {
            const auto known = m_tensors.find(names[i]);
            const YamlNode& node = map.find("inputs")->items[i];
            if (known == m_tensors.end()) {
                m_errors.report(node.line, at(map.pathOf("inputs"), i),
                                "no operator above makes a tensor " + inQuotes(names[i]));
                continue;
            }
            if (std::ranges::find(op.inputs, known->second) != op.inputs.end()) {
                m_errors.report(node.line, at(map.pathOf("inputs"), i),
                                "the tensor " + inQuotes(names[i]) + " is listed twice; once is enough");
                continue;
            }
            op.inputs.push_back(known->second);
            m_graph.tensors[known->second.value].consumers.push_back(self);
        }
    }

    void readParameters(const YamlMap& map, Operator& op)
    {
        const YamlNode* list = map.find("parameters");
        if (!list || !isList(*list, map.pathOf("parameters"), m_errors))
            return;
        for (std::size_t i = 0; i < list->items.size(); ++i)
            readParameter(list->items[i], at(map.pathOf("parameters"), i), op);
    }

    /// A size, or {name: ..., size: ...} for one that other operators read too.
    void readParameter(const YamlNode& node, const std::string& path, Operator& op)
    {
        std::optional<Bytes> size;
        if (node.kind == YamlNode::Kind::Map) {
            const YamlMap map(node, path, m_errors, {"name", "size"});
            op.shared.resize(op.parameters.size());
            op.shared.push_back(map.text("name"));
            size = map.quantity("size", parseBytes);
            if (!map.find("size"))
                map.report("size", "the key 'size' is missing");
        } else if (const auto text = scalarText(node, path, m_errors)) {
            const Result<Bytes> parsed = parseBytes(*text);
            if (!parsed)
                m_errors.report(node.line, path, parsed.error().message);
            else
                size = *parsed;
        }
        op.parameters.push_back(size.value_or(Bytes{}));
        if (!op.shared.empty())
            op.shared.resize(op.parameters.size());
    }

    void readOutputs(const YamlMap& map, Operator& op)
    {
        if (map.find("output") && map.find("outputs"))
            return map.report("outputs", "an operator has 'output' or 'outputs', not both");
        if (const YamlNode* one = map.find("output"))
            return readOutput(*one, map.pathOf("output"), op);
        const YamlNode* many = map.find("outputs");
        if (!many)
            return map.report("output", "the key 'output' is missing");
        if (isList(*many, map.pathOf("outputs"), m_errors))
            for (std::size_t i = 0; i < many->items.size(); ++i)
                readOutput(many->items[i], at(map.pathOf("outputs"), i), op);
    }

    void readOutput(const YamlNode& node, const std::string& path, Operator& op)
    {
        const YamlMap map(node, path, m_errors, {"name", "shape", "element", "size"});
        Tensor tensor;
        tensor.name = map.textOr("name", op.name);
        tensor.producer = {std::uint32_t(m_graph.operators.size())};
        readShape(map, tensor);
        if (const auto bits = map.quantity("element", parseBits)) {
            if (bits->count < 1 || bits->count > 1024)
                map.report("element", "an element has 1 to 1024 bit, not " + std::to_string(bits->count));
            else
                tensor.elementBits = int(bits->count);
        }
        readSize(map, tensor);
        const TensorId id{std::uint32_t(m_graph.tensors.size())};
        if (!m_tensors.emplace(tensor.name, id).second)
            map.report("name", "two operators make a tensor " + inQuotes(tensor.name));
        op.outputs.push_back(id);
        m_graph.tensors.push_back(std::move(tensor));
    }

    void readShape(const YamlMap& map, Tensor& tensor)
    {
        const YamlNode* shape = map.find("shape");
        if (!shape || !isList(*shape, map.pathOf("shape"), m_errors))
            return;
        for (std::size_t i = 0; i < shape->items.size(); ++i) {
            const std::string key = at(map.pathOf("shape"), i);
            const std::int64_t length = wholeNumber(shape->items[i], key, m_errors).value_or(1);
            if (length < 1)
                m_errors.report(shape->items[i].line, key,
                                "a dimension has at least 1 element, not " + std::to_string(length));
            tensor.shape.push_back(std::max<std::int64_t>(1, length));
        }
    }

    void readSize(const YamlMap& map, Tensor& tensor)
    {
        if (const auto size = map.quantity("size", parseBytes)) {
            tensor.size = *size;
            return;
        }
        if (map.find("size"))
            return; // reported
        if (!map.find("shape"))
            return map.report("shape", "a tensor needs a 'shape' or a 'size'");
        if (const auto size = sizeOf(tensor.shape, tensor.elementBits))
            tensor.size = *size;
        else
            map.report("shape", "the tensor has more than 2^63 bit");
    }

    const std::string m_path;
    YamlErrors& m_errors;
    OperatorGraph m_graph;
    std::set<std::string> m_operators;
    std::map<std::string, TensorId> m_tensors;
};

template <typename T, typename Text>
std::string flowList(const std::vector<T>& items, Text text)
{
    std::string yaml = "[";
    for (const T& item : items)
        yaml += (yaml.size() > 1 ? ", " : "") + text(item);
    return yaml + "]";
}

std::string writeTensor(const Tensor& tensor, const std::string& ownName)
{
    std::string yaml; // every part begins with ", "
    if (tensor.name != ownName)
        yaml += ", name: " + yamlScalar(tensor.name);
    if (!tensor.shape.empty())
        yaml += ", shape: " + flowList(tensor.shape, [](std::int64_t n) { return std::to_string(n); });
    if (tensor.elementBits != kDefaultBits)
        yaml += ", element: " + text(Bits{tensor.elementBits});
    if (tensor.shape.empty() || sizeOf(tensor.shape, tensor.elementBits) != tensor.size)
        yaml += ", size: " + text(tensor.size);
    return "{" + yaml.substr(2) + "}";
}

std::string writeOperator(const OperatorGraph& graph, const Operator& op)
{
    std::string yaml = "    - {name: " + yamlScalar(op.name) + ", type: " + yamlScalar(op.type);
    if (!op.inputs.empty())
        yaml += ", inputs: " + flowList(op.inputs, [&](TensorId t) { return yamlScalar(graph.tensors[t.value].name); });
    const auto tensor = [&](TensorId t) { return writeTensor(graph.tensors[t.value], op.name); };
    yaml +=
        op.outputs.size() == 1 ? ", output: " + tensor(op.outputs[0]) : ", outputs: " + flowList(op.outputs, tensor);
    if (!op.parameters.empty()) {
        std::size_t next = 0;
        yaml += ", parameters: " + flowList(op.parameters, [&](Bytes size) {
                    const std::string name = next < op.shared.size() ? op.shared[next] : "";
                    ++next;
                    return name.empty() ? text(size) : "{name: " + yamlScalar(name) + ", size: " + text(size) + "}";
                });
    }
    if (op.window != 0)
        yaml += ", window: " + std::to_string(op.window);
    if (!op.layers.empty())
        yaml += ",\n       layers: "
                + flowList(op.layers, [&](const workload::Layer& layer) { return writeLayer(layer, op.name); });
    return yaml + "}\n";
}

/// "list[12].rest": 12 and ".rest".
struct IndexedKey {
    std::size_t index = 0;
    std::string rest;
};

std::optional<IndexedKey> splitKey(const std::string& key, const std::string& list)
{
    if (!key.starts_with(list + "["))
        return std::nullopt;
    IndexedKey split;
    const char* const begin = key.data() + list.size() + 1;
    const auto parsed = std::from_chars(begin, key.data() + key.size(), split.index);
    split.rest = std::string(parsed.ptr + 1, key.data() + key.size());
    return split;
}

} // namespace

OperatorGraph readOperators(const YamlNode& list, const std::string& path, YamlErrors& errors)
{
    return isList(list, path, errors) ? GraphReader(path, errors).read(list) : OperatorGraph{};
}

std::string writeOperators(const OperatorGraph& graph)
{
    std::string yaml;
    for (const Operator& op : graph.operators)
        yaml += writeOperator(graph, op);
    return yaml;
}

std::string keyInOperators(const OperatorGraph& graph, const std::string& key)
{
    if (auto tensor = splitKey(key, "tensors"); tensor && tensor->index < graph.tensors.size()) {
        const OperatorId producer = graph.tensors[tensor->index].producer;
        return at("operators", producer.value) + ".output" + tensor->rest;
    }
    if (auto layer = splitKey(key, "layers"))
        for (std::size_t o = 0; o < graph.operators.size(); ++o) {
            const std::size_t count = graph.operators[o].layers.size();
            if (layer->index < count)
                return at(at("operators", o) + ".layers", layer->index) + layer->rest;
            layer->index -= count;
        }
    return key;
}

} // namespace nestloom::io
