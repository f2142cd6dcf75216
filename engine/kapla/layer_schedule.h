// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/layer_cost.h"

namespace nestloom::kapla {

/// How a layer is mapped: divided among nodes, on the PEs of each, and in time.
struct LayerMapping {
    Partition partition;
    UnitLoops loops;
    Blocking blocking;
    friend bool operator==(const LayerMapping&, const LayerMapping&) = default;
};

/// A mapped layer with what it costs, and where it leaves its outputs.
struct LayerSchedule : LayerMapping {
    LayerCost cost;
    DataLayout outputs;
};

} // namespace nestloom::kapla
