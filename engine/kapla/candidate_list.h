// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/blocking_sweep.h"

#include <map>
#include <memory>
#include <stop_token>
#include <tuple>

namespace nestloom::kapla {

/// A partition with one PE mapping and its best blocking.
struct Candidate {
    std::size_t rank = 0;      // in the enumeration, which decides ties
    std::size_t partition = 0; // index into CandidateLists::partitionsOf()
    const UnitLoops* loops = nullptr;
    const SweepResult* swept = nullptr;
    double least = 0; // cost without hops
    double cycles = 0;
};

/// All candidates for one layer, by place and constraint. Partitions that give nodes equal shares have equal sweeps,
/// which are done once.
/// Thread rule   one thread at a time; up to `threads` at work within.
class CandidateLists {
public:
    CandidateLists(const Machine& machine, const Layer& layer, std::int64_t batch, const PartitionRules& rules,
                   Goal goal, int threads)
        : m_machine(machine), m_layer(layer), m_batch(batch), m_rules(rules), m_goal(goal), m_threads(threads)
    {
    }

    const std::vector<Partition>& partitionsOf(Extent nodes) { return dividedAmong(nodes).partitions; }

    /// By ascending cost without hops, as the goal counts it; empty after a stop.
    const std::vector<Candidate>& of(const Placement& placement, const TopConstraint& constraint,
                                     const std::stop_token& stop);
    const SweepEffort& effort() const { return m_effort; }

private:
    using Sweeps = std::vector<std::optional<SweepResult>>; // by PE mapping
    struct ShareKey {
        std::array<std::int64_t, 3> counts{}; // parts of output and input channels, of the batch
        Extent pixels;
        std::int64_t nodes = 1;
        friend auto operator<=>(const ShareKey&, const ShareKey&) = default;
    };
    using SweepKey = std::tuple<ShareKey, std::array<std::int64_t, 3>, Endpoint, Endpoint, bool, TopConstraint>;
    using ListKey = std::tuple<Extent, Endpoint, Endpoint, bool, TopConstraint>;
    /// The nodes of a region, divided in all ways, and the PE mappings of a node's share.
    struct Divided {
        std::vector<Partition> partitions;
        std::vector<std::shared_ptr<const std::vector<UnitLoops>>> loops; // by partition
    };

    static ShareKey shareKey(const Partition& partition);
    SweepKey sweepKey(const Placement& placement, const Partition& partition, const TopConstraint& constraint) const;
    const Divided& dividedAmong(Extent nodes);
    bool sweepAll(const Divided& divided, const Placement& placement, const TopConstraint& constraint,
                  const std::stop_token& stop);

    const Machine& m_machine;
    const Layer m_layer;
    const std::int64_t m_batch;
    const PartitionRules m_rules;
    const Goal m_goal;
    const int m_threads;
    const std::vector<Candidate> m_none;
    std::map<Extent, Divided> m_divided;
    std::map<ShareKey, std::shared_ptr<const std::vector<UnitLoops>>> m_loops;
    std::map<SweepKey, Sweeps> m_sweeps;
    std::map<ListKey, std::vector<Candidate>> m_lists;
    SweepEffort m_effort;
};

} // namespace nestloom::kapla
