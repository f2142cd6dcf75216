// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/records/run.h"
#include "engine/simulation/simulation_question.h"

namespace nestloom::records {

using SimulationId = std::int64_t; // > 0; never given twice

/// What was simulated: a layer of a run under a mapping, with options. There is one simulation of each.
struct SimulationKey {
    RunId run = 0;
    std::size_t layer = 0;       // into the network's layers
    simulation::Choices choices; // the DRAM by name, never empty
    std::uint64_t mapping = 0;   // fingerprint
    friend bool operator==(const SimulationKey&, const SimulationKey&) = default;
};

/// A stored simulation in short.
struct SimulationSummary {
    SimulationId id = 0;
    SimulationKey key;
    TimePoint simulatedAt{};
    std::string engineVersion;
    Cycles analytical{}, simulated{};
    bool hasTimes = true; // when each transaction ran; without, there is no trace
    Bytes size{};         // on disk
};

/// Of the layers of a run that were simulated under their mappings, what the model and the simulation say together.
struct SimulatedCycles {
    std::size_t layers = 0;
    Cycles analytical{}, simulated{};
    double ratio() const { return double(simulated.count) / double(analytical.count); }
};
SimulatedCycles simulatedCycles(const std::vector<schedule::LayerResult>& layers);

} // namespace nestloom::records
