// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/flexer/flexer_params.h"

#include <cstdint>
#include <vector>

namespace nestloom::schedule::flexer {

/// Bytes of the scratchpad in one piece: a tile, or free.
struct ScratchpadBlock {
    std::int64_t address = 0;
    std::int64_t size = 0;
    std::int32_t tile = -1;     // -1 = free
    std::int64_t freeSince = 0; // of a free block: from when on nothing uses its bytes
};

/// What the memory manager knows of tiles; all by tile.
struct TileUses {
    std::vector<std::int32_t> left;    // operations that still need it
    std::vector<std::int64_t> lastUse; // cycle at which its bytes are no longer touched, as far as scheduled
    std::vector<std::int32_t> pinned;  // stamp of the set that uses it; never a victim while equal to `stamp`
    std::vector<std::int32_t> lastSet; // set that used it last; -1 = none
    std::int32_t stamp = 0;
    std::int32_t spareSet = -1; // tiles of this set are spared as well (soft pin); -1 = none

    bool isPinned(std::int32_t tile) const
    {
        return pinned[std::size_t(tile)] == stamp || (spareSet >= 0 && lastSet[std::size_t(tile)] == spareSet);
    }
};

/// Blocks that make room together, neighbours in the map; `alsoSpilled` lie elsewhere (only
/// SpillPolicy::SmallestFirst).
struct Room {
    std::int32_t first = 0, last = 0;
    std::vector<std::int32_t> alsoSpilled; // tiles
};

/// The scratchpad as a list of blocks in the order of their addresses.
class BlockMap {
public:
    explicit BlockMap(std::int64_t capacity) : m_blocks{{0, capacity, -1, 0}} {}

    const std::vector<ScratchpadBlock>& blocks() const { return m_blocks; }
    std::vector<ScratchpadBlock>& blocks() { return m_blocks; }

    /// Where `size` bytes go: an unneeded or free block of the same size; else the tightest run of such blocks, in it
    /// the part that is free first; else victims by `policy`. Nothing when pinned blocks leave no room.
    bool findRoom(std::int64_t size, const TileUses& uses, SpillPolicy policy, Room& room) const;

    /// Puts a tile in place of the blocks of a room; what is left over is free since `freeSince`. Returns the block's
    /// index.
    std::size_t place(const Room& room, std::int32_t tile, std::int64_t size, std::int64_t freeSince);

private:
    std::vector<ScratchpadBlock> m_blocks;
};

/// Algorithm 2 and its alternatives in Table 2, on blocks that are all in use.
bool findVictims(const std::vector<ScratchpadBlock>& blocks, std::int64_t size, const TileUses& uses,
                 SpillPolicy policy, Room& room);

} // namespace nestloom::schedule::flexer
