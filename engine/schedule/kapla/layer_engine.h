// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/blocking_sweep.h"
#include "engine/kapla/layer_cost.h"

#include <functional>
#include <memory>
#include <stop_token>

namespace nestloom::kapla {

/// What schedules one layer in its place, for whatever lies around it.
/// Thread rule   one thread at a time.
class LayerEngine {
public:
    virtual ~LayerEngine() = default;
    /// Returns  nothing when nothing fits, or after a stop.
    virtual std::shared_ptr<const LayerSchedule> best(const Placement& placement, const TopConstraint& constraint,
                                                      const DataLayout& inputs, std::stop_token stop) = 0;
    /// Whether anything may fit there at all: a cheap look that never refuses what can be scheduled.
    virtual bool mayFit(const Placement&, const TopConstraint&) { return true; }
    /// Blockings that were counted up to now.
    virtual std::int64_t evaluated() const = 0;
};

/// Makes the engine for layers of one shape.
using LayerEngineFactory = std::function<std::unique_ptr<LayerEngine>(const Layer& layer)>;

} // namespace nestloom::kapla
