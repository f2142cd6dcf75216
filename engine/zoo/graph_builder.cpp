// SPDX-License-Identifier: Apache-2.0
#include "engine/zoo/graph_builder.h"

#include <cassert>
#include <functional>
#include <numeric>

namespace nestloom::zoo {

namespace {

using workload::Layer;
using workload::LayerKind;
using enum workload::LoopDimension;

Layer videoLayer(Layer layer, const Conv& conv, const Shape& output)
{
    const bool mixesFrames = conv.kernel[0] > 1;
    assert(!mixesFrames || (conv.kernel[1] == 1 && conv.kernel[2] == 1));
    if (mixesFrames) {
        layer.bounds[R] = conv.kernel[0];
        layer.bounds[P] = output[1];
        layer.bounds[Q] = output[2] * output[3];
        layer.strideP = conv.stride[0];
        return layer;
    }
    layer.bounds[N] = output[1];
    layer.bounds[R] = conv.kernel[1];
    layer.bounds[S] = conv.kernel[2];
    layer.bounds[P] = output[2];
    layer.bounds[Q] = output[3];
    layer.strideP = conv.stride[1];
    layer.strideQ = conv.stride[2];
    return layer;
}

/// The layer of a convolution from one shape to another. Frames of a video that the filter does not mix are a batch;
/// a filter over the frames alone is a column filter over them with the pixels side by side.
Layer convolutionLayer(std::string name, const Conv& conv, const Shape& input, const Shape& output)
{
    Layer layer;
    layer.name = std::move(name);
    layer.bounds[C] = input[0] / conv.groups;
    layer.bounds[K] = output[0] / conv.groups;
    layer.bounds[G] = conv.groups;
    if (input.size() == 4)
        return videoLayer(std::move(layer), conv, output);
    layer.bounds[R] = conv.kernel[0];
    layer.bounds[S] = conv.kernel[1];
    layer.bounds[P] = output[1];
    layer.bounds[Q] = output[2];
    layer.strideP = conv.stride[0];
    layer.strideQ = conv.stride[1];
    layer.dilationR = conv.kernel[0] > 1 ? conv.dilation : 1;
    layer.dilationS = conv.kernel[1] > 1 ? conv.dilation : 1;
    return layer;
}

/// `rows` products of `features` inputs each with a matrix.
Layer linearLayer(std::string name, std::int64_t rows, std::int64_t features, std::int64_t outputs)
{
    Layer layer;
    layer.name = std::move(name);
    layer.kind = LayerKind::FullyConnected;
    layer.bounds[C] = features;
    layer.bounds[K] = outputs;
    layer.bounds[N] = rows;
    return layer;
}

/// Projections of query, key and value, scores, context and output projection, in this order.
std::vector<Layer> attentionLayers(const std::string& name, std::int64_t queryTokens, std::int64_t sourceTokens,
                                   std::int64_t batch, std::int64_t features, std::int64_t heads)
{
    // A product of two activations is a 1x1 convolution with a group for each head of each sequence.
    const auto product = [&](const char* part, std::int64_t c, std::int64_t k) {
        Layer layer;
        layer.name = name + part;
        layer.bounds[P] = queryTokens;
        layer.bounds[C] = c;
        layer.bounds[K] = k;
        layer.bounds[G] = batch * heads;
        return layer;
    };
    const std::int64_t perHead = features / heads;
    return {linearLayer(name + ".query", queryTokens * batch, features, features),
            linearLayer(name + ".key", sourceTokens * batch, features, features),
            linearLayer(name + ".value", sourceTokens * batch, features, features),
            product(".scores", perHead, sourceTokens),
            product(".context", sourceTokens, perHead),
            linearLayer(name + ".output", queryTokens * batch, features, features)};
}

std::int64_t product(const Shape& shape)
{
    return std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
}

Bytes sizeOf(std::int64_t elements, int elementBits) { return bytesFor(Bits{elements * elementBits}); }

/// floor or ceil((length + 2 padding - dilation (kernel - 1) - 1) / stride) + 1
std::int64_t outputLength(std::int64_t length, std::int64_t kernel, std::int64_t stride, std::int64_t padding,
                          std::int64_t dilation, bool roundUp)
{
    const std::int64_t span = length + 2 * padding - dilation * (kernel - 1) - 1;
    assert(span >= 0);
    return (roundUp ? (span + stride - 1) / stride : span / stride) + 1;
}

} // namespace

GraphBuilder::GraphBuilder(std::string name, int elementBits) : m_elementBits(elementBits)
{
    m_graph.name = std::move(name);
}

GraphBuilder::Scope::Scope(GraphBuilder& builder, std::string_view name)
    : m_builder(builder), m_outer(builder.m_prefix.size())
{
    builder.m_prefix += std::string(name) + ".";
}

GraphBuilder::Scope::~Scope() { m_builder.m_prefix.resize(m_outer); }

TensorId GraphBuilder::other(std::string_view name, std::string_view type, const std::vector<TensorId>& inputs,
                             Shape shape, const std::vector<std::int64_t>& parameters,
                             std::vector<workload::Layer> layers)
{
    std::vector<Bytes> sizes;
    for (const std::int64_t elements : parameters)
        sizes.push_back(sizeOf(elements, m_elementBits));
    const TensorId output = workload::append(m_graph, path(name), std::string(type), inputs,
                                             sizeOf(product(shape), m_elementBits), std::move(sizes));
    m_graph.tensors[output.value].shape = std::move(shape);
    m_graph.tensors[output.value].elementBits = m_elementBits;
    m_graph.operators.back().layers = std::move(layers);
    return output;
}

TensorId GraphBuilder::conv(std::string_view name, TensorId x, const Conv& conv)
{
    const Shape& in = shape(x);
    assert(in[0] % conv.groups == 0 && conv.channels % conv.groups == 0);
    Shape out{conv.channels};
    std::int64_t weights = conv.channels * (in[0] / conv.groups);
    for (std::size_t axis = 0; axis + 1 < in.size(); ++axis) {
        const std::int64_t kernel = conv.kernel[axis];
        const std::int64_t padding = conv.padding ? (*conv.padding)[axis] : conv.dilation * (kernel - 1) / 2;
        out.push_back(outputLength(in[axis + 1], kernel, conv.stride[axis], padding, conv.dilation, false));
        weights *= kernel;
    }
    std::vector<std::int64_t> parameters{weights};
    if (conv.bias)
        parameters.push_back(conv.channels);
    return other(name, "conv", {x}, out, parameters, {convolutionLayer(path(name), conv, in, out)});
}

TensorId GraphBuilder::depthwise(std::string_view name, TensorId x, Conv conv)
{
    conv.channels = conv.groups = channels(x);
    return this->conv(name, x, conv);
}

TensorId GraphBuilder::batchNorm(std::string_view name, TensorId x)
{
    const std::int64_t c = channels(x);
    return other(name, "batchnorm", {x}, shape(x), {c, c, c, c});
}

TensorId GraphBuilder::layerNorm(std::string_view name, TensorId x)
{
    const std::int64_t features = shape(x).back();
    return other(name, "layernorm", {x}, shape(x), {features, features});
}

TensorId GraphBuilder::map(std::string_view name, std::string_view type, TensorId x)
{
    return other(name, type, {x}, shape(x));
}

TensorId GraphBuilder::pool(std::string_view name, std::string_view type, TensorId x, const Pool& pool)
{
    const Shape& in = shape(x);
    Shape out{in[0]};
    std::int64_t window = 1;
    for (std::size_t axis = 0; axis + 1 < in.size(); ++axis) {
        out.push_back(
            outputLength(in[axis + 1], pool.kernel[axis], pool.stride[axis], pool.padding[axis], 1, pool.roundUp));
        window *= pool.kernel[axis];
    }
    const TensorId y = other(name, type, {x}, out); // the tensors have moved: `in` is gone
    m_graph.operators.back().window = window;
    return y;
}

TensorId GraphBuilder::maxPool(std::string_view name, TensorId x, const Pool& pool)
{
    return this->pool(name, "maxpool", x, pool);
}

TensorId GraphBuilder::averagePool(std::string_view name, TensorId x, const Pool& pool)
{
    return this->pool(name, "avgpool", x, pool);
}

TensorId GraphBuilder::globalAveragePool(std::string_view name, TensorId x)
{
    Shape out(shape(x).size(), 1);
    out[0] = channels(x);
    return other(name, "avgpool", {x}, out);
}

TensorId GraphBuilder::add(std::string_view name, TensorId a, TensorId b)
{
    return other(name, "add", {a, b}, shape(a));
}

TensorId GraphBuilder::multiply(std::string_view name, TensorId a, TensorId b)
{
    const TensorId larger = product(shape(a)) >= product(shape(b)) ? a : b;
    return other(name, "mul", {a, b}, shape(larger));
}

TensorId GraphBuilder::concat(std::string_view name, const std::vector<TensorId>& parts)
{
    Shape out = shape(parts.front());
    out[0] = 0;
    for (const TensorId part : parts)
        out[0] += channels(part);
    return other(name, "concat", parts, out);
}

TensorId GraphBuilder::linear(std::string_view name, TensorId x, std::int64_t features, bool bias)
{
    Shape out = shape(x);
    const std::int64_t inner = out.back();
    const std::int64_t rows = product(out) / inner;
    out.back() = features;
    std::vector<std::int64_t> parameters{features * inner};
    if (bias)
        parameters.push_back(features);
    return other(name, "linear", {x}, out, parameters, {linearLayer(path(name), rows, inner, features)});
}

TensorId GraphBuilder::fullyConnected(std::string_view name, TensorId x, std::int64_t features)
{
    const std::int64_t inner = product(shape(x));
    return other(name, "linear", {x}, {features}, {features * inner, features},
                 {linearLayer(path(name), 1, inner, features)});
}

TensorId GraphBuilder::attention(std::string_view name, TensorId query, TensorId source, std::int64_t heads)
{
    const Shape& q = shape(query);
    const std::int64_t features = q.back();
    const std::int64_t batch = q.size() == 3 ? q[1] : 1;
    return other(name, "attention", {query, source}, q, {4 * features * features, 4 * features},
                 attentionLayers(path(name), q[0], shape(source)[0], batch, features, heads));
}

TensorId GraphBuilder::resize(std::string_view name, TensorId x, std::int64_t height, std::int64_t width)
{
    return other(name, "resize", {x}, {channels(x), height, width});
}

workload::Network GraphBuilder::network(std::string description, std::vector<std::string> notes)
{
    return workload::networkOf(std::move(m_graph), std::move(description), std::move(notes));
}

TensorId convBn(GraphBuilder& g, std::string_view name, TensorId x, const Conv& conv)
{
    const auto scope = g.scope(name);
    return g.batchNorm("bn", g.conv("conv", x, conv));
}

TensorId convBnAct(GraphBuilder& g, std::string_view name, TensorId x, const Conv& conv, std::string_view activation)
{
    const TensorId y = convBn(g, name, x, conv);
    const auto scope = g.scope(name);
    return g.map(activation, activation, y);
}

} // namespace nestloom::zoo
