// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/cosma/spill_state.h"

namespace nestloom::schedule::cosma {

/// A tensor that may leave the scratchpad, and what that costs at least: its size when a copy exists off chip, twice
/// its size otherwise.
struct Leaver {
    std::int64_t size = 0, price = 0; // B
};

/// The least price of tensors that free `excess` bytes together, each whole; never more than that, and less only where
/// many sizes make it hard to say. All of them together free enough. Sorts `leavers`.
std::int64_t leastPrice(std::vector<Leaver>& leavers, std::int64_t excess);

/// Lower bound on what finishing from a state costs on top of its cost. For every operator o that has not run, the
/// tensors that are alive at o's step in every order - live ones with a consumer behind o, and forced ones that are not
/// made yet - need room beside o's working set; what exceeds the budget leaves, at leastPrice(). Bounds of operators
/// whose tensors are disjoint add up. Thread rule: one thread at a time (keeps scratch memory).
class SpillBound {
public:
    SpillBound(const GraphIndex& graph, std::int64_t budget);

    /// Bytes.
    std::int64_t operator()(const SpillState& state);

    /// Operators looked at so far, by each live tensor: what a large graph costs.
    std::int64_t work() const { return m_work; }

private:
    void addLive(const SpillState& state, const LiveTensor& live);
    void touch(std::size_t op);

    /// What is known of an operator at one state.
    struct Around {
        std::vector<Leaver> live;   // on chip, and must survive it
        std::int64_t liveBytes = 0; // of them
        std::int64_t made = 0;      // B of its forced tensors that have been made
        bool touched = false;
    };
    /// Of the operator's forced tensors that are still to be made.
    void addUnmade(std::uint32_t op, const OpSet& done, std::vector<Leaver>& leavers) const;
    std::int64_t heavyBound(std::uint32_t op);
    /// An operator whose forced tensors alone exceed the budget; forced tensors of members are disjoint.
    struct Member {
        std::uint32_t op = 0;
        std::int64_t bound = 0; // B
        OpSet makers;           // producers of its forced tensors
    };
    void chooseMembers();

    const GraphIndex& m_graph;
    const std::int64_t m_budget;
    std::int64_t m_work = 0;
    std::vector<Member> m_members;
    std::vector<std::vector<std::uint32_t>> m_meets; // by operator: members that share a forced tensor with it
    std::vector<std::uint32_t> m_heavy; // operators whose forced tensors alone exceed the budget, largest first
    std::vector<Around> m_around;       // scratch, by operator
    std::vector<std::uint32_t> m_touched;
    OpSet m_before;                // scratch
    std::vector<Leaver> m_leavers; // scratch
};

} // namespace nestloom::schedule::cosma
