// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cost/formula.h"
#include "engine/schedule/kapla/node_run.h"

namespace nestloom::kapla {

/// How the figures of a schedule on nodes come about: trees whose leaves are counts of the detailed model and numbers
/// of the accelerator. `run` has a schedule. Values agree with nodeEnergy() and NetworkSchedule::cycles.
cost::Formula explainEnergy(const NodeRun& run); // layer by layer; static energy for the time that all take
cost::Formula explainCycles(const NodeRun& run); // segment by segment
cost::Formula explainEdp(const NodeRun& run, Hertz clock);

/// The same of one layer, an index into run.graph.network.layers; static energy for its own time.
cost::Formula explainLayerEnergy(const NodeRun& run, std::size_t layer);
cost::Formula explainLayerCycles(const NodeRun& run, std::size_t layer);

} // namespace nestloom::kapla
