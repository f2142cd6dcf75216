// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/noc/active_set.h"
#include "engine/noc/mesh.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace nestloom::noc {

/// One bit for each port of eight routers, a lane of eight bits for each router: so one operation asks or moves all of
/// them. Router r has lane r % 8 of word r / 8.
using PortWord = std::uint64_t;
inline constexpr std::size_t kLanes = 8, kLaneBits = 8;
inline constexpr PortWord kEachLane = 0x0101010101010101;
inline constexpr PortWord kAllPorts = kEachLane * ((1u << kRouterPorts) - 1);

/// The place of a port among those of all routers: bit slot % 64 of word slot / 64.
constexpr std::size_t slotOf(RouterId router, std::size_t port) { return router * kLaneBits + port; }
constexpr PortWord slotBit(std::size_t slot) { return PortWord(1) << (slot % 64); }

/// How many bits each lane has in `a` and `b` together.
constexpr PortWord bitsOfLanes(PortWord a, PortWord b)
{
    constexpr PortWord kTwos = 0x5555555555555555, kFours = 0x3333333333333333, kEights = 0x0f0f0f0f0f0f0f0f;
    a -= (a >> 1) & kTwos;
    b -= (b >> 1) & kTwos;
    const PortWord sum = (a & kFours) + ((a >> 2) & kFours) + (b & kFours) + ((b >> 2) & kFours);
    return (sum & kEights) + ((sum >> 4) & kEights);
}

/// Counts for each bit how often it was set. To be taken before it counted more than kMost times.
class BitCounts {
public:
    static constexpr int kMost = 255;
    void add(PortWord bits)
    {
        for (PortWord& plane : m_planes) {
            const PortWord carry = plane & bits;
            plane ^= bits;
            bits = carry;
        }
    }
    /// Calls visit(place, count) for each bit that was set at all, and forgets.
    template <typename Visit>
    void take(Visit visit)
    {
        PortWord any = 0;
        for (const PortWord plane : m_planes)
            any |= plane;
        forEachBit(any, [&](std::size_t place) {
            std::uint32_t count = 0;
            for (std::size_t i = 0; i < m_planes.size(); ++i)
                count |= std::uint32_t(m_planes[i] >> place & 1) << i;
            visit(place, count);
        });
        m_planes.fill(0);
    }

private:
    std::array<PortWord, 8> m_planes{}; // of the counts' binary digits
};

/// Sums and maxima of a number of each lane, up to 255. To be taken before it counted more than BitCounts::kMost times.
class LaneSums {
public:
    void add(PortWord lanes)
    {
        const PortWord even = lanes & kEven, odd = (lanes >> kLaneBits) & kEven;
        m_even += even;
        m_odd += odd;
        if ((((m_mostEven | kGuard) - even) & ((m_mostOdd | kGuard) - odd) & kGuard) != kGuard)
            raise(even, odd);
    }
    /// Calls visit(lane, sum, most) for each lane, and forgets.
    template <typename Visit>
    void take(Visit visit)
    {
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            const bool odd = lane % 2 != 0;
            visit(lane, at(odd ? m_odd : m_even, lane), at(odd ? m_mostOdd : m_mostEven, lane));
        }
        *this = {};
    }

private:
    static constexpr PortWord kEven = 0x00ff00ff00ff00ff, kGuard = 0x8000800080008000;
    static std::uint32_t at(PortWord word, std::size_t lane) { return word >> (16 * (lane / 2)) & 0xffff; }
    static PortWord larger(PortWord a, PortWord b)
    {
        PortWord most = 0;
        for (unsigned shift = 0; shift < 64; shift += 16)
            most |= std::max(a >> shift & 0xffff, b >> shift & 0xffff) << shift;
        return most;
    }
    void raise(PortWord even, PortWord odd)
    {
        m_mostEven = larger(m_mostEven, even);
        m_mostOdd = larger(m_mostOdd, odd);
    }

    PortWord m_even = 0, m_odd = 0, m_mostEven = 0, m_mostOdd = 0; // four lanes each, of 16 bits
};

/// Links that hold two flits: those with one at least, and those with two.
inline void moveOnLinks(PortWord& some, PortWord& full, PortWord popped, PortWord pushed)
{
    const PortWord left = (some & ~popped) | full;
    full = (full & ~popped) | (left & pushed);
    some = left | pushed;
}

} // namespace nestloom::noc
