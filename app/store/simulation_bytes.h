// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/simulation/simulation_question.h"

#include <string>
#include <string_view>

namespace nestloom::store {

/// A finished simulation as bytes, without what its question already says: the traffic is made again from the mapping.
/// A version, then: figures of the run, DRAM by window, where the time goes, the hottest links; counters of every link,
/// router and endpoint by window and over the whole run, one column after the other; last, if wanted, when each
/// transaction began and ended. The trace by destination and the phases of memories are not kept: no view shows them.
std::string simulationToBytes(const simulation::LayerSimulation& simulation, bool withTimes);

/// The simulation again. Without times, its transactions have none: it can have no trace.
/// Fails   InvalidInput for other bytes, for those of a newer version, and when the traffic is not the one that was simulated:
///         another version of the program cut it into other transactions.
Result<simulation::LayerSimulation> simulationFromBytes(std::string_view bytes, const simulation::Question& question);

} // namespace nestloom::store
