// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/simulation/simulation_question.h"

#include <string>

namespace nestloom::cli {

/// Analytical beside simulated cycles, where the time goes, the hottest links, what DRAM did.
std::string printSimulation(const workload::Layer& layer, const simulation::Choices& choices,
                            const simulation::LayerSimulation& simulated);
std::string simulationJson(const workload::Layer& layer, const simulation::Choices& choices,
                           const simulation::LayerSimulation& simulated);
/// A line for each transaction: id, what it does, tensor, step, actor, destinations, bytes, start and end in cycles.
std::string simulationCsv(const simulation::LayerSimulation& simulated);

} // namespace nestloom::cli
