// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/segment_timing.h"

#include <memory>
#include <optional>
#include <vector>

namespace nestloom::kapla {

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
