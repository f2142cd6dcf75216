// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/window/main_window.h"

namespace nestloom::ui {

/// The pages about one run: summary, loop nest, buffers, network.
void installPages(MainWindow& window);

/// Plugs every page, dock and action into the window, and completes it. A feature is one function that gets the window,
/// adds what it shows (MainWindow::addPage, addDock, addAction) and connects it by itself.
void installFeatures(MainWindow& window);

/// A workbench that is made before the window and outlives it.
struct OwnWorkbench {
    explicit OwnWorkbench(Session& session) : ownWorkbench(session) {}
    Workbench ownWorkbench;
};

/// The window with all features, on a workbench of its own: what the program shows.
class WholeWindow : private OwnWorkbench, public MainWindow {
public:
    explicit WholeWindow(Session& session, std::optional<ThemeKind> theme = {})
        : OwnWorkbench(session), MainWindow(ownWorkbench, theme)
    {
        installFeatures(*this);
    }
};

} // namespace nestloom::ui
