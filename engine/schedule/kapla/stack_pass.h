// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/kapla/layer_solver.h"
#include "engine/schedule/kapla/partition_space.h"

#include <map>

namespace nestloom::kapla {

/// A stack with its best caching.
struct Stacked {
    Parts parts{1, 1, 1, 1, 1};
    std::vector<UnitLoops> loops;                   // PE mappings of a node's share
    std::vector<std::optional<CacheResult>> cached; // by PE mapping
    std::optional<std::size_t> best;                // of these
    double cost = 0;                                // of the best: operations, accesses, idle cycles, estimated hops
    double cycles = 0;
};

/// One layer in its place.
struct StackProblem {
    const Machine& machine;
    const Layer& layer;
    std::int64_t batch = 1;
    const Placement& placement;
    const TopConstraint& constraint;
    Goal goal = Goal::Energy;
    const SolverOptions& options;
    double memoryDistance = 0; // mean hops to the memory
};

/// KAPLA's stacking: from a single node outwards, the nodes' prime factors are given to divisions one after the other,
/// each to the one after which the cached layer costs least. Only stacks that one over all nodes completes are looked
/// at; where there are few of those, they are looked at at once.
/// Thread rule   one thread at a time.
class StackPass {
public:
    StackPass(const StackProblem& problem, SolverEffort& effort);

    /// Stacks over all nodes, best first; empty when nothing fits. `whole` are those that may be chosen, ascending; of
    /// those that were looked at, the best ones.
    std::vector<const Stacked*> run(std::vector<Parts> whole, const std::stop_token& stop);
    /// All of them, looked at thoroughly.
    std::vector<const Stacked*> all(const std::vector<Parts>& whole, const std::stop_token& stop);
    /// Thorough caching of one partition, whose placement may leave smaller groups that share than its parts alone.
    const Stacked& cached(const Partition& partition) { return find(partition, true); }

private:
    using Key = std::tuple<Parts, std::array<std::int64_t, 3>, bool>; // parts, groups that share, thorough
    const Stacked& evaluate(const Parts& parts) { return find(anyPartition(parts), false); }
    const Stacked& find(const Partition& partition, bool thorough);
    Stacked compute(const Partition& partition, bool thorough);
    void sortBestFirst(std::vector<const Stacked*>& stacks) const;
    bool completes(const Parts& parts) const;
    std::vector<Parts> extended(const std::vector<Parts>& beam, std::int64_t nodes);
    void grow(const std::stop_token& stop);
    void exchange(const std::stop_token& stop);
    bool before(const Stacked& a, const Stacked& b) const;

    const StackProblem& m_problem;
    SolverEffort& m_effort;
    std::map<Key, Stacked> m_known;
    std::vector<Parts> m_space;          // stacks over all nodes that may be chosen
    std::vector<const Stacked*> m_whole; // of these, those that were looked at
};

} // namespace nestloom::kapla
