// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/hardware/accelerator.h"
#include "engine/io/timeloop_case.h"

#include <string>
#include <vector>

namespace nestloom::io {

struct CaseReport {
    std::string name;
    bool passed = false;
    bool skipped = false;                   // the recording holds no mapping
    std::vector<std::string> differences{}; // one line each with both numbers
};

/// Our Timeloop compatibility mode, as of commit 019f107, against a recording of that Timeloop: reads, fills, updates
/// and tile size for each used instance, used instances and cycles within 1, total energy within 1e-9 of its value.
/// A recorded mapping may keep a tensor where the accelerator lets it bypass (Timeloop was told so for that case);
/// the comparison allows it. The recordings' architectures state no shape of a fan-out; then Timeloop puts all children
/// in one row, and so does the comparison.
CaseReport compareTimeloop(const TimeloopCase& recorded, const hardware::Accelerator& accelerator);

} // namespace nestloom::io
