// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/records/run.h"

#include <vector>

namespace nestloom::report {

/// A field in which the accelerators of runs differ.
struct FieldDifference {
    std::string field;               // "GlobalBuffer, capacity"
    std::vector<std::string> values; // of each run, with units
};
/// Levels that came, went or moved first. Empty when nothing differs, or when a run is of no accelerator, as a memory
/// plan may be.
std::vector<FieldDifference> acceleratorDifferences(const std::vector<const records::RunRecord*>& runs);

} // namespace nestloom::report
