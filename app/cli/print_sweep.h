// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/sweep_job.h"
#include "engine/explore/pareto.h"

#include <string>

namespace nestloom::cli {

/// "48 points (12 accelerators x 4 networks), 40 of them known; about 12.4 s left (the first took 910 ms on one
/// thread, the next 120 ms)"
std::string printPlan(const jobs::SweepPlan& plan);

/// The results of a sweep; what was cancelled is left out. Pareto-optimal points (within their network) are marked.
std::string printSweep(const explore::SweepInputs& inputs, const jobs::SweepOutcome& outcome,
                       const explore::FrontSearch& front);
std::string sweepToJson(const explore::SweepInputs& inputs, const jobs::SweepOutcome& outcome,
                        const explore::FrontSearch& front);
/// One header line that names the units, numbers without units below it.
std::string sweepToCsv(const explore::SweepInputs& inputs, const jobs::SweepOutcome& outcome,
                       const explore::FrontSearch& front);

/// One of the three, the last with where it was stored.
std::string sweepOutput(bool json, bool csv, const explore::SweepInputs& inputs, const jobs::SweepOutcome& outcome,
                        const explore::FrontSearch& front);

} // namespace nestloom::cli
