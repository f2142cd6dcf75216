// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/layer.h"
#include "engine/kapla/machine.h"
#include "engine/kapla/partition.h"

#include <vector>

namespace nestloom::kapla {

/// Where words are counted: DRAM, the buffer of a node, the wires of its array, the registers of its PEs.
enum class Level : std::uint8_t { Dram, Buffer, Array, Registers };
inline constexpr std::size_t index(Level level) { return std::size_t(level); }
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

/// Row-stationary mapping (Chen, Emer, Sze: Eyeriss, ISCA 2016): a PE convolves one row of a filter with one row of
/// inputs. The logical set of PEs, filter rows by output rows, is folded where it is larger than the array and repeated
/// where it is smaller. Repeats along the rows of the array serve other input or output channels, those along the
/// columns other output channels; every split of the former that needs the least passes is returned.
std::vector<UnitLoops> rowStationary(const Share& share, Extent array);

/// The logical set of PEs on the array.
struct PeSet {
    Extent logical; // filter rows, output rows
    Extent folds;   // passes of the array over one logical set
    Extent repeats; // logical sets on the array at once
    Extent folded;  // PEs of a logical set that work at once
};
PeSet peSet(const Layer& layer, Extent array);

/// Weight-stationary systolic array, as in the TPU (Jouppi et al., ISCA 2017). A row of PEs serves one position of the
/// window of one input channel, a column one output channel. Weights stay in the PEs; inputs pass from column to
/// column, and partial sums from row to row, one PE a cycle: transfers between neighbours, over the wires of the array.
///   window larger than the rows   folded: its rows one after the other, then its columns; partial sums go through the buffer
///   window smaller                the other rows serve further input channels
///   no sums over input channels   (depthwise, local regions) an output channel has inputs of its own, so it needs rows of its
///                                 own as well: channels lie along the diagonal, and most PEs are idle
/// A pass streams some rows of outputs of one image. Passes follow each other without a gap: while one drains, the next
/// one fills the array, and its weights have been shifted in.
struct SystolicSet {
    Extent window;                   // rows and columns of the window that lie on the array at once
    Extent folds;                    // passes over rows and columns of the window
    std::int64_t inputChannels = 1;  // at once
    std::int64_t outputChannels = 1; // at once
    bool isDiagonal = false;         // each output channel has rows of its own

    std::int64_t rows() const { return window.size() * (isDiagonal ? outputChannels : inputChannels); } // that work
};
SystolicSet systolicSet(const Layer& layer, Extent array);

/// The mapping of a share, with as many rows of outputs in a pass as one buffer holds, and with a half, a quarter and
/// an eighth of them: smaller passes leave room for other channels, but read the rows between them twice. A share of
/// which not even one row fits is returned with one row.
std::vector<UnitLoops> systolic(const Share& share, Extent array, std::int64_t bufferWords);

/// All ways in which the array of a node works on its share, as the machine's PE mapping has it: rowStationary() or
/// systolic().
std::vector<UnitLoops> peMappings(const Machine& machine, const Share& share);

} // namespace nestloom::kapla
