// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/run_control.h"
#include "engine/kapla/segment.h"
#include "engine/kapla/segment_cost.h"
#include "engine/schedule/kapla/layer_engine.h"

#include <optional>

namespace nestloom::kapla {

struct ChainsOptions {
    PartitionRules partitions;
    Goal goal = Goal::Energy;
    SegmentRules segments;
    double keep = 1; // probability with which a scheme of a segment of several layers is looked at
    std::uint64_t seed = 1;
};

struct ChainsResult {
    std::optional<NetworkSchedule> schedule;
    std::optional<std::size_t> unfit;
    bool stopped = false;
    std::int64_t evaluated = 0;
};

/// All segments under all schemes between layers, each continuing the best schedule of all layers before, with some
/// other search for the layers in it: the frame in which KAPLA's study puts its baselines. Equal inputs and seeds give
/// equal results.
/// Stop   obeyed within a second; there is no schedule then.
ChainsResult exhaustiveChains(const Machine& machine, const Network& network, std::int64_t batch,
                              const ChainsOptions& options, const LayerEngineFactory& makeEngine,
                              const RunControl& control);

} // namespace nestloom::kapla
