// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/document.h"
#include "engine/schedule/network_run.h"

namespace nestloom::report {

/// Columns of a table of tiled schedules, and a layer's row; the layer has one.
std::vector<Cell> tiledColumns();
std::vector<Cell> tiledRow(const schedule::flexer::FlexerParams& params, const schedule::LayerResult& layer);

/// What the best and the plain static schedules of the same layers would take, one sentence; empty when no layer is
/// tiled.
std::string tiledBaselines(const std::vector<schedule::LayerResult>& layers);

/// What the last column means.
inline constexpr const char* kAboveBounds =
    "above bounds: cycles / transfers / metric of what was chosen, divided by "
    "what no schedule of the tilings that were looked at is below; part of it may "
    "be out of reach";

} // namespace nestloom::report
