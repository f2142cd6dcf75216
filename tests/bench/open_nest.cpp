// SPDX-License-Identifier: Apache-2.0
#include "tests/bench/open_nest.h"

#include "engine/mapping/fanout_layout.h"

#include <algorithm>
#include <cmath>

namespace nestloom::bench {

using workload::Extents;
using workload::isRelevant;
using workload::kLoopDimensions;
using workload::LoopDimension;

OpenNest::OpenNest(const mapping::LayerMapping& mapping)
{
    for (const mapping::LevelLoops& loops : mapping.levels) {
        Level level;
        level.keeps = loops.keeps;
        std::vector<LoopDimension> order;
        for (const mapping::Loop& loop : loops.temporal) {
            level.temporal[loop.dimension] *= loop.bound;
            if (std::ranges::find(order, loop.dimension) == order.end())
                order.push_back(loop.dimension);
        }
        for (const mapping::Loop& loop : loops.spatial)
            level.spatial[loop.dimension] *= loop.bound;
        for (const LoopDimension d : kLoopDimensions)
            if (std::ranges::find(order, d) == order.end())
                order.push_back(d);
        std::ranges::copy(order, level.order.begin());
        levels.push_back(level);
    }
}

mapping::LayerMapping OpenNest::mapping() const
{
    mapping::LayerMapping mapping;
    for (const Level& level : levels) {
        mapping::LevelLoops loops;
        loops.keeps = level.keeps;
        for (const LoopDimension d : level.order)
            if (level.temporal[d] > 1)
                loops.temporal.push_back({d, level.temporal[d]});
        for (const LoopDimension d : kLoopDimensions)
            if (level.spatial[d] > 1)
                loops.spatial.push_back({d, level.spatial[d]});
        mapping.levels.push_back(std::move(loops));
    }
    return mapping;
}

mapping::LayerMapping OpenNest::seenBy(TensorRole role) const
{
    mapping::LayerMapping seen = mapping();
    for (std::size_t i = 1; i < levels.size(); ++i) {
        auto &outer = seen.levels[i - 1].temporal, &inner = seen.levels[i].temporal;
        for (int k = levels[i].further[role]; k > 0 && !outer.empty(); --k) {
            inner.insert(inner.begin(), outer.back());
            outer.pop_back();
        }
        for (int k = levels[i].further[role]; k < 0 && !inner.empty(); ++k) {
            outer.push_back(inner.front());
            inner.erase(inner.begin());
        }
    }
    return seen;
}

OpenNestCost::OpenNestCost(const hardware::Accelerator& accelerator, const workload::Layer& layer)
    : m_accelerator(accelerator), m_layer(layer), m_evaluator(accelerator, layer)
{
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i)
        m_energies.push_back(hardware::elementEnergies(accelerator, i));
}

bool OpenNestCost::fits(const OpenNest& nest, OpenNests kind) const
{
    const mapping::LayerMapping mapping = nest.mapping();
    for (std::size_t i = 0; i < mapping.levels.size(); ++i) {
        const hardware::Fanout& fanout = m_accelerator.levels[i].fanout;
        if (mapping::spatialProduct(mapping.levels[i]) > fanout.count()
            || !mapping::layOut(fanout, mapping.levels[i].spatial))
            return false;
    }
    const Extents all = mapping::tileExtents(mapping, 0);
    return std::ranges::all_of(kLoopDimensions, [&](LoopDimension d) { return all[d] >= m_layer.bounds[d]; })
           && hasRoom(nest, kind);
}

bool OpenNestCost::hasRoom(const OpenNest& nest, OpenNests kind) const
{
    PerTensor<mapping::LayerMapping> seen;
    for (const TensorRole role : kTensorRoles)
        seen[role] = kind == OpenNests::Uneven ? nest.seenBy(role) : nest.mapping();
    for (std::size_t i = 0; i < nest.levels.size(); ++i) {
        const hardware::BufferLevel& level = m_accelerator.levels[i];
        if (!level.capacity)
            continue;
        Bits held{};
        for (const TensorRole role : kTensorRoles) {
            Extents tile = mapping::tileExtents(seen[role], i);
            for (const LoopDimension d : kLoopDimensions)
                tile[d] = kind == OpenNests::LastSmaller ? std::min(tile[d], m_layer.bounds[d]) : tile[d];
            if (nest.levels[i].keeps.contains(role))
                held += level.elementBits[role] * workload::footprint(m_layer, role, tile);
        }
        if (held.count > level.capacity->count * 8)
            return false;
    }
    return true;
}

cost::Score OpenNestCost::score(const OpenNest& nest, OpenNests kind)
{
    cost::flatten(m_accelerator, nest.mapping(), m_nest);
    if (kind == OpenNests::LastSmaller)
        return scoreOfLastSmaller();
    if (kind == OpenNests::Closed)
        return m_evaluator.score(m_nest);
    cost::AccessCounts counts;
    for (const TensorRole role : kTensorRoles) {
        cost::flatten(m_accelerator, nest.seenBy(role), m_nest);
        cost::countAccesses(m_layer, m_nest, role, counts);
    }
    return m_evaluator.score(counts, m_nest);
}

