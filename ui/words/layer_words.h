// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/network_run.h"

#include <QString>

namespace nestloom::ui {

/// Words about one layer of a run, shared by the table, the chart and the loop nest view so that they never differ.

/// "proven", "within 0.83 % (time limit)", "best found", "pending", "not run", ...
QString statusText(const schedule::LayerResult& result);
/// Its run goes on and may still bring a result. A layer that is left pending when its run ends has a reason why.
bool isAwaited(const schedule::LayerResult& result);
/// True when the layer ended without a verified mapping and was not simply cancelled or still pending.
bool needsAttention(const schedule::LayerResult& result);

/// "compute", "DRAM read", "GlobalBuffer write"; kNoValue without a cost.
QString bottleneckText(const schedule::LayerResult& result);

/// "max(compute 112,896, DRAM read 98,000, DRAM write 3,136) cycles"; ports without a limit are left out.
QString latencyFormula(const cost::LayerCost& cost);
/// "MACs 23.1 µJ + DRAM 212 µJ + GlobalBuffer 30.4 µJ"
QString energyFormula(const cost::LayerCost& cost);
/// "nestloom cost model" or "Timeloop compatible cost model"
QString modelText(cost::Model model);

} // namespace nestloom::ui
