// SPDX-License-Identifier: Apache-2.0
#include "engine/cost/timeloop_counts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace nestloom::cost {

namespace {

using enum workload::LoopDimension;

inline constexpr std::size_t kAxes = 5;
using Vector = std::array<std::int64_t, kAxes>; // a displacement in the tensor's index space

Vector operator+(Vector a, const Vector& b)
{
    for (std::size_t i = 0; i < kAxes; ++i)
        a[i] += b[i];
    return a;
}

Vector scaled(std::int64_t factor, Vector v)
{
    for (std::int64_t& value : v)
        value *= factor;
    return v;
}

/// Axis of the tensor that a unit step of a loop dimension moves along, and how far.
Vector direction(const workload::Layer& layer, TensorRole role, workload::LoopDimension d)
{
    Vector v{};
    if (!workload::isRelevant(role, d))
        return v;
    if (role == TensorRole::Inputs) { // [G, N, C, P*stride + R*dilation, Q*stride + S*dilation]
        switch (d) {
        case G: v[0] = 1; break;
        case N: v[1] = 1; break;
        case C: v[2] = 1; break;
        case P: v[3] = layer.strideP; break;
        case R: v[3] = layer.dilationR; break;
        case Q: v[4] = layer.strideQ; break;
        default: v[4] = layer.dilationS; break;
        }
        return v;
    }
    switch (d) { // [G, K, C, R, S] for weights, [G, K, N, P, Q] for outputs
    case G: v[0] = 1; break;
    case K: v[1] = 1; break;
    case C:
    case N: v[2] = 1; break;
    case R:
    case P: v[3] = 1; break;
    default: v[4] = 1; break;
    }
    return v;
}

Vector tileSize(const workload::Layer& layer, TensorRole role, const workload::Extents& tile)
{
    Vector size{1, 1, 1, 1, 1};
    for (const workload::LoopDimension d : workload::kLoopDimensions)
        size = size + scaled(tile[d] - 1, direction(layer, role, d));
    return size;
}

/// A box relative to the tile it belongs to; size 0 = nothing.
struct Box {
    Vector low{};
    Vector size{};
    bool empty = false;
    double elements() const
    {
        if (empty)
            return 0;
        double product = 1;
        for (const std::int64_t s : size)
            product *= double(s);
        return product;
    }
};

/// What a tile fetches that has moved by `move`: nothing without a move, a slab for a move along one axis that leaves
/// an overlap, the whole tile otherwise (Timeloop's AAHR::Subtract).
Box uncovered(const Vector& size, const Vector& move)
{
    Box box{{}, size, false};
    std::size_t moved = 0, axis = 0;
    for (std::size_t i = 0; i < kAxes; ++i) {
        if (std::abs(move[i]) >= size[i])
            return box;
        if (move[i] != 0) {
            ++moved;
            axis = i;
        }
    }
    if (moved == 0)
        box.empty = true;
    if (moved != 1)
        return box;
    box.size[axis] = std::abs(move[axis]);
    box.low[axis] = move[axis] > 0 ? size[axis] - move[axis] : 0;
    return box;
}

class Walk {
public:
    Walk(const workload::Layer& layer, const Nest& nest, TensorRole role, std::size_t child)
        : m_size(tileSize(layer, role, child < nest.levelCount() ? nest.tile(child) : workload::unitExtents())),
          m_holdsTiles(child < nest.levelCount())
    {
        Vector back{};                                 // how far the loops inside jump back when one outside them steps
        for (const NestLoop& loop : nest.temporal()) { // inner to outer
            if (loop.level >= child)
                continue;
            const Vector step = scaled(loop.step, direction(layer, role, loop.dimension));
            m_moves.push_back(step + scaled(-1, back));
            m_weights.push_back(double(loop.bound - 1));
            back = back + step;
        }
        m_offsets = childOffsets(layer, nest, role, child - 1);
        m_shares = nest.multicast[child - 1].contains(role);
        m_distinctChildren = countDistinct(m_offsets);
        const std::size_t states = m_moves.size() + 1;
        m_memo.resize(states * (m_moves.size() + 1));
    }

