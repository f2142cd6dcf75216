// SPDX-License-Identifier: Apache-2.0
// The loop nest run for real: what moves between levels is counted element by element, nothing in closed form.
#pragma once

#include "engine/mapping/layer_mapping.h"
#include "tests/support/walked_elements.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace nestloom::tests {

struct LiteralCounts {
    double reads = 0, fills = 0, updates = 0;
};

/// Counts of each level, of one instance. Children with the same box share a transfer, unless a level that tells them
/// apart does not multicast the tensor; a child fetches what its last box did not hold, and a MAC asks anew in every
/// cycle. Outputs are judged by conservation: every instance remembers
/// of which elements it holds a partial sum, and only these can be read.
class LiteralNest {
public:
    LiteralNest(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                const mapping::LayerMapping& mapping)
        : m_accelerator(accelerator), m_layer(layer), m_mapping(mapping)
    {
        workload::Extents inside = workload::unitExtents();
        for (std::size_t level = mapping.levels.size(); level-- > 0;) {
            const auto take = [&](const std::vector<mapping::Loop>& loops, bool spatial) {
                for (auto loop = loops.rbegin(); loop != loops.rend(); ++loop) {
                    m_loops.insert(m_loops.begin(),
                                   {loop->dimension, loop->bound, inside[loop->dimension], level, spatial});
                    inside[loop->dimension] *= loop->bound;
                }
            };
            take(mapping.levels[level].spatial, true);
            take(mapping.levels[level].temporal, false);
            m_tiles.insert(m_tiles.begin(), inside);
        }
        m_tiles.push_back(workload::unitExtents()); // of a MAC
    }

    /// Temporal steps, walked.
    double cycles() const
    {
        double count = 0;
        walk(chosen(false, 0, m_mapping.levels.size()), [&](const workload::Extents&) { ++count; });
        return count;
    }

    std::vector<LiteralCounts> count(TensorRole role) const
    {
        if (role == TensorRole::Outputs)
            return PartialSums(*this).count();
        std::vector<LiteralCounts> counts(m_mapping.levels.size());
        std::size_t parent = 0;
        while (parent < m_mapping.levels.size()) {
            std::size_t child = parent + 1;
            while (child < m_mapping.levels.size() && !m_mapping.levels[child].keeps.contains(role))
                ++child;
            countTransfers(role, parent, child, counts);
            parent = child;
        }
        return counts;
    }

    /// Elements in the box of a level's tile.
    std::size_t held(TensorRole role, std::size_t level) const { return box(role, {}, level).size(); }

private:
    struct Loop {
        workload::LoopDimension dimension;
        std::int64_t bound, step;
        std::size_t level;
        bool spatial;
    };
    using Box = std::vector<std::int64_t>; // coordinates packed into one number, ascending

    Box box(TensorRole role, const workload::Extents& first, std::size_t level) const
    {
        Box packed;
        for (const auto& [a, b, c, d, e] : boxElements(m_layer, role, first, m_tiles[level]))
            packed.push_back((((a * 512 + b) * 512 + c) * 512 + d) * 512 + e);
        return packed;
    }

    std::vector<Loop> chosen(bool spatial, std::size_t from, std::size_t upTo) const
    {
        std::vector<Loop> loops;
        for (const Loop& loop : m_loops)
            if (loop.spatial == spatial && loop.level >= from && loop.level < upTo)
                loops.push_back(loop);
        return loops;
    }

    template <typename Visit>
    static void walk(const std::vector<Loop>& loops, const Visit& visit)
    {
        std::vector<std::int64_t> at(loops.size(), 0);
        while (true) {
            workload::Extents first{};
            for (std::size_t i = 0; i < loops.size(); ++i)
                first[loops[i].dimension] += at[i] * loops[i].step;
            visit(first);
            std::size_t i = loops.size();
            while (i > 0 && ++at[i - 1] == loops[i - 1].bound)
                at[--i] = 0;
            if (i == 0)
                return;
        }
    }

    /// Children with the same wire share what is the same: their places in the levels that do not multicast the tensor.
    std::size_t wire(TensorRole role, std::size_t parent, std::size_t child, std::size_t number) const
    {
        std::size_t wire = 0;
        const std::vector<Loop> loops = chosen(true, parent, child);
        for (auto loop = loops.rbegin(); loop != loops.rend(); ++loop) {
            const auto bound = static_cast<std::size_t>(loop->bound);
            if (!m_accelerator.levels[loop->level].multicast.contains(role))
                wire = wire * bound + number % bound;
            number /= bound;
        }
        return wire;
    }

