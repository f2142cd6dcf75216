// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/cosa/mapping_space.h"

#include "engine/base/integers.h"
#include "engine/mapping/fanout_layout.h"
#include "engine/mapping/feasibility.h"

#include <algorithm>
#include <cmath>

namespace nestloom::schedule::cosa {

namespace {

using workload::LoopDimension;
using DimensionOrder = std::array<LoopDimension, workload::kLoopDimensionCount>;

/// Inner to outer: what does not move `role` first. Pixels come first within both groups, for the sliding window.
constexpr DimensionOrder stationaryOrder(TensorRole role)
{
    using enum LoopDimension;
    constexpr DimensionOrder base{P, Q, R, S, C, K, N, G};
    DimensionOrder order{};
    std::size_t count = 0;
    for (const bool relevant : {false, true})
        for (const LoopDimension d : base)
            if (workload::isRelevant(role, d) == relevant)
                order[count++] = d;
    return order;
}

double logRatio(std::int64_t need, std::int64_t room) { return std::log2(double(need) / double(room)); }

constexpr PerTensor<DimensionOrder> kOrders{
    {stationaryOrder(TensorRole::Weights), stationaryOrder(TensorRole::Inputs), stationaryOrder(TensorRole::Outputs)}};

} // namespace

MappingSpace::MappingSpace(const hardware::Accelerator& accelerator, const workload::Layer& layer)
    : m_accelerator(mapping::withBypasses(accelerator)), m_layer(layer), m_limits(m_accelerator, layer)
{
    TensorSet heldInside;
    m_stationaryChoices.resize(levelCount());
    for (std::size_t i = levelCount(); i-- > 0;) {
        for (const TensorRole role : kTensorRoles)
            if (heldInside.contains(role))
                m_stationaryChoices[i].push_back(role);
        for (const TensorRole role : kTensorRoles)
            if (m_accelerator.levels[i].keeps.contains(role))
                heldInside = heldInside.with(role);
    }
    for (std::size_t i = 0; i < levelCount(); ++i) {
        m_temporalSlot.push_back(m_slots.size());
        m_slots.push_back({i, false});
    }
    m_spatialSlot.assign(levelCount(), 0);
    for (std::size_t i = 0; i < levelCount(); ++i)
        if (accelerator.levels[i].fanout.count() > 1) {
            m_spatialSlot[i] = m_slots.size();
            m_slots.push_back({i, true});
        }
    for (std::size_t i = 0; i < levelCount(); ++i)
        if (accelerator.levels[i].fanout.count() == 1)
            m_spatialSlot[i] = m_slots.size();
    for (const LoopDimension d : workload::kLoopDimensions)
        if (layer.bounds[d] > 1)
            m_dimensions.push_back(d);
    for (const TensorRole role : kTensorRoles)
        for (const LoopDimension d : kOrders[role])
            if (layer.bounds[d] > 1)
                m_orders[role].push_back(d);
    for (const LoopDimension d : workload::kLoopDimensions)
        for (const PrimeFactor& f : primeFactors(layer.bounds[d]))
            m_factors.push_back({d, f.prime, f.multiplicity});
    for (std::size_t i = 0; i < levelCount(); ++i)
        m_ordersClash.push_back(m_limits[i].isOrdered && !m_limits.order(i, m_dimensions));
    for (const hardware::BufferLevel& level : m_accelerator.levels)
        m_mostChildren.push_back(mapping::mostChildren(level.fanout, workload::macs(m_layer)));
    findSlotsOf();
    findOutermost();
}

void MappingSpace::findOutermost()
{
    m_outermost.bounds.fill(workload::unitExtents());
    m_outermost.bounds[m_temporalSlot[0]] = m_layer.bounds;
    for (std::size_t i = 0; i < levelCount(); ++i)
        if (!m_stationaryChoices[i].empty())
            m_outermost.stationary[i] = m_stationaryChoices[i].front();
    if (m_limits.isFree())
        return;
    if (const auto feasible = mapping::findFeasible(m_accelerator, m_layer).mapping)
        m_outermost = toCandidate(*feasible).value_or(m_outermost);
}

void MappingSpace::findSlotsOf()
{
    for (const Factor& factor : m_factors) {
        std::vector<std::size_t> allowed;
        for (std::size_t s = 0; s < m_slots.size(); ++s) {
            const mapping::LevelLimits& limits = m_limits[m_slots[s].level];
            const auto& ranges = m_slots[s].spatial ? limits.spatial : limits.temporal;
            if (std::min(ranges[factor.dimension].most, limits.tile[factor.dimension].most) >= factor.prime)
                allowed.push_back(s);
        }
        m_slotsOf.push_back(std::move(allowed));
    }
}

namespace {

double excessOf(const mapping::Range& range, std::int64_t bound)
{
    return bound > range.most ? logRatio(bound, range.most) : bound < range.least ? logRatio(range.least, bound) : 0.0;
}

} // namespace

double MappingSpace::excessOfLimits(const Candidate& candidate) const
{
    double sum = 0;
    workload::Extents tile = workload::unitExtents();
    for (std::size_t i = levelCount(); i-- > 0;) {
        const mapping::LevelLimits& limits = m_limits[i];
        const bool spreads = m_spatialSlot[i] < m_slots.size();
        std::int64_t children = 1;
        for (const LoopDimension d : m_dimensions) {
            const std::int64_t temporal = candidate.bounds[m_temporalSlot[i]][d],
                               spatial = spreads ? candidate.bounds[m_spatialSlot[i]][d] : 1;
            tile[d] *= temporal * spatial;
            children *= spatial;
            sum += excessOf(limits.temporal[d], temporal) + excessOf(limits.spatial[d], spatial)
                   + excessOf(limits.tile[d], tile[d]);
        }
        sum += excessOf(limits.children, children);
        if (m_ordersClash[i] && !limitedOrder(candidate, i))
            sum += 1;
    }
    return sum;
}

std::optional<std::vector<LoopDimension>> MappingSpace::limitedOrder(const Candidate& candidate,
                                                                     std::size_t level) const
{
    std::vector<LoopDimension> present;
    for (const LoopDimension d : m_orders[candidate.stationary[level]])
        if (candidate.bounds[m_temporalSlot[level]][d] > 1)
            present.push_back(d);
    return m_limits.order(level, present);
}

double MappingSpace::excess(const Candidate& candidate, bool anyWillDo) const
{
    double sum = m_limits.isFree() ? 0 : excessOfLimits(candidate);
    if (anyWillDo && sum > 0)
        return sum;
    workload::Extents held = workload::unitExtents();
    for (std::size_t i = levelCount(); i-- > 0;) {
        const hardware::BufferLevel& level = m_accelerator.levels[i];
        if (m_spatialSlot[i] < m_slots.size()) {
            const workload::Extents& spatial = candidate.bounds[m_spatialSlot[i]];
            std::int64_t used = 1;
            for (const LoopDimension d : m_dimensions) {
                used *= spatial[d];
                held[d] *= spatial[d];
            }
            if (!mapping::canBeLaidOut(level.fanout, used)) {
                if (anyWillDo)
                    return 1;
                sum += std::log2(mapping::layoutExcess(level.fanout, used));
            }
        }
        const workload::Extents& temporal = candidate.bounds[m_temporalSlot[i]];
        for (const LoopDimension d : m_dimensions)
            held[d] *= temporal[d];
        if (!level.capacity)
            continue;
        const std::int64_t bits = bitsOf(i, held);
        if (bits > level.capacity->count * 8)
            sum += logRatio(bits, level.capacity->count * 8);
        if (anyWillDo && sum > 0)
            return sum;
    }
    return sum;
}

bool MappingSpace::fitsFanout(const Candidate& candidate, std::size_t level) const
{
    if (m_spatialSlot[level] == m_slots.size())
        return true;
    const workload::Extents& spatial = candidate.bounds[m_spatialSlot[level]];
    std::int64_t used = 1;
    for (const LoopDimension d : m_dimensions)
        used *= spatial[d];
    return mapping::canBeLaidOut(m_accelerator.levels[level].fanout, used);
}

bool MappingSpace::fitsCapacity(std::size_t level, const workload::Extents& tile) const
{
    const auto& capacity = m_accelerator.levels[level].capacity;
    return !capacity || bitsOf(level, tile) <= capacity->count * 8;
}

/// What a tile takes at a level.
std::int64_t MappingSpace::bitsOf(std::size_t level, const workload::Extents& tile) const
{
    std::int64_t bits = 0;
    for (const TensorRole role : kTensorRoles)
        if (m_accelerator.levels[level].keeps.contains(role))
            bits += workload::footprint(m_layer, role, tile) * m_accelerator.levels[level].elementBits[role].count;
    return bits;
}

void MappingSpace::toNest(const Candidate& candidate, cost::Nest& nest) const
{
    nest.reset(levelCount());
    for (std::size_t i = 0; i < levelCount(); ++i) {
        nest.keeps[i] = m_accelerator.levels[i].keeps;
        nest.multicast[i] = m_accelerator.levels[i].multicast;
    }
    refill(candidate, nest, levelCount() - 1);
}

void MappingSpace::refill(const Candidate& candidate, cost::Nest& nest, std::size_t level) const
{
    nest.reopen(level);
    for (std::size_t i = level + 1; i-- > 0;) {
        if (m_spatialSlot[i] < m_slots.size())
            for (const LoopDimension d : m_dimensions)
                nest.addSpatial(i, d, candidate.bounds[m_spatialSlot[i]][d]);
        const auto limited = m_limits[i].isOrdered ? limitedOrder(candidate, i) : std::nullopt;
        for (const LoopDimension d : limited ? *limited : m_orders[candidate.stationary[i]])
            nest.addTemporal(i, d, candidate.bounds[m_temporalSlot[i]][d]);
        nest.finishLevel(i);
    }
}

mapping::LayerMapping MappingSpace::toMapping(const Candidate& candidate) const
{
    cost::Nest nest;
    toNest(candidate, nest);
    mapping::LayerMapping mapping;
    for (const hardware::BufferLevel& level : m_accelerator.levels)
        mapping.levels.push_back({{}, {}, level.keeps});
    const auto temporal = nest.temporal();
    for (auto loop = temporal.rbegin(); loop != temporal.rend(); ++loop) // outer to inner
        mapping.levels[loop->level].temporal.push_back({loop->dimension, loop->bound});
    const auto spatial = nest.spatial();
    for (auto loop = spatial.rbegin(); loop != spatial.rend(); ++loop)
        mapping.levels[loop->level].spatial.push_back({loop->dimension, loop->bound});
    mapping::layOut(m_accelerator, mapping);
    return mapping;
}

/// The tensor whose order is the one of these loops (outer to inner); the first choice for an order of another space.
TensorRole MappingSpace::stationaryOf(std::size_t level, const std::vector<mapping::Loop>& temporal) const
{
    const auto& choices = m_stationaryChoices[level];
    for (const TensorRole role : choices) {
        const DimensionOrder& order = kOrders[role];
        const auto place = [&](const mapping::Loop& loop) { return std::ranges::find(order, loop.dimension); };
        if (std::is_sorted(temporal.rbegin(), temporal.rend(),
                           [&](const auto& a, const auto& b) { return place(a) < place(b); }))
            return role;
    }
    return choices.empty() ? TensorRole::Weights : choices.front();
}

std::optional<Candidate> MappingSpace::toCandidate(const mapping::LayerMapping& mapping) const
{
    if (mapping.levels.size() != levelCount())
        return std::nullopt;
    Candidate candidate = outermost();
    candidate.bounds.fill(workload::unitExtents());
    workload::Extents product = workload::unitExtents();
    const auto put = [&](std::size_t slot, const mapping::Loop& loop) {
        candidate.bounds[slot][loop.dimension] *= loop.bound;
        product[loop.dimension] *= loop.bound;
    };
    for (std::size_t i = 0; i < levelCount(); ++i) {
        const bool spreads = m_spatialSlot[i] < m_slots.size();
        for (const mapping::Loop& loop : mapping.levels[i].temporal)
            put(m_temporalSlot[i], loop);
        for (const mapping::Loop& loop : mapping.levels[i].spatial)
            put(spreads ? m_spatialSlot[i] : m_temporalSlot[0], loop);
        candidate.stationary[i] = stationaryOf(i, mapping.levels[i].temporal);
    }
    return product == m_layer.bounds ? std::optional(candidate) : std::nullopt;
}

} // namespace nestloom::schedule::cosa
