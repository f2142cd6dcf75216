// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace nestloom::ui {

class MainWindow;

/// Adds the memory map page and its actions to the window.
void installMemory(MainWindow& window);

} // namespace nestloom::ui
