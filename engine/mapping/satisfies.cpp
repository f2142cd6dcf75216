// SPDX-License-Identifier: Apache-2.0
// Naive on purpose: nothing here is shared with nest_limits.cpp or an engine.
#include "engine/mapping/satisfies.h"
#include "engine/mapping/is_among.h"

#include <algorithm>

namespace nestloom::mapping {

namespace {

std::int64_t productOf(const std::vector<Loop>& loops, std::optional<LoopDimension> dimension)
{
    std::int64_t product = 1;
    for (const Loop& loop : loops)
        product *= !dimension || loop.dimension == *dimension ? loop.bound : 1;
    return product;
}

std::string loopText(const Loop& loop)
{
    return std::string(1, workload::letter(loop.dimension)) + " = " + std::to_string(loop.bound);
}

/// Judges one constraint at its level; the answer is what the mapping does instead, empty when it keeps it.
class Judge {
public:
    Judge(const workload::Layer& layer, const LayerMapping& mapping, std::size_t level)
        : m_layer(layer), m_mapping(mapping), m_index(level), m_level(mapping.levels[level])
    {
    }

    std::string operator()(const BoundConstraint& bound) const
    {
        std::int64_t found = 1;
        if (bound.of == BoundOf::Temporal)
            found = productOf(m_level.temporal, bound.dimension);
        else if (bound.of == BoundOf::Spatial)
            found = productOf(m_level.spatial, bound.dimension);
        else
            for (std::size_t i = m_index; i < m_mapping.levels.size(); ++i)
                found *= productOf(m_mapping.levels[i].temporal, bound.dimension)
                         * productOf(m_mapping.levels[i].spatial, bound.dimension);
        const std::int64_t asked = bound.value ? *bound.value : m_layer.bounds[*bound.dimension];
        const bool kept = bound.relation == Relation::Equal    ? found == asked
                          : bound.relation == Relation::AtMost ? found <= asked
                                                               : found >= asked;
        const std::string what = bound.of == BoundOf::Spatial ? "spatial " : bound.of == BoundOf::Tile ? "tile " : "";
        return kept ? std::string()
                    : "the mapping has " + what
                          + (bound.dimension ? std::string(1, workload::letter(*bound.dimension)) + " " : "") + "= "
                          + std::to_string(found) + " there"
                          + (bound.value ? "" : ", the layer has " + std::to_string(asked));
    }

    std::string operator()(const LoopsConstraint& loops) const
    {
        for (const Loop& loop : loops.spatial ? m_level.spatial : m_level.temporal) {
            const bool named = loops.dimensions.empty() || isAmong(loop.dimension, loops.dimensions);
            if (loop.bound > 1 && named != loops.only)
                return std::string("the mapping has ") + (loops.spatial ? "spatial " : "") + loopText(loop) + " there";
        }
        return {};
    }

    std::string operator()(const OrderConstraint& order) const
    {
        const auto place = [&](LoopDimension d) -> std::optional<std::size_t> {
            const auto found = std::find(order.dimensions.begin(), order.dimensions.end(), d);
            const std::size_t index = std::size_t(found - order.dimensions.begin());
            if (found == order.dimensions.end()) // at "...", behind the last one named before it
                return order.others ? std::optional(2 * *order.others) : std::nullopt;
            return 2 * index + 1;
        };
        return firstPair([&](LoopDimension outer, LoopDimension inner) {
            const auto a = place(outer), b = place(inner);
            return !a || !b || *a <= *b;
        });
    }

    std::string operator()(const StationaryConstraint& stationary) const
    {
        return firstPair([&](LoopDimension outer, LoopDimension inner) {
            return workload::isRelevant(stationary.tensor, outer) || !workload::isRelevant(stationary.tensor, inner);
        });
    }

    std::string operator()(const KeepConstraint& keeps) const
    {
        for (const TensorRole role : kTensorRoles)
            if (keeps.tensors.contains(role) && m_level.keeps.contains(role) != keeps.keep)
                return "the mapping " + std::string(keeps.keep ? "does not keep " : "keeps ") + std::string(name(role))
                       + " there";
        return {};
    }

    std::string operator()(const DataflowConstraint&) const { return {}; } // was replaced by what it stands for

private:
    /// The first two temporal loops whose order is not allowed.
    template <typename F>
    std::string firstPair(const F& mayStand) const
    {
        for (std::size_t outer = 0; outer < m_level.temporal.size(); ++outer)
            for (std::size_t inner = outer + 1; inner < m_level.temporal.size(); ++inner) {
                const Loop &a = m_level.temporal[outer], &b = m_level.temporal[inner];
                if (a.bound > 1 && b.bound > 1 && a.dimension != b.dimension && !mayStand(a.dimension, b.dimension))
                    return "in the mapping loop " + loopText(a) + " stands outside " + loopText(b);
            }
        return {};
    }

    const workload::Layer& m_layer;
    const LayerMapping& m_mapping;
    const std::size_t m_index;
    const LevelLoops& m_level;
};

} // namespace

std::vector<BrokenConstraint> brokenConstraints(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                                                const LayerMapping& mapping, const std::vector<Constraint>& constraints)
{
    std::vector<BrokenConstraint> broken;
    for (std::size_t i = 0; i < constraints.size(); ++i)
        for (const Constraint& meant : meaningOf(accelerator, constraints[i])) {
            const std::size_t level = accelerator.findLevel(meant.level)->value;
            const std::string instead = std::visit(Judge(layer, mapping, level), meant.what);
            if (instead.empty())
                continue;
            const std::string via = meant == constraints[i] ? "" : print(constraints[i]) + " means ";
            broken.push_back({i, via + "'" + print(meant) + "', but " + instead});
            break;
        }
    return broken;
}

} // namespace nestloom::mapping
