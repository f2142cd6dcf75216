// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tour/tour.h"

namespace nestloom::ui {

class MainWindow;

/// Lets the jobs panel change the queue, and adds the switch that holds it to the menu of runs.
void installQueue(MainWindow& window);

std::vector<TourStep> queueTour(MainWindow& window);

} // namespace nestloom::ui
