// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/flexer/block_map.h"

#include <algorithm>
#include <limits>

namespace nestloom::schedule::flexer {

namespace {

bool isUnneeded(const ScratchpadBlock& block, const TileUses& uses)
{
    return block.tile < 0 || (uses.left[std::size_t(block.tile)] == 0 && !uses.isPinned(block.tile));
}

std::int64_t freeFrom(const ScratchpadBlock& block, const TileUses& uses)
{
    return block.tile < 0 ? block.freeSince : uses.lastUse[std::size_t(block.tile)];
}

/// In place: a block of the same size that nobody needs, the one that is free first.
bool findSameSize(const std::vector<ScratchpadBlock>& blocks, std::int64_t size, const TileUses& uses, Room& room)
{
    std::int64_t earliest = std::numeric_limits<std::int64_t>::max();
    std::int32_t found = -1;
    for (std::size_t i = 0; i < blocks.size(); ++i)
        if (blocks[i].size == size && isUnneeded(blocks[i], uses) && freeFrom(blocks[i], uses) < earliest) {
            earliest = freeFrom(blocks[i], uses);
            found = std::int32_t(i);
        }
    room.first = room.last = found;
    return found >= 0;
}

/// The part of a run that holds `size` bytes and is free first.
void narrow(const std::vector<ScratchpadBlock>& blocks, std::int64_t size, const TileUses& uses, Room& room)
{
    std::int64_t earliest = std::numeric_limits<std::int64_t>::max(), bytes = 0;
    Room best = room;
    std::int32_t end = room.first;
    for (std::int32_t i = room.first; i <= room.last; ++i) {
        for (; end <= room.last && bytes < size; ++end)
            bytes += blocks[std::size_t(end)].size;
        if (bytes < size)
            break;
        std::int64_t from = 0;
        for (std::int32_t j = i; j < end; ++j)
            from = std::max(from, freeFrom(blocks[std::size_t(j)], uses));
        if (from < earliest) {
            earliest = from;
            best.first = i;
            best.last = end - 1;
        }
        bytes -= blocks[std::size_t(i)].size;
    }
    room = best;
}

/// Best fit over runs of blocks that nobody needs.
bool findRun(const std::vector<ScratchpadBlock>& blocks, std::int64_t size, const TileUses& uses, Room& room)
{
    std::int64_t tightest = std::numeric_limits<std::int64_t>::max();
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        if (!isUnneeded(blocks[i], uses))
            continue;
        std::int64_t bytes = 0;
        std::size_t end = i;
        for (; end < blocks.size() && isUnneeded(blocks[end], uses); ++end)
            bytes += blocks[end].size;
        if (bytes >= size && bytes < tightest) {
            tightest = bytes;
            room.first = std::int32_t(i);
            room.last = std::int32_t(end) - 1;
        }
        i = end;
    }
    if (tightest == std::numeric_limits<std::int64_t>::max())
        return false;
    narrow(blocks, size, uses, room);
    return true;
}

constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

bool isPinned(const ScratchpadBlock& block, const TileUses& uses)
{
    return block.tile >= 0 && uses.isPinned(block.tile);
}

/// What spilling a sequence of blocks costs, in the order of Algorithm 2: fragment left over, reuse lost, blocks; then
/// (ours, only between equals) the cycle at which all of it is free.
struct Loss {
    std::int64_t fragment = kNever, reuse = kNever, blocks = kNever, freeFrom = kNever;
    friend auto operator<=>(const Loss&, const Loss&) = default;
};

/// Algorithm 2: the least sequence from every start, compared by its loss. The published loops end too early (line 34
/// leaves the outer one); here the inner loop ends once the sequence is long enough. Pinned blocks end a sequence, free
/// ones count.
bool leastFragmentation(const std::vector<ScratchpadBlock>& blocks, std::int64_t size, const TileUses& uses, Room& room)
{
    Loss best;
    for (std::size_t start = 0; start < blocks.size(); ++start) {
        Loss loss{0, 0, 0, 0};
        std::int64_t bytes = 0;
        std::size_t end = start;
        for (; end < blocks.size() && bytes < size && !isPinned(blocks[end], uses); ++end) {
            const ScratchpadBlock& block = blocks[end];
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
bool firstFit(const std::vector<ScratchpadBlock>& blocks, std::int64_t size, const TileUses& uses, Room& room)
{
    for (std::size_t i = 0; i < blocks.size(); ++i)
        if (blocks[i].size >= size && !isPinned(blocks[i], uses)) {
            room.first = room.last = std::int32_t(i);
            return true;
        }
    return leastFragmentation(blocks, size, uses, room); // no single block is large enough: a sequence must do
}

/// MemPolicy2: the smallest blocks leave one after the other, until neighbours among them are large enough.
bool smallestFirst(const std::vector<ScratchpadBlock>& blocks, std::int64_t size, const TileUses& uses, Room& room)
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
    std::ranges::sort(bySize);
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

bool BlockMap::findRoom(std::int64_t size, const TileUses& uses, SpillPolicy policy, Room& room) const
{
    room.alsoSpilled.clear();
    return findSameSize(m_blocks, size, uses, room) || findRun(m_blocks, size, uses, room)
           || findVictims(m_blocks, size, uses, policy, room);
}

std::size_t BlockMap::place(const Room& room, std::int32_t tile, std::int64_t size, std::int64_t freeSince)
{
    const std::size_t first = std::size_t(room.first), last = std::size_t(room.last);
    std::int64_t bytes = 0;
    for (std::size_t i = first; i <= last; ++i)
        bytes += m_blocks[i].size;
    const std::int64_t left = bytes - size;
    const auto at = [&](std::size_t i) { return m_blocks.begin() + std::ptrdiff_t(i); };
    ScratchpadBlock& block = m_blocks[first];
    const std::int64_t address = block.address;
    block = {address, size, tile, 0};
    if (left == 0) {
        m_blocks.erase(at(first + 1), at(last + 1));
        return first;
    }
    if (last + 1 < m_blocks.size() && m_blocks[last + 1].tile < 0) { // what is left joins a free neighbour
        ScratchpadBlock& next = m_blocks[last + 1];
        next.address -= left;
        next.size += left;
        next.freeSince = std::max(next.freeSince, freeSince);
        m_blocks.erase(at(first + 1), at(last + 1));
    } else if (first > 0 && m_blocks[first - 1].tile < 0) {
        ScratchpadBlock& before = m_blocks[first - 1];
        before.size += left;
        before.freeSince = std::max(before.freeSince, freeSince);
        block.address += left;
        m_blocks.erase(at(first + 1), at(last + 1));
    } else if (last > first) {
        m_blocks[first + 1] = {address + size, left, -1, freeSince};
        m_blocks.erase(at(first + 2), at(last + 1));
    } else {
        m_blocks.insert(at(first + 1), {address + size, left, -1, freeSince});
    }
    return first;
}

bool findVictims(const std::vector<ScratchpadBlock>& blocks, std::int64_t size, const TileUses& uses,
                 SpillPolicy policy, Room& room)
{
    switch (policy) {
    case SpillPolicy::FirstFit: return firstFit(blocks, size, uses, room);
    case SpillPolicy::SmallestFirst: return smallestFirst(blocks, size, uses, room);
    case SpillPolicy::LeastFragmentation: break;
    }
    return leastFragmentation(blocks, size, uses, room);
}

} // namespace nestloom::schedule::flexer
