// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/memory/buffer.h"

#include <array>
#include <span>
#include <utility>

namespace nestloom::memory {

/// Places buffers one after the other, each at the lowest aligned address that is free during its steps. Those with an
/// offset of their own are there from the beginning. That places four in five plans of networks. Keeps all pairs that
/// are in use together, 8 B each.
class FirstFit {
public:
    FirstFit(const std::vector<Buffer>& buffers, std::int64_t capacity);

    std::size_t size() const { return m_offset.size(); }
    /// Calls visit(other) for each pair of a part of the buffer and one of another that need bytes at a common step,
    /// the others ascending within each part.
    template <typename Visit>
    void forEachMeeting(std::size_t buffer, Visit visit) const
    {
        for (std::size_t p = m_firstPart[buffer]; p < m_firstPart[buffer + 1]; ++p)
            for (const std::uint32_t other : meets(p))
                visit(std::size_t(m_parts[other].buffer));
    }
    std::size_t meetings(std::size_t buffer) const
    {
        return m_firstMeeting[m_firstPart[buffer + 1]] - m_firstMeeting[m_firstPart[buffer]];
    }
    bool isPlaced(std::size_t buffer) const { return m_offset[buffer] != kNowhere; }
    void remove(std::size_t buffer) { m_offset[buffer] = kNowhere; }

    /// False when the buffer would end above the capacity; it is placed there nevertheless.
    bool place(std::size_t buffer);

    /// All buffers must be placed.
    std::vector<Bytes> offsets() const;

private:
    struct Part {
        std::int64_t low = 0, high = 0; // of the buffer's bytes
        std::uint32_t buffer = 0;
    };
    void findMeetings(const std::vector<BufferPart>& times);
    std::span<const std::uint32_t> meets(std::size_t part) const
    {
        return std::span(m_meets).subspan(m_firstMeeting[part], m_firstMeeting[part + 1] - m_firstMeeting[part]);
    }

    static constexpr std::int64_t kNowhere = -1;
    const std::vector<Buffer>& m_buffers;
    const std::int64_t m_capacity;
    std::vector<Part> m_parts;               // of all buffers, one after the other
    std::vector<std::size_t> m_firstPart;    // by buffer, and the end
    std::vector<std::uint32_t> m_meets;      // parts
    std::vector<std::size_t> m_firstMeeting; // by part, and the end
    std::vector<std::int64_t> m_offset;
    std::vector<std::pair<std::int64_t, std::int64_t>> m_blocked; // scratch: open intervals of offsets
};

/// Buffers, by position in their list.
using PackingOrder = std::vector<std::size_t>;

struct NamedOrder {
    const char* name;
    PackingOrder order;
};

/// Largest size, size by steps, or number of steps first, and earliest first; without buffers that have an offset of
/// their own.
std::array<NamedOrder, 4> packingOrders(const std::vector<Buffer>& buffers);

} // namespace nestloom::memory
