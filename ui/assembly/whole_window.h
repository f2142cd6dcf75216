// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/assembly/features.h"
#include "ui/window/main_window.h"

namespace nestloom::ui {

/// A workbench that is made before the window and outlives it.
struct OwnWorkbench {
    explicit OwnWorkbench(Session& session) : ownWorkbench(session) {}
    Workbench ownWorkbench;
};

/// The window with all features, on a workbench of its own: what the program shows.
class WholeWindow : private OwnWorkbench, public MainWindow {
public:
    explicit WholeWindow(Session& session) : OwnWorkbench(session), MainWindow(ownWorkbench) { installFeatures(*this); }
};

} // namespace nestloom::ui
