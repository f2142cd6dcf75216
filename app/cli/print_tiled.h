// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/network_run.h"

#include <string>
#include <vector>

namespace nestloom::cli {

/// A table of the tiled schedules among the layers: bytes moved, tiling and loops, the static schedules beside them,
/// and how far they are above their bounds; with totals. Empty when there is none.
std::string printTiled(const schedule::flexer::FlexerParams& params, const std::vector<schedule::LayerResult>& layers);

} // namespace nestloom::cli
