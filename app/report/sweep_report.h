// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/document.h"
#include "app/store/sweep_store.h"

namespace nestloom::report {

/// A sweep as it is stored; points that are not there were not begun or not finished.
struct StoredSweep {
    store::SweepSummary summary;
    explore::SweepInputs inputs;
    store::SweepPoints points;
};

/// A sweep: its axes, per network the Pareto figure and the table of the front (cycles against energy), the best point
/// for each objective, the points that could not be built or mapped with their reasons, and the inputs verbatim.
Document sweepReport(const StoredSweep& sweep);

} // namespace nestloom::report
