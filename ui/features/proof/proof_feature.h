// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace nestloom::ui {

class MainWindow;

/// The proof of what the shown run minimises, in the Run menu and linked from the summary.
void installProof(MainWindow& window);

} // namespace nestloom::ui
