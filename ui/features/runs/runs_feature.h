// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace nestloom::ui {

class MainWindow;

/// Puts the runs browser into the window.
void installRuns(MainWindow& window);

} // namespace nestloom::ui
