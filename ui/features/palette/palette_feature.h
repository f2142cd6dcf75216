// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace nestloom::ui {

class MainWindow;

/// The command palette on Ctrl+K and Ctrl+Shift+P; what was used lately is remembered between starts.
void installPalette(MainWindow& window);

} // namespace nestloom::ui
