// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/document.h"
#include "engine/records/run.h"

#include <span>

namespace nestloom::report {

inline constexpr std::size_t kMostCompared = 4;

/// Two to four runs of any kind side by side, called A to D; A is what the others are compared with. Headline numbers,
/// what differs between the accelerators and the options; of runs with layers cycles per layer on one axis, layers by
/// their part in the change with what bounds them, energy per level, and the inputs verbatim.
Document comparisonReport(std::span<const records::RunRecord> runs);

using Runs = std::span<const records::RunRecord>;

/// A layer of the compared runs, matched as explore::alignLayers() does; nothing where a run has no such layer or no
/// cost for it.
struct ComparedLayer {
    std::string name;
    std::string shape;                                 // of runs for different batches: for one input
    std::vector<const schedule::LayerResult*> results; // by run; null where there is none
    std::vector<double> cycles;                        // by run; of runs for different batches: for one input
    /// Cycles of the run most unlike A, minus those of A.
    double impact() const;
};
/// In the order of A's network, then what only other runs have. Of runs for different batches those layers belong
/// together that are equal for one input.
std::vector<ComparedLayer> compareLayers(Runs runs);

} // namespace nestloom::report
