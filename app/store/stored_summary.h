// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/store/statement.h"
#include "engine/records/run.h"

#include <utility>

namespace nestloom::store {

/// All runs, or the one whose number is ?1; then comes which ones (m.deleted_at_ms) and in which order.
extern const std::string_view kSummaryQuery;
/// What a row of it says, without the totals of runs of layers; the MAC units of the accelerator, and what operators
/// that are no layers add to these totals.
struct SummaryRow {
    records::RunSummary summary;
    std::int64_t macUnits = 0;
    cost::VectorSums vector;
};
SummaryRow summaryFrom(const Statement& row);

/// Sums over the layers of run ?1.
extern const std::string_view kTotalsQuery;
/// The same sums as schedule::totals() of layers, from an index, so that a list of runs needs no JSON; and how many
/// layers have a result.
std::pair<int, std::optional<schedule::Totals>> totalsFrom(const Statement& row, std::int64_t macUnits);

} // namespace nestloom::store
