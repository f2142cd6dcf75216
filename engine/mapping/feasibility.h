// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/mapping/nest_limits.h"

#include <optional>

namespace nestloom::mapping {

/// Whether a layer has any mapping on an accelerator that keeps its constraints.
struct Feasibility {
    enum class Answer { Yes, No, Unknown }; // Unknown: neither found nor excluded within the limits of the search
    Answer answer = Answer::Unknown;
    std::optional<LayerMapping> mapping; // for Yes: one with small tiles
};

/// Searches exactly, over the ways to distribute the factors of one dimension after the other. Of these ways only those
/// stay that no other one undercuts in every tile and every spatial bound: smaller tiles and fewer children always fit
/// where larger ones do (over the two axes of a fan-out: divisors of their number). Without constraints there is one
/// way for each dimension, all of it outermost, and no search.
Feasibility findFeasible(const hardware::Accelerator& accelerator, const workload::Layer& layer);

} // namespace nestloom::mapping
