// SPDX-License-Identifier: Apache-2.0
#include "engine/trace/trace.h"

#include <algorithm>
#include <tuple>

namespace nestloom::trace {

namespace {

Error refuse(const Trace& trace, const std::string& what) { return {ErrorCode::InvalidInput, what, trace.name}; }

std::string place(const Trace& trace, const Event& event)
{
    return "lane " + trace.lanes[event.lane].name + ", cycles " + std::to_string(event.begin) + " to "
           + std::to_string(event.end);
}

Status checkEvent(const Trace& trace, const Event& event)
{
    if (event.lane >= trace.lanes.size())
        return refuse(trace, "an event is on lane " + std::to_string(event.lane) + ", but there are "
                                 + std::to_string(trace.lanes.size()) + " lanes");
    if (event.kind >= trace.kinds.size())
        return refuse(trace, place(trace, event) + ": kind " + std::to_string(event.kind) + " is not listed");
    if (event.label >= trace.labels.size())
        return refuse(trace, place(trace, event) + ": label " + std::to_string(event.label) + " is not listed");
    if (event.begin < 0 || event.end < event.begin)
        return refuse(trace, place(trace, event) + ": an event ends after it begins, and begins at cycle 0 or later");
    return success();
}

Status checkOverlaps(const Trace& trace)
{
    std::vector<std::uint32_t> order(trace.events.size());
    for (std::uint32_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
        const Event &x = trace.events[a], &y = trace.events[b];
        return std::tie(x.lane, x.begin, x.end) < std::tie(y.lane, y.begin, y.end);
    });
    for (std::size_t i = 1; i < order.size(); ++i) {
        const Event &before = trace.events[order[i - 1]], &event = trace.events[order[i]];
        if (before.lane == event.lane && before.end > event.begin)
            return refuse(trace, place(trace, event) + ": overlaps the event of the cycles "
                                     + std::to_string(before.begin) + " to " + std::to_string(before.end));
    }
    return success();
}

} // namespace

Status check(const Trace& trace)
{
    if (trace.kinds.size() > kMostKinds)
        return refuse(trace, "a trace has at most " + std::to_string(kMostKinds) + " kinds of events, not "
                                 + std::to_string(trace.kinds.size()));
    for (const Event& event : trace.events)
        if (const Status fine = checkEvent(trace, event); !fine)
            return fine;
    for (const Counter& counter : trace.counters)
        if (!std::is_sorted(counter.samples.begin(), counter.samples.end(),
                            [](const auto& a, const auto& b) { return a.cycle < b.cycle; }))
            return refuse(trace, "the samples of " + counter.name + " are not in the order of their cycles");
    return checkOverlaps(trace);
}

Cycles end(const Trace& trace)
{
    std::int64_t last = 0;
    for (const Event& event : trace.events)
        last = std::max(last, event.end);
    return {last};
}

namespace {

/// Where each of `next` stands in `all`, with those added that it does not have yet.
template <typename T, typename IsSame>
std::vector<std::size_t> merged(std::vector<T>& all, const std::vector<T>& next, IsSame isSame)
{
    std::vector<std::size_t> places;
    for (const T& one : next) {
        const auto found = std::find_if(all.begin(), all.end(), [&](const T& other) { return isSame(one, other); });
        places.push_back(std::size_t(found - all.begin()));
        if (found == all.end())
            all.push_back(one);
    }
    return places;
}

void appendCounter(std::vector<Counter>& all, const Counter& next, std::int64_t begin)
{
    auto found = std::find_if(all.begin(), all.end(), [&](const Counter& other) { return other.name == next.name; });
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
        event.lane = static_cast<std::uint32_t>(lanes[event.lane]);
        event.kind = static_cast<std::uint16_t>(kinds[event.kind]);
        event.label += static_cast<std::uint32_t>(firstLabel);
        all.events.push_back(event);
    }
    for (const Counter& counter : next.counters)
        appendCounter(all.counters, counter, begin);
    return success();
}

} // namespace nestloom::trace
