// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tour/tour.h"

namespace nestloom::ui {

std::vector<TourStep> paletteTour(MainWindow& window);

} // namespace nestloom::ui
