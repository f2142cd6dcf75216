// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/units.h"
#include "engine/schedule/network_run.h"

#include <string>

namespace nestloom::report {

/// The proven bound of a layer for what its run minimises: "112,896" cycles, "31.2 mJ", "387 µJ·s"; "-" without one,
/// and for a metric of tiled schedules that has no unit of its own.
std::string boundText(const schedule::LayerResult& result, const schedule::ScheduleOptions& options, Hertz clock);
/// "0.83 %", or "-".
std::string gapText(const std::optional<double>& gap);

/// "on 12 of 54 layers the mesh would not carry what the cost model assumes; the worst would take 1.25 times its
/// cycles"; empty when it carries all, and without a mesh.
std::string meshSentence(const schedule::Totals& totals);

} // namespace nestloom::report
