// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tour/tour.h"

namespace nestloom::ui {

/// The simulation of the selected layer: the whole run, a link, a window in time, a marked range, DRAM, flits over
/// time, and the best of several mappings.
std::vector<TourStep> simulationTour(MainWindow& window);

} // namespace nestloom::ui
