// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/trace/trace.h"

#include <array>
#include <memory>
#include <optional>
#include <span>

namespace nestloom::trace {

/// What a lane does in some cycles.
struct Use {
    std::int64_t events = 0;                       // that touch them
    std::int64_t busy = 0;                         // cycles
    std::int64_t bytes = 0;                        // of events that are partly in the range their share, rounded
    std::array<std::int64_t, kMostKinds> cycles{}; // by kind
};

/// Events of a trace by lane and time, with sums, so that any range of a million events is summed up in microseconds.
/// Never changes; may be read by any thread.
class TraceIndex {
public:
    struct Item {
        std::int64_t begin = 0, end = 0;
        std::uint32_t event = 0; // into Trace::events
        std::uint16_t kind = 0;
    };

    /// `trace` passes check(). Takes 0.1 s for a million events.
    explicit TraceIndex(std::shared_ptr<const Trace> trace);

    const Trace& trace() const { return *m_trace; }
    std::int64_t end() const { return m_end; }
    std::size_t laneCount() const { return m_trace->lanes.size(); }
    std::span<const Item> lane(std::size_t lane) const; // by time

    /// The position in lane() of the first event that ends after `cycle`, not before position `from`; its size when
    /// there is none. Quick when the answer is near `from`.
    std::size_t firstEndingAfter(std::size_t lane, double cycle, std::size_t from = 0) const;
    std::optional<std::uint32_t> eventAt(std::size_t lane, double cycle) const;
    /// The nearest event of the lane: the one there, or else the one whose edge is next.
    std::optional<std::uint32_t> eventNear(std::size_t lane, double cycle) const;
    /// The event `step` positions later (or earlier) on its lane.
    std::optional<std::uint32_t> neighbour(std::uint32_t event, int step) const;

    /// What the lane does in [from, to).
    Use use(std::size_t lane, std::int64_t from, std::int64_t to) const;
    /// Cycles by kind from the beginning up to `cycle`, of which `position` is firstEndingAfter(). Kinds that the trace
    /// does not have are left as they are.
    void cyclesBefore(std::size_t lane, double cycle, std::size_t position,
                      std::array<double, kMostKinds>& cycles) const;

private:
    static constexpr std::size_t kBlock = 32; // events that share a row of sums
    struct Part {                             // of one lane
        std::size_t first = 0, count = 0;     // in m_items
        std::size_t firstBlock = 0;
    };
    struct Sums {
        std::int64_t bytes = 0;
        std::array<std::int64_t, kMostKinds> cycles{};
    };
    Sums sumsBefore(std::size_t lane, std::size_t position) const;
    void sort();
    void sum();

    std::shared_ptr<const Trace> m_trace;
    std::int64_t m_end = 0;
    std::vector<Item> m_items; // by lane, then time
    std::vector<Part> m_lanes;
    std::vector<Sums> m_blocks; // of all events of the lane before each block
};

} // namespace nestloom::trace
