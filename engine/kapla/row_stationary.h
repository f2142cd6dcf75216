// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/unit_loops.h"

#include <vector>

namespace nestloom::kapla {

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
    /// Part of the PEs that work.
    double utilisation(Extent array) const;
};
PeSet peSet(const Layer& layer, Extent array);

} // namespace nestloom::kapla
