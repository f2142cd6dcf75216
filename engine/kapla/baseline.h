// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/run_control.h"
#include "engine/kapla/blocking_sweep.h"
#include "engine/kapla/segment.h"
#include "engine/kapla/segment_cost.h"

#include <optional>

namespace nestloom::kapla {

struct BaselineOptions {
    PartitionRules partitions;
    Goal goal = Goal::Energy;
    SegmentRules segments; // default: layer after layer
    /// Counts the hops of the first assignment of blocks to nodes for others as well, see AssignmentMemo.
    bool hopsOfFirstAssignment = false;
    int threads = 1; // at work at the same time; the result does not depend on it
};

struct BaselineEffort {
    SweepEffort sweeps;
    std::int64_t segments = 0;    // looked at
    std::int64_t constraints = 0; // ways to agree in them
};

struct BaselineResult {
    /// Nothing = a layer fits no way, or stopped before there was any. After a stop: layer after layer.
    std::optional<NetworkSchedule> schedule;
    std::optional<std::size_t> unfit; // the layer that fits no way
    bool stopped = false;
    BaselineEffort effort;
};

/// nn_dataflow's exhaustive search (baseline B of KAPLA). Segment after segment, always continuing the best schedule of
/// all layers before; within a segment layer after layer, each with its best schedule for the layouts that earlier ones
/// have left. The first segment also chooses how the network's input is laid out.
/// Stop   obeyed within 0.5 s; `schedule` is then the one layer after layer, if that was reached.
BaselineResult searchBaseline(const Machine& machine, const Network& network, std::int64_t batch,
                              const BaselineOptions& options, const RunControl& control = {});

} // namespace nestloom::kapla