    static Box without(const Box& box, const Box& other)
    {
        Box rest;
        std::set_difference(box.begin(), box.end(), other.begin(), other.end(), std::back_inserter(rest));
        return rest;
    }

    void countTransfers(TensorRole role, std::size_t parent, std::size_t child,
                        std::vector<LiteralCounts>& counts) const
    {
        const bool isMac = child == m_mapping.levels.size();
        const std::vector<workload::Extents> children = instancesOf(parent, child);
        std::vector<Box> last(children.size());
        walk(chosen(false, 0, child), [&](const workload::Extents& at) {
            std::set<std::pair<std::size_t, Box>> groups;
            for (std::size_t i = 0; i < children.size(); ++i) {
                Box now = box(role, sum(at, children[i]), child);
                const Box fresh = isMac ? now : without(now, last[i]);
                if (i == 0 && !isMac)
                    counts[child].fills += static_cast<double>(fresh.size());
                if (groups.insert({wire(role, parent, child, i), now}).second)
                    counts[parent].reads += static_cast<double>(fresh.size());
                last[i] = std::move(now);
            }
        });
    }

    static workload::Extents sum(workload::Extents a, const workload::Extents& b)
    {
        for (const auto d : workload::kLoopDimensions)
            a[d] += b[d];
        return a;
    }

    /// All instances of all levels that keep outputs, cycle by cycle. A tile that leaves is read and updates the level
    /// outside; one that arrives is filled with the sums that the level outside holds, one read for all children that
    /// share them. Of sums of an element that come over several wires at once all but one are added to what is read.
    class PartialSums {
    public:
        explicit PartialSums(const LiteralNest& nest)
            : m_nest(nest), m_temporal(nest.chosen(false, 0, nest.m_mapping.levels.size()))
        {
            std::size_t outer = 0;
            for (std::size_t level = 0; level <= levelCount(); ++level) {
                if (level < levelCount() && !nest.m_mapping.levels[level].keeps.contains(TensorRole::Outputs))
                    continue;
                Keeper keeper{level, nest.instancesOf(0, level), nest.instancesOf(outer, level).size(), {}, {}};
                keeper.held.resize(keeper.places.size());
                for (std::size_t i = 0; i < keeper.children; ++i)
                    keeper.wires.push_back(nest.wire(TensorRole::Outputs, outer, level, i));
                m_keepers.push_back(std::move(keeper));
                outer = level;
            }
        }

        std::vector<LiteralCounts> count()
        {
            m_counts.resize(levelCount() + 1);
            std::size_t cycles = 1;
            for (const Loop& loop : m_temporal)
                cycles *= static_cast<std::size_t>(loop.bound);
            for (std::size_t cycle = 0; cycle < cycles; ++cycle) {
                for (std::size_t i = m_keepers.size() - 1; i-- > 1;)
                    if (cycle > 0 && moved(cycle, m_keepers[i].level))
                        leave(i);
                for (std::size_t i = 0; i + 1 < m_keepers.size(); ++i)
                    if (cycle == 0 || moved(cycle, m_keepers[i].level))
                        arrive(i, cycle);
                compute(cycle);
            }
            for (std::size_t i = m_keepers.size() - 1; i-- > 1;)
                leave(i);
            m_counts.pop_back();
            for (const Keeper& keeper : m_keepers)
                if (keeper.level < levelCount())
                    for (double* figure : {&m_counts[keeper.level].reads, &m_counts[keeper.level].fills,
                                           &m_counts[keeper.level].updates})
                        *figure /= static_cast<double>(keeper.places.size());
            return m_counts;
        }

    private:
        struct Held {
            Box box;
            std::set<std::int64_t> sums; // elements of it that were filled or updated
        };
        struct Keeper { // the last one stands for the MACs
            std::size_t level;
            std::vector<workload::Extents> places; // of its instances
            std::size_t children;                  // instances under one of the keeper outside
            std::vector<std::size_t> wires;        // of these
            std::vector<Held> held;
        };
        using Elements = std::set<std::pair<std::size_t, std::int64_t>>; // instance of the keeper outside, element
        using Arrivals = std::map<std::pair<std::size_t, std::int64_t>, std::set<std::size_t>>; // by which wires

