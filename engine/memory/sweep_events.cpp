// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/sweep_events.h"

#include "engine/base/rng.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace nestloom::memory {

SweepEvents sweepEvents(const std::vector<Buffer>& buffers)
{
    SweepEvents result;
    if (buffers.empty())
        return result;
    std::map<std::size_t, SweepEvent> byStep;
    for (std::uint32_t i = 0; i < buffers.size(); ++i) {
        byStep[buffers[i].first].arriving.push_back(i);
        byStep[buffers[i].last + 1].leaving.push_back(i);
    }
    result.first = byStep.begin()->second.arriving;
    byStep.erase(byStep.begin());
    byStep.erase(std::prev(byStep.end()));
    const auto larger = [&](std::uint32_t a, std::uint32_t b) {
        return std::tuple(buffers[b].size, buffers[a].last, a) < std::tuple(buffers[a].size, buffers[b].last, b);
    };
    std::int64_t inUse = std::int64_t(result.first.size());
    for (auto& [step, event] : byStep) {
        event.inUse = inUse += std::int64_t(event.arriving.size()) - std::int64_t(event.leaving.size());
        std::sort(event.leaving.begin(), event.leaving.end(), larger);
        std::sort(event.arriving.begin(), event.arriving.end(), larger);
        result.events.push_back(std::move(event));
    }
    return result;
}

std::vector<Buffer> swept(const std::vector<Buffer>& buffers, std::vector<std::size_t>& from, bool backwards)
{
    std::size_t end = 0;
    for (const Buffer& buffer : buffers)
        end = std::max(end, buffer.last);
    std::vector<Buffer> result;
    for (std::size_t i = 0; i < buffers.size(); ++i)
        if (buffers[i].size.count > 0) {
            from.push_back(i);
            result.push_back(buffers[i]);
            if (backwards)
                std::tie(result.back().first, result.back().last) =
                    std::pair(end - buffers[i].last, end - buffers[i].first);
        }
    return result;
}

std::uint64_t twinOf(const Buffer& buffer)
{
    Rng rng(std::uint64_t(buffer.size.count) * 0x9E3779B97F4A7C15ULL + buffer.last + 1);
    return rng.next() | 1;
}

} // namespace nestloom::memory
