// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/document.h"
#include "app/store/run_store.h"
#include "app/store/sweep_store.h"
#include "engine/explore/front.h"

namespace nestloom::report {

/// The report of one stored run, or the comparison of two to four; the first is what the others are compared with.
/// `baseline`  of a report of one run: 0 = none.
/// Fails   as RunStore::load(); InvalidInput for no run, for more than four, and for one named twice.
Result<Document> storedReport(store::RunStore& store, const std::vector<records::RunId>& runs,
                              records::RunId baseline = 0);

/// The report of a stored sweep, whatever version of the program began it; `wanted` as of sweepReport().
/// Fails   as SweepStore::open() and read().
Result<Document> storedSweepReport(const std::filesystem::path& store, records::SweepId sweep,
                                   const explore::FrontSearch& wanted = {});

} // namespace nestloom::report
