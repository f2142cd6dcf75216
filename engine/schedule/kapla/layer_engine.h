// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/blocking_sweep.h"
#include "engine/kapla/layer_cost.h"
#include "engine/schedule/kapla/cache_pass.h"

#include <functional>
#include <memory>
#include <stop_token>

namespace nestloom::kapla {

/// What schedules one layer in its place, for whatever lies around it.
/// Thread rule   one thread at a time.
class LayerEngine {
public:
    virtual ~LayerEngine() = default;
    /// Returns  nothing when nothing fits, or after a stop.
    virtual std::shared_ptr<const LayerSchedule> best(const Placement& placement, const TopConstraint& constraint,
                                                      const DataLayout& inputs, std::stop_token stop) = 0;
    /// Whether anything may fit there at all: a cheap look that never refuses what can be scheduled.
    virtual bool mayFit(const Placement&, const TopConstraint&) { return true; }
    /// Blockings that were counted up to now.
    virtual std::int64_t evaluated() const = 0;
};

/// Makes the engine for layers of one shape.
using LayerEngineFactory = std::function<std::unique_ptr<LayerEngine>(const Layer& layer)>;

struct AnnealingOptions {
    int iterations = 64; // the study has 1024
    int batch = 32;      // mappings that are judged in each; the study has 128
    std::uint64_t seed = 1;
};

/// Baseline M of KAPLA's study, as AutoTVM searches: simulated annealing walks through partitions, factors and orders
/// by the costs that boosted trees predict; the most promising mappings of each walk are judged by the detailed model,
/// and the trees learn from them. Mappings that do not fit are learnt as bad ones.
std::unique_ptr<LayerEngine> annealingEngine(const Machine& machine, const Layer& layer, std::int64_t batch,
                                             const PartitionRules& rules, Goal goal, const AnnealingOptions& options);

/// Baseline S of KAPLA's study: all stacks, and for each all cached tensors under all orders, instead of greedy steps.
/// Other than baseline B it knows of hops while it chooses blockings.
std::unique_ptr<LayerEngine> directiveEngine(const Machine& machine, const Layer& layer, std::int64_t batch,
                                             const PartitionRules& rules, Goal goal);

/// The best of all cached tensors.
std::optional<CacheResult> cacheExhaustively(const BlockingProblem& problem, const TopConstraint& constraint,
                                             const CacheGuide& guide, std::int64_t& evaluated);

/// Baseline R of KAPLA's study, as Timeloop searches: every partition and every blocking of it is looked at with
/// probability `keep`, the best one stays.
std::unique_ptr<LayerEngine> randomEngine(const Machine& machine, const Layer& layer, std::int64_t batch,
                                          const PartitionRules& rules, Goal goal, double keep, std::uint64_t seed);

} // namespace nestloom::kapla
