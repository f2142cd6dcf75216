// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/comparison_report.h"
#include "engine/records/compared_layers.h"

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

bool haveMappings(Runs runs); // some of them

records::ComparedLayers layersOf(Runs runs);
/// Cycles of the run most unlike A, minus those of A.
double impactOf(const records::ComparedLayer& layer);

/// Cycles of every layer and step, by their part in the change and on one axis, and the energy per level; nothing of
/// plans alone.
void addComparedLayers(Document& document, Runs runs);

} // namespace nestloom::report
