// SPDX-License-Identifier: Apache-2.0
#include "engine/zoo/layer_shapes.h"

#include <cassert>

namespace nestloom::zoo {

using workload::Layer;
using workload::LayerKind;
using enum workload::LoopDimension;

namespace {

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

} // namespace

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

} // namespace nestloom::zoo
