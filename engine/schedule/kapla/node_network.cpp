// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/kapla/node_network.h"

#include "engine/kapla/layer.h"
#include "engine/workload/fuse.h"
#include "engine/workload/operator_graph.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace nestloom::kapla {

namespace {

/// Channels and pixels of an activation: {channels, height, width}, {channels}, or {tokens, features} as rows of
/// pixels.
struct FeatureMap {
    std::int64_t channels = 1, height = 1, width = 1;
    friend bool operator==(const FeatureMap&, const FeatureMap&) = default;
};

using enum workload::LoopDimension;

Error unsupported(const std::string& message) { return {ErrorCode::Unsupported, message, ""}; }

Layer fullyConnectedLayer(const workload::Layer& layer, const FeatureMap& input)
{
    const workload::Extents& bounds = layer.bounds;
    Layer result = fullyConnected(bounds[C], bounds[K]);
    const bool whole = bounds[N] == 1 && input.channels * input.height * input.width == bounds[C];
    if (whole) {
        result.inputChannels = input.channels;
        result.windowHeight = input.height;
        result.windowWidth = input.width;
    } else {
        result.outputHeight = bounds[N]; // tokens, as rows of pixels
    }
    return result;
}

/// An image may have an axis of 1 in front, its batch, as in ONNX.
/// Fails   Unsupported when the shape is not known or has more axes.
Result<FeatureMap> featureMap(const workload::Tensor& tensor)
{
    std::span<const std::int64_t> shape = tensor.shape;
    if (shape.size() == 4 && shape[0] == 1)
        shape = shape.subspan(1);
    switch (shape.size()) {
    case 1: return FeatureMap{shape[0], 1, 1};
    case 2: return FeatureMap{shape[1], shape[0], 1};
    case 3: return FeatureMap{shape[0], shape[1], shape[2]};
    case 4:
        return unsupported("nodes cut the batch of the run; tensor '" + tensor.name + "' has one of its own, "
                           + std::to_string(shape[0]) + ": state the network for one input");
    default:
        return unsupported("nodes run feature maps of channels, rows and columns; tensor '" + tensor.name + "' has "
                           + std::to_string(shape.size()) + " axes");
    }
}

/// A convolution or fully connected layer. One that multiplies a whole feature map of `input`'s shape at once has a
/// filter of its size.
/// Fails   Unsupported for groups that are not depthwise, dilation, and batches of its own.
Result<Layer> filteredLayer(const workload::Layer& layer, const FeatureMap& input)
{
    if (layer.kind == workload::LayerKind::FullyConnected)
        return fullyConnectedLayer(layer, input);
    const workload::Extents& bounds = layer.bounds;
    const bool depthwise = bounds[G] > 1 && bounds[C] == 1 && bounds[K] == 1;
    if (bounds[G] > 1 && !depthwise)
        return unsupported("nodes run convolutions without groups, and depthwise ones; this one has "
                           + std::to_string(bounds[G]) + " groups");
    if (layer.dilationR != 1 || layer.dilationS != 1)
        return unsupported("nodes run convolutions without dilation");
    if (bounds[N] != 1)
        return unsupported(
            "nodes cut the batch of the run; the layer has one of its own: state the network for one input");
    return Layer{.kind = depthwise ? LayerKind::Depthwise : LayerKind::Convolution,
                 .inputChannels = depthwise ? bounds[G] : bounds[C],
                 .outputChannels = depthwise ? bounds[G] : bounds[K],
                 .outputHeight = bounds[P],
                 .outputWidth = bounds[Q],
                 .windowHeight = bounds[R],
                 .windowWidth = bounds[S],
                 .strideH = layer.strideP,
                 .strideW = layer.strideQ};
}

/// Strides are the quotients of the sizes. The window is the smallest that touches all inputs, or the square one of
/// `elements` where that has other ones; 0 = not known.
Layer poolingLayer(const FeatureMap& input, const FeatureMap& output, std::int64_t elements)
{
    Layer layer = pooling(output.channels, 1, 1, 1);
    layer.outputHeight = output.height;
    layer.outputWidth = output.width;
    layer.strideH = std::max<std::int64_t>(1, input.height / output.height);
    layer.strideW = std::max<std::int64_t>(1, input.width / output.width);
    layer.windowHeight = std::max<std::int64_t>(1, input.height - (output.height - 1) * layer.strideH);
    layer.windowWidth = std::max<std::int64_t>(1, input.width - (output.width - 1) * layer.strideW);
    const auto side = std::int64_t(std::lround(std::sqrt(double(elements))));
    if (elements > 0 && layer.windowHeight * layer.windowWidth != elements && side * side == elements)
        layer.windowHeight = layer.windowWidth = side;
    return layer;
}

using namespace std::string_view_literals;
using workload::Operator;
using workload::OperatorGraph;

constexpr std::array kPoolings{"maxpool"sv, "avgpool"sv, "averagepool"sv, "globalavgpool"sv, "adaptive_avgpool"sv};
constexpr std::array kReshapes{"flatten"sv, "reshape"sv, "dropout"sv,  "identity"sv,
                               "softmax"sv, "squeeze"sv, "unsqueeze"sv};

template <typename List>
bool holds(const List& list, std::string_view word)
{
    return std::ranges::find(list, word) != list.end();
}

/// Makes the layers operator by operator.
class Lowering {
public:
    explicit Lowering(const OperatorGraph& graph) : m_graph(graph), m_sources(graph.tensors.size()) {}

