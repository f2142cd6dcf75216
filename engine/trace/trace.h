// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/base/units.h"

#include <cstdint>
#include <string>
#include <vector>

namespace nestloom::trace {

/// What does one thing at a time: an NPU, a DMA channel, a PE, a link.
struct Lane {
    std::string name;  // "NPU 2"
    std::string group; // lanes of one group stand together: "NPUs"
    friend bool operator==(const Lane&, const Lane&) = default;
};

/// One lane is busy during the cycles [begin, end).
struct Event {
    std::int64_t begin = 0, end = 0; // cycles
    std::int64_t bytes = 0;          // that it moves; 0 = none
    std::uint32_t lane = 0;          // into Trace::lanes
    std::uint32_t label = 0;         // into Trace::labels
    std::uint16_t kind = 0;          // into Trace::kinds
    friend bool operator==(const Event&, const Event&) = default;
};

/// A figure that has a value at every cycle: the one of the last sample.
struct Counter {
    struct Sample {
        std::int64_t cycle = 0, value = 0;
        friend bool operator==(const Sample&, const Sample&) = default;
    };
    std::string name;            // "weights in the scratchpad"
    std::string unit;            // "B"
    std::vector<Sample> samples; // by cycle
    friend bool operator==(const Counter&, const Counter&) = default;
};

inline constexpr std::size_t kMostKinds = 16;

/// What happened when: events on lanes, in cycles. A schedule or a simulation for charts and trace viewers.
struct Trace {
    std::string name; // "conv3_1 on flexer-arch5"
    std::vector<Lane> lanes;
    std::vector<std::string> kinds;  // what an event does: "compute"; at most kMostKinds
    std::vector<std::string> labels; // what it is about: "WT[2,1]"; shared by events
    std::vector<Event> events;       // in any order; those of a lane do not overlap
    std::vector<Counter> counters;
    friend bool operator==(const Trace&, const Trace&) = default;
};

/// Puts another trace behind `all`: its cycle 0 becomes `begin`. Lanes, kinds and counters of equal names become one;
/// labels are told apart by `prefix`. Between the traces counters fall to 0, as nothing lasts from one to the other.
/// Fails   InvalidInput when together there are more than kMostKinds kinds.
Status append(Trace& all, const Trace& next, std::int64_t begin, const std::string& prefix);

} // namespace nestloom::trace
