// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/network_run.h"

namespace nestloom::schedule {

/// What an engine says of a layer beside its solution.
struct OutcomeFacts {
    SolveStatus status;
    StopCause cause;
    const std::string& reason;
    const SolveStats& stats;
};

/// Puts status, cause, reason, times and bound into `result`.
void takeFacts(const OutcomeFacts& facts, LayerResult& result);

template <typename Solution>
void takeOutcome(const SolveOutcome<Solution>& outcome, LayerResult& result)
{
    takeFacts({outcome.status, outcome.cause, outcome.reason, outcome.stats}, result);
}

/// How far the cost is above the bound, once both are known. Cycles are whole: the bound is rounded up to the next one.
void setGap(LayerResult& result);

} // namespace nestloom::schedule