    WalkSums run()
    {
        WalkSums sums = fetch({{}, m_size, false});
        sums += walk(m_moves.size(), kWhole).sums;
        return sums;
    }

private:
    /// Columns lie within rows, whatever the order of a list of both: Timeloop counts X before Y.
    static std::vector<Vector> childOffsets(const workload::Layer& layer, const Nest& nest, TensorRole role,
                                            std::size_t parent)
    {
        std::vector<Vector> offsets{Vector{}};
        for (const hardware::Axis axis : {hardware::Axis::Columns, hardware::Axis::Rows})
            for (const NestLoop& loop : nest.spatial()) { // inner to outer: the innermost varies fastest
                if (loop.level != parent || loop.axis != axis)
                    continue;
                const Vector step = scaled(loop.step, direction(layer, role, loop.dimension));
                const std::size_t count = offsets.size();
                for (std::int64_t i = 1; i < loop.bound; ++i)
                    for (std::size_t k = 0; k < count; ++k)
                        offsets.push_back(offsets[k] + scaled(i, step));
            }
        return offsets;
    }

    double countDistinct(std::vector<Vector> offsets) const
    {
        if (!m_shares)
            return double(offsets.size());
        std::ranges::sort(offsets);
        return double(std::unique(offsets.begin(), offsets.end()) - offsets.begin());
    }

    static constexpr std::size_t kWhole = 0; // the last step fetched a whole tile and forgot its translation
                                             // state k + 1: loop k stepped and fetched what was uncovered
    struct Outcome {
        WalkSums sums;
        std::size_t state = kWhole;
        bool known = false;
    };

    /// Everything that happens inside the innermost `loops` loops after their first point, having come in `state`.
    const Outcome& walk(std::size_t loops, std::size_t state)
    {
        Outcome& memo = m_memo[loops * (m_moves.size() + 1) + state];
        if (memo.known)
            return memo;
        Outcome result{{}, state, true};
        if (loops > 0) {
            const Outcome first = walk(loops - 1, state);
            const Outcome step = stepLoop(loops - 1, first.state);
            const Outcome second = walk(loops - 1, step.state);
            result.sums = first.sums;
            result.sums += m_weights[loops - 1] * step.sums;
            result.sums += m_weights[loops - 1] * second.sums;
            result.state = second.state;
        }
        memo = result;
        return memo;
    }

    Outcome stepLoop(std::size_t loop, std::size_t state) const
    {
        if (!m_holdsTiles)
            return {fetchBeside({{}, m_size, false}, {{}, m_size, false}, m_moves[loop]), kWhole, true};
        const bool uncoveredOnly = state == kWhole || m_moves[state - 1] == m_moves[loop];
        const Box whole{{}, m_size, false};
        const Box before = state == kWhole ? whole : uncovered(m_size, m_moves[state - 1]);
        const Box now = uncoveredOnly ? uncovered(m_size, m_moves[loop]) : whole;
        return {fetchBeside(now, before, m_moves[loop]), uncoveredOnly ? loop + 1 : kWhole, true};
    }

    WalkSums fetch(const Box& box) const
    {
        const double elements = box.elements();
        return {elements * m_distinctChildren, elements * double(m_offsets.size()), 0};
    }

    /// A child whose new box is what its left or right neighbour held one step before takes it from there, if that
    /// saves reads of the parent.
    WalkSums fetchBeside(const Box& now, const Box& before, const Vector& move) const
    {
        if (m_offsets.size() == 1 || now.empty || before.empty || now.size != before.size)
            return fetch(now);
        const Vector shift = now.low + move + scaled(-1, before.low);
        const auto heldBy = [&](std::size_t neighbour, std::size_t child) {
            return m_offsets[neighbour] == m_offsets[child] + shift;
        };
        std::vector<Vector> remaining;
        for (std::size_t k = 0; k < m_offsets.size(); ++k)
            if (!(k > 0 && heldBy(k - 1, k)) && !(k + 1 < m_offsets.size() && heldBy(k + 1, k)))
                remaining.push_back(m_offsets[k]);
        const double distinct = countDistinct(remaining);
        if (distinct >= m_distinctChildren)
            return fetch(now);
        const double elements = now.elements();
        return {elements * distinct, elements * double(remaining.size()),
                elements * double(m_offsets.size() - remaining.size())};
    }

    Vector m_size;
    bool m_holdsTiles;             // MACs do not: they ask anew in every step
    std::vector<Vector> m_moves;   // per temporal loop outside the tile, inner to outer
    std::vector<double> m_weights; // bound - 1
    std::vector<Vector> m_offsets; // of the spatial children
    bool m_shares = true;          // equal requests of children are one
    double m_distinctChildren = 1;
    std::vector<Outcome> m_memo;
};

} // namespace

