// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/sweep_job.h"
#include "engine/explore/pareto.h"

#include <string>

namespace nestloom::cli {

/// "48 points (12 accelerators x 4 networks), 40 of them known; about 12.4 s left (the first took 910 ms on one
/// thread, the next 120 ms)"
std::string printPlan(const jobs::SweepPlan& plan);

/// What the points are compared by, among those that keep the limits.
struct SweepFront {
    std::vector<explore::Objective> objectives;
    std::vector<explore::Limit> limits;
};

/// The results of a sweep; what was cancelled is left out. Pareto-optimal points (within their network) are marked.
std::string printSweep(const explore::SweepInputs& inputs, const jobs::SweepOutcome& outcome, const SweepFront& front);
std::string sweepToJson(const explore::SweepInputs& inputs, const jobs::SweepOutcome& outcome, const SweepFront& front);
/// One header line that names the units, numbers without units below it.
std::string sweepToCsv(const explore::SweepInputs& inputs, const jobs::SweepOutcome& outcome, const SweepFront& front);

} // namespace nestloom::cli
