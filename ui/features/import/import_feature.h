// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace nestloom::ui {

class MainWindow;

/// Accelerators, layers and mappings from files of other tools, opened or dropped together, and the way back through
/// the File menu. Also sees to it that large networks of our own are parsed off the window's thread.
void installDesigns(MainWindow& window);

/// Networks from files of other formats: opened or dropped like any file, or through the Network menu.
void installImport(MainWindow& window);

} // namespace nestloom::ui