    Result<NodeNetwork> run(const std::string& name)
    {
        m_result.network.name = name;
        for (const Operator& op : m_graph.operators)
            if (auto refused = lower(op))
                return Error{ErrorCode::Unsupported, *refused, "operator " + op.name};
        if (m_result.network.layers.empty())
            return Error{ErrorCode::InvalidInput, "there is no layer to schedule", "network " + name};
        if (m_hasGuessedWindows)
            m_result.notes.push_back("Windows of some poolings are taken as the smallest that touch all inputs: the "
                                     "network does not state them.");
        if (m_hasFused)
            m_result.notes.push_back("Activations and normalisations cost nothing.");
        if (m_hasSoftmax)
            m_result.notes.push_back("Softmax is left out.");
        return std::move(m_result);
    }

private:
    /// Why the operator cannot be run; nothing = it was lowered.
    std::optional<std::string> lower(const Operator& op)
    {
        if (op.outputs.size() != 1)
            return "nodes run operators with one output; this one has " + std::to_string(op.outputs.size());
        std::vector<Source>& made = m_sources[op.outputs[0].value];
        if (op.type == "input")
            return addInput(op, made);
        if (op.type == "conv" || op.type == "linear" || op.type == "gemm" || op.type == "matmul")
            return addFiltered(op, made);
        if (holds(kPoolings, op.type))
            return addPooling(op, made);
        if (op.type == "add" || op.type == "mul")
            return addElementWise(op, made);
        if (op.type == "concat") {
            for (const TensorId input : op.inputs)
                made.insert(made.end(), sourcesOf(input).begin(), sourcesOf(input).end());
            return std::nullopt;
        }
        if ((workload::isFusedIntoProducer(op.type) || holds(kReshapes, op.type)) && op.inputs.size() == 1) {
            made = sourcesOf(op.inputs[0]);
            m_hasSoftmax |= op.type == "softmax";
            m_hasFused |= !holds(kReshapes, op.type);
            return std::nullopt;
        }
        return "nodes cannot run an operator of type '" + op.type + "'";
    }

    const std::vector<Source>& sourcesOf(TensorId tensor) const { return m_sources[tensor.value]; }
    Result<FeatureMap> shapeOf(TensorId tensor) const { return featureMap(m_graph.tensors[tensor.value]); }

