// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/mapping/nest_limits.h"
#include "engine/schedule/exact/partial.h"

namespace nestloom::schedule::exact {

/// What the limits of one level say about its temporal loops, asked one prime at a time. A partial mapping remembers as
/// much of the loops it has there as the limits ask for; two can only replace each other when they remember the same.
class LoopLimits {
public:
    LoopLimits() = default;
    LoopLimits(const TileLattice& lattice, const mapping::LevelLimits& limits) : m_lattice(&lattice)
    {
        for (const LatticeFactor& factor : lattice.factors()) {
            const LoopDimension d = dimensionsOf(lattice.layer(), factor.kind, true).front();
            const mapping::Range& range = limits.temporal[d];
            const bool counts = range.least > 1 || (range.most > 1 && range.most < lattice.layer().bounds[d]);
            m_factors.push_back({d, range.most, counts});
            m_isFree = m_isFree && range.isFree() && !limits.isOrdered;
        }
        m_inside = limits.inside;
        for (const LoopDimension d : workload::kLoopDimensions)
            m_least[d] = limits.temporal[d].least;
    }

    bool isFree() const { return m_isFree; }

    /// Another copy of a factor may stand outside all loops so far.
    template <std::size_t F>
    bool mayAdd(const Partial<F>& partial, std::size_t factor) const
    {
        const Rule& rule = m_factors[factor];
        if (bound(partial.held, rule.dimension) * m_lattice->factors()[factor].prime > rule.most)
            return false;
        for (const LoopDimension d : workload::kLoopDimensions)
            if ((partial.present & mapping::bitOf(d)) != 0 && (m_inside[d] & mapping::bitOf(rule.dimension)) != 0)
                return false;
        return true;
    }
    template <std::size_t F>
    void add(Partial<F>& partial, std::size_t factor) const
    {
        const Rule& rule = m_factors[factor];
        if (rule.counts)
            partial.held += m_lattice->factors()[factor].stride;
        if (m_inside[rule.dimension] != 0)
            partial.present = std::uint8_t(partial.present | mapping::bitOf(rule.dimension));
    }
    /// The level has as many loops as it must.
    template <std::size_t F>
    bool mayEnd(const Partial<F>& partial) const
    {
        for (const LoopDimension d : workload::kLoopDimensions)
            if (m_least[d] > 1 && bound(partial.held, d) < m_least[d])
                return false;
        return true;
    }

private:
    using LoopDimension = workload::LoopDimension;
    struct Rule {
        LoopDimension dimension;
        std::int64_t most;
        bool counts; // whether `held` tells how many copies there are
    };

    /// Of the loops over a dimension; 1 where nobody counts.
    std::int64_t bound(std::uint32_t held, LoopDimension d) const
    {
        std::int64_t product = 1;
        for (std::size_t f = 0; f < m_factors.size(); ++f)
            if (m_factors[f].counts && m_factors[f].dimension == d)
                for (int n = m_lattice->count(held, f); n > 0; --n)
                    product *= m_lattice->factors()[f].prime;
        return product;
    }

    const TileLattice* m_lattice = nullptr;
    std::vector<Rule> m_factors; // as in the lattice
    workload::PerDimension<mapping::DimensionBits> m_inside{};
    workload::Extents m_least = workload::unitExtents();
    bool m_isFree = true;
};

} // namespace nestloom::schedule::exact
