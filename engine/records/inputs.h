// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/records/run.h"
#include "engine/schedule/left_out.h"

#include <string>

namespace nestloom::records {

/// What of the network costs something and is not in the cycles and energy of such a run: a clause, empty = nothing. Of
/// a memory plan, which knows neither, nothing. `layers`: what was counted, which may be by another model than the
/// engine's.
std::string notCosted(const RunInputs& inputs, const std::vector<schedule::LayerResult>& layers = {});

} // namespace nestloom::records
