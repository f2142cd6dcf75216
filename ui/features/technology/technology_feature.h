// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace nestloom::ui {

class MainWindow;

/// The tables of energies and areas: a menu that gives the accelerator in the editor the energies of one, as one undo
/// step; their editor; and an accelerator that has a table's energies follows when the table is edited.
void installTechnologies(MainWindow& window);

} // namespace nestloom::ui
