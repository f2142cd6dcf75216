// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/zoo/graph_builder.h"

#include <array>

namespace nestloom::zoo {

/// What the variants of ResNet-50 differ in.
struct ResnetVariant {
    std::int64_t groups = 1; // of the 3x3 convolutions
    std::int64_t widthPerGroup = 64;
    bool strideIn1x1 = false;      // the original; torchvision has it in the 3x3
    std::array<bool, 4> dilated{}; // stages that dilate instead of halving the image
};

/// Stem and the four stages of 3, 4, 6 and 3 bottleneck blocks.
TensorId resnetBody(GraphBuilder& g, TensorId image, const ResnetVariant& variant);

} // namespace nestloom::zoo
