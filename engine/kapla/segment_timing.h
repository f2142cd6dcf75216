// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/layer_search.h"
#include "engine/kapla/network.h"

#include <map>

namespace nestloom::kapla {

/// A layer within a segment: which nodes it gets, and when it runs on them.
struct Slot {
    std::size_t spatial = 0;
    std::size_t temporal = 0;
    friend auto operator<=>(const Slot&, const Slot&) = default;
};

/// When the layers of a segment run, layer by layer as they are added. Layers on different nodes work on different parts
/// of the batch at the same time; where two layers agree on groups of channels, the second one starts after the first group.
/// Times of layers are those of the whole batch; the segment divides them by the groups of the batch.
class SegmentTiming {
public:
    void add(const Network& network, std::size_t layer, Slot slot, const LayerSchedule& schedule);

    std::int64_t nodeCycles() const { return m_nodeCycles; }
    std::int64_t dramCycles() const { return m_dramCycles; }
    /// Of the slowest nodes, for the whole batch.
    std::int64_t criticalCycles() const { return m_criticalCycles; }
    /// From the first word to the last.
    std::int64_t cycles() const { return std::max(m_nodeCycles, m_dramCycles); }

private:
    struct LayerTiming {
        std::int64_t cycles = 0;
        std::int64_t groups = 1; // of output channels
        std::int64_t start = 0, done = 0; // times groups of the batch
    };
    std::map<std::size_t, Slot> m_slots; // by layer
    std::vector<std::vector<LayerTiming>> m_timings; // by slot
    std::int64_t m_batchGroups = 0;
    std::int64_t m_nodeCycles = 0, m_dramCycles = 0, m_criticalCycles = 0;
};

} // namespace nestloom::kapla
