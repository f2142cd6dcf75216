// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/records/run.h"
#include "engine/schedule/left_out.h"

#include <optional>
#include <vector>

namespace nestloom::records {

/// Why such inputs cannot be computed, as InvalidInput or Unsupported; nothing = they can be begun. Asked before a run
/// is stored: what is refused is no result. Searches nothing.
std::optional<Error> whyRefused(const RunInputs& inputs);

/// What of the network the figures of such a run leave out, for every kind of run.
std::vector<schedule::LeftOut> leftOut(const RunInputs& inputs);

/// What of the network costs something and is not in the cycles and energy of such a run: a clause, empty = nothing. Of
/// a memory plan, which knows neither, nothing.
std::string notCosted(const RunInputs& inputs);

} // namespace nestloom::records
