// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/cosma/arena.h"

#include <algorithm>
#include <limits>
#include <optional>

namespace nestloom::schedule::cosma {

std::string_view name(Replacement replacement) { return replacement == Replacement::Belady ? "Belady" : "greedy"; }

namespace {

constexpr std::size_t kNever = std::numeric_limits<std::size_t>::max();

class Arena {
public:
    Arena(const GraphIndex& graph, const std::vector<std::uint32_t>& order, std::int64_t budget,
          Replacement replacement)
        : m_graph(graph), m_order(order), m_budget(budget), m_replacement(replacement), m_uses(graph.tensors()),
          m_hasCopy(graph.tensors())
    {
        for (std::size_t t = 0; t < graph.tensors(); ++t)
            m_hasCopy[t] = graph.isBacked(t);
        for (std::size_t step = 0; step < order.size(); ++step)
            for (const std::uint32_t t : graph.inputs(order[step]))
                m_uses[t].push_back(step);
    }

    ArenaOutcome run()
    {
        for (m_step = 0; m_step < m_order.size(); ++m_step) {
            const std::uint32_t op = m_order[m_step];
            for (const std::uint32_t t : m_graph.inputs(op))
                if (!find(t))
                    place({t, 0, m_graph.size(t)}); // its retrieval was charged when it left
            for (const std::uint32_t t : m_graph.outputs(op))
                place({t, 0, m_graph.size(t)});
            if (m_graph.parameterBytes(op) > 0)
                place({kParameters, 0, m_graph.parameterBytes(op)});
            std::erase_if(m_blocks, [&](const Block& block) {
                return block.tensor == kParameters || nextUse(block.tensor, m_step + 1) == kNever;
            });
        }
        return m_outcome;
    }

private:
    static constexpr std::uint32_t kParameters = std::numeric_limits<std::uint32_t>::max();

    struct Block {
        std::uint32_t tensor = 0;
        std::int64_t offset = 0, size = 0;
        std::int64_t end() const { return offset + size; }
    };

    bool find(std::uint32_t tensor) const
    {
        return std::ranges::any_of(m_blocks, [&](const Block& b) { return b.tensor == tensor; });
    }

    std::size_t nextUse(std::uint32_t tensor, std::size_t from) const
    {
        const auto it = std::lower_bound(m_uses[tensor].begin(), m_uses[tensor].end(), from);
        return it == m_uses[tensor].end() ? kNever : *it;
    }

    /// Belongs to the operator that runs now, and stays.
    bool isPinned(const Block& block) const
    {
        const std::uint32_t op = m_order[m_step];
        return block.tensor == kParameters || m_graph.consumes(op, block.tensor)
               || m_graph.producer(block.tensor) == op;
    }

    std::int64_t leavingCost(const Block& block) const { return block.size * (m_hasCopy[block.tensor] ? 1 : 2); }

    void evict(std::size_t i)
    {
        m_outcome.traffic += leavingCost(m_blocks[i]);
        m_hasCopy[m_blocks[i].tensor] = true;
        m_blocks.erase(m_blocks.begin() + std::ptrdiff_t(i));
    }

    void insert(Block block)
    {
        const auto behind = [](const Block& a, const Block& b) { return a.offset < b.offset; };
        m_blocks.insert(std::upper_bound(m_blocks.begin(), m_blocks.end(), block, behind), block);
    }

    /// The smallest hole that holds `size`.
    std::optional<std::int64_t> hole(std::int64_t size) const
    {
        std::optional<std::int64_t> best;
        std::int64_t bestSize = std::numeric_limits<std::int64_t>::max(), floor = 0;
        const auto offer = [&](std::int64_t end) {
            if (end - floor >= size && end - floor < bestSize) {
                best = floor;
                bestSize = end - floor;
            }
        };
        for (const Block& block : m_blocks) {
            offer(block.offset);
            floor = std::max(floor, block.end());
        }
        offer(m_budget);
        return best;
    }

    void place(Block block)
    {
        if (block.size == 0)
            return;
        auto at = hole(block.size);
        while (!at && (m_replacement == Replacement::Belady ? evictFurthest() : clearCheapestWindow(block.size)))
            at = hole(block.size);
        if (!at)
            at = layOutAnew();
        block.offset = *at;
        insert(block);
    }

    bool evictFurthest()
    {
        std::optional<std::size_t> furthest;
        for (std::size_t i = 0; i < m_blocks.size(); ++i)
            if (!isPinned(m_blocks[i])
                && (!furthest || nextUse(m_blocks[i].tensor, m_step) > nextUse(m_blocks[*furthest].tensor, m_step)))
                furthest = i;
        if (furthest)
            evict(*furthest);
        return furthest.has_value();
    }

    /// A cheapest window begins at the bottom or at the end of a block, or ends where a block begins or at the top.
    bool clearCheapestWindow(std::int64_t size)
    {
        std::vector<std::int64_t> starts{0, m_budget - size};
        for (const Block& block : m_blocks) {
            starts.push_back(block.end());
            starts.push_back(block.offset - size);
        }
        std::ranges::sort(starts);
        std::optional<std::int64_t> best;
        std::int64_t bestCost = std::numeric_limits<std::int64_t>::max();
        for (const std::int64_t start : starts) {
            const auto cost = windowCost(start, size);
            if (cost && *cost < bestCost) {
                best = start;
                bestCost = *cost;
            }
        }
        if (!best)
            return false;
        for (std::size_t i = m_blocks.size(); i-- > 0;)
            if (m_blocks[i].offset < *best + size && *best < m_blocks[i].end())
                evict(i);
        return true;
    }

    std::optional<std::int64_t> windowCost(std::int64_t start, std::int64_t size) const
    {
        if (start < 0 || start + size > m_budget)
            return std::nullopt;
        std::int64_t cost = 0;
        for (const Block& block : m_blocks) {
            if (block.offset >= start + size || start >= block.end())
                continue;
            if (isPinned(block))
                return std::nullopt;
            cost += leavingCost(block);
        }
        return cost;
    }

    /// Everything else leaves, and the operator's own tensors move together; the free address behind them.
    std::int64_t layOutAnew()
    {
        for (std::size_t i = m_blocks.size(); i-- > 0;)
            if (!isPinned(m_blocks[i]))
                evict(i);
        std::int64_t floor = 0;
        for (Block& block : m_blocks) {
            const bool isInput = block.tensor != kParameters && m_graph.consumes(m_order[m_step], block.tensor);
            if (block.offset != floor && isInput) { // outputs and parameters have not arrived yet
                m_outcome.traffic += leavingCost(block);
                m_outcome.relocated += leavingCost(block);
                m_hasCopy[block.tensor] = true;
            }
            block.offset = floor;
            floor = block.end();
        }
        return floor;
    }

    const GraphIndex& m_graph;
    const std::vector<std::uint32_t>& m_order;
    const std::int64_t m_budget;
    const Replacement m_replacement;
    std::size_t m_step = 0;
    std::vector<std::vector<std::size_t>> m_uses; // by tensor: steps that read it, ascending
    std::vector<bool> m_hasCopy;                  // by tensor: off chip
    std::vector<Block> m_blocks;                  // by address
    ArenaOutcome m_outcome;
};

} // namespace

ArenaOutcome runArena(const GraphIndex& graph, const std::vector<std::uint32_t>& order, std::int64_t budget,
                      Replacement replacement)
{
    return Arena(graph, order, budget, replacement).run();
}

} // namespace nestloom::schedule::cosma
