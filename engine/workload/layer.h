// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/tensor_role.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>

namespace nestloom::workload {

/// Loops of a convolution: R x S filter, P x Q output pixels (P goes with R, Q with S), C input and K output channels
/// of one group, N batch, G groups. A fully connected layer has only C, K and N.
enum class LoopDimension : std::uint8_t { R, S, P, Q, C, K, N, G };

inline constexpr std::size_t kLoopDimensionCount = 8;
inline constexpr std::array<LoopDimension, kLoopDimensionCount> kLoopDimensions{
    LoopDimension::R, LoopDimension::S, LoopDimension::P, LoopDimension::Q,
    LoopDimension::C, LoopDimension::K, LoopDimension::N, LoopDimension::G};

constexpr char letter(LoopDimension dimension) { return "RSPQCKNG"[std::size_t(dimension)]; }

constexpr std::optional<LoopDimension> loopDimension(char c)
{
    for (const LoopDimension d : kLoopDimensions)
        if (letter(d) == c)
            return d;
    return std::nullopt;
}

/// One value per loop dimension.
template <typename T>
struct PerDimension {
    std::array<T, kLoopDimensionCount> values{};
    constexpr T& operator[](LoopDimension d) { return values[std::size_t(d)]; }
    constexpr const T& operator[](LoopDimension d) const { return values[std::size_t(d)]; }
    friend bool operator==(const PerDimension&, const PerDimension&) = default;
};

using Extents = PerDimension<std::int64_t>; // sizes along each dimension, >= 1

constexpr Extents unitExtents() { return {{1, 1, 1, 1, 1, 1, 1, 1}}; }

/// Does a loop over `dimension` change which elements of the tensor are used?
/// Weights[G,K,C,R,S], Inputs[N,G,C, P*stride+R*dilation, Q*stride+S*dilation], Outputs[N,G,K,P,Q].
constexpr bool isRelevant(TensorRole role, LoopDimension d)
{
    using enum LoopDimension;
    switch (role) {
    case TensorRole::Weights: return d != P && d != Q && d != N;
    case TensorRole::Inputs: return d != K;
    case TensorRole::Outputs: return d != R && d != S && d != C;
    }
    return true;
}

/// Distinct rows (or columns) of inputs that all outputs together touch; those that a stride skips do not count.
/// Pixel p and tap r touch row p * stride + r * dilation. With s = stride / gcd and d = dilation / gcd, pixel p + d and
/// tap r touch the row of pixel p and tap r + s: such pairs form chains, one for each row, so rows = pixels * taps -
/// pairs.
inline std::int64_t touchedLines(std::int64_t pixels, std::int64_t stride, std::int64_t taps, std::int64_t dilation)
{
    const std::int64_t common = std::gcd(stride, dilation);
    return pixels * taps
           - std::max<std::int64_t>(0, pixels - dilation / common) * std::max<std::int64_t>(0, taps - stride / common);
}

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
/// The same, or "matmul" for what describeShape() calls so: products of matrices are written as convolutions.
std::string_view kindName(const Layer& layer);

} // namespace nestloom::workload
