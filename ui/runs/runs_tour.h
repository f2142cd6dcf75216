// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tour/tour.h"

namespace nestloom::ui {

/// The runs browser: all runs, a filter, one that is wrong, one without hits, a deleted run.
std::vector<TourStep> runsTour(MainWindow& window);

} // namespace nestloom::ui
