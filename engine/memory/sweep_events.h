// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/memory/buffer.h"

#include <cstdint>
#include <vector>

namespace nestloom::memory {

/// Buffers by their position in a list; a sweep may have items of its own from the number of buffers on.
using Items = std::vector<std::uint32_t>;

/// A step at which buffers begin or end, the largest ones first.
struct SweepEvent {
    Items leaving, arriving;
    std::int64_t inUse = 0; // buffers after it
};

/// What a sweep over the steps meets: the buffers in use at the first step, then one event after the other. That the
/// last buffers end is none.
struct SweepEvents {
    Items first;
    std::vector<SweepEvent> events;
};
SweepEvents sweepEvents(const std::vector<Buffer>& buffers);

/// Buffers that take room, without the others, perhaps with time running backwards; `from` has where each came from.
std::vector<Buffer> swept(const std::vector<Buffer>& buffers, std::vector<std::size_t>& from, bool backwards);

/// The same number for buffers of equal size and end: from some step on they are interchangeable.
std::uint64_t twinOf(const Buffer& buffer);

} // namespace nestloom::memory
