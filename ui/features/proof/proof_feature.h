// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace nestloom::ui {

class MainWindow;

/// "Compare engines..." in the Run menu.
void installConvergence(MainWindow& window);

/// The proof of what the shown run minimises, in the Run menu and linked from the summary.
void installProof(MainWindow& window);

} // namespace nestloom::ui
