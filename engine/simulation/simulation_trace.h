// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/simulation/layer_simulation.h"
#include "engine/trace/trace.h"

namespace nestloom::simulation {

/// What each PE, the buffer and DRAM do when: computing and sending have lanes of their own; before a step that had to
/// wait, the lane says for what. Of a finished run.
trace::Trace simulationTrace(const LayerSimulation& simulation, const std::string& name);

} // namespace nestloom::simulation
