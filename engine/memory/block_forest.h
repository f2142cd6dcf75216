// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/memory/buffer.h"

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace nestloom::memory {

/// A rectangle of the memory over time without any room in it: a buffer, or made of others that are joined.
struct Block {
    std::uint32_t first = 0, end = 0;      // events
    std::int64_t size = 0;                 // B
    std::uint32_t seam = 0, lastSeam = 0;  // events at which parts meet; most often one
    std::vector<std::uint32_t> parts;      // none: a buffer
    std::vector<std::int64_t> addresses{}; // by part, from that of the block on
    std::uint32_t whole = kNone;           // which it is part of
    bool isJoined = false;                 // of its parts; neither a buffer nor split
    double oddsBefore = 0, oddsAfter = 0;  // sums that SeamFinder needs
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};
};

/// Outermost blocks that begin and end at the same events, and may be piled up: the smallest one first.
struct Span {
    std::uint32_t first = 0, end = 0;
    std::vector<std::uint32_t> blocks;
};

/// Buffers that are joined to larger and larger blocks. Events are the steps at which buffers begin or end, counted
/// from 0.
class BlockForest {
public:
    /// Buffers without size are left out.
    explicit BlockForest(const std::vector<Buffer>& buffers);

    std::uint32_t lastEvent() const { return m_lastEvent; }
    const Block& block(std::uint32_t id) const { return m_blocks[id]; }
    Block& block(std::uint32_t id) { return m_blocks[id]; }
    const Span& span(std::uint32_t id) const { return m_spans[id]; }
    /// With blocks.
    const std::vector<std::uint32_t>& spansEndingAt(std::uint32_t event) const { return m_ending[event]; }
    const std::vector<std::uint32_t>& spansBeginningAt(std::uint32_t event) const { return m_beginning[event]; }
    /// The span of these events, or kNone without blocks.
    std::uint32_t spanOf(std::uint32_t first, std::uint32_t end) const;

    /// Outermost blocks that do not last from the first event to the last: none when all is one packing.
    std::size_t loose() const { return m_loose; }
    std::vector<std::uint32_t> looseBlocks() const;
    /// Those that were joined and are not split.
    std::vector<std::uint32_t> joinedBlocks() const;

    /// The parts of the block, outermost ones, fill it.
    void join(Block block);
    bool isOutermost(std::uint32_t id) const;
    /// Takes a block apart, and all that it is part of; nothing if it is a buffer.
    void split(std::uint32_t id);

    void markChanged(std::uint32_t event);
    /// Events whose spans have changed since, or that were marked; each once.
    std::vector<std::uint32_t> takeChanged();

    /// All changes since the last keep() are final, or taken back.
    void keep();
    void takeBack();

    /// Addresses of all buffers; loose() must be 0.
    std::vector<Bytes> addresses() const;

private:
    struct Change {
        std::uint32_t block;
        bool joined; // or split
    };
    std::uint32_t addSpan(std::uint32_t first, std::uint32_t end);
    void put(std::uint32_t id);
    void take(std::uint32_t id);
    void putParts(std::uint32_t id);
    void takeParts(std::uint32_t id);
    bool lastsThroughout(const Block& block) const { return block.first == 0 && block.end == m_lastEvent; }
    void place(std::uint32_t id, std::int64_t address, std::vector<Bytes>& addresses) const;

    std::uint32_t m_lastEvent = 0;
    std::size_t m_loose = 0;
    std::vector<std::size_t> m_buffers; // by block: which buffer it is; joined blocks come after
    std::size_t m_count = 0;            // buffers given
    std::vector<Block> m_blocks;
    std::vector<std::uint32_t> m_free;
    std::vector<Change> m_changes;
    std::vector<Span> m_spans;
    std::unordered_map<std::uint64_t, std::uint32_t> m_spanIds;
    std::vector<std::vector<std::uint32_t>> m_ending, m_beginning; // by event
    std::vector<char> m_isChanged;                                 // by event
    std::vector<std::uint32_t> m_changed;
};

} // namespace nestloom::memory
