// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tour/tour.h"

namespace nestloom::ui {

class MainWindow;

/// The tables of energies and areas: a menu that gives the accelerator in the editor the energies of one, as one undo
/// step; their editor; and an accelerator that has a table's energies follows when the table is edited.
void installTechnologies(MainWindow& window);

/// A shipped table, a number edited into a table of one's own, a text that is no energy.
std::vector<TourStep> technologyTour(MainWindow& window);

} // namespace nestloom::ui
