// SPDX-License-Identifier: Apache-2.0
// The oracle of the exact search: every mapping of a small layer, loop orders and interleaved loops included.
#pragma once

#include "engine/base/integers.h"
#include "engine/cost/evaluate.h"
#include "engine/hardware/accelerator.h"
#include "engine/schedule/objective.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <vector>

namespace nestloom::tests {

class AllNests {
public:
    using Accepts = std::function<bool(const mapping::LayerMapping&)>;
    /// Counts and judges only what `accepts` lets through; nothing = all.
    AllNests(const hardware::Accelerator& accelerator, const workload::Layer& layer, std::int64_t most,
             Accepts accepts = {})
        : m_accelerator(accelerator), m_layer(layer), m_evaluator(accelerator, layer), m_accepts(std::move(accepts)),
          m_most(most)
    {
        for (const auto d : workload::kLoopDimensions)
            for (const PrimeFactor& f : primeFactors(layer.bounds[d]))
                m_factors.push_back({d, f.prime, f.multiplicity});
        spread(accelerator.levels.size() - 1, 0, 1);
    }
    std::int64_t count() const { return m_count; }
    bool isWhole() const { return m_walked <= m_most; }
    double cycles = std::numeric_limits<double>::infinity(), energy = cycles; // the least of each
    /// Of no two one is at most as slow and needs at most as much energy; fastest first. Differences below 1e-9 are
    /// none.
    const std::map<double, double>& front() const { return m_front; } // cycles to pJ

private:
    void addToFront(double slow, double pj)
    {
        const auto after = m_front.upper_bound(slow * (1 + 1e-9));
        if (after != m_front.begin() && std::prev(after)->second <= pj * (1 + 1e-9))
            return;
        const auto from = m_front.lower_bound(slow * (1 - 1e-9));
        auto to = from;
        while (to != m_front.end() && to->second >= pj * (1 - 1e-9))
            ++to;
        m_front.erase(from, to);
        m_front.emplace(slow, pj);
    }
    struct Factor {
        workload::LoopDimension dimension;
        std::int64_t prime;
        int left;
    };
    struct Placed {
        std::size_t level;
        bool spatial;
        workload::LoopDimension dimension;
        std::int64_t bound;
    };

    void spread(std::size_t level, std::size_t from, std::int64_t used)
    {
        if (liesOnColumnsAndRows(m_accelerator.levels[level].fanout, used))
            order(level);
        for (std::size_t f = from; f < m_factors.size(); ++f)
            if (m_factors[f].left > 0 && used * m_factors[f].prime <= m_accelerator.levels[level].fanout.count()) {
                place(level, true, m_factors[f]);
                spread(level, f, used * m_factors[f].prime);
                takeBack(m_factors[f]);
            }
    }
    static bool liesOnColumnsAndRows(const hardware::Fanout& fanout, std::int64_t used)
    {
        for (std::int64_t columns = 1; columns <= fanout.columns; ++columns)
            for (std::int64_t rows = 1; rows <= fanout.rows; ++rows)
                if (columns * rows == used)
                    return true;
        return false;
    }
    void order(std::size_t level)
    {
        if (m_walked > m_most || !fits(level))
            return;
        if (level > 0)
            spread(level - 1, 0, 1);
        else if (std::all_of(m_factors.begin(), m_factors.end(), [](const Factor& f) { return f.left == 0; }))
            evaluate();
        for (Factor& factor : m_factors)
            if (factor.left > 0) {
                place(level, false, factor);
                order(level);
                takeBack(factor);
            }
    }
    void place(std::size_t level, bool spatial, Factor& factor)
    {
        m_placed.push_back({level, spatial, factor.dimension, factor.prime});
        m_extents[factor.dimension] *= factor.prime;
        --factor.left;
    }
    void takeBack(Factor& factor)
    {
        m_placed.pop_back();
        m_extents[factor.dimension] /= factor.prime;
        ++factor.left;
    }
    bool fits(std::size_t index) const
    {
        const hardware::BufferLevel& level = m_accelerator.levels[index];
        std::int64_t bits = 0;
        for (const TensorRole role : kTensorRoles)
            if (level.keeps.contains(role))
                bits += workload::footprint(m_layer, role, m_extents) * level.elementBits[role].count;
        return !level.capacity || bits <= level.capacity->count * 8;
    }
    mapping::LayerMapping mapping() const
    {
        mapping::LayerMapping mapping;
        for (const hardware::BufferLevel& level : m_accelerator.levels)
            mapping.levels.push_back({{}, {}, level.keeps});
        for (auto loop = m_placed.rbegin(); loop != m_placed.rend(); ++loop)
            (loop->spatial ? mapping.levels[loop->level].spatial : mapping.levels[loop->level].temporal)
                .push_back({loop->dimension, loop->bound});
        return mapping;
    }
    void evaluate()
    {
        ++m_walked;
        if (m_accepts && !m_accepts(mapping()))
            return;
        ++m_count;
        cost::Nest nest;
        nest.reset(m_accelerator.levels.size());
        auto next = m_placed.begin();
        for (std::size_t level = m_accelerator.levels.size(); level-- > 0;) {
            nest.keeps[level] = m_accelerator.levels[level].keeps;
            nest.multicast[level] = m_accelerator.levels[level].multicast;
            for (; next != m_placed.end() && next->level == level; ++next)
                next->spatial ? nest.addSpatial(level, next->dimension, next->bound)
                              : nest.addTemporal(level, next->dimension, next->bound);
            nest.finishLevel(level);
        }
        const cost::Score score = m_evaluator.score(nest);
        cycles = std::min(cycles, score.cycles);
        energy = std::min(energy, score.energy);
        addToFront(score.cycles, score.energy);
    }

    const hardware::Accelerator& m_accelerator;
    const workload::Layer& m_layer;
    cost::Evaluator m_evaluator;
    std::vector<Factor> m_factors;
    std::vector<Placed> m_placed; // from the MACs outward
    workload::Extents m_extents = workload::unitExtents();
    std::map<double, double> m_front;
    const Accepts m_accepts;
    const std::int64_t m_most;
    std::int64_t m_walked = 0;
    std::int64_t m_count = 0;
};

/// The least figure is that of a mapping on the front.
inline double leastOf(const AllNests& all, const schedule::Goal& goal)
{
    double least = std::numeric_limits<double>::infinity();
    for (const auto& [cycles, energy] : all.front())
        least = std::min(least, goal.figure(cycles, energy));
    return least;
}

/// The front of whole cycles: the least energy of those that round up to as many.
inline std::map<double, double> wholeFront(const AllNests& all)
{
    std::map<double, double> front;
    for (const auto& [cycles, energy] : all.front())
        front[schedule::Goal::whole(cycles)] = energy; // the slower, the less
    return front;
}

} // namespace nestloom::tests
