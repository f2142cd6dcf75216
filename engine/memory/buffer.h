// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/units.h"

#include <optional>
#include <string>
#include <vector>

namespace nestloom::memory {

/// A part of a buffer, in bytes from its start: [low, high).
struct Window {
    Bytes low{}, high{};
    friend bool operator==(const Window&, const Window&) = default;
};

/// Steps first..last, both included, at which a buffer needs nothing, or only a part of its bytes.
struct Gap {
    std::size_t first = 0, last = 0;
    std::optional<Window> window{}; // what it needs meanwhile
    friend bool operator==(const Gap&, const Gap&) = default;
};

/// Something that needs `size` bytes at one address during the steps first..last, both included.
struct Buffer {
    std::size_t first = 0, last = 0;
    Bytes size{};
    Bytes alignment{1};            // the address is a multiple of it; at least 1
    std::vector<Gap> gaps{};       // ascending, apart, within first..last
    std::optional<Bytes> offset{}; // where it lies, when that is decided
    friend bool operator==(const Buffer&, const Buffer&) = default;
};

/// Bytes [low, high) of a buffer during the steps first..last.
struct BufferPart {
    std::size_t first = 0, last = 0;
    std::int64_t low = 0, high = 0;
};
/// A buffer without its gaps: what it needs when, by step. Parts without bytes are left out.
std::vector<BufferPart> parts(const Buffer& buffer);

/// With how many of the others each part is in use at a common step. O(n log n).
std::vector<std::size_t> countMeetings(const std::vector<BufferPart>& parts);

/// Buffers that may lie at any sum of sizes: without gaps and offsets, all sizes multiples of all alignments.
struct PlainBuffers {
    std::vector<Buffer> buffers;
    Bytes capacity{};
    bool exact = true; // no size was rounded up: when these have no packing, the buffers have none
};
/// Sizes rounded up to the common multiple of all alignments, the capacity rounded down: a packing of these is one of
/// the buffers. Nothing when there are gaps or given offsets, or when a step has no room for what was rounded up.
std::optional<PlainBuffers> plain(const std::vector<Buffer>& buffers, Bytes capacity);

/// Most bytes in use at once, and the first step at which they are.
struct PeakLoad {
    Bytes load{};
    std::size_t step = 0;
};
PeakLoad peakLoad(const std::vector<Buffer>& buffers);

/// Independent check of addresses, step by step; empty = valid, else a buffer that lies wrong by itself, or the first
/// overlap: "buffer 3 overlaps buffer 1 at step 7".
std::string findConflict(const std::vector<Buffer>& buffers, const std::vector<Bytes>& offsets, Bytes capacity);

/// The same of the buffers that have offsets of their own, alone: nothing can be placed around these then.
std::string findFixedConflict(const std::vector<Buffer>& buffers, Bytes capacity);

} // namespace nestloom::memory
