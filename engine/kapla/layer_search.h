// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/blocking_sweep.h"
#include "engine/kapla/layer_cost.h"

#include <memory>
#include <stop_token>

namespace nestloom::kapla {

class AssignmentMemo;

/// Exhaustive search for one layer: all partitions, all PE mappings, the best blocking of each by accesses and cycles
/// (sweep()), then the best of these with hops. Same selection and ties as nn_dataflow.
/// Sweeps, hops and results are kept by what they depend on. Hops only add to the cost, so candidates are looked at in
/// ascending order of the cost without them, and the search ends when the next one cannot win.
/// With a memo of assignments, which may serve several layers, hops are those that nn_dataflow counts.
/// Thread rule   one thread at a time; up to `threads` at work within.
class LayerSearch {
public:
    LayerSearch(const Machine& machine, const Layer& layer, std::int64_t batch, const PartitionRules& rules, Goal goal,
                int threads = 1, AssignmentMemo* assignments = nullptr);
    ~LayerSearch();

    /// Returns  nothing when no partition has a blocking that fits, or after a stop.
    std::shared_ptr<const LayerSchedule> best(const Placement& placement, const TopConstraint& constraint,
                                              const DataLayout& inputs, std::stop_token stop = {});
    const SweepEffort& effort() const;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace nestloom::kapla