    std::optional<std::string> addInput(const Operator& op, std::vector<Source>& made)
    {
        const auto shape = shapeOf(op.outputs[0]);
        if (!shape)
            return shape.error().message;
        made = {{true, m_result.network.inputs.size()}};
        m_result.network.inputs.push_back({op.name, shape->channels, shape->height, shape->width});
        return std::nullopt;
    }

    std::optional<std::string> addFiltered(const Operator& op, std::vector<Source>& made)
    {
        if (op.inputs.size() != 1 || op.layers.size() != 1)
            return "nodes run products of one feature map with weights only";
        const auto input = shapeOf(op.inputs[0]);
        const auto layer = input ? filteredLayer(op.layers[0], *input) : Result<Layer>(input.error());
        if (!layer)
            return layer.error().message;
        add(op, *layer, sourcesOf(op.inputs[0]), false, made);
        return std::nullopt;
    }

    std::optional<std::string> addPooling(const Operator& op, std::vector<Source>& made)
    {
        const auto input = shapeOf(op.inputs[0]), output = shapeOf(op.outputs[0]);
        if (!input || !output)
            return (input ? output : input).error().message;
        const Layer layer = poolingLayer(*input, *output, op.window);
        m_hasGuessedWindows |= op.window != layer.windowHeight * layer.windowWidth;
        add(op, layer, sourcesOf(op.inputs[0]), false, made);
        return std::nullopt;
    }

    std::optional<std::string> addElementWise(const Operator& op, std::vector<Source>& made)
    {
        const auto output = shapeOf(op.outputs[0]);
        std::vector<Source> sources;
        for (const TensorId input : op.inputs) {
            const auto shape = shapeOf(input);
            if (!output || !shape || *shape != *output)
                return "nodes combine feature maps of equal shapes only";
            sources.insert(sources.end(), sourcesOf(input).begin(), sourcesOf(input).end());
        }
        Layer layer = elementWise(output->channels, 1, std::int64_t(op.inputs.size()));
        layer.outputHeight = output->height;
        layer.outputWidth = output->width;
        add(op, layer, std::move(sources), op.type == "mul", made);
        return std::nullopt;
    }

    void add(const Operator& op, const Layer& layer, std::vector<Source> sources, bool multiplies,
             std::vector<Source>& made)
    {
        made = {{false, m_result.network.layers.size()}};
        m_result.network.layers.push_back({op.name, layer, std::move(sources)});
        m_result.multiplies.push_back(multiplies);
    }

    const OperatorGraph& m_graph;
    std::vector<std::vector<Source>> m_sources; // by tensor: what lies side by side along its channels
    NodeNetwork m_result;
    bool m_hasGuessedWindows = false, m_hasFused = false, m_hasSoftmax = false;
};

Result<NodeNetwork> withoutGraph(const workload::Network& network)
{
    NodeNetwork result;
    result.network.name = network.name;
    for (const workload::Layer& given : network.layers) {
        const auto layer = filteredLayer(given, {0, 0, 0});
        if (!layer)
            return Error{ErrorCode::Unsupported, layer.error().message, "layer " + given.name};
        result.network.layers.push_back({given.name, *layer, {{true, result.network.inputs.size()}}});
        result.network.inputs.push_back(
            {"input of " + given.name, layer->inputChannels, layer->inputHeight(), layer->inputWidth()});
        result.multiplies.push_back(false);
    }
    result.notes.push_back("The network has no graph: every layer reads its inputs from memory.");
    return result;
}

} // namespace

Result<NodeNetwork> nodeNetwork(const workload::Network& network)
{
    if (const std::int64_t batch = network.batch.value_or(1); batch > 1)
        return Error{ErrorCode::Unsupported,
                     "nodes cut the batch of the run; the network has a batch of " + std::to_string(batch)
                         + " of its own: state it for one input",
                     "network " + network.name};
    if (!workload::hasGraph(network))
        return withoutGraph(network);
    return Lowering(workload::fused(network.graph)).run(network.name);
}

} // namespace nestloom::kapla
