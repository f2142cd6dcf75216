// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/document.h"
#include "engine/records/sweep.h"

namespace nestloom::report {

/// A sweep: its axes, per network the Pareto figure and the table of the front (cycles against energy), the best point
/// for each objective, the points that could not be built or mapped with their reasons, and the inputs verbatim. Points
/// that are not there were not begun or not finished.
Document sweepReport(const records::SweepRecord& sweep);

} // namespace nestloom::report
