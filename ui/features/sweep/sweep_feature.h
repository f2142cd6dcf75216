// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace nestloom::ui {

class MainWindow;

/// Plugs the pages Sweep and Pareto into the window, and the running sweep into the jobs panel.
void installSweepPages(MainWindow& window);

} // namespace nestloom::ui
