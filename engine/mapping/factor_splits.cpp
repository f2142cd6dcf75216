// SPDX-License-Identifier: Apache-2.0
#include "engine/mapping/factor_splits.h"

#include "engine/base/factors.h"
#include "engine/mapping/fanout_layout.h"

#include <algorithm>

namespace nestloom::mapping {

namespace {

constexpr std::size_t kMostSplits = 1'000'000; // looked at
constexpr std::size_t kMostKept = 3'000;       // that none undercuts; comparing takes the square of it

class Splitter {
public:
    Splitter(const hardware::Accelerator& accelerator, const workload::Layer& layer, const NestLimits& limits,
             LoopDimension dimension, const SplitCare& care)
        : m_accelerator(accelerator), m_layer(layer), m_limits(limits), m_dimension(dimension), m_care(care)
    {
        m_split.levels.resize(accelerator.levels.size());
    }

    FactorSplits run()
    {
        enter(m_split.levels.size(), 1, m_layer.bounds[m_dimension]);
        return std::move(m_found);
    }

private:
    /// Chooses the factors of the level outside `inner`, where so much of the bound is inside and `left` is not yet
    /// placed.
    void enter(std::size_t inner, std::int64_t tile, std::int64_t left)
    {
        if (inner == 0) {
            if (left == 1)
                keep();
            return;
        }
        const std::size_t level = inner - 1;
        const LevelLimits& limits = m_limits[level];
        for (const std::int64_t spatial : divisors(left)) {
            if (spatial > m_accelerator.levels[level].fanout.count() || spatial > limits.children.most)
                break;
            if (!limits.spatial[m_dimension].contains(spatial)
                || !canBeLaidOut(m_accelerator.levels[level].fanout, spatial))
                continue;
            for (const std::int64_t temporal : divisors(left / spatial)) {
                const std::int64_t grown = tile * spatial * temporal;
                if (m_found.list.size() > kMostKept || m_seen > kMostSplits || !fitsAlone(level, grown))
                    break;
                if ((level == 0 && spatial * temporal != left) || !limits.temporal[m_dimension].contains(temporal)
                    || !limits.tile[m_dimension].contains(grown))
                    continue;
                m_split.levels[level] = {temporal, spatial, grown};
                enter(level, grown, left / spatial / temporal);
            }
        }
        m_found.complete = m_found.complete && m_found.list.size() <= kMostKept && m_seen <= kMostSplits;
    }

    bool fitsAlone(std::size_t index, std::int64_t extent) const
    {
        const hardware::BufferLevel& level = m_accelerator.levels[index];
        if (extent > m_limits[index].tile[m_dimension].most)
            return false;
        if (!level.capacity)
            return true;
        Extents held = workload::unitExtents();
        held[m_dimension] = extent;
        std::int64_t bits = 0;
        for (const TensorRole role : kTensorRoles)
            if (level.keeps.contains(role))
                bits += workload::footprint(m_layer, role, held) * level.elementBits[role].count;
        return bits <= level.capacity->count * 8;
    }

    bool undercuts(const FactorSplit& a, const FactorSplit& b) const
    {
        for (std::size_t i = 0; i < a.levels.size(); ++i) {
            const FactorSplit::AtLevel &x = a.levels[i], &y = b.levels[i];
            // over two axes, fewer children fit for sure only where they divide the others
            const bool fewer =
                m_accelerator.levels[i].fanout.isPlane() ? y.spatial % x.spatial == 0 : x.spatial <= y.spatial;
            if (x.tile > y.tile || !fewer || (m_care.spatialCounts[i] && x.spatial != y.spatial)
                || (m_care.presenceCounts[i] && x.temporal > 1 && y.temporal == 1))
                return false;
        }
        return true;
    }

    void keep()
    {
        ++m_seen;
        for (const FactorSplit& other : m_found.list)
            if (undercuts(other, m_split))
                return;
        std::erase_if(m_found.list, [&](const FactorSplit& other) { return undercuts(m_split, other); });
        m_found.list.push_back(m_split);
    }

    const hardware::Accelerator& m_accelerator;
    const workload::Layer& m_layer;
    const NestLimits& m_limits;
    const LoopDimension m_dimension;
    const SplitCare& m_care;
    FactorSplit m_split;
    FactorSplits m_found;
    std::size_t m_seen = 0;
};

} // namespace

FactorSplits splitsOf(const hardware::Accelerator& accelerator, const workload::Layer& layer, const NestLimits& limits,
                      LoopDimension dimension, const SplitCare& care)
{
    return Splitter(accelerator, layer, limits, dimension, care).run();
}

} // namespace nestloom::mapping
