// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/network_run.h"

#include <string>
#include <vector>

namespace nestloom::cli {

/// A table of the tiled schedules among the layers: bytes moved, tiling and loops, and the static schedules beside them; with
/// totals. Empty when there is none.
std::string printTiled(const std::vector<schedule::LayerResult>& layers);

} // namespace nestloom::cli
