// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/tensor_role.h"

#include <array>
#include <cstdint>

namespace nestloom::kapla {

/// What a layer computes.
///   Convolution  every output channel from every input channel; fully connected layers are those with one output pixel
///   Depthwise    every output channel from its own input channel, with a filter of its own
///   LocalRegion  pooling and element-wise layers: no weights, every output from a region around it
/// And what training adds: the same loops around the same operations on the same tensors, but another tensor is added
/// up and written, and the outputs (their gradients) are read.
///   ...Inputs    gradients of the inputs, from those of the outputs and the weights
///   ...Weights   gradients of the weights, from those of the outputs and the inputs
enum class LayerKind : std::uint8_t {
    Convolution,
    Depthwise,
    LocalRegion,
    ConvolutionInputs,
    DepthwiseInputs,
    LocalRegionInputs,
    ConvolutionWeights,
    DepthwiseWeights
};

/// The kind without what training changes.
constexpr LayerKind forwardKind(LayerKind kind) { return LayerKind(std::uint8_t(kind) % 3); }

/// The tensor that is added up and written; the others are read.
constexpr TensorRole made(LayerKind kind)
{
    constexpr std::array<TensorRole, 3> roles{TensorRole::Outputs, TensorRole::Inputs, TensorRole::Weights};
    return roles[std::uint8_t(kind) / 3];
}

/// One layer as the nodes see it: channels, output pixels and the window that an output pixel is computed from.
/// Input pixels are counted as the windows touch them, so padding counts as data.
struct Layer {
    LayerKind kind = LayerKind::Convolution;
    std::int64_t inputChannels = 1; // convolution: C; otherwise output channels times channelStride
    std::int64_t outputChannels = 1;
    std::int64_t outputHeight = 1, outputWidth = 1;
    std::int64_t windowHeight = 1, windowWidth = 1; // filter, or local region
    std::int64_t strideH = 1, strideW = 1;
    std::int64_t windowChannels = 1; // of a local region: input channels that one output is computed from
    std::int64_t channelStride = 1;  // of a local region: input channels per output channel

    std::int64_t inputHeight() const { return windowHeight + (outputHeight - 1) * strideH; }
    std::int64_t inputWidth() const { return windowWidth + (outputWidth - 1) * strideW; }
    /// Words of all inputs, and of all outputs, of a batch.
    std::int64_t inputWords(std::int64_t batch = 1) const
    {
        return batch * inputChannels * inputHeight() * inputWidth();
    }
    std::int64_t outputWords(std::int64_t batch = 1) const
    {
        return batch * outputChannels * outputHeight * outputWidth;
    }
    /// Operations of a batch: multiply-accumulates, or one for every element of every region.
    std::int64_t operations(std::int64_t batch = 1) const;
    bool hasFilters() const { return forwardKind(kind) != LayerKind::LocalRegion; }
    friend auto operator<=>(const Layer&, const Layer&) = default;
};

Layer convolution(std::int64_t inputChannels, std::int64_t outputChannels, std::int64_t outputSize,
                  std::int64_t filterSize, std::int64_t stride = 1);
Layer depthwise(std::int64_t channels, std::int64_t outputSize, std::int64_t filterSize, std::int64_t stride = 1);
Layer fullyConnected(std::int64_t inputChannels, std::int64_t outputChannels, std::int64_t filterSize = 1);
Layer pooling(std::int64_t channels, std::int64_t outputSize, std::int64_t regionSize, std::int64_t stride);
/// Combines `operands` feature maps of `channels` channels each, one after the other in the input.
Layer elementWise(std::int64_t channels, std::int64_t outputSize, std::int64_t operands);

/// The loops that are blocked: over input channels, output channels and the batch.
enum class Loop : std::uint8_t { InputChannels, OutputChannels, Batch };
inline constexpr std::array<Loop, 3> kLoops{Loop::InputChannels, Loop::OutputChannels, Loop::Batch};
inline constexpr std::size_t index(Loop loop) { return std::size_t(loop); }
inline constexpr std::size_t index(TensorRole role) { return std::size_t(role); }

/// One value per loop.
using PerLoop = std::array<std::int64_t, 3>;

/// Whether another iteration of the loop needs other data of the tensor. Where sums do not go over input channels,
/// input and output channels are the same loop; only a depthwise layer has weights then.
constexpr bool indexes(LayerKind kind, TensorRole role, Loop loop)
{
    constexpr std::array<std::array<bool, 9>, 3> table{
        {{1, 1, 0, 1, 0, 1, 0, 1, 1}, // weights, inputs, outputs: by loop
         {0, 1, 0, 0, 1, 1, 0, 1, 1},
         {0, 0, 0, 0, 1, 1, 0, 1, 1}}};
    return table[std::size_t(forwardKind(kind))][3 * index(role) + index(loop)];
}

} // namespace nestloom::kapla
