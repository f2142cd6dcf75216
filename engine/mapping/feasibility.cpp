// SPDX-License-Identifier: Apache-2.0
#include "engine/mapping/feasibility.h"

#include "engine/base/integers.h"
#include "engine/mapping/fanout_layout.h"
#include "engine/mapping/verify.h"

#include <algorithm>
#include <vector>

namespace nestloom::mapping {

namespace {

/// One way to distribute a loop bound over the levels.
struct FactorSplit {
    struct AtLevel {
        std::int64_t temporal = 1, spatial = 1;
        std::int64_t tile = 1; // product of this level's and all inner factors
    };
    std::vector<AtLevel> levels; // outermost first
};

/// What a split must be compared in besides tiles and spatial bounds.
struct SplitCare {
    std::vector<bool> spatialCounts;  // [level]: a larger spatial bound may be needed there
    std::vector<bool> presenceCounts; // [level]: whether there is a temporal loop matters there
};

struct FactorSplits {
    std::vector<FactorSplit> list; // none of them undercuts another
    bool complete = true;          // false: there were too many to look at
};

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

/// All splits of `dimension` that keep its limits, fan-outs, and the capacities as if it were the only dimension,
/// without those that another one undercuts.
FactorSplits splitsOf(const hardware::Accelerator& accelerator, const workload::Layer& layer, const NestLimits& limits,
                      LoopDimension dimension, const SplitCare& care)
{
    return Splitter(accelerator, layer, limits, dimension, care).run();
}

using workload::kLoopDimensions;

constexpr std::int64_t kMostSteps = 300'000;

bool hasBypassConflict(const hardware::Accelerator& accelerator, const NestLimits& limits)
{
    for (std::size_t i = 0; i < limits.size(); ++i)
        for (const TensorRole role : kTensorRoles)
            if (limits[i].mustKeep.contains(role) && !accelerator.levels[i].keeps.contains(role))
                return true;
    return false;
}

/// The search over combinations of splits, one for each dimension.
class Search {
public:
    Search(const hardware::Accelerator& accelerator, const workload::Layer& layer, const NestLimits& limits)
        : m_accelerator(accelerator), m_layer(layer), m_limits(limits)
    {
        for (const LoopDimension d : kLoopDimensions)
            if (layer.bounds[d] > 1)
                m_dimensions.push_back(d);
    }

    Feasibility run()
    {
        findSplits();
        for (const Choice& choice : m_choices)
            if (choice.splits.list.empty())
                return {choice.splits.complete ? Feasibility::Answer::No : Feasibility::Answer::Unknown, {}};
        std::ranges::sort(m_choices,
                          [](const Choice& a, const Choice& b) { return a.splits.list.size() < b.splits.list.size(); });
        if (choose(0))
            return {Feasibility::Answer::Yes, mapping()};
        const bool complete =
            m_steps <= kMostSteps && std::ranges::all_of(m_choices, [](const Choice& c) { return c.splits.complete; });
        return {complete ? Feasibility::Answer::No : Feasibility::Answer::Unknown, {}};
    }

private:
    struct Choice {
        LoopDimension dimension;
        FactorSplits splits;
        std::vector<FactorSplit::AtLevel> least, most; // [level]: of all splits
        std::size_t chosen = 0;
    };

    void findSplits()
    {
        const std::size_t levels = m_limits.size();
        SplitCare care{std::vector<bool>(levels), std::vector<bool>(levels)};
        for (std::size_t i = 0; i < levels; ++i) {
            care.spatialCounts[i] = m_limits[i].children.least > 1;
            care.presenceCounts[i] = m_limits[i].isOrdered && !m_limits.order(i, m_dimensions);
        }
        for (const LoopDimension d : m_dimensions) {
            Choice choice{d, splitsOf(m_accelerator, m_layer, m_limits, d, care), {}, {}, 0};
            for (std::size_t i = 0; i < levels && !choice.splits.list.empty(); ++i) {
                FactorSplit::AtLevel least = choice.splits.list.front().levels[i], most = least;
                for (const FactorSplit& split : choice.splits.list) {
                    least.tile = std::min(least.tile, split.levels[i].tile);
                    least.spatial = std::min(least.spatial, split.levels[i].spatial);
                    most.spatial = std::max(most.spatial, split.levels[i].spatial);
                }
                choice.least.push_back(least);
                choice.most.push_back(most);
            }
            m_choices.push_back(std::move(choice));
        }
    }

