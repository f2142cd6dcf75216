// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tour/tour.h"

namespace nestloom::ui {

/// The tab of the network on chip.
void installNoc(MainWindow& window);

/// Its stops of the tour: a link selected, and one tensor alone.
std::vector<TourStep> nocTour(MainWindow& window);

} // namespace nestloom::ui
