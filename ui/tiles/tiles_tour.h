// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tour/tour.h"

namespace nestloom::ui {

/// Schedules of tiles: the whole layer, single operations, decisions, and every figure.
std::vector<TourStep> tilesTour(MainWindow& window);

} // namespace nestloom::ui
