// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tour/tour.h"

namespace nestloom::ui {

/// Suggestions for the shown run, the slider of a field, a preview on its way and a complete one.
std::vector<TourStep> tuningTour(MainWindow& window);

} // namespace nestloom::ui
