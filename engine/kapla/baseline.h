// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/run_control.h"
#include "engine/kapla/segment.h"

#include <optional>
#include <vector>

namespace nestloom::kapla {

struct BaselineOptions {
    PartitionRules partitions;
    Goal goal = Goal::Energy;
};

/// A network scheduled on a machine, layer after layer.
struct NetworkSchedule {
    DataLayout inputs;                  // how the network's first input is laid out
    std::vector<LayerSchedule> layers;  // in the order of the network
    std::vector<SegmentTiming> segments;
    double cost = 0;                    // all layers; static energy for the time that segments take
    std::int64_t cycles = 0;
};

struct BaselineResult {
    std::optional<NetworkSchedule> schedule; // nothing = a layer fits no way, or stopped before the end
    std::optional<std::size_t> unfit;        // the layer that fits no way
    bool stopped = false;
    SweepEffort effort;
};

/// nn_dataflow's exhaustive search (baseline B of KAPLA), layer after layer, each on the whole machine: the first layer
/// also chooses how the network's input is laid out; every other layer reads what earlier ones have left.
BaselineResult searchBaseline(const Machine& machine, const Network& network, std::int64_t batch,
                              const BaselineOptions& options, const RunControl& control = {});

} // namespace nestloom::kapla
