// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/flexer/block_map.h"

#include <algorithm>
#include <limits>

namespace nestloom::schedule::flexer {

namespace {

bool isUnneeded(const Block& block, const TileUses& uses)
{
    return block.tile < 0 || (uses.left[std::size_t(block.tile)] == 0 && !uses.isPinned(block.tile));
}

std::int64_t freeFrom(const Block& block, const TileUses& uses)
{
    return block.tile < 0 ? block.freeSince : uses.lastUse[std::size_t(block.tile)];
}

/// In place: a block of the same size that nobody needs, the one that is free first.
bool findSameSize(const std::vector<Block>& blocks, std::int64_t size, const TileUses& uses, Room& room)
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
void narrow(const std::vector<Block>& blocks, std::int64_t size, const TileUses& uses, Room& room)
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
bool findRun(const std::vector<Block>& blocks, std::int64_t size, const TileUses& uses, Room& room)
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
    Block& block = m_blocks[first];
    const std::int64_t address = block.address;
    block = {address, size, tile, 0};
    if (left == 0) {
        m_blocks.erase(at(first + 1), at(last + 1));
        return first;
    }
    if (last + 1 < m_blocks.size() && m_blocks[last + 1].tile < 0) { // what is left joins a free neighbour
        Block& next = m_blocks[last + 1];
        next.address -= left;
        next.size += left;
        next.freeSince = std::max(next.freeSince, freeSince);
        m_blocks.erase(at(first + 1), at(last + 1));
    } else if (first > 0 && m_blocks[first - 1].tile < 0) {
        Block& before = m_blocks[first - 1];
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

} // namespace nestloom::schedule::flexer
