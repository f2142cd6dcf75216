// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace nestloom::ui {

class MainWindow;

/// Plugs every page, dock and action into the window. A feature is one function that gets the window while it is being
/// made, adds what it shows (MainWindow::addPage, addDock, addAction) and connects it by itself.
void installFeatures(MainWindow& window);

} // namespace nestloom::ui
