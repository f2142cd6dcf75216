// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/layer.h"

namespace nestloom::kapla {

std::int64_t Layer::operations(std::int64_t batch) const
{
    const std::int64_t channels = forwardKind(kind) == LayerKind::Convolution ? inputChannels
                                  : forwardKind(kind) == LayerKind::Depthwise ? 1
                                                                              : windowChannels;
    return outputWords() * windowHeight * windowWidth * channels * batch;
}

Layer convolution(std::int64_t inputChannels, std::int64_t outputChannels, std::int64_t outputSize,
                  std::int64_t filterSize, std::int64_t stride)
{
    return {.kind = LayerKind::Convolution,
            .inputChannels = inputChannels,
            .outputChannels = outputChannels,
            .outputHeight = outputSize,
            .outputWidth = outputSize,
            .windowHeight = filterSize,
            .windowWidth = filterSize,
            .strideH = stride,
            .strideW = stride};
}

Layer depthwise(std::int64_t channels, std::int64_t outputSize, std::int64_t filterSize, std::int64_t stride)
{
    Layer layer = convolution(channels, channels, outputSize, filterSize, stride);
    layer.kind = LayerKind::Depthwise;
    return layer;
}

Layer fullyConnected(std::int64_t inputChannels, std::int64_t outputChannels, std::int64_t filterSize)
{
    return convolution(inputChannels, outputChannels, 1, filterSize);
}

Layer pooling(std::int64_t channels, std::int64_t outputSize, std::int64_t regionSize, std::int64_t stride)
{
    Layer layer = convolution(channels, channels, outputSize, regionSize, stride);
    layer.kind = LayerKind::LocalRegion;
    return layer;
}

Layer elementWise(std::int64_t channels, std::int64_t outputSize, std::int64_t operands)
{
    Layer layer = pooling(channels, outputSize, 1, 1);
    layer.inputChannels = channels * operands;
    layer.windowChannels = operands;
    layer.channelStride = operands;
    return layer;
}

} // namespace nestloom::kapla
