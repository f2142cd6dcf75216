// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/network_run.h"

#include <QString>

#include <vector>

namespace nestloom::ui {

class ShownRun;

/// The results of the shown run, with `edited` (a result of one of its layers under another mapping) for all layers of
/// that shape: what is kept as a run of its own.
std::vector<schedule::LayerResult> layersWith(const ShownRun& run, const schedule::LayerResult& edited);

/// Why results of the shown run cannot be kept now, one sentence; empty = they can.
QString whyNotKeepFrom(const ShownRun& run);

} // namespace nestloom::ui
