// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/simulation/layer_simulation.h"

#include <optional>
#include <vector>

namespace nestloom::simulation {

/// A step of a PE, and how long the PE did nothing before it.
struct StepWait {
    noc::TransactionId step = 0; // the transaction that computes
    noc::Cycle idle = 0;         // cycles since the step before, or since the begin of the run
    std::optional<noc::TransactionId>
        cause;             // what it waited for and that ended last; nothing: only for the step before
    bool fromDram = false; // what it waited for came from DRAM only just now
};

/// The steps of each PE in their order. Of a finished run.
std::vector<std::vector<StepWait>> stepWaits(const traffic::MappingTraffic& traffic, const noc::SimulationResult& run);

} // namespace nestloom::simulation