        std::size_t levelCount() const { return m_nest.m_mapping.levels.size(); }

        /// Where the temporal loops outside a level are in a cycle.
        workload::Extents at(std::size_t cycle, std::size_t level) const
        {
            workload::Extents first{};
            for (auto loop = m_temporal.rbegin(); loop != m_temporal.rend(); ++loop) {
                const auto bound = static_cast<std::size_t>(loop->bound);
                if (loop->level < level)
                    first[loop->dimension] += static_cast<std::int64_t>(cycle % bound) * loop->step;
                cycle /= bound;
            }
            return first;
        }
        workload::Extents outputsAt(std::size_t cycle, std::size_t level) const
        {
            workload::Extents first = at(cycle, level);
            for (const auto d : workload::kLoopDimensions)
                first[d] = workload::isRelevant(TensorRole::Outputs, d) ? first[d] : 0;
            return first;
        }
        bool moved(std::size_t cycle, std::size_t level) const
        {
            return outputsAt(cycle, level) != outputsAt(cycle - 1, level);
        }

        void update(std::size_t index, const Arrivals& arriving)
        {
            for (const auto& [where, wires] : arriving) {
                m_keepers[index].held[where.first].sums.insert(where.second);
                m_counts[m_keepers[index].level].updates += static_cast<double>(wires.size());
                m_counts[m_keepers[index].level].reads += static_cast<double>(wires.size() - 1);
            }
        }

        void leave(std::size_t index)
        {
            Keeper& keeper = m_keepers[index];
            Arrivals leaving;
            for (std::size_t i = 0; i < keeper.held.size(); ++i)
                for (const std::int64_t element : keeper.held[i].sums) {
                    leaving[{i / keeper.children, element}].insert(keeper.wires[i % keeper.children]);
                    ++m_counts[keeper.level].reads;
                }
            update(index - 1, leaving);
        }

        void arrive(std::size_t index, std::size_t cycle)
        {
            Keeper& keeper = m_keepers[index];
            Elements back;
            for (std::size_t i = 0; i < keeper.held.size(); ++i) {
                Held& held = keeper.held[i];
                held = {m_nest.box(TensorRole::Outputs, sum(at(cycle, keeper.level), keeper.places[i]), keeper.level),
                        {}};
                for (const std::int64_t element : held.box)
                    if (index > 0 && m_keepers[index - 1].held[i / keeper.children].sums.count(element) > 0) {
                        back.insert({i / keeper.children, element});
                        held.sums.insert(element);
                        ++m_counts[keeper.level].fills;
                    }
            }
            if (index > 0)
                m_counts[m_keepers[index - 1].level].reads += static_cast<double>(back.size());
        }

        void compute(std::size_t cycle)
        {
            const Keeper& macs = m_keepers.back();
            const Keeper& keeper = m_keepers[m_keepers.size() - 2];
            Arrivals made;
            for (std::size_t i = 0; i < macs.places.size(); ++i)
                made[{i / macs.children,
                      m_nest.box(TensorRole::Outputs, sum(at(cycle, macs.level), macs.places[i]), macs.level).front()}]
                    .insert(macs.wires[i % macs.children]);
            for (const auto& [where, wires] : made)
                m_counts[keeper.level].reads += keeper.held[where.first].sums.count(where.second) > 0 ? 1 : 0;
            update(m_keepers.size() - 2, made);
        }

        const LiteralNest& m_nest;
        const std::vector<Loop> m_temporal; // outer to inner
        std::vector<Keeper> m_keepers;      // outer to inner
        std::vector<LiteralCounts> m_counts;
    };

    std::vector<workload::Extents> instancesOf(std::size_t outer, std::size_t inner) const
    {
        std::vector<workload::Extents> places;
        walk(chosen(true, outer, inner), [&](const workload::Extents& first) { places.push_back(first); });
        return places;
    }

    const hardware::Accelerator& m_accelerator;
    const workload::Layer& m_layer;
    const mapping::LayerMapping& m_mapping;
    std::vector<Loop> m_loops;              // outer to inner
    std::vector<workload::Extents> m_tiles; // of each level, then of a MAC
};

} // namespace nestloom::tests
