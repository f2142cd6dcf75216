// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/sections.h"

#include <algorithm>

namespace nestloom::memory {

Sections sections(const std::vector<Buffer>& buffers)
{
    std::vector<std::size_t> events;
    for (const Buffer& buffer : buffers) {
        events.push_back(buffer.first);
        events.push_back(buffer.last + 1);
    }
    std::sort(events.begin(), events.end());
    events.erase(std::unique(events.begin(), events.end()), events.end());
    const auto section = [&](std::size_t step) {
        return std::size_t(std::lower_bound(events.begin(), events.end(), step) - events.begin());
    };
    Sections result;
    for (std::size_t i = 1; i < events.size(); ++i)
        result.steps.push_back(events[i] - events[i - 1]);
    result.load.resize(result.steps.size());
    for (const Buffer& buffer : buffers) {
        const SectionItem item{section(buffer.first), section(buffer.last + 1) - 1, buffer.size.count};
        result.items.push_back(item);
        for (std::size_t s = item.first; s <= item.last; ++s)
            result.load[s] += item.size;
    }
    return result;
}

} // namespace nestloom::memory
