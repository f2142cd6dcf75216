// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/base/tensor_role.h"
#include "engine/conformance/case_report.h"
#include "engine/hardware/accelerator.h"
#include "engine/mapping/layer_mapping.h"
#include "engine/workload/layer.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nestloom::conformance {

/// What Timeloop counted at one level for one tensor, for each used instance. Unit: words.
struct TimeloopAccesses {
    std::int64_t tileSize = 0;
    std::int64_t utilizedInstances = 0;
    std::int64_t reads = 0;
    std::int64_t fills = 0;
    std::int64_t updates = 0;
};

struct TimeloopLevel {
    std::string name;
    PerTensor<std::optional<TimeloopAccesses>> tensors; // only kept ones
};

/// A mapping that Timeloop evaluated, with its figures: one line of a recording (JSON lines).
struct TimeloopCase {
    std::string name;                  // of the case, or layer and search
    std::string arch;                  // name of the accelerator, "simba"
    bool found = true;                 // false: a search that found no mapping; nothing below is filled in
    workload::Layer layer;             // one group: Timeloop's problems have none
    mapping::LayerMapping mapping;     // outermost level first
    std::vector<TimeloopLevel> levels; // levels[i] belongs to mapping.levels[i]
    std::int64_t cycles = 0;
    double energyPj = 0;
};

/// Reads one line. `where` of an Error is the key. Fails with InvalidInput.
Result<TimeloopCase> parseTimeloopCase(std::string_view line);

/// Reads a file of such lines; empty lines are left out. `where` of an Error is "file:line: key".
Result<std::vector<TimeloopCase>> readTimeloopCases(const std::filesystem::path& path);

/// Our Timeloop compatibility mode, as of commit 019f107, against a recording of that Timeloop: reads, fills, updates
/// and tile size for each used instance, used instances and cycles within 1, total energy within 1e-9 of its value.
/// A recorded mapping may keep a tensor where the accelerator lets it bypass (Timeloop was told so for that case);
/// the comparison allows it. The recordings' architectures state no shape of a fan-out; then Timeloop puts all children
/// in one row, and so does the comparison.
CaseReport compareTimeloop(const TimeloopCase& recorded, const hardware::Accelerator& accelerator);

} // namespace nestloom::conformance
