// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace nestloom::ui {

class MainWindow;

/// Opening files: by drag and drop, from the list of recent files, and what came of several at once.
void installFiles(MainWindow& window);

} // namespace nestloom::ui
