// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tour/tour.h"

namespace nestloom::ui {

/// The accelerator's diagram and table: a level selected, in the Design perspective, levels edited, a finding, a
/// variant.
std::vector<TourStep> acceleratorTour(MainWindow& window);

} // namespace nestloom::ui
