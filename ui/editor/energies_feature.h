// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace nestloom::ui {

class MainWindow;

/// A menu that gives the accelerator in the editor the energies of a shipped table, as one undo step.
void installEnergies(MainWindow& window);

} // namespace nestloom::ui
