// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/unit_loops.h"

#include <vector>

namespace nestloom::kapla {

/// All ways in which the array of a node works on its share, as the machine's PE mapping has it: rowStationary() or
/// systolic().
std::vector<UnitLoops> peMappings(const Machine& machine, const Share& share);

} // namespace nestloom::kapla
