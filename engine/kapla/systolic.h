// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/unit_loops.h"

#include <vector>

namespace nestloom::kapla {

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
    /// Part of the PEs that work.
    double utilisation(Extent array) const;
};
SystolicSet systolicSet(const Layer& layer, Extent array);

/// The mapping of a share, with as many rows of outputs in a pass as one buffer holds, and with a half, a quarter and
/// an eighth of them: smaller passes leave room for other channels, but read the rows between them twice. A share of
/// which not even one row fits is returned with one row.
std::vector<UnitLoops> systolic(const Share& share, Extent array, std::int64_t bufferWords);

} // namespace nestloom::kapla
