// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/tensor_role.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace nestloom::workload {

/// Loops of a convolution: R x S filter, P x Q output pixels (P goes with R, Q with S), C input and K output channels
/// of one group, N batch, G groups. A fully connected layer has only C, K and N.
enum class LoopDimension : std::uint8_t { R, S, P, Q, C, K, N, G };

inline constexpr std::size_t kLoopDimensionCount = 8;
inline constexpr std::array<LoopDimension, kLoopDimensionCount> kLoopDimensions{
    LoopDimension::R, LoopDimension::S, LoopDimension::P, LoopDimension::Q,
    LoopDimension::C, LoopDimension::K, LoopDimension::N, LoopDimension::G};

constexpr char letter(LoopDimension dimension) { return "RSPQCKNG"[static_cast<std::size_t>(dimension)]; }

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
    constexpr T& operator[](LoopDimension d) { return values[static_cast<std::size_t>(d)]; }
    constexpr const T& operator[](LoopDimension d) const { return values[static_cast<std::size_t>(d)]; }
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

} // namespace nestloom::workload
