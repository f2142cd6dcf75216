// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/kapla/cache_pass.h"
#include "engine/schedule/kapla/layer_engine.h"

namespace nestloom::kapla {

/// Baseline S of KAPLA's study: all stacks, and for each all cached tensors under all orders, instead of greedy steps.
/// Other than baseline B it knows of hops while it chooses blockings.
std::unique_ptr<LayerEngine> directiveEngine(const Machine& machine, const Layer& layer, std::int64_t batch,
                                             const PartitionRules& rules, Goal goal);

/// The best of all cached tensors.
std::optional<CacheResult> cacheExhaustively(const BlockingProblem& problem, const TopConstraint& constraint,
                                             const CacheGuide& guide, std::int64_t& evaluated);

} // namespace nestloom::kapla
