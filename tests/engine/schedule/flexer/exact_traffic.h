// SPDX-License-Identifier: Apache-2.0
// The least traffic of a tiny tiling, by looking at all orders and all evictions.
#pragma once

#include "engine/schedule/flexer/tiled_layer.h"

#include <functional>
#include <limits>
#include <queue>
#include <vector>

namespace nestloom::tests {

/// Shortest path through all states: which operations are done, which tiles lie in the scratchpad. Addresses are left
/// out, so that no schedule moves less. At most 20 operations and tiles together.
class ExactTraffic {
public:
    explicit ExactTraffic(const schedule::flexer::TiledLayer& tiled) : m_tiled(tiled)
    {
        for (int p = 0; p < tiled.pixels; ++p)
            for (int o = 0; o < tiled.outputs; ++o)
                for (int r = 0; r < tiled.reductions; ++r)
                    m_operations.push_back({tiled.input(p, o, r), tiled.weight(o, r), tiled.output(p, o)});
    }

    static bool isTiny(const schedule::flexer::TiledLayer& tiled) { return tiled.operations() + tiled.tiles() <= 20; }

    std::int64_t bytes()
    {
        const std::size_t tiles = std::size_t(m_tiled.tiles()), operations = m_operations.size();
        m_least.assign(std::size_t(1) << (tiles + operations), std::numeric_limits<std::int64_t>::max());
        reach(0, 0, 0);
        const std::uint32_t all = (1u << operations) - 1;
        while (!m_open.empty()) {
            const auto [cost, state] = m_open.top();
            m_open.pop();
            if (cost > m_least[state])
                continue;
            const std::uint32_t done = std::uint32_t(state) & all, here = std::uint32_t(state >> operations);
            if (done == all)
                return cost;
            run(done, here, cost);
            move(done, here, cost);
        }
        return -1;
    }

private:
    using Open = std::pair<std::int64_t, std::size_t>;

    void reach(std::uint32_t done, std::uint32_t here, std::int64_t cost)
    {
        const std::size_t state = std::size_t(here) << m_operations.size() | done;
        if (cost >= m_least[state])
            return;
        m_least[state] = cost;
        m_open.emplace(cost, state);
    }
    int doneOn(std::uint32_t done, std::int32_t output) const
    {
        int count = 0;
        for (std::size_t i = 0; i < m_operations.size(); ++i)
            count += m_operations[i][2] == output && (done >> i & 1) != 0 ? 1 : 0;
        return count;
    }
    void run(std::uint32_t done, std::uint32_t here, std::int64_t cost)
    {
        for (std::size_t i = 0; i < m_operations.size(); ++i) {
            const auto& tiles = m_operations[i];
            if ((done >> i & 1) != 0 || (here >> tiles[0] & here >> tiles[1] & here >> tiles[2] & 1) == 0)
                continue;
            const std::uint32_t then = done | 1u << i;
            const bool isFinished = doneOn(then, tiles[2]) == m_tiled.reductions;
            reach(then, here, cost + (isFinished ? m_tiled.finished[std::size_t(tiles[2])] : 0));
        }
    }
    void move(std::uint32_t done, std::uint32_t here, std::int64_t cost)
    {
        std::int64_t used = 0;
        for (std::int32_t t = 0; t < m_tiled.tiles(); ++t)
            used += (here >> t & 1) != 0 ? m_tiled.size[std::size_t(t)] : 0;
        for (std::int32_t t = 0; t < m_tiled.tiles(); ++t) {
            const int before = m_tiled.isOutput(t) ? doneOn(done, t) : 0;
            const bool isPartial = before > 0 && before < m_tiled.reductions;
            const std::int64_t moved = !m_tiled.isOutput(t) || isPartial ? m_tiled.moved(t) : 0;
            if ((here >> t & 1) != 0)
                reach(done, here & ~(1u << t), cost + (isPartial ? moved : 0));
            else if (used + m_tiled.size[std::size_t(t)] <= m_tiled.scratchpad())
                reach(done, here | 1u << t, cost + moved);
        }
    }

    const schedule::flexer::TiledLayer& m_tiled;
    std::vector<std::array<std::int32_t, 3>> m_operations;
    std::vector<std::int64_t> m_least;
    std::priority_queue<Open, std::vector<Open>, std::greater<>> m_open;
};

} // namespace nestloom::tests
