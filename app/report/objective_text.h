// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/units.h"
#include "engine/schedule/network_run.h"

#include <string>

namespace nestloom::report {

/// The proven bound of a layer for what its run minimises: "112,896" cycles, "31.2 mJ", "387 µJ·s"; "-" without one, and for a
/// metric of tiled schedules that has no unit of its own.
std::string boundText(const schedule::LayerResult& result, const schedule::ScheduleOptions& options, Hertz clock);
/// "0.83 %", or "-".
std::string gapText(const std::optional<double>& gap);

} // namespace nestloom::report
