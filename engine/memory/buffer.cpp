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

namespace {

std::string findOverlap(const std::vector<Buffer>& buffers, const std::vector<Bytes>& offsets, std::size_t a,
                        std::size_t b)
{
    for (const BufferPart& mine : parts(buffers[a]))
        for (const BufferPart& other : parts(buffers[b])) {
            const bool meet = mine.first <= other.last && other.first <= mine.last;
            if (meet && offsets[a].count + mine.low < offsets[b].count + other.high
                && offsets[b].count + other.low < offsets[a].count + mine.high)
                return "buffer " + std::to_string(a) + " overlaps buffer " + std::to_string(b) + " at step "
                       + std::to_string(std::max(mine.first, other.first));
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
        for (std::size_t b = 0; b < a; ++b)
            if (std::string overlap = findOverlap(buffers, offsets, a, b); !overlap.empty())
                return overlap;
    }
    return {};
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
