// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/kapla/node_run.h"

#include <optional>
#include <vector>

namespace nestloom::kapla {

/// When and where the layers of a schedule on nodes run. Cycles are fractions where a part of the batch takes no whole
/// ones.
struct SegmentChain {
    /// A layer in its place.
    struct Layer {
        std::size_t layer = 0; // into NodeRun::graph
        std::size_t segment = 0;
        std::size_t group = 0;               // of nodes, within the segment
        std::int64_t firstNode = 0;          // when the groups of the segment are stacked
        std::int64_t nodes = 0;              // of its group
        std::size_t turn = 0, turns = 1;     // among the layers of its group
        double share = 1, before = 0;        // of the group's time, and what goes to the layers before it
        double begin = 0, end = 0;           // of its first and last part of the batch
        const SegmentLayer* place = nullptr; // both live as long as the run
        const LayerSchedule* schedule = nullptr;
    };
    /// Layers on the machine at the same time.
    struct Span {
        double begin = 0, end = 0;
        double memoryEnd = 0;             // the memory is busy from begin to here, if it works without pauses
        std::size_t first = 0, count = 0; // in `layers`
        std::int64_t parts = 1;           // of the batch, that follow each other
    };
    /// One part of the batch in one layer.
    struct Box {
        std::size_t at = 0; // into `layers`
        double begin = 0, end = 0;
    };

    std::vector<Span> segments;
    std::vector<Layer> layers; // in the order of the segments
    std::vector<Box> boxes;    // by segment; none for a segment of more than kMostParts parts
    std::int64_t nodes = 0;    // of the machine
    double end = 0;

    static constexpr std::int64_t kMostParts = 512;

    bool empty() const { return layers.empty(); }
    /// Where a layer of the graph is in `layers`.
    std::optional<std::size_t> find(std::size_t layer) const;
};

/// The chain of a run's schedule, by the timing of its segments: parts of the batch follow each other at the pace of
/// the slowest group of nodes. Layers that take turns on their nodes share the group's time in proportion to their
/// cycles. Where the memory is the slowest, everything is stretched to the time that it takes.
/// Returns  an empty chain without a schedule.
SegmentChain segmentChain(const NodeRun& run);

} // namespace nestloom::kapla
