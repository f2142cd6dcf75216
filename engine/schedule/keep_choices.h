// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/hardware/accelerator.h"

#include <vector>

namespace nestloom::schedule {

/// The accelerator with levels that keep fewer tensors than they may, in all combinations but its own; what leaves out
/// fewest comes first. The outermost level keeps all, and what a constraint wants kept is kept everywhere. At most
/// kMostKeepChoices of them: of an accelerator with more, those that leave out most are missing.
std::vector<hardware::Accelerator> fewerKeeps(const hardware::Accelerator& accelerator);
inline constexpr std::size_t kMostKeepChoices = 127; // all of seven tensors in levels

/// Whether fewerKeeps() has all combinations.
bool hasAllKeepChoices(const hardware::Accelerator& accelerator);

} // namespace nestloom::schedule
