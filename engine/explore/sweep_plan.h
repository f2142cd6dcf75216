// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/explore/design_space.h"

#include <stop_token>

namespace nestloom::explore {

/// Points whose accelerators pose the same problems: solved once.
struct SweepStep {
    std::vector<std::size_t> points; // ascending; the first stands for all
};

struct SweepPlan {
    std::vector<SweepStep> steps;                             // by their first point
    std::vector<std::pair<std::size_t, std::string>> refused; // point and why no such accelerator can be built
};

/// Ends early, with what it has, when `stop` is asked for.
SweepPlan planSweep(const DesignSpace& space, const std::stop_token& stop = {});

} // namespace nestloom::explore
