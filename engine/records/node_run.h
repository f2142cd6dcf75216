// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/hardware/accelerator.h"
#include "engine/records/time_point.h"
#include "engine/schedule/kapla/node_run.h"
#include "engine/workload/network.h"

#include <cstdint>
#include <string>

namespace nestloom::records {

using NodeRunId = std::int64_t; // > 0; never given twice; 0 = none

/// A kept schedule on nodes in short.
struct NodeRunSummary {
    NodeRunId id = 0;
    TimePoint keptAt{};
    std::string networkName, acceleratorName;
    kapla::NodeRunOptions options;
    kapla::NodeEnergy energy; // pJ by component
    Cycles cycles{};
    int layerCount = 0; // of what was scheduled: with training also the backward layers
    int segmentCount = 0;
    int longestSegment = 0;     // its layers
    double searchMs = 0;        // CPU time
    std::int64_t evaluated = 0; // blockings counted
    kapla::KaplaEffort effort;  // of the engine "kapla"; without that of single layers
    std::string engineVersion;
};

/// A kept schedule on nodes, complete.
struct NodeRunRecord {
    NodeRunSummary summary;
    hardware::Accelerator accelerator;
    workload::Network network;
    kapla::NodeRun run;
};

} // namespace nestloom::records
