// SPDX-License-Identifier: Apache-2.0
// Constraints drawn at random, for properties that must hold whatever users ask for.
#pragma once

#include "engine/base/integers.h"
#include "engine/base/rng.h"
#include "engine/mapping/constraints.h"
#include "engine/workload/layer.h"

namespace nestloom::tests {

class RandomConstraints {
public:
    RandomConstraints(Rng& rng, const hardware::Accelerator& accelerator, const workload::Layer& layer)
        : m_rng(rng), m_accelerator(accelerator), m_layer(layer)
    {
    }

    /// Lines without a problem on the accelerator; many can be kept together, some cannot.
    std::vector<std::string> lines(std::size_t count)
    {
        std::vector<std::string> lines;
        while (lines.size() < count) {
            const mapping::Constraint constraint{m_accelerator.levels[m_rng.below(m_accelerator.levels.size())].name,
                                                 what()};
            if (mapping::constraintProblem(m_accelerator, constraint).empty())
                lines.push_back(mapping::print(constraint));
        }
        return lines;
    }

private:
    using What = decltype(mapping::Constraint::what);

    What what()
    {
        switch (m_rng.below(7)) {
        case 0:
        case 1:
        case 2: return bound();
        case 3: return mapping::LoopsConstraint{m_rng.below(2) > 0, m_rng.below(2) > 0, dimensions(1 + m_rng.below(4))};
        case 4: return order();
        case 5: return mapping::StationaryConstraint{kTensorRoles[m_rng.below(3)]};
        default: return mapping::KeepConstraint{false, TensorSet::of(kTensorRoles[m_rng.below(3)])};
        }
    }

    What bound()
    {
        mapping::BoundConstraint bound;
        bound.of = static_cast<mapping::BoundOf>(m_rng.below(3));
        bound.relation = static_cast<mapping::Relation>(m_rng.below(3));
        bound.dimension = dimension();
        const auto values = divisors(m_layer.bounds[*bound.dimension]);
        if (m_rng.below(6) > 0)
            bound.value = bound.relation == mapping::Relation::AtLeast
                              ? values[m_rng.below(std::min<std::size_t>(2, values.size()))]
                              : values[m_rng.below(values.size())];
        if (bound.of == mapping::BoundOf::Spatial && m_rng.below(4) == 0) {
            bound.dimension.reset();
            bound.value = std::int64_t(1 + m_rng.below(4));
        }
        return bound;
    }

    What order()
    {
        mapping::OrderConstraint order{dimensions(2 + m_rng.below(3)), std::nullopt};
        if (m_rng.below(2) > 0)
            order.others = m_rng.below(order.dimensions.size() + 1);
        return order;
    }

    mapping::LoopDimension dimension() { return workload::kLoopDimensions[m_rng.below(workload::kLoopDimensionCount)]; }
    std::vector<mapping::LoopDimension> dimensions(std::size_t count)
    {
        std::vector<mapping::LoopDimension> all(workload::kLoopDimensions.begin(), workload::kLoopDimensions.end());
        m_rng.shuffle(std::span(all));
        all.resize(count);
        return all;
    }

    Rng& m_rng;
    const hardware::Accelerator& m_accelerator;
    const workload::Layer& m_layer;
};

} // namespace nestloom::tests