/// As countAccesses() and Evaluator::score(): energy of what all instances do, time of what the busiest one does.
cost::Score OpenNestCost::scoreOfLastSmaller()
{
    const std::size_t levels = m_nest.levelCount();
    cost::Score score{steps(), m_accelerator.macEnergy.count * double(workload::macs(m_layer))};
    std::vector<double> read(levels), written(levels); // bytes
    for (const TensorRole role : kTensorRoles) {
        std::size_t inner = levels; // the MACs
        for (std::size_t level = levels; level-- > 0;) {
            if (!m_nest.keeps[level].contains(role))
                continue;
            for (const Of which : {Of::All, Of::Busiest}) {
                const double asked = fetched(role, level, inner, which) * meetings(role, level, inner);
                const double own = level == 0 ? 0 : fetched(role, level, level, which);
                double reads = asked, fills = own, updates = 0;
                if (role == TensorRole::Outputs) {
                    const double first = everHeld(level, which);
                    updates = asked;
                    fills = level == 0 ? 0 : own - first;
                    reads = updates - first + own;
                }
                if (which == Of::All) {
                    score.energy += reads * m_energies[level].read.count + fills * m_energies[level].fill.count
                                    + updates * m_energies[level].update.count;
                } else {
                    const double bytes = double(m_accelerator.levels[level].elementBits[role].count) / 8;
                    read[level] += reads * bytes;
                    written[level] += (fills + updates) * bytes;
                }
            }
            inner = level;
        }
    }
    for (std::size_t i = 0; i < levels; ++i) {
        if (m_accelerator.hasOnePort(i))
            read[i] = written[i] = read[i] + written[i];
        if (const auto rate = m_accelerator.readRate(i))
            score.cycles = std::max(score.cycles, read[i] / rate->count);
        if (const auto rate = m_accelerator.writeRate(i))
            score.cycles = std::max(score.cycles, written[i] / rate->count);
    }
    score.energy += hardware::leakagePerCycle(m_accelerator).count * std::ceil(score.cycles - 1e-9);
    return score;
}

/// Loops outside the tile of a level, outer to inner; of the MACs all.
void OpenNestCost::takeLoopsOutside(std::size_t level)
{
    m_outside.clear();
    for (std::size_t i = 0; i < level; ++i)
        for (const auto& [loops, isTemporal] : {std::pair(m_nest.temporal(), true), std::pair(m_nest.spatial(), false)})
            for (auto loop = loops.rbegin(); loop != loops.rend(); ++loop)
                if (loop->level == i)
                    m_outside.push_back({&*loop, isTemporal});
    m_index.assign(m_outside.size(), 0);
}

/// Steps of the MAC that has most to do, the first one.
double OpenNestCost::steps()
{
    takeLoopsOutside(m_nest.levelCount());
    Walk walked;
    walk(TensorRole::Weights, 0, m_layer.bounds, true, walked);
    return walked.fetched;
}

/// What the instances of `inner` fetch that instances of `outer` are asked for: of children between the two that need
/// the same, one asks.
double OpenNestCost::fetched(TensorRole role, std::size_t outer, std::size_t inner, Of which)
{
    takeLoopsOutside(inner);
    return ofIndices(role, outer, inner, 0, which);
}

/// Sums over the indices of spatial loops from this loop on. Indices that have as much to do are looked at once.
double OpenNestCost::ofIndices(TensorRole role, std::size_t outer, std::size_t inner, std::size_t from, Of which)
{
    while (from < m_outside.size() && m_outside[from].isTemporal)
        ++from;
    if (from == m_outside.size()) {
        Walk walked;
        return walk(role, 0, m_layer.bounds, inner == m_nest.levelCount(), walked) ? walked.fetched : 0;
    }
    const cost::NestLoop& loop = *m_outside[from].loop;
    const bool isOutside = loop.level < outer;
    const bool isApart = isRelevant(role, loop.dimension) || !m_nest.multicast[loop.level].contains(role);
    const auto at = [&](std::int64_t index) {
        m_index[from] = index;
        const double sum = ofIndices(role, outer, inner, from + 1, which);
        m_index[from] = 0;
        return sum;
    };
    if (isOutside ? which == Of::Busiest : !isApart)
        return at(0);
    const std::int64_t left = m_layer.bounds[loop.dimension] % (loop.step * loop.bound);
    if (left == 0)
        return double(loop.bound) * at(0);
    const std::int64_t whole = left / loop.step, part = left % loop.step > 0 ? 1 : 0, idle = loop.bound - whole - part;
    return (whole > 0 ? double(whole) * at(0) : 0) + (part > 0 ? at(whole) : 0)
           + (idle > 0 ? double(idle) * at(loop.bound - 1) : 0);
}

