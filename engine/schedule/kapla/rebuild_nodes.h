// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/kapla/node_run.h"

namespace nestloom::kapla {

/// What was decided about a segment: where its layers run and how each is mapped, in its order.
struct DecidedSegment {
    Segment segment;
    std::vector<LayerMapping> mappings;
    friend bool operator==(const DecidedSegment&, const DecidedSegment&) = default;
};

/// All that decides a schedule on nodes; what it costs follows from it.
struct NodeDecisions {
    std::vector<DataLayout> inputs; // of the network
    std::vector<DecidedSegment> segments;
    friend bool operator==(const NodeDecisions&, const NodeDecisions&) = default;
};
NodeDecisions decisionsOf(const NetworkSchedule& schedule);

/// The run again, without any search: lowered, evaluated and verified anew. Figures of the search are left out.
/// Fails   as scheduleOnNodes, and InvalidInput when the decisions are no schedule of this network on this accelerator.
Result<NodeRun> rebuiltNodeRun(const hardware::Accelerator& accelerator, const workload::Network& network,
                               const NodeRunOptions& options, const NodeDecisions& decisions);

} // namespace nestloom::kapla
