// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/cosma/graph_index.h"

#include <compare>

namespace nestloom::schedule::cosma {

/// Where a live tensor is.
///   Backed    in the scratchpad, with a copy off chip: leaving again costs its next retrieval only
///   Fresh     in the scratchpad only: leaving costs a write and a retrieval
///   OffChip   away; its retrieval is paid already
enum class Place : std::uint8_t { OffChip, Backed, Fresh };

/// A tensor that was made and is still waited for.
struct LiveTensor {
    std::int64_t size = 0;    // B
    std::uint64_t future = 0; // hash of the consumers that have not run: equal for tensors that play the same part
    Place place = Place::Fresh;
    std::uint32_t tensor = 0;
    friend auto operator<=>(const LiveTensor&, const LiveTensor&) = default;
};

/// What has run, what is alive and where, and what that has cost. Charged when a tensor leaves, its retrieval included,
/// so that a finished path has paid write plus retrievals of every spilled tensor (paper, Eq. 12).
struct SpillState {
    OpSet done;
    std::vector<LiveTensor> live;     // ascending: tensors that play the same part are neighbours
    std::vector<std::uint32_t> ready; // operators whose inputs exist, ascending
    std::int64_t resident = 0;        // B of live tensors that are not OffChip
    std::int64_t cost = 0;            // B
    std::size_t count = 0;            // operators in `done`
    std::uint64_t hash = 0;           // of `done`
};

/// Which operators may run when: operators belong to segments, and each segment ends before the next one begins. No
/// segments = any order.
class OrderLimits {
public:
    OrderLimits() = default;
    /// Segments of consecutive operators of `order`; `ends` are the positions behind each segment, ascending, the last
    /// one order.size().
    OrderLimits(const std::vector<std::uint32_t>& order, const std::vector<std::size_t>& ends);
    /// Every operator at its position of `order`.
    static OrderLimits fixed(const std::vector<std::uint32_t>& order);

    bool allow(std::uint32_t op, const SpillState& state) const
    {
        return m_segmentOf.empty() || m_segmentOf[op] == m_segmentAt[state.count];
    }

    /// May the two be exchanged when they run one after the other?
    bool together(std::uint32_t a, std::uint32_t b) const
    {
        return m_segmentOf.empty() || m_segmentOf[a] == m_segmentOf[b];
    }

private:
    std::vector<std::uint32_t> m_segmentOf; // by operator
    std::vector<std::uint32_t> m_segmentAt; // by number of operators that have run
};

SpillState startState(const GraphIndex& graph);

/// What running `op` needs beyond `budget`, when nothing leaves: > 0 = so much has to leave first.
std::int64_t excess(const GraphIndex& graph, const SpillState& state, std::uint32_t op, std::int64_t budget);

/// Bytes of live tensors that are inputs of `op` and of nobody else who has not run.
std::int64_t freed(const GraphIndex& graph, const SpillState& state, std::uint32_t op);

/// Bytes that leaving costs.
constexpr std::int64_t leavingCost(const LiveTensor& tensor)
{
    return tensor.place == Place::Fresh ? 2 * tensor.size : tensor.place == Place::Backed ? tensor.size : 0;
}

/// Runs `op` after the live tensors at the positions `leaving` have left; none of them is an input of `op`.
void execute(const GraphIndex& graph, SpillState& state, std::uint32_t op, const std::vector<std::size_t>& leaving);

/// Runs every operator that may as well run now, and returns them in order: all inputs are in the scratchpad, it fits,
/// and what it leaves behind is no larger than one input that leaves with it - then in every later schedule of `op` its
/// output can take the place of that input until then, at no higher cost (half the size when the input is Backed, since
/// the output's first leaving costs twice).
std::vector<std::uint32_t> runFreeMoves(const GraphIndex& graph, const OrderLimits& limits, SpillState& state,
                                        std::int64_t budget);

/// Are the two live tensors waited for by the same operators and of one size? Equal hashes nearly always mean so; this
/// makes it certain.
bool playSamePart(const GraphIndex& graph, const SpillState& state, const LiveTensor& a, const LiveTensor& b);

/// Can `a` do whatever `b` can, at no higher total cost? Both have the same `done`. A place can be turned into a worse
/// one at the price of leaving, and into a better one for nothing: what is OffChip has paid for coming back.
bool dominates(const GraphIndex& graph, const SpillState& a, const SpillState& b);

/// Break nodes found by themselves (the paper chose them by hand): the default order is cut where fewest bytes are
/// alive, again and again, as long as each part keeps `least` operators. Positions behind each part, ascending.
std::vector<std::size_t> breakPositions(const GraphIndex& graph, std::size_t least);

} // namespace nestloom::schedule::cosma
