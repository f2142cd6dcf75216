// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/run_control.h"
#include "engine/schedule/flexer/machine.h"
#include "engine/schedule/network_run.h"

namespace nestloom::schedule {

/// Schedules one layer with the engine "flexer", has the schedule verified and says what it costs. Fills status,
/// reason, times, bound, cost and summary of `result`; `threads` share the tilings.
void solveTiled(const workload::Layer& layer, const hardware::Accelerator& accelerator, const flexer::Machine& machine,
                const ScheduleOptions& options, const RunControl& control, int threads, LayerResult& result);

} // namespace nestloom::schedule
