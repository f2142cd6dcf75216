// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/memory/buffer.h"

#include <utility>

namespace nestloom::memory {

/// Places buffers one after the other, each at the lowest aligned address that is free during its steps. Those with an
/// offset of their own are there from the beginning.
class FirstFit {
public:
    /// Offsets of `other` and of a buffer that it meets may differ by at most `low` or by at least `high` B.
    struct Meeting {
        std::size_t other = 0;
        std::int64_t low = 0, high = 0; // buffer's offset minus other's
    };

    FirstFit(const std::vector<Buffer>& buffers, std::int64_t capacity);

    std::size_t size() const { return m_meets.size(); }
    /// In use at a common step.
    const std::vector<Meeting>& meets(std::size_t buffer) const { return m_meets[buffer]; }
    bool isPlaced(std::size_t buffer) const { return m_offset[buffer] != kNowhere; }
    void remove(std::size_t buffer) { m_offset[buffer] = kNowhere; }

    /// False when the buffer would end above the capacity; it is placed there nevertheless.
    bool place(std::size_t buffer);

    /// All buffers must be placed.
    std::vector<Bytes> offsets() const;

private:
    void meet(std::size_t a, std::size_t b);

    static constexpr std::int64_t kNowhere = -1;
    const std::vector<Buffer>& m_buffers;
    const std::int64_t m_capacity;
    std::vector<std::vector<Meeting>> m_meets;
    std::vector<std::int64_t> m_offset;
    std::vector<std::pair<std::int64_t, std::int64_t>> m_blocked; // scratch: open intervals of offsets
};

} // namespace nestloom::memory
