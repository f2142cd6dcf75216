// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/piles.h"

#include <array>

namespace nestloom::memory {

namespace {

constexpr double kMostWays = 300; // piles of a span with so many blocks
constexpr std::size_t kMostBlocks = 63;

/// Makes piles one by one.
class LowPiles {
public:
    LowPiles(const BlockForest& forest, std::uint32_t span, std::size_t count, int most, std::vector<Pile>& piles)
        : m_forest(forest), m_blocks(forest.span(span).blocks), m_count(count), m_most(most), m_piles(piles)
    {
        add(0, {span});
    }

private:
    void add(std::size_t from, const Pile& below)
    {
        if (below.count > 0)
            m_piles.push_back(below);
        for (std::size_t i = from; i < m_count && below.count < m_most; ++i) {
            const std::int64_t size = m_forest.block(m_blocks[i]).size;
            if (i == from || size != m_forest.block(m_blocks[i - 1]).size)
                add(i + 1, {below.span, below.members | std::uint64_t{1} << i, below.size + size, below.count + 1});
        }
    }

    const BlockForest& m_forest;
    const std::vector<std::uint32_t>& m_blocks;
    const std::size_t m_count;
    const int m_most;
    std::vector<Pile>& m_piles;
};

/// So many blocks of `count` that there are not too many piles of them.
int mostBlocksOf(int count)
{
    double ways = 1;
    for (int most = 0; most < count; ++most) {
        ways *= double(count - most) / double(most + 1);
        if (ways > kMostWays)
            return most;
    }
    return count;
}

} // namespace

void addPiles(const BlockForest& forest, std::uint32_t span, std::vector<Pile>& piles)
{
    const std::vector<std::uint32_t>& blocks = forest.span(span).blocks;
    const int count = int(std::min(blocks.size(), kMostBlocks)), most = mostBlocksOf(count);
    const std::size_t begin = piles.size();
    LowPiles(forest, span, std::size_t(count), most, piles);
    if (most < count) {
        Pile all{span, ~std::uint64_t{0} >> (64 - count), 0, count};
        for (int i = 0; i < count; ++i)
            all.size += forest.block(blocks[std::size_t(i)]).size;
        for (std::size_t i = begin, end = piles.size(); i < end; ++i)
            if (count - piles[i].count > most)
                piles.push_back(
                    {span, all.members & ~piles[i].members, all.size - piles[i].size, count - piles[i].count});
        piles.push_back(all);
    }
    std::array<double, kMostBlocks + 1> ways{};
    for (std::size_t i = begin; i < piles.size(); ++i)
        ++ways[std::size_t(piles[i].count)];
    for (std::size_t i = begin; i < piles.size(); ++i)
        piles[i].ways = ways[std::size_t(piles[i].count)];
}

void PileSide::fill(const BlockForest& forest, const std::vector<std::uint32_t>& spans)
{
    piles.clear();
    ofSpan.clear();
    bySize.clear();
    for (const std::uint32_t span : spans) {
        const std::size_t from = piles.size();
        addPiles(forest, span, piles);
        ofSpan.emplace_back(from, piles.size());
    }
    for (std::size_t i = 0; i < piles.size(); ++i)
        bySize.emplace_back(piles[i].size, i);
    std::sort(bySize.begin(), bySize.end());
}

} // namespace nestloom::memory
