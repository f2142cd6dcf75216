// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/base/tensor_role.h"
#include "engine/mapping/layer_mapping.h"
#include "engine/workload/layer.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nestloom::io {

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

} // namespace nestloom::io
