// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/blocking_sweep.h"
#include "engine/kapla/layer_cost.h"

#include <memory>
#include <stop_token>
#include <vector>

namespace nestloom::kapla {

/// The best schedule found for a layer in its place.
struct LayerSchedule {
    Partition partition;
    UnitLoops loops;
    Blocking blocking;
    LayerCost cost;
    DataLayout outputs;
};

/// Exhaustive search for one layer: all partitions, all PE mappings, the best blocking of each by accesses and cycles
/// (sweep()), then the best of these with hops. Same selection and ties as nn_dataflow.
/// Sweeps are kept by what they depend on. Hops only add to the cost, so candidates are looked at in ascending order of
/// the cost without them, and the search ends when the next one cannot win.
/// Thread rule   one thread at a time.
class LayerSearch {
public:
    LayerSearch(const Machine& machine, const Layer& layer, std::int64_t batch, const PartitionRules& rules, Goal goal);
    ~LayerSearch();

    /// Returns  nothing when no partition has a blocking that fits, or after a stop.
    std::optional<LayerSchedule> best(const Placement& placement, const TopConstraint& constraint, const DataLayout& inputs,
                                      std::stop_token stop = {});
    const SweepEffort& effort() const;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace nestloom::kapla
