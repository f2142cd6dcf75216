// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/run_arguments.h"
#include "engine/records/simulation.h"

#include <string>
#include <vector>

namespace nestloom::cli {

/// A stored run with its simulations, the newest of each layer first.
struct ShownRun {
    records::RunRecord record;
    std::vector<records::SimulationSummary> simulations;
};

/// Fails   Io without a database, and as RunStore::load().
Result<ShownRun> loadShown(const StoreArguments& storage, records::RunId run);

/// Of the mapping that the run has for the layer, or of another one.
bool isOfRun(const ShownRun& run, const records::SimulationSummary& simulation);

/// The run as report::runJson() has it, with `simulations`.
std::string jsonOf(const ShownRun& run);

} // namespace nestloom::cli
