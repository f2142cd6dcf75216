// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace nestloom::ui {

class MainWindow;

/// The jobs as a dock, the one that matters most in the status bar, and the queue of waiting ones in the Run menu.
void installJobs(MainWindow& window);
void installQueue(MainWindow& window);

} // namespace nestloom::ui
