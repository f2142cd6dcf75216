// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace nestloom::ui {

class MainWindow;

/// Plugs every page, dock and action into the window, and completes it. A feature is one function that gets the window,
/// adds what it shows (MainWindow::addPage, addDock, addAction) and connects it by itself.
void installFeatures(MainWindow& window);

} // namespace nestloom::ui
