// SPDX-License-Identifier: Apache-2.0
#include "engine/trace/trace.h"

#include <algorithm>

namespace nestloom::trace {

namespace {

/// Where each of `next` stands in `all`, with those added that it does not have yet.
template <typename T, typename IsSame>
std::vector<std::size_t> merged(std::vector<T>& all, const std::vector<T>& next, IsSame isSame)
{
    std::vector<std::size_t> places;
    for (const T& one : next) {
        const auto found = std::ranges::find_if(all, [&](const T& other) { return isSame(one, other); });
        places.push_back(std::size_t(found - all.begin()));
        if (found == all.end())
            all.push_back(one);
    }
    return places;
}

void appendCounter(std::vector<Counter>& all, const Counter& next, std::int64_t begin)
{
    auto found = std::ranges::find_if(all, [&](const Counter& other) { return other.name == next.name; });
    if (found == all.end())
        found = all.insert(all.end(), {next.name, next.unit, {}});
    if (!found->samples.empty() && found->samples.back().value != 0 && found->samples.back().cycle < begin)
        found->samples.push_back({begin, 0});
    for (const Counter::Sample& sample : next.samples)
        found->samples.push_back({begin + sample.cycle, sample.value});
}

} // namespace

Status append(Trace& all, const Trace& next, std::int64_t begin, const std::string& prefix)
{
    const auto lanes = merged(all.lanes, next.lanes, [](const Lane& a, const Lane& b) { return a == b; });
    const auto kinds = merged(all.kinds, next.kinds, [](const std::string& a, const std::string& b) { return a == b; });
    if (all.kinds.size() > kMostKinds)
        return Error{ErrorCode::InvalidInput,
                     "together the traces have " + std::to_string(all.kinds.size()) + " kinds of events, more than "
                         + std::to_string(kMostKinds),
                     "trace " + next.name};
    const std::size_t firstLabel = all.labels.size();
    for (const std::string& label : next.labels)
        all.labels.push_back(prefix + label);
    for (Event event : next.events) {
        event.begin += begin;
        event.end += begin;
        event.lane = std::uint32_t(lanes[event.lane]);
        event.kind = std::uint16_t(kinds[event.kind]);
        event.label += std::uint32_t(firstLabel);
        all.events.push_back(event);
    }
    for (const Counter& counter : next.counters)
        appendCounter(all.counters, counter, begin);
    return success();
}

} // namespace nestloom::trace
