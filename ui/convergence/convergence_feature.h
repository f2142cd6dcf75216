// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tour/tour.h"

namespace nestloom::ui {

/// "Compare engines..." in the Run menu.
void installConvergence(MainWindow& window);

/// Engines side by side on the selected layer, with the bound; against evaluations; another objective.
std::vector<TourStep> convergenceTour(MainWindow& window);

} // namespace nestloom::ui
