// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace nestloom::ui {

class MainWindow;

/// What is run: the project tree, how the next run is made, live mapping, and the baseline it is compared with.
void installRun(MainWindow& window);

} // namespace nestloom::ui
