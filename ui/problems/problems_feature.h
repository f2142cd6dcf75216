// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tour/tour.h"

namespace nestloom::ui {

class MainWindow;

/// The problems panel, the count in the status bar that opens it, and where a click on a problem leads.
void installProblems(MainWindow& window);

std::vector<TourStep> problemsTour(MainWindow& window);

} // namespace nestloom::ui
