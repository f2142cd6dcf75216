// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace nestloom::ui {

class MainWindow;

/// The sheet of shortcuts, the editor that changes them, and keeping the changes.
void installShortcuts(MainWindow& window);

} // namespace nestloom::ui
