// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/document.h"
#include "engine/records/run.h"

#include <span>

namespace nestloom::report {

using Runs = std::span<const records::RunRecord>;

/// "A" to "D".
inline std::string letter(std::size_t run) { return std::string(1, char('A' + run)); }

/// A layer of the compared runs, matched as explore::alignLayers() does; nothing where a run has no such layer or no
/// cost for it.
struct ComparedLayer {
    std::string name;
    std::string shape;
    std::vector<const schedule::LayerResult*> results; // by run; null where there is none
    /// Cycles of the run most unlike A, minus those of A.
    double impact() const;
};
/// In the order of A's network, then what only other runs have.
std::vector<ComparedLayer> compareLayers(Runs runs);

/// The runs without the layers that not all of them have a mapping for: sums over different work say nothing.
struct CommonWork {
    std::vector<records::RunRecord> runs;
    std::string caution; // what was left out; may be empty
};
CommonWork commonWork(Runs runs);

// The parts of a comparison report.
void addTotals(Document& document, Runs runs);
void addAcceleratorDifferences(Document& document, Runs runs);
void addOptionDifferences(Document& document, Runs runs);
void addLayersByImpact(Document& document, Runs runs);
void addComparedCycles(Document& document, Runs runs);
void addComparedEnergy(Document& document, Runs runs);

} // namespace nestloom::report
