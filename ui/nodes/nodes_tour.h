// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tour/tour.h"

namespace nestloom::ui {

/// Schedules on nodes: the chain of segments, one segment near, engines beside each other, an accelerator without
/// nodes.
std::vector<TourStep> nodesTour(MainWindow& window);

} // namespace nestloom::ui
