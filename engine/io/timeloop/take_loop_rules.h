// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/io/timeloop/read_levels.h"

namespace nestloom::io::timeloop {

/// Makes constraints of the accelerator from rules on loops, at the levels that their targets stand for, and tells of
/// each. Several fan-outs of a file may be one level here: their factors multiply, and what only some of them say of a
/// dimension is a lower limit, or nothing.
void takeLoopRules(const std::vector<LoopRule>& rules, Machine& machine, ImportNotes& notes);

} // namespace nestloom::io::timeloop
