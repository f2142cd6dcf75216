// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/simulation/layer_simulation.h"

namespace nestloom::simulation {

/// Follows the PE whose last step ends last: before each step, the transaction that it waited for and that ended last
/// is what it waited for. Of a finished run.
TimeShares timeShares(const traffic::MappingTraffic& traffic, const noc::SimulationResult& run);

} // namespace nestloom::simulation
