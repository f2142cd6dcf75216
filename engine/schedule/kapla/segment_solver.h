// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/run_control.h"
#include "engine/kapla/segment_constraints.h"
#include "engine/kapla/segment_cost.h"
#include "engine/schedule/kapla/layer_engine.h"

#include <map>

namespace nestloom::kapla {

/// Layers scheduled one segment after the other.
struct Progressed {
    NetworkLayouts layouts;
    std::vector<ScheduledSegment> segments;
};

/// Cost of a segment: its layers without static energy, and that for the time the segment takes.
struct SegmentFigures {
    double cost = 0;
    double cycles = 0;
};
SegmentFigures figuresOf(const ScheduledSegment& segment);

/// Solves the layers of segments in their places, each shape with one engine.
/// Thread rule   one thread at a time.
class SegmentSolver {
public:
    SegmentSolver(const Machine& machine, const Network& network, std::int64_t batch, const PartitionRules& partitions,
                  Goal goal, LayerEngineFactory makeEngine, std::stop_token stop);

    /// Nothing scheduled, one for each way to lay out the network's inputs.
    std::vector<Progressed> beginnings() const;

    /// Adds a segment to the first of the given ones that suits its first layer best.
    /// Returns  nothing when a layer fits no way, or after a stop.
    std::optional<Progressed> extended(const std::vector<Progressed>& before, const Segment& segment,
                                       const SegmentConstraint& constraint);

    /// Whether every layer may fit its place, as far as its engine can tell without solving it.
    bool mayFit(const Segment& segment, const SegmentConstraint& constraint);

    const std::map<Layer, std::unique_ptr<LayerEngine>>& engines() const { return m_engines; }

private:
    LayerEngine& engineFor(std::size_t layer);

    const Machine& m_machine;
    const Network& m_network;
    const std::int64_t m_batch;
    const PartitionRules m_partitions;
    const Goal m_goal;
    const LayerEngineFactory m_makeEngine;
    const std::stop_token m_stop;
    std::map<Layer, std::unique_ptr<LayerEngine>> m_engines; // by shape
};

} // namespace nestloom::kapla
