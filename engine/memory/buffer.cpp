// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/buffer.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace nestloom::memory {

std::vector<BufferPart> parts(const Buffer& buffer)
{
    std::vector<BufferPart> result;
    const auto add = [&](std::size_t first, std::size_t end, Window window) {
        if (first < end && window.low < window.high)
            result.push_back({first, end - 1, window.low.count, window.high.count});
    };
    const Window all{{0}, buffer.size};
    std::size_t next = buffer.first;
    for (const Gap& gap : buffer.gaps) {
        add(next, gap.first, all);
        add(gap.first, gap.last + 1, gap.window.value_or(Window{}));
        next = gap.last + 1;
    }
    add(next, buffer.last + 1, all);
    return result;
}

std::optional<PlainBuffers> plain(const std::vector<Buffer>& buffers, Bytes capacity)
{
    std::int64_t alignment = 1;
    for (const Buffer& buffer : buffers) {
        if (!buffer.gaps.empty() || buffer.offset)
            return std::nullopt;
        const std::int64_t step = std::gcd(alignment, buffer.alignment.count);
        if (alignment / step > capacity.count / buffer.alignment.count)
            return std::nullopt;
        alignment = alignment / step * buffer.alignment.count;
    }
    PlainBuffers result{buffers, {capacity.count - capacity.count % alignment}};
    for (Buffer& buffer : result.buffers) {
        result.exact = result.exact && buffer.size.count % alignment == 0;
        buffer.size = {(buffer.size.count + alignment - 1) / alignment * alignment};
    }
    return peakLoad(result.buffers).load <= result.capacity ? std::optional(std::move(result)) : std::nullopt;
}

std::vector<std::size_t> countMeetings(const std::vector<BufferPart>& parts)
{
    std::vector<std::size_t> firsts, lasts;
    for (const BufferPart& part : parts) {
        firsts.push_back(part.first);
        lasts.push_back(part.last);
    }
    std::ranges::sort(firsts);
    std::ranges::sort(lasts);
    std::vector<std::size_t> counts;
    for (const BufferPart& part : parts) {
        const auto begun = std::upper_bound(firsts.begin(), firsts.end(), part.last) - firsts.begin();
        const auto over = std::lower_bound(lasts.begin(), lasts.end(), part.first) - lasts.begin();
        counts.push_back(std::size_t(begun - over - 1)); // without itself
    }
    return counts;
}

namespace {

/// A part at its address.
struct Placed {
    std::size_t buffer = 0;
    BufferPart part{}; // with addresses instead of bytes of the buffer
};

/// Of what lies apart at every step, only neighbours by address can be in the way of a part that begins.
std::string findOverlap(const std::vector<Buffer>& buffers, const std::vector<Bytes>& offsets)
{
    std::vector<Placed> all;
    for (std::size_t i = 0; i < buffers.size(); ++i)
        for (BufferPart part : parts(buffers[i])) {
            part.low += offsets[i].count;
            part.high += offsets[i].count;
            all.push_back({i, part});
        }
    std::ranges::stable_sort(all, [](const Placed& a, const Placed& b) { return a.part.first < b.part.first; });
    std::map<std::int64_t, const Placed*> inUse;   // by address
    std::multimap<std::size_t, std::int64_t> ends; // address by last step
    for (const Placed& placed : all) {
        for (; !ends.empty() && ends.begin()->first < placed.part.first; ends.erase(ends.begin()))
            inUse.erase(ends.begin()->second);
        const auto above = inUse.lower_bound(placed.part.low);
        const Placed* other = nullptr;
        if (above != inUse.end() && above->first < placed.part.high)
            other = above->second;
        else if (above != inUse.begin() && std::prev(above)->second->part.high > placed.part.low)
            other = std::prev(above)->second;
        if (other)
            return "buffer " + std::to_string(std::max(placed.buffer, other->buffer)) + " overlaps buffer "
                   + std::to_string(std::min(placed.buffer, other->buffer)) + " at step "
                   + std::to_string(placed.part.first);
        inUse.emplace_hint(above, placed.part.low, &placed);
        ends.emplace(placed.part.last, placed.part.low);
    }
    return {};
}

} // namespace

std::string findConflict(const std::vector<Buffer>& buffers, const std::vector<Bytes>& offsets, Bytes capacity)
{
    for (std::size_t a = 0; a < buffers.size(); ++a) {
        const std::string name = "buffer " + std::to_string(a), at = std::to_string(offsets[a].count) + " B";
        if (offsets[a] < Bytes{} || offsets[a] + buffers[a].size > capacity)
            return name + " at " + at + " ends above the capacity of " + std::to_string(capacity.count) + " B";
        if (offsets[a].count % buffers[a].alignment.count != 0)
            return name + " at " + at + " is not aligned to " + std::to_string(buffers[a].alignment.count) + " B";
        if (buffers[a].offset && *buffers[a].offset != offsets[a])
            return name + " is at " + at + " instead of " + std::to_string(buffers[a].offset->count) + " B";
    }
    return findOverlap(buffers, offsets);
}

PeakLoad peakLoad(const std::vector<Buffer>& buffers)
{
    std::map<std::size_t, std::int64_t> change; // B, by step
    for (const Buffer& buffer : buffers)
        for (const BufferPart& part : parts(buffer)) {
            change[part.first] += part.high - part.low;
            change[part.last + 1] -= part.high - part.low;
        }
    std::int64_t used = 0;
    PeakLoad peak;
    for (const auto& [step, delta] : change)
        if (used += delta; used > peak.load.count)
            peak = {{used}, step};
    return peak;
}

std::string findFixedConflict(const std::vector<Buffer>& buffers, Bytes capacity)
{
    std::vector<Buffer> fixed;
    std::vector<Bytes> offsets;
    std::vector<std::size_t> from;
    for (std::size_t i = 0; i < buffers.size(); ++i)
        if (buffers[i].offset) {
            fixed.push_back(buffers[i]);
            offsets.push_back(*buffers[i].offset);
            from.push_back(i);
        }
    const std::string conflict = findConflict(fixed, offsets, capacity);
    if (conflict.empty() || fixed.size() == buffers.size())
        return conflict;
    return "of the buffers with given offsets, " + conflict + " (counted among these)";
}

} // namespace nestloom::memory
