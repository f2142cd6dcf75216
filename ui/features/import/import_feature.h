// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace nestloom::ui {

class MainWindow;

/// Networks from files of other formats: opened or dropped like any file, or through the Network menu.
void installImport(MainWindow& window);

} // namespace nestloom::ui
