// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tour/tour.h"

namespace nestloom::ui {

class MainWindow;

/// The proof of what the shown run minimises, in the Run menu and linked from the summary.
void installProof(MainWindow& window);

/// The proof on its way, and complete.
std::vector<TourStep> proofTour(MainWindow& window);

} // namespace nestloom::ui
