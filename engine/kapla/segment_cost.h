// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/layer_cost.h"
#include "engine/kapla/segment.h"

#include <map>
#include <memory>
#include <optional>
#include <vector>

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

/// Where the feature maps of a network lie while it is being scheduled.
struct NetworkLayouts {
    std::vector<DataLayout> inputs; // of the network
    std::vector<DataLayout> layers; // outputs of each layer; empty = not scheduled yet
};

/// Where a layer of a segment finds its inputs; all of its sources are scheduled.
DataLayout inputsOf(const Network& network, const SegmentLayer& one, const NetworkLayouts& layouts);

/// The ways to lay out the network's inputs in memory. nn_dataflow divides all inputs as a layer that writes the first
/// one might be divided among the memory nodes.
std::vector<std::vector<DataLayout>> inputLayouts(const Machine& machine, const Network& network, std::int64_t batch,
                                                  const PartitionRules& rules);

/// Adds up what layers cost and how long they take, in the order in which they are scheduled, segment after segment.
/// Costs of layers count static energy for the time of each; the sum counts it for the time that the segments take.
class NetworkTally {
public:
    /// `stays` = a network of one segment stays on the machine, see SegmentRules.
    explicit NetworkTally(std::size_t layersOfNetwork, bool stays = false) : m_layers(layersOfNetwork), m_stays(stays)
    {
    }

    void beginSegment();
    void add(const Network& network, const SegmentLayer& one, const LayerSchedule& schedule);

    /// Of all layers up to now, in the unit of the machine's costs.
    double cost() const;
    std::int64_t cycles() const;
    /// The segment that layers are added to.
    const SegmentTiming& segment() const { return m_segment; }

private:
    std::size_t m_layers = 0, m_added = 0, m_segments = 0;
    bool m_stays = false;
    double m_layerCost = 0, m_staticCost = 0; // sums
    std::int64_t m_layerCycles = 0;
    std::int64_t m_cyclesBefore = 0; // of segments before this one
    SegmentTiming m_segment;
};

/// A layer in its place, its mapping given.
/// Returns  nothing when the mapping does not fit, see count().
std::optional<LayerSchedule> evaluate(const Machine& machine, const Placement& placement, const Layer& layer,
                                      std::int64_t batch, const LayerMapping& mapping, const DataLayout& inputs);

/// A segment with the schedules of its layers, in its order.
struct ScheduledSegment {
    Segment segment;
    std::vector<std::shared_ptr<const LayerSchedule>> layers;
    SegmentTiming timing;
};

/// The whole model for a segment, the mappings of its layers given in its order: accesses, hops, time. The outputs of
/// its layers are added to `layouts`.
/// Returns  nothing when a mapping does not fit; `layouts` is unchanged then.
std::optional<ScheduledSegment> evaluate(const Machine& machine, const Network& network, std::int64_t batch,
                                         const Segment& segment, const std::vector<LayerMapping>& mappings,
                                         NetworkLayouts& layouts);

/// Segments that hold each layer of a network once.
struct NetworkSchedule {
    std::vector<DataLayout> inputs;         // of the network
    std::vector<ScheduledSegment> segments; // in the order in which they run
    double cost = 0;                        // all layers; static energy for the time that segments take
    std::int64_t cycles = 0;

    /// The schedule of each layer, in the order of the network.
    std::vector<const LayerSchedule*> layers() const;
};

/// Adds up cost and cycles of all segments.
void tally(const Network& network, NetworkSchedule& schedule, bool stays = false);

} // namespace nestloom::kapla
