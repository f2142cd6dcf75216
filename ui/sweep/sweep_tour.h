// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tour/tour.h"

namespace nestloom::ui {

/// Puts a sweep together, runs it, and looks at its front.
std::vector<TourStep> sweepTour(MainWindow& window);

} // namespace nestloom::ui
