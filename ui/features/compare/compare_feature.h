// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace nestloom::ui {

class MainWindow;

/// The Compare page, and what leads to it.
void installCompare(MainWindow& window);

} // namespace nestloom::ui
