// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/flexer/block_map.h"

#include <algorithm>
#include <limits>

namespace nestloom::schedule::flexer {

namespace {

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

bool isPinned(const Block& block, const TileUses& uses) { return block.tile >= 0 && uses.isPinned(block.tile); }

/// What spilling a sequence of blocks costs, in the order of Algorithm 2: fragment left over, reuse lost, blocks; then
/// (ours, only between equals) the cycle at which all of it is free.
struct Loss {
    std::int64_t fragment = kNever, reuse = kNever, blocks = kNever, freeFrom = kNever;
    friend auto operator<=>(const Loss&, const Loss&) = default;
};

/// Algorithm 2: the least sequence from every start, compared by its loss. The published loops end too early (line 34
/// leaves the outer one); here the inner loop ends once the sequence is long enough. Pinned blocks end a sequence, free
/// ones count.
bool leastFragmentation(const std::vector<Block>& blocks, std::int64_t size, const TileUses& uses, Room& room)
{
    Loss best;
    for (std::size_t start = 0; start < blocks.size(); ++start) {
        Loss loss{0, 0, 0, 0};
        std::int64_t bytes = 0;
        std::size_t end = start;
        for (; end < blocks.size() && bytes < size && !isPinned(blocks[end], uses); ++end) {
            const Block& block = blocks[end];
            bytes += block.size;
            if (block.tile >= 0)
                loss.reuse += block.size * uses.left[std::size_t(block.tile)];
            loss.freeFrom =
                std::max(loss.freeFrom, block.tile < 0 ? block.freeSince : uses.lastUse[std::size_t(block.tile)]);
        }
        if (bytes < size)
            continue;
        loss.fragment = bytes - size;
        loss.blocks = std::int64_t(end - start);
        if (loss < best) {
            best = loss;
            room.first = std::int32_t(start);
            room.last = std::int32_t(end) - 1;
        }
    }
    return best.fragment != kNever;
}

/// MemPolicy1: the first single block that is large enough.
bool firstFit(const std::vector<Block>& blocks, std::int64_t size, const TileUses& uses, Room& room)
{
    for (std::size_t i = 0; i < blocks.size(); ++i)
        if (blocks[i].size >= size && !isPinned(blocks[i], uses)) {
            room.first = room.last = std::int32_t(i);
            return true;
        }
    return leastFragmentation(blocks, size, uses, room); // no single block is large enough: a sequence must do
}

/// MemPolicy2: the smallest blocks leave one after the other, until neighbours among them are large enough.
bool smallestFirst(const std::vector<Block>& blocks, std::int64_t size, const TileUses& uses, Room& room)
{
    std::vector<bool> isFree(blocks.size());
    std::vector<std::pair<std::int64_t, std::size_t>> bySize;
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        if (isPinned(blocks[i], uses))
            continue;
        if (blocks[i].tile < 0 || uses.left[std::size_t(blocks[i].tile)] == 0)
            isFree[i] = true;
        else
            bySize.emplace_back(blocks[i].size, i);
    }
    std::sort(bySize.begin(), bySize.end());
    for (const auto& [bytesOfBlock, victim] : bySize) {
        isFree[victim] = true;
        std::size_t first = victim, last = victim;
        while (first > 0 && isFree[first - 1])
            --first;
        while (last + 1 < blocks.size() && isFree[last + 1])
            ++last;
        std::int64_t bytes = 0;
        for (std::size_t i = first; i <= last; ++i)
            bytes += blocks[i].size;
        if (bytes < size)
            continue;
        for (const auto& [other, i] : bySize) {
            if (isFree[i] && (i < first || i > last))
                room.alsoSpilled.push_back(blocks[i].tile);
        }
        room.first = std::int32_t(first);
        room.last = std::int32_t(last);
        return true;
    }
    return false;
}

} // namespace

bool findVictims(const std::vector<Block>& blocks, std::int64_t size, const TileUses& uses, SpillPolicy policy,
                 Room& room)
{
    switch (policy) {
    case SpillPolicy::FirstFit: return firstFit(blocks, size, uses, room);
    case SpillPolicy::SmallestFirst: return smallestFirst(blocks, size, uses, room);
    case SpillPolicy::LeastFragmentation: break;
    }
    return leastFragmentation(blocks, size, uses, room);
}

} // namespace nestloom::schedule::flexer