/// The loops from this one on for one instance, over what is left of the layer: false when nothing is left for it.
bool OpenNestCost::walk(TensorRole role, std::size_t from, const Extents& left, bool isMac, Walk& walked) const
{
    while (from < m_outside.size() && m_outside[from].loop->step >= left[m_outside[from].loop->dimension]
           && m_index[from] == 0)
        ++from;
    if (from == m_outside.size()) {
        walked.first = walked.last = {{}, left};
        walked.fetched = isMac ? 1 : double(workload::footprint(m_layer, role, left));
        return true;
    }
    const LoopDimension d = m_outside[from].loop->dimension;
    const std::int64_t step = m_outside[from].loop->step;
    Extents one = left;
    if (!m_outside[from].isTemporal) {
        one[d] = std::min(step, left[d] - m_index[from] * step);
        return one[d] > 0 && walk(role, from + 1, one, isMac, walked);
    }
    const std::int64_t whole = left[d] / step, rest = left[d] % step;
    const auto moved = [d](Box box, std::int64_t by) {
        box.at[d] += by;
        return box;
    };
    Walk each, last;
    one[d] = step;
    const bool hasWhole = whole > 0 && walk(role, from + 1, one, isMac, each);
    one[d] = rest;
    const bool hasRest = rest > 0 && walk(role, from + 1, one, isMac, last);
    if (!hasWhole) {
        walked = {last.fetched, moved(last.first, whole * step), moved(last.last, whole * step)};
        return hasRest;
    }
    const auto again = [&](const Walk& next, const Box& box, std::int64_t by) {
        return next.fetched - (isMac ? 0 : shared(role, box, moved(next.first, by)));
    };
    walked = {each.fetched, each.first, moved(each.last, (whole - 1) * step)};
    if (whole > 1)
        walked.fetched += double(whole - 1) * again(each, each.last, step);
    if (hasRest) {
        walked.fetched += again(last, walked.last, whole * step);
        walked.last = moved(last.last, whole * step);
    }
    return true;
}

/// Elements that two tiles have in common.
double OpenNestCost::shared(TensorRole role, const Box& one, const Box& next) const
{
    using enum LoopDimension;
    const auto common = [](std::int64_t a, std::int64_t sizeOfA, std::int64_t b, std::int64_t sizeOfB) {
        return double(std::max<std::int64_t>(0, std::min(a + sizeOfA, b + sizeOfB) - std::max(a, b)));
    };
    double product = 1;
    const bool isInputs = role == TensorRole::Inputs;
    for (const LoopDimension d : kLoopDimensions)
        if (isRelevant(role, d) && !(isInputs && (d == P || d == Q || d == R || d == S)))
            product *= common(one.at[d], one.size[d], next.at[d], next.size[d]);
    if (!isInputs)
        return product;
    const auto lines = [&](LoopDimension pixel, std::int64_t stride, LoopDimension tap, std::int64_t dilation) {
        const auto at = [&](const Box& box) { return box.at[pixel] * stride + box.at[tap] * dilation; };
        const auto size = [&](const Box& box) {
            return (box.size[pixel] - 1) * stride + (box.size[tap] - 1) * dilation + 1;
        };
        return common(at(one), size(one), at(next), size(next));
    };
    return product * lines(P, m_layer.strideP, R, m_layer.dilationR) * lines(Q, m_layer.strideQ, S, m_layer.dilationS);
}

/// Outputs that instances of a level ever hold.
double OpenNestCost::everHeld(std::size_t level, Of which)
{
    takeLoopsOutside(level);
    double product = 1;
    for (const LoopDimension d : kLoopDimensions) {
        const std::int64_t all = m_layer.bounds[d];
        if (isRelevant(TensorRole::Outputs, d))
            product *= double(which == Of::All ? all : ofFirst(d, 0, all));
        else if (which == Of::All) // side by side, each with a sum of its own
            for (const Loop& each : m_outside)
                if (!each.isTemporal && each.loop->dimension == d)
                    product *= double(std::min(each.loop->bound, (all - 1) / each.loop->step + 1));
    }
    return product;
}

/// Of a dimension what the first instance gets.
std::int64_t OpenNestCost::ofFirst(LoopDimension d, std::size_t from, std::int64_t left) const
{
    while (from < m_outside.size() && (m_outside[from].loop->dimension != d || m_outside[from].loop->step >= left))
        ++from;
    if (from == m_outside.size())
        return left;
    const std::int64_t step = m_outside[from].loop->step;
    if (!m_outside[from].isTemporal)
        return ofFirst(d, from + 1, step);
    return left / step * ofFirst(d, from + 1, step) + (left % step > 0 ? ofFirst(d, from + 1, left % step) : 0);
}

/// By how much fewer lines of inputs there are than pixels times taps, where both are spread over children.
double OpenNestCost::meetings(TensorRole role, std::size_t outer, std::size_t inner) const
{
    if (role != TensorRole::Inputs)
        return 1;
    double product = 1;
    for (const cost::NestLoop& loop : m_nest.spatialBetween(outer, inner))
        if (isRelevant(role, loop.dimension) || !m_nest.multicast[loop.level].contains(role))
            product *= double(loop.bound);
    return cost::distinctChildren(m_layer, m_nest, role, outer, inner) / product;
}

} // namespace nestloom::bench
