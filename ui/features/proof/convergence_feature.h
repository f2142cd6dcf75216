// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace nestloom::ui {

class MainWindow;

/// "Compare engines..." in the Run menu.
void installConvergence(MainWindow& window);

} // namespace nestloom::ui