    /// Dimensions before `next` are chosen.
    bool choose(std::size_t next)
    {
        if (++m_steps > kMostSteps || !mayFit(next))
            return false;
        if (next == m_choices.size())
            return canBeOrdered();
        for (m_choices[next].chosen = 0; m_choices[next].chosen < m_choices[next].splits.list.size();
             ++m_choices[next].chosen)
            if (choose(next + 1))
                return true;
        return false;
    }

    const FactorSplit::AtLevel& split(const Choice& choice, std::size_t level) const
    {
        return choice.splits.list[choice.chosen].levels[level];
    }

    /// With the least of every dimension that is not chosen yet.
    bool mayFit(std::size_t next) const
    {
        for (std::size_t level = 0; level < m_limits.size(); ++level) {
            Extents held = workload::unitExtents();
            std::int64_t used = 1, chosen = 1, reachable = 1;
            for (std::size_t i = 0; i < m_choices.size(); ++i) {
                const auto& least = i < next ? split(m_choices[i], level) : m_choices[i].least[level];
                const auto& most = i < next ? least : m_choices[i].most[level];
                held[m_choices[i].dimension] = least.tile;
                used *= least.spatial;
                chosen *= i < next ? least.spatial : 1;
                reachable *= most.spatial;
            }
            const hardware::BufferLevel& machine = m_accelerator.levels[level];
            if (used > std::min(machine.fanout.count(), m_limits[level].children.most)
                || reachable < m_limits[level].children.least || !canBeLaidOut(machine.fanout, chosen))
                return false;
            std::int64_t bits = 0;
            for (const TensorRole role : kTensorRoles)
                if (machine.keeps.contains(role))
                    bits += workload::footprint(m_layer, role, held) * machine.elementBits[role].count;
            if (machine.capacity && bits > machine.capacity->count * 8)
                return false;
        }
        return true;
    }

    /// Temporal loops of a level that are chosen, in an order that may be; nothing when there is none.
    std::optional<std::vector<LoopDimension>> ordered(std::size_t level) const
    {
        std::vector<LoopDimension> present;
        for (const LoopDimension d : m_dimensions)
            for (const Choice& choice : m_choices)
                if (choice.dimension == d && split(choice, level).temporal > 1)
                    present.push_back(d);
        return m_limits.order(level, present);
    }

    bool canBeOrdered() const
    {
        for (std::size_t level = 0; level < m_limits.size(); ++level)
            if (m_limits[level].isOrdered && !ordered(level))
                return false;
        return true;
    }

    LayerMapping mapping() const
    {
        LayerMapping mapping;
        for (std::size_t level = 0; level < m_limits.size(); ++level) {
            LevelLoops loops{{}, {}, m_accelerator.levels[level].keeps};
            const auto inward = ordered(level).value_or(std::vector<LoopDimension>());
            for (auto d = inward.rbegin(); d != inward.rend(); ++d)
                for (const Choice& choice : m_choices)
                    if (choice.dimension == *d)
                        loops.temporal.push_back({*d, split(choice, level).temporal});
            for (const Choice& choice : m_choices)
                if (split(choice, level).spatial > 1)
                    loops.spatial.push_back({choice.dimension, split(choice, level).spatial});
            mapping.levels.push_back(std::move(loops));
        }
        layOut(m_accelerator, mapping);
        return mapping;
    }

    const hardware::Accelerator& m_accelerator;
    const workload::Layer& m_layer;
    const NestLimits& m_limits;
    std::vector<LoopDimension> m_dimensions; // with bounds above 1
    std::vector<Choice> m_choices;
    std::int64_t m_steps = 0;
};

/// Dimensions of bound 1 have no loops, but a constraint may still ask for some.
bool asksTooMuchOfUnits(const workload::Layer& layer, const NestLimits& limits)
{
    for (std::size_t i = 0; i < limits.size(); ++i)
        for (const LoopDimension d : kLoopDimensions)
            if (layer.bounds[d] == 1
                && !(limits[i].temporal[d].contains(1) && limits[i].spatial[d].contains(1)
                     && limits[i].tile[d].contains(1)))
                return true;
    return false;
}

} // namespace

Feasibility findFeasible(const hardware::Accelerator& accelerator, const workload::Layer& layer)
{
    const hardware::Accelerator kept = withBypasses(accelerator);
    if (explainInfeasible(kept, layer))
        return {Feasibility::Answer::No, {}};
    const NestLimits limits(kept, layer);
    if (limits.isFree())
        return {Feasibility::Answer::Yes, outermostMapping(kept, layer)};
    if (hasBypassConflict(kept, limits) || asksTooMuchOfUnits(layer, limits))
        return {Feasibility::Answer::No, {}};
    return Search(kept, layer, limits).run();
}

} // namespace nestloom::mapping
