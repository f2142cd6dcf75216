// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nestloom::kapla {

/// Dimensions of tensors in directives: batch, input and output channels, columns and rows of inputs and outputs,
/// columns and rows of filters (R goes with X, S with Y). Where rows of outputs are folded, N counts the folds of all
/// images.
enum class Dim : std::uint8_t { N, C, K, Xi, Yi, Xo, Yo, R, S };
inline constexpr std::array<std::string_view, 9> kDimNames{"N", "C", "K", "Xi", "Yi", "Xo", "Yo", "R", "S"};
inline constexpr std::string_view name(Dim dim) { return kDimNames[std::size_t(dim)]; }

struct DimSize {
    Dim dim = Dim::N;
    std::int64_t size = 1;
    friend bool operator==(const DimSize&, const DimSize&) = default;
};

/// "tensor{w}(K=4, C=2, R=3, S=1, shr=4)": what one buffer of the level holds of a tensor; with `shared` buffers
/// holding a part each.
struct TensorDirective {
    std::string name;
    std::vector<DimSize> sizes;
    std::int64_t shared = 1;
    friend bool operator==(const TensorDirective&, const TensorDirective&) = default;
    std::int64_t sizeOf(Dim dim) const; // 1 for a dimension that is not named
    bool has(Dim dim) const;
    /// Words of one buffer: the product of all sizes, divided among those that share, rounded up.
    std::int64_t words() const;
};

/// "stack(K+=4, 8)": the same tensors in 8 buffers, shifted along the dimensions; none given: replicated.
/// "stack(K+=4, 8, pass{x})": the buffers hand tensor x on to each other, as a systolic array does (transfers on the
/// same level, section III-C of the paper): only the first one is filled from the level outside. Our addition to the
/// notation.
struct StackDirective {
    std::vector<DimSize> shifts;
    std::int64_t copies = 1;
    std::vector<std::string> passed{}; // names of tensors
    friend bool operator==(const StackDirective&, const StackDirective&) = default;
};

/// "update(N+=1)": all buffers of the level step along the dimensions, until the tensors of the level outside are
/// covered.
struct UpdateDirective {
    std::vector<DimSize> steps;
    friend bool operator==(const UpdateDirective&, const UpdateDirective&) = default;
};

/// One level of one layer: "conv1:GBUF". Stacks apply in their order; updates are innermost first.
struct LevelDirectives {
    std::string layer, level;
    std::vector<TensorDirective> tensors;
    std::vector<StackDirective> stacks;
    std::vector<UpdateDirective> updates;
    friend bool operator==(const LevelDirectives&, const LevelDirectives&) = default;
    const TensorDirective* find(std::string_view tensor) const;
};

/// Levels of layers, each layer's from the inside out: REGF, GBUF, and MEM for the whole tensors. The same tensor name
/// in two levels is the same tensor, in two layers a dependency.
using Directives = std::vector<LevelDirectives>;

/// The notation of the paper (Li and Gao, KAPLA, section III-B), one directive a line, indented below "layer:level".
std::string print(const Directives& directives);

} // namespace nestloom::kapla
