// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/exact/step_mapping.h"

#include "engine/mapping/fanout_layout.h"

namespace nestloom::schedule::exact {

namespace {

using workload::LoopDimension;

/// Hands out the prime factors of the layer's bounds.
class Primes {
public:
    explicit Primes(const TileLattice& lattice)
        : m_layer(lattice.layer()), m_left(m_layer.bounds), m_apart(lattice.isApart())
    {
    }

    LoopDimension take(const LatticeFactor& factor)
    {
        for (const LoopDimension d : dimensionsOf(m_layer, factor.kind, m_apart))
            if (m_left[d] % factor.prime == 0) {
                m_left[d] /= factor.prime;
                return d;
            }
        return dimensionsOf(m_layer, factor.kind, m_apart)
            .front(); // steps that are not of this layer; the verifier will say so
    }

private:
    const workload::Layer& m_layer;
    workload::Extents m_left;
    const bool m_apart;
};

/// `loops` runs from outer to inner; the new loop goes around all of them.
void wrap(std::vector<mapping::Loop>& loops, LoopDimension dimension, std::int64_t bound)
{
    if (!loops.empty() && loops.front().dimension == dimension)
        loops.front().bound *= bound;
    else
        loops.insert(loops.begin(), {dimension, bound});
}

} // namespace

mapping::LayerMapping mappingOf(const hardware::Accelerator& accelerator, const TileLattice& lattice,
                                const Places& places, const std::vector<NestStep>& steps)
{
    mapping::LayerMapping mapping;
    for (const hardware::BufferLevel& level : accelerator.levels)
        mapping.levels.push_back({{}, {}, level.keeps});
    Primes primes(lattice);
    for (const NestStep& step : steps) {
        mapping::LevelLoops& level = mapping.levels[places[step.place].level];
        if (!places[step.place].spatial) {
            const LatticeFactor& factor = lattice.factors()[step.choice];
            wrap(level.temporal, primes.take(factor), factor.prime);
            continue;
        }
        const SpatialChoice& choice = places.choices(step.place)[step.choice];
        for (std::size_t f = 0; f < choice.counts.size(); ++f)
            for (int n = choice.counts[f]; n > 0; --n)
                wrap(level.spatial, primes.take(lattice.factors()[f]), lattice.factors()[f].prime);
    }
    mapping::layOut(accelerator, mapping);
    return mapping;
}

} // namespace nestloom::schedule::exact
