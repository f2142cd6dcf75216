// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/layer_cost.h"
#include "engine/kapla/segment.h"

#include <map>

namespace nestloom::kapla {

/// When the layers of a segment run, layer by layer as they are added. Layers on different nodes work on different
/// parts of the batch at the same time; where two layers agree on groups of channels, the second one starts after the
/// first group. Times of layers are those of the whole batch; the segment divides them by the groups of the batch.
class SegmentTiming {
public:
    void add(const Network& network, std::size_t layer, Slot slot, const LayerSchedule& schedule);

    std::int64_t nodeCycles() const { return m_nodeCycles; }
    std::int64_t dramCycles() const { return m_dramCycles; }
    /// Of the slowest nodes, for the whole batch.
    std::int64_t criticalCycles() const { return m_criticalCycles; }
    /// From the first word to the last.
    std::int64_t cycles() const { return std::max(m_nodeCycles, m_dramCycles); }
    /// How much longer it takes than its layers one by one on all of its nodes, as a part of their time.
    double delay() const;

    /// When a layer begins and when its first part of the batch is done, in cycles times `batchGroups()`.
    struct LayerTiming {
        std::int64_t cycles = 0;     // of the whole batch
        std::int64_t nodeCycles = 0; // without DRAM
        std::int64_t dramCycles = 0;
        std::int64_t nodes = 1;
        std::int64_t groups = 1; // of output channels
        std::int64_t start = 0, done = 0;
    };
    const std::vector<std::vector<LayerTiming>>& layers() const { return m_timings; } // by slot
    /// Parts of the batch that follow each other through the segment; 1 when the layers divide the batch differently.
    std::int64_t batchGroups() const { return m_batchGroups; }

private:
    std::map<std::size_t, Slot> m_slots;             // by layer
    std::vector<std::vector<LayerTiming>> m_timings; // by slot
    std::int64_t m_batchGroups = 0;
    std::int64_t m_nodeCycles = 0, m_dramCycles = 0, m_criticalCycles = 0;
};

} // namespace nestloom::kapla
