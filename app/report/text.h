// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/units.h"
#include "engine/explore/accelerator_fields.h"
#include "engine/schedule/network_run.h"

#include <chrono>
#include <string>
#include <string_view>

namespace nestloom::report {

/// A text from a file for a terminal, where its control characters would be commands and marks of direction would turn
/// the line around: these are written as "\x1b", "\n" and "\u202e". `lines` keeps line feeds and tabs.
std::string printable(std::string_view text, bool lines = false);

/// "2026-11-21 09:41:07"
std::string utcText(std::chrono::sys_time<std::chrono::milliseconds> time);

/// A number of an accelerator with its unit, exactly: "64 KiB", "10 B/cycle", "1,024".
std::string fieldText(explore::FieldKind kind, double value);

/// The proven bound of a layer for what its run minimises: "112,896" cycles, "31.2 mJ", "387 µJ·s"; "-" without one,
/// and for a metric of tiled schedules that has no unit of its own.
std::string boundText(const schedule::LayerResult& result, const schedule::ScheduleOptions& options, Hertz clock);
/// "0.83 %", or "-".
std::string gapText(const std::optional<double>& gap);

/// "on 12 of 54 layers the mesh would not carry what the cost model assumes; with the mesh these mappings take
/// 8,300,112 cycles, 1.60 times as many"; empty when it carries all, and without a mesh. `withMesh`:
/// schedule::meshCycles(); without them it says what the worst layer would take.
std::string meshSentence(const schedule::Totals& totals, std::optional<Cycles> withMesh = {});
/// What of the totals is of layers and what of vector operators; a clause, empty = all is of layers.
std::string partsSentence(const schedule::Totals& totals);
/// What totals leave out, as records::notCosted() or VectorSums say it; a clause, empty = nothing.
std::string notCostedSentence(const std::string& leftOut);

} // namespace nestloom::report
