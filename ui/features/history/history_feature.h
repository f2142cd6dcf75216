// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace nestloom::ui {

class MainWindow;

/// Adds the panel "History": the undo steps of what is edited in front (accelerator, mapping, network or runs). A click
/// on a step goes there.
void installHistory(MainWindow& window);

} // namespace nestloom::ui
