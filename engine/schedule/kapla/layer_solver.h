// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/kapla/cache_pass.h"
#include "engine/schedule/kapla/layer_engine.h"

namespace nestloom::kapla {

/// How far the solver of one layer goes beyond the published algorithm.
struct SolverOptions {
    int beam = 3;                // stacks that are carried on at every step; 1 = greedy as published
    int thoroughStacks = 16;     // of the best stacks, to be cached again from several fillings of the registers
    double thoroughMargin = 1.1; // but none of these that costs that much more than the best one
    int exactPartitions = 32;    // placements of the best stacks whose hops are counted exactly
    double exactMargin = 1.02;   // but none whose estimate is that far above the best one (both for the goal energy)
    bool polishExactly = true;   // at last exchange factors judged by the detailed model, hops included
    bool exhaustive = false;     // all stacks, and all cached tensors of each (baseline S)
    friend bool operator==(const SolverOptions&, const SolverOptions&) = default;
};

struct SolverEffort {
    std::int64_t stacks = 0;    // divisions among nodes that were cached
    std::int64_t blockings = 0; // counted by the detailed model
    std::int64_t exact = 0;     // partitions whose hops were counted
    friend bool operator==(const SolverEffort&, const SolverEffort&) = default;
    SolverEffort& operator+=(const SolverEffort& other)
    {
        stacks += other.stacks;
        blockings += other.blockings;
        exact += other.exact;
        return *this;
    }
};

/// KAPLA's solver for one layer (Li and Gao, KAPLA, section IV-C), from the inside out: stacking divides the layer
/// among the nodes prime factor by prime factor, caching fills registers and buffers (cacheBottomUp()). Estimates guide
/// it; the best few are judged by the detailed model of nn_dataflow.
/// Thread rule   one thread at a time.
class LayerSolver : public LayerEngine {
public:
    LayerSolver(const Machine& machine, const Layer& layer, std::int64_t batch, const PartitionRules& rules, Goal goal,
                const SolverOptions& options);
    ~LayerSolver() override;

    std::shared_ptr<const LayerSchedule> best(const Placement& placement, const TopConstraint& constraint,
                                              const DataLayout& inputs, std::stop_token stop = {}) override;
    bool mayFit(const Placement& placement, const TopConstraint& constraint) override;
    std::int64_t evaluated() const override { return effort().blockings; }
    const SolverEffort& effort() const;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace nestloom::kapla
