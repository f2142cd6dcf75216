// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/workload/layer.h"

#include <string>
#include <vector>

namespace nestloom::workload {

/// A transposed convolution along one side. Output pixel o takes tap r from input pixel i where o = i*stride +
/// r*dilation - padding.
struct TransposedAxis {
    std::int64_t taps = 1, outputs = 1;
    std::int64_t stride = 1, dilation = 1;
    std::int64_t padding = 0; // output pixels cut off at the beginning; may be negative
};

/// Output pixels of a transposed convolution that are an ordinary convolution of stride 1 over the input: every
/// stride-th one from `firstOutput` on. Its t-th tap (t = 0 .. taps-1) is tap firstTap + t*tapStep of the filter, and
/// reads input firstInput - t*dilation for the first of these pixels, one further for each next one.
struct TransposedPhase {
    std::int64_t firstOutput = 0, outputs = 1;
    std::int64_t firstTap = 0, taps = 1, tapStep = 1;
    std::int64_t firstInput = 0, dilation = 1;
};

/// The phases of one side in the order of their first output pixel, at most `stride` of them. Pixels that no tap
/// reaches belong to none: nothing is computed for them, and no product with a zero between pixels is left.
std::vector<TransposedPhase> transposedPhases(const TransposedAxis& axis);

/// Phases that use the same window of the input, and so are one convolution with `count` times the output channels.
struct TransposedPart {
    TransposedPhase phase; // the first of them
    std::int64_t count = 1;
};
std::vector<TransposedPart> transposedParts(const TransposedAxis& axis);

struct TransposedConvolution {
    TransposedAxis vertical, horizontal;
    std::int64_t c = 1, k = 1; // of one group
    std::int64_t n = 1, g = 1;
};

/// The ordinary convolutions that a transposed one consists of, exactly: the parts of one side with each of the other.
/// A single one is called NAME, several NAME.phase0, NAME.phase1, ...
std::vector<Layer> transposedConvolutionLayers(const std::string& name, const TransposedConvolution& convolution);

} // namespace nestloom::workload
