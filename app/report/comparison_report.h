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

} // namespace nestloom::report
