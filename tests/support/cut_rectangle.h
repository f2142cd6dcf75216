// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/rng.h"
#include "engine/memory/packing.h"

#include <algorithm>
#include <cmath>
#include <span>

namespace nestloom::tests {

/// Where a buffer of a full memory lies.
struct Cut {
    std::size_t first = 0, end = 0;
    std::int64_t low = 0, high = 0; // B
};

/// How a rectangle is cut. Straight: any part through and through. Large: rather the larger parts. Halves: the largest
/// one across its longer side (as a k-d tree does). Pinwheel: rather the larger ones, half of them into five parts
/// around a middle one, so that no straight cut separates them.
enum class CutStyle { Straight, Large, Halves, Pinwheel };

namespace detail {

inline std::size_t chooseToCut(Rng& rng, const std::vector<Cut>& parts, CutStyle style)
{
    const auto area = [&](std::size_t i) {
        return double(parts[i].end - parts[i].first) * double(parts[i].high - parts[i].low);
    };
    std::size_t chosen = rng.below(parts.size());
    for (std::size_t i = 0; style == CutStyle::Halves && i < parts.size(); ++i)
        if (area(i) > area(chosen))
            chosen = i;
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

inline std::vector<Cut> cutParts(Rng& rng, std::size_t steps, std::int64_t bytes, std::size_t count, CutStyle style)
{
    std::vector<Cut> parts{{0, steps, 0, bytes}};
    const auto inTime = [&](const Cut& part) {
        if (style != CutStyle::Halves)
            return rng.below(2) == 0;
        return double(part.end - part.first) * double(bytes) > double(part.high - part.low) * double(steps);
    };
    while (parts.size() < count) {
        const std::size_t i = chooseToCut(rng, parts, style);
        const bool fits = parts[i].end - parts[i].first >= 3 && parts[i].high - parts[i].low >= 3;
        if (style == CutStyle::Pinwheel && fits && rng.below(2) == 0)
            cutPinwheel(rng, parts, i);
        else
            cutStraight(rng, parts, i, inTime(parts[i]));
    }
    return parts;
}

inline std::vector<memory::Buffer> buffersOf(Rng& rng, const std::vector<Cut>& parts)
{
    std::vector<memory::Buffer> buffers;
    for (const Cut& part : parts)
        buffers.push_back({part.first, part.end - 1, {part.high - part.low}});
    rng.shuffle(std::span(buffers));
    return buffers;
}

} // namespace detail

/// Cuts a full rectangle of steps and addresses into buffers, in random order: a packing exists, and the load is
/// `bytes` at every step. A pinwheel at the end may give up to four more than `count`.
inline std::vector<memory::Buffer> cutRectangle(Rng& rng, std::size_t steps, std::int64_t bytes, std::size_t count,
                                                CutStyle style = CutStyle::Straight)
{
    return detail::buffersOf(rng, detail::cutParts(rng, steps, bytes, count, style));
}

/// The same, but only what begins below a hill that rises over the first half of the steps and falls again to a third,
/// as the load of a network does: full in the middle, and about `count` buffers.
inline std::vector<memory::Buffer> cutHill(Rng& rng, std::size_t steps, std::int64_t bytes, std::size_t count)
{
    std::vector<Cut> parts = detail::cutParts(rng, steps, bytes, count * 5 / 4, CutStyle::Large);
    std::erase_if(parts, [&](const Cut& part) {
        const double middle = double(part.first + part.end) / double(steps) - 1; // from -1 to 1
        return double(part.low) > double(bytes) * std::min(1.0, 1.2 - (middle < 0 ? 1.1 : 0.8) * std::abs(middle));
    });
    return detail::buffersOf(rng, parts);
}

/// Takes out buffers at random, as long as the rest keeps `share` of the area.
inline void dropBuffers(Rng& rng, std::vector<memory::Buffer>& buffers, double share)
{
    const auto area = [](const memory::Buffer& b) { return double(b.last - b.first + 1) * double(b.size.count); };
    double all = 0, gone = 0;
    for (const memory::Buffer& buffer : buffers)
        all += area(buffer);
    for (std::size_t tries = buffers.size(); tries > 0; --tries) {
        const std::size_t i = rng.below(buffers.size());
        if (gone + area(buffers[i]) > (1 - share) * all)
            continue;
        gone += area(buffers[i]);
        buffers.erase(buffers.begin() + std::ptrdiff_t(i));
    }
}

/// Takes up to `most` of its bytes from every buffer.
inline void shrinkBuffers(Rng& rng, std::vector<memory::Buffer>& buffers, double most)
{
    for (memory::Buffer& buffer : buffers)
        buffer.size = {
            std::max<std::int64_t>(1, buffer.size.count - std::int64_t(most * rng.unit() * double(buffer.size.count)))};
}

/// Takes up to `most` of its steps from every buffer, and perhaps one more, at either end.
inline void shortenBuffers(Rng& rng, std::vector<memory::Buffer>& buffers, double most)
{
    for (memory::Buffer& buffer : buffers) {
        const std::size_t steps = buffer.last - buffer.first;
        const std::size_t gone = std::min(steps, std::size_t(most * rng.unit() * double(steps + 1) + rng.unit()));
        (rng.below(2) == 0 ? buffer.first += gone : buffer.last -= gone);
    }
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
