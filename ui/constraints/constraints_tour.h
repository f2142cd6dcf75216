// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tour/tour.h"

namespace nestloom::ui {

/// Constraints of an accelerator and of a run, one of them wrong.
std::vector<TourStep> constraintsTour(MainWindow& window);

} // namespace nestloom::ui
