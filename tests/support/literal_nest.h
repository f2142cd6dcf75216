// SPDX-License-Identifier: Apache-2.0
// The loop nest run for real: what moves between levels is counted element by element, nothing in closed form.
#pragma once

#include "engine/mapping/layer_mapping.h"
#include "tests/support/walked_elements.h"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

namespace nestloom::tests {

struct LiteralCounts {
    double reads = 0, fills = 0, updates = 0;
};

/// Counts of the first used instance of each level. Children with the same box share a transfer; a child fetches what
/// its last box did not hold, and a MAC asks anew in every cycle.
class LiteralNest {
public:
    LiteralNest(const workload::Layer& layer, const mapping::LayerMapping& mapping) : m_layer(layer), m_mapping(mapping)
    {
        workload::Extents inside = workload::unitExtents();
        for (std::size_t level = mapping.levels.size(); level-- > 0;) {
            const auto take = [&](const std::vector<mapping::Loop>& loops, bool spatial) {
                for (auto loop = loops.rbegin(); loop != loops.rend(); ++loop) {
                    m_loops.insert(m_loops.begin(), {loop->dimension, loop->bound, inside[loop->dimension], level, spatial});
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

    template <typename Visit> static void walk(const std::vector<Loop>& loops, const Visit& visit)
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

    static Box without(const Box& box, const Box& other)
    {
        Box rest;
        std::set_difference(box.begin(), box.end(), other.begin(), other.end(), std::back_inserter(rest));
        return rest;
    }

    void countTransfers(TensorRole role, std::size_t parent, std::size_t child, std::vector<LiteralCounts>& counts) const
    {
        const bool isMac = child == m_mapping.levels.size();
        const bool isOutput = role == TensorRole::Outputs;
        std::vector<workload::Extents> children;
        walk(chosen(true, parent, child), [&](const workload::Extents& first) { children.push_back(first); });
        std::vector<Box> last(children.size());
        std::set<std::int64_t> visited;
        double shared = 0, own = 0, broughtBack = 0;
        walk(chosen(false, 0, child), [&](const workload::Extents& at) {
            std::map<Box, std::size_t> groups;
            for (std::size_t i = 0; i < children.size(); ++i) {
                workload::Extents first = at;
                for (const auto d : workload::kLoopDimensions)
                    first[d] += children[i][d];
                Box now = box(role, first, child);
                const Box fresh = isMac ? now : without(now, last[i]);
                own += i == 0 ? static_cast<double>(fresh.size()) : 0;
                if (groups.emplace(now, i).second) {
                    shared += static_cast<double>(fresh.size());
                    for (const std::int64_t element : fresh)
                        broughtBack += visited.count(element) != 0 ? 1 : 0;
                }
                last[i] = std::move(now);
            }
            for (const auto& [elements, first] : groups)
                visited.insert(elements.begin(), elements.end());
        });
        (isOutput ? counts[parent].updates : counts[parent].reads) += shared;
        if (isOutput)
            counts[parent].reads += broughtBack;
        if (isMac)
            return;
        if (isOutput)
            counts[child].reads += own; // what it held leaves again
        counts[child].fills = isOutput ? broughtBack / static_cast<double>(children.size()) : own;
    }

    const workload::Layer& m_layer;
    const mapping::LayerMapping& m_mapping;
    std::vector<Loop> m_loops;                // outer to inner
    std::vector<workload::Extents> m_tiles;   // of each level, then of a MAC
};

} // namespace nestloom::tests
