// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/mapping/nest_limits.h"

#include <vector>

namespace nestloom::mapping {

/// One way to distribute a loop bound over the levels.
struct FactorSplit {
    struct AtLevel {
        std::int64_t temporal = 1, spatial = 1;
        std::int64_t tile = 1; // product of this level's and all inner factors
    };
    std::vector<AtLevel> levels; // outermost first
};

/// What a split must be compared in besides tiles and spatial bounds.
struct SplitCare {
    std::vector<bool> spatialCounts;  // [level]: a larger spatial bound may be needed there
    std::vector<bool> presenceCounts; // [level]: whether there is a temporal loop matters there
};

struct FactorSplits {
    std::vector<FactorSplit> list; // none of them undercuts another
    bool complete = true;          // false: there were too many to look at
};

/// All splits of `dimension` that keep its limits, fan-outs, and the capacities as if it were the only dimension,
/// without those that another one undercuts.
FactorSplits splitsOf(const hardware::Accelerator& accelerator, const workload::Layer& layer, const NestLimits& limits,
                      LoopDimension dimension, const SplitCare& care);

} // namespace nestloom::mapping
