// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/comparison_report.h"

namespace nestloom::report {

/// "A" to "D".
std::string letter(std::size_t run);

/// The runs without the layers that not all of them have a mapping for: sums over different work say nothing.
struct CommonWork {
    std::vector<records::RunRecord> runs;
    std::string caution; // what was left out; may be empty
};
/// All as they are when some run has no layers, or when they are for different batches.
CommonWork commonWork(Runs runs);

/// runs.size() when none has results of layers.
std::size_t firstWithLayers(Runs runs);
/// Whether those that have layers differ in their batch: only figures per input can be compared then.
bool haveOtherBatches(Runs runs);

// Parts of a comparison, about the runs that have layers.
void addLayersByImpact(Document& document, Runs runs);
void addComparedCycles(Document& document, Runs runs);
void addComparedEnergy(Document& document, Runs runs);

} // namespace nestloom::report
