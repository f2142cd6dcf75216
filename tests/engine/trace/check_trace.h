// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/trace/trace.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

namespace nestloom::trace {

namespace checks {

inline Error refuse(const Trace& trace, const std::string& what) { return {ErrorCode::InvalidInput, what, trace.name}; }

inline std::string place(const Trace& trace, const Event& event)
{
    return "lane " + trace.lanes[event.lane].name + ", cycles " + std::to_string(event.begin) + " to "
           + std::to_string(event.end);
}

inline Status checkEvent(const Trace& trace, const Event& event)
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

inline Status checkOverlaps(const Trace& trace)
{
    std::vector<std::uint32_t> order(trace.events.size());
    for (std::uint32_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::ranges::sort(order, [&](std::uint32_t a, std::uint32_t b) {
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

} // namespace checks

/// Fails   InvalidInput when an event names a lane, kind or label that is not there, ends before it begins, begins
///         before cycle 0 or overlaps another one of its lane; when there are too many kinds; when the samples of a
///         counter are not in order.
inline Status check(const Trace& trace)
{
    using namespace checks;
    if (trace.kinds.size() > kMostKinds)
        return refuse(trace, "a trace has at most " + std::to_string(kMostKinds) + " kinds of events, not "
                                 + std::to_string(trace.kinds.size()));
    for (const Event& event : trace.events)
        if (const Status fine = checkEvent(trace, event); !fine)
            return fine;
    for (const Counter& counter : trace.counters)
        if (!std::ranges::is_sorted(counter.samples, [](const auto& a, const auto& b) { return a.cycle < b.cycle; }))
            return refuse(trace, "the samples of " + counter.name + " are not in the order of their cycles");
    return checkOverlaps(trace);
}

/// The cycle at which the last event ends.
inline Cycles end(const Trace& trace)
{
    std::int64_t last = 0;
    for (const Event& event : trace.events)
        last = std::max(last, event.end);
    return {last};
}

} // namespace nestloom::trace
