// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/rng.h"
#include "engine/memory/packing.h"

#include <span>

namespace nestloom::tests {

/// Where a buffer of a full memory lies.
struct Cut {
    std::size_t first = 0, end = 0;
    std::int64_t low = 0, high = 0; // B
};

/// How a rectangle is cut. Straight: any part through and through. Large: rather the larger parts. Pinwheel: rather the
/// larger ones, half of them into five parts around a middle one, so that no straight cut separates them.
enum class CutStyle { Straight, Large, Pinwheel };

namespace detail {

inline std::size_t chooseToCut(Rng& rng, const std::vector<Cut>& parts, CutStyle style)
{
    const auto area = [&](std::size_t i) {
        return double(parts[i].end - parts[i].first) * double(parts[i].high - parts[i].low);
    };
    std::size_t chosen = rng.below(parts.size());
    for (int i = 0; style != CutStyle::Straight && i < 3; ++i)
        if (const std::size_t other = rng.below(parts.size()); area(other) > area(chosen))
            chosen = other;
    return chosen;
}

inline void cutPinwheel(Rng& rng, std::vector<Cut>& parts, std::size_t i)
{
    const Cut p = parts[i];
    const std::size_t a = p.first + 1 + rng.below(p.end - p.first - 2), b = a + 1 + rng.below(p.end - a - 1);
    const auto low = p.low + 1 + std::int64_t(rng.below(std::uint64_t(p.high - p.low - 2)));
    const auto high = low + 1 + std::int64_t(rng.below(std::uint64_t(p.high - low - 1)));
    parts[i] = {p.first, b, p.low, low};
    parts.insert(parts.end(),
                 {{b, p.end, p.low, high}, {a, p.end, high, p.high}, {p.first, a, low, p.high}, {a, b, low, high}});
}

inline void cutStraight(Rng& rng, std::vector<Cut>& parts, std::size_t i, bool inTime)
{
    Cut rest = parts[i];
    if (inTime && rest.end - rest.first > 1) {
        parts[i].end = rest.first = rest.first + 1 + rng.below(rest.end - rest.first - 1);
        parts.push_back(rest);
    } else if (rest.high - rest.low > 1) {
        parts[i].high = rest.low = rest.low + 1 + std::int64_t(rng.below(std::uint64_t(rest.high - rest.low - 1)));
        parts.push_back(rest);
    }
}

} // namespace detail

/// Cuts a full rectangle of steps and addresses into buffers, in random order: a packing exists, and the load is
/// `bytes` at every step. A pinwheel at the end may give up to four more than `count`.
inline std::vector<memory::Buffer> cutRectangle(Rng& rng, std::size_t steps, std::int64_t bytes, std::size_t count,
                                                CutStyle style = CutStyle::Straight)
{
    std::vector<Cut> parts{{0, steps, 0, bytes}};
    while (parts.size() < count) {
        const std::size_t i = detail::chooseToCut(rng, parts, style);
        const bool fits = parts[i].end - parts[i].first >= 3 && parts[i].high - parts[i].low >= 3;
        if (style == CutStyle::Pinwheel && fits && rng.below(2) == 0)
            detail::cutPinwheel(rng, parts, i);
        else
            detail::cutStraight(rng, parts, i, rng.below(2) == 0);
    }
    std::vector<memory::Buffer> buffers;
    for (const Cut& part : parts)
        buffers.push_back({part.first, part.end - 1, {part.high - part.low}});
    rng.shuffle(std::span(buffers));
    return buffers;
}

/// Do buffers in use at the same step overlap, or reach above the capacity? Every pair is looked at.
inline bool isPacked(const std::vector<memory::Buffer>& buffers, const std::vector<Bytes>& offsets, Bytes capacity)
{
    for (std::size_t a = 0; a < buffers.size(); ++a) {
        if (offsets[a] < Bytes{} || offsets[a] + buffers[a].size > capacity)
            return false;
        for (std::size_t b = 0; b < a; ++b) {
            const bool meet = buffers[a].first <= buffers[b].last && buffers[b].first <= buffers[a].last;
            if (meet && offsets[a] < offsets[b] + buffers[b].size && offsets[b] < offsets[a] + buffers[a].size)
                return false;
        }
    }
    return true;
}

} // namespace nestloom::tests
