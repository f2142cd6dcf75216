// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/kapla/layer.h"
#include "engine/workload/operator_graph.h"

namespace nestloom::kapla {

/// Channels and pixels of an activation: {channels, height, width}, {channels}, or {tokens, features} as rows of
/// pixels.
struct FeatureMap {
    std::int64_t channels = 1, height = 1, width = 1;
    friend bool operator==(const FeatureMap&, const FeatureMap&) = default;
};

/// Fails   Unsupported when the shape is not known or has more axes.
Result<FeatureMap> featureMap(const workload::Tensor& tensor);

/// A convolution or fully connected layer. One that multiplies a whole feature map of `input`'s shape at once has a
/// filter of its size.
/// Fails   Unsupported for groups that are not depthwise, dilation, and batches of its own.
Result<Layer> filteredLayer(const workload::Layer& layer, const FeatureMap& input);

/// Strides are the quotients of the sizes; the window is the smallest that touches all inputs.
Layer poolingLayer(const FeatureMap& input, const FeatureMap& output);

} // namespace nestloom::kapla
