// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/kapla/node_layer.h"

#include <algorithm>

namespace nestloom::kapla {

using enum workload::LoopDimension;

namespace {

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

} // namespace

Result<FeatureMap> featureMap(const workload::Tensor& tensor)
{
    const auto& shape = tensor.shape;
    switch (shape.size()) {
    case 1: return FeatureMap{shape[0], 1, 1};
    case 2: return FeatureMap{shape[1], shape[0], 1};
    case 3: return FeatureMap{shape[0], shape[1], shape[2]};
    default:
        return unsupported("nodes run feature maps of channels, rows and columns; tensor '" + tensor.name + "' has "
                           + std::to_string(shape.size()) + " axes");
    }
}

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
        return unsupported("nodes run images; the layer has a batch of its own");
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

Layer poolingLayer(const FeatureMap& input, const FeatureMap& output)
{
    Layer layer = pooling(output.channels, 1, 1, 1);
    layer.outputHeight = output.height;
    layer.outputWidth = output.width;
    layer.strideH = std::max<std::int64_t>(1, input.height / output.height);
    layer.strideW = std::max<std::int64_t>(1, input.width / output.width);
    layer.windowHeight = std::max<std::int64_t>(1, input.height - (output.height - 1) * layer.strideH);
    layer.windowWidth = std::max<std::int64_t>(1, input.width - (output.width - 1) * layer.strideW);
    return layer;
}

} // namespace nestloom::kapla
