// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/explore/design_space.h"

#include <stop_token>

namespace nestloom::explore {

/// Points whose accelerators pose the same problems: solved once.
struct SweepStep {
    std::vector<std::size_t> points; // ascending in the order of the walk; the first stands for all
};

/// Accelerators that are solved one after the other: each search begins with the mappings of the step before.
using SweepChain = std::vector<SweepStep>;

/// The first step of a chain is searched from nothing, which takes some ten times as long as the others. A sweep that
/// was stopped solves the steps before its next point again, for their mappings; so a chain must not be long.
inline constexpr std::size_t kChainLength = 16;

struct SweepPlan {
    std::vector<SweepChain> chains;
    std::vector<std::pair<std::size_t, std::string>> refused; // point and why no such accelerator can be built
};

/// Point number `step` of a walk through the whole space in which each point differs from the one before in one axis,
/// by one value: there and back along the last axis, one step along the axis before it, and so on.
std::size_t walk(const DesignSpace& space, std::size_t step);

/// Cuts the walk into chains. The plan depends on the space only, so what a point starts from is the same for every
/// number of threads and in every resumed sweep. Ends early, with what it has, when `stop` is asked for.
SweepPlan planSweep(const DesignSpace& space, const std::stop_token& stop = {});

} // namespace nestloom::explore
