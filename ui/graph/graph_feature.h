// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tour/tour.h"

#include <vector>

namespace nestloom::ui {

class MainWindow;

void installGraph(MainWindow& window);
std::vector<TourStep> graphTour(MainWindow& window);

} // namespace nestloom::ui
