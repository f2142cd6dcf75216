// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/workload/loop_dimension.h"

#include <cstdint>
#include <string>

namespace nestloom::workload {

enum class LayerKind { Convolution, FullyConnected };

/// One operator that the mapping engines can schedule.
/// Input pixels are counted as the loops touch them, (P-1)*stride + (R-1)*dilation + 1, so padding counts as data.
struct Layer {
    std::string name;
    LayerKind kind = LayerKind::Convolution;
    Extents bounds = unitExtents(); // C and K are per group
    std::int64_t strideP = 1, strideQ = 1;
    std::int64_t dilationR = 1, dilationS = 1;
    friend bool operator==(const Layer&, const Layer&) = default;
};

/// Multiply-accumulate operations: the product of all bounds.
std::int64_t macs(const Layer& layer);

/// Elements of a tensor that a tile with these extents touches (bounding box, halo included).
std::int64_t footprint(const Layer& layer, TensorRole role, const Extents& tile);

/// Elements of the whole tensor.
std::int64_t elements(const Layer& layer, TensorRole role);

/// Equal for layers that pose the same mapping problem, whatever their names.
std::uint64_t shapeFingerprint(const Layer& layer);

/// "3x3 256->512 /2, 28x28" for people.
std::string describeShape(const Layer& layer);

std::string_view name(LayerKind kind); // "convolution", "fully-connected"

} // namespace nestloom::workload