WalkSums walkTile(const workload::Layer& layer, const Nest& nest, TensorRole role, std::size_t child)
{
    return Walk(layer, nest, role, child).run();
}

namespace {

/// Requests that the children of one instance of a level make, over the whole layer.
struct Requests {
    WalkSums sums;
    double fanout = 1;
};

/// Elements of the whole tensor that one instance ever owns, by Timeloop's chain of integer divisions:
/// owned(0) = tensor;  owned(i) = owned(i-1) * tile(i) / (tile(i) widened by the spatial loops of level i-1).
std::vector<std::int64_t> ownedElements(const workload::Layer& layer, const Nest& nest, TensorRole role)
{
    __extension__ using Wide = __int128;
    std::vector<std::int64_t> owned(nest.levelCount());
    owned[0] = workload::footprint(layer, role, nest.tile(0));
    for (std::size_t i = 1; i < nest.levelCount(); ++i) {
        workload::Extents widened = nest.tile(i);
        for (const NestLoop& loop : nest.spatial())
            if (loop.level == i - 1)
                widened[loop.dimension] *= loop.bound;
        const Wide tile = workload::footprint(layer, role, nest.tile(i));
        owned[i] = std::int64_t(Wide(owned[i - 1]) * tile / workload::footprint(layer, role, widened));
    }
    return owned;
}

/// Moves the traffic of levels that bypass the tensor outward, each divided by the average multicast on its way.
void climbThroughBypassedLevels(const Nest& nest, TensorRole role, std::vector<Requests>& requests)
{
    for (std::size_t i = nest.levelCount(); i-- > 1;) {
        if (nest.keeps[i].contains(role))
            continue;
        Requests& outer = requests[i - 1];
        const double delivered = outer.sums.delivered;
        const double factor = delivered > 0 ? requests[i].sums.asked * outer.fanout / delivered : 0;
        outer.sums.asked *= factor;
        outer.sums.delivered *= factor;
        outer.sums.fromNeighbour = 0;
    }
}

void countTensor(const workload::Layer& layer, const Nest& nest, TensorRole role, bool of2025, AccessCounts& counts)
{
    const std::size_t levels = nest.levelCount();
    std::vector<Requests> requests(levels); // [i]: what the children of level i ask of it
    for (std::size_t i = 0; i < levels; ++i) {
        requests[i].sums = walkTile(layer, nest, role, i + 1);
        for (const NestLoop& loop : nest.spatial())
            requests[i].fanout *= loop.level == i ? double(loop.bound) : 1.0;
    }
    std::vector<double> share(levels, 0.0); // arriving at one instance of level i, before bypassing is considered
    for (std::size_t i = 1; i < levels; ++i)
        share[i] = requests[i - 1].sums.delivered / requests[i - 1].fanout;
    const std::vector<std::int64_t> owned = ownedElements(layer, nest, role);
    climbThroughBypassedLevels(nest, role, requests);

    for (std::size_t i = 0; i < levels; ++i) {
        Counts& here = counts[i][role];
        if (!here.kept)
            continue;
        double peer = 0;
        if (i > 0 && requests[i - 1].sums.fromNeighbour > 0)
            peer = std::floor(requests[i - 1].sums.fromNeighbour / here.instances);
        const double asked = requests[i].sums.asked;
        const bool output = role == TensorRole::Outputs;
        here.reads = std::nearbyint(output ? asked + peer - double(owned[i]) : asked + peer);
        here.updates = output ? std::nearbyint(asked) : 0;
        const double arriving = (i == 0 ? 0 : share[i]) + peer;
        here.fills = output && of2025 && i > 0 ? std::nearbyint(arriving - double(owned[i])) : std::floor(arriving);
    }
}

} // namespace

std::string_view commitOf(hardware::TimeloopVersion version)
{
    return version == hardware::TimeloopVersion::June2022 ? "commit 019f107 of June 2022"
                                                          : "commit 4cf6d4c of March 2025";
}

void countAccessesLikeTimeloop(const workload::Layer& layer, const Nest& nest, bool of2025, AccessCounts& counts)
{
    startCounts(layer, nest, counts);
    for (const TensorRole role : kTensorRoles)
        countTensor(layer, nest, role, of2025, counts);
}

} // namespace nestloom::cost
