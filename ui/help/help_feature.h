// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tour/tour.h"

namespace nestloom::ui {

class MainWindow;

/// F1: a panel with a few sentences about the view that has the focus; it follows the focus while it is open.
void installHelp(MainWindow& window);

std::vector<TourStep> helpTour(MainWindow& window);

} // namespace nestloom::ui
