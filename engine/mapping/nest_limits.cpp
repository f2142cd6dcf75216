// SPDX-License-Identifier: Apache-2.0
#include "engine/mapping/nest_limits.h"

#include <algorithm>

namespace nestloom::mapping {

namespace {

using workload::kLoopDimensions;

void narrow(Range& range, Relation relation, std::int64_t value)
{
    if (relation != Relation::AtMost)
        range.least = std::max(range.least, value);
    if (relation != Relation::AtLeast)
        range.most = std::min(range.most, value);
}

/// Narrows the limits of one level by one constraint.
class Narrowing {
public:
    Narrowing(LevelLimits& limits, const workload::Layer& layer) : m_limits(limits), m_layer(layer) {}

    void operator()(const BoundConstraint& bound) const
    {
        if (!bound.dimension)
            return narrow(m_limits.children, bound.relation, *bound.value);
        auto& ranges = bound.of == BoundOf::Temporal  ? m_limits.temporal
                       : bound.of == BoundOf::Spatial ? m_limits.spatial
                                                      : m_limits.tile;
        narrow(ranges[*bound.dimension], bound.relation, bound.value.value_or(m_layer.bounds[*bound.dimension]));
    }
    void operator()(const LoopsConstraint& loops) const
    {
        for (const LoopDimension d : kLoopDimensions)
            if ((loops.dimensions.empty() || isAmong(d, loops.dimensions)) != loops.only)
                narrow((loops.spatial ? m_limits.spatial : m_limits.temporal)[d], Relation::AtMost, 1);
    }
    void operator()(const OrderConstraint& order) const
    {
        const std::size_t count = order.dimensions.size();
        for (std::size_t outer = 0; outer < count; ++outer)
            for (std::size_t inner = outer + 1; inner < count; ++inner)
                putInside(order.dimensions[inner], order.dimensions[outer]);
        for (const LoopDimension other : kLoopDimensions)
            for (std::size_t i = 0; order.others && i < count; ++i)
                if (!isAmong(other, order.dimensions))
                    i < *order.others ? putInside(other, order.dimensions[i]) : putInside(order.dimensions[i], other);
    }
    void operator()(const StationaryConstraint& stationary) const
    {
        for (const LoopDimension outer : kLoopDimensions)
            for (const LoopDimension inner : kLoopDimensions)
                if (workload::isRelevant(stationary.tensor, outer) && !workload::isRelevant(stationary.tensor, inner))
                    putInside(inner, outer);
    }
    void operator()(const KeepConstraint& keeps) const
    {
        for (const TensorRole role : kTensorRoles)
            if (keeps.keep && keeps.tensors.contains(role))
                m_limits.mustKeep = m_limits.mustKeep.with(role);
    }
    void operator()(const DataflowConstraint&) const {} // was replaced by what it stands for

private:
    void putInside(LoopDimension inner, LoopDimension outer) const
    {
        m_limits.inside[outer] = static_cast<DimensionBits>(m_limits.inside[outer] | bitOf(inner));
        m_limits.isOrdered = true;
    }

    LevelLimits& m_limits;
    const workload::Layer& m_layer;
};

} // namespace

NestLimits::NestLimits(const hardware::Accelerator& accelerator, const workload::Layer& layer)
    : m_levels(accelerator.levels.size())
{
    for (const std::string& line : accelerator.constraints) {
        const auto constraint = isBlankConstraint(line) ? Result<Constraint>(Error{}) : parseConstraint(line);
        if (constraint && constraintProblem(accelerator, *constraint).empty())
            for (const Constraint& meant : meaningOf(accelerator, *constraint))
                add(meant, accelerator, layer);
    }
}

void NestLimits::add(const Constraint& constraint, const hardware::Accelerator& accelerator,
                     const workload::Layer& layer)
{
    LevelLimits& limits = m_levels[accelerator.findLevel(constraint.level)->value];
    std::visit(Narrowing(limits, layer), constraint.what);
    m_hasOrders = m_hasOrders || limits.isOrdered;
    const auto* keeps = std::get_if<KeepConstraint>(&constraint.what);
    m_isFree = m_isFree && keeps && !keeps->keep; // a bypass limits no loop
}

std::optional<std::vector<LoopDimension>> NestLimits::order(std::size_t level,
                                                            std::span<const LoopDimension> wanted) const
{
    std::vector<LoopDimension> left(wanted.begin(), wanted.end()), order;
    const auto mayStandNext = [&](LoopDimension d) { // nothing that is left must be inside it
        return std::ranges::none_of(
            left, [&](LoopDimension other) { return other != d && (m_levels[level].inside[d] & bitOf(other)) != 0; });
    };
    while (!left.empty()) {
        const auto next = std::ranges::find_if(left, mayStandNext);
        if (next == left.end())
            return std::nullopt;
        order.push_back(*next);
        left.erase(next);
    }
    return order;
}

} // namespace nestloom::mapping
