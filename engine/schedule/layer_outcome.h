// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/run_control.h"
#include "engine/base/units.h"
#include "engine/mapping/layer_mapping.h"

#include <functional>
#include <optional>
#include <vector>

namespace nestloom::schedule {

/// A moment at which an engine found something better.
struct ConvergencePoint {
    std::int64_t evaluations = 0; // cost-model evaluations so far
    double cpuMs = 0;             // of the calling thread so far; differs from run to run
    double value = 0;             // the objective's figure
    friend bool operator==(const ConvergencePoint&, const ConvergencePoint&) = default;
};

/// Hears such moments on the engine's thread, while it works; may be empty.
using OnConvergence = std::function<void(const ConvergencePoint&)>;

/// Eq. 12 of the CoSA paper and its three terms, each in log2: total = -wU * utilization + wC * compute + wT * traffic.
struct PaperTerms {
    double utilization = 0;
    double compute = 0;
    double traffic = 0;
    double total = 0;
    friend bool operator==(const PaperTerms&, const PaperTerms&) = default;
};

/// What an engine says about one layer. stats.bound is a proven lower bound on the cycles of any mapping of the layer
/// in our own cost model, whatever the objective.
struct LayerOutcome : SolveOutcome<mapping::LayerMapping> {
    std::optional<Cycles> simulated;           // of the solution, when candidates were simulated
    std::optional<double> objectiveBound;      // proven lower bound on the objective's figure, in its unit
    std::optional<double> leastEnergy;         // pJ, proven, for latency: no mapping as fast needs less
    std::vector<ConvergencePoint> convergence; // each better than the one before
};

} // namespace nestloom::schedule
