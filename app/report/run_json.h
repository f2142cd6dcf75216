// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/records/run_difference.h"

#include <string>

namespace nestloom::report {

/// The version of what run_json writes; resources/schema/run.schema.json describes it.
inline constexpr int kRunSchema = 1;

/// The list of runs: {"schema", "runs": [summary, ...]}.
std::string listJson(const std::vector<records::RunSummary>& runs);

/// The list of the compared runs, each with why its figures are none beside those of the first ("apart"), and the
/// figures.
std::string comparisonJson(std::span<const records::ComparedSide> sides);

/// A run of any kind: {"schema", "summary", "result": by its kind, null when there is none}.
std::string runJson(const records::RunRecord& run);

} // namespace nestloom::report
