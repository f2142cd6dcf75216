// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tour/tour.h"

namespace nestloom::ui {

/// The stops of the comparison: nothing chosen, two runs of different accelerators, loop nests, buffers, accelerators.
std::vector<TourStep> compareTour(MainWindow& window);

} // namespace nestloom::ui
