// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/layer.h"
#include "engine/kapla/machine.h"
#include "engine/kapla/partition.h"

namespace nestloom::kapla {

/// Where words are counted: DRAM, the buffer of a node, the wires of its array, the registers of its PEs.
enum class Level : std::uint8_t { Dram, Buffer, Array, Registers };
inline constexpr std::size_t index(Level level) { return static_cast<std::size_t>(level); }
using PerLevel = std::array<PerTensor<double>, 4>;

/// What is left of a node's share once a PE mapping has fixed what the array does at once: loops over input channels,
/// output channels and the batch, whose body is one pass of the array. Sizes and accesses are those of one pass.
struct UnitLoops {
    LayerKind kind = LayerKind::Convolution;
    PerLoop trips{1, 1, 1};
    PerTensor<std::int64_t> bufferWords;   // of a node
    PerTensor<std::int64_t> registerWords; // of a PE
    PerLevel access{};                     // words; fractions where passes are not full
    double operations = 0;                 // fractions for the same reason
    std::int64_t cycles = 0;
    friend bool operator==(const UnitLoops&, const UnitLoops&) = default;

    std::int64_t passes() const { return trips[0] * trips[1] * trips[2]; }
    /// Words when every pass that needs other data of the tensor brings it once.
    double accessOnce(Level level, TensorRole role) const;
};

} // namespace nestloom::kapla
