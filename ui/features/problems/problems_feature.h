// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace nestloom::ui {

class MainWindow;

/// The problems panel, the count in the status bar that opens it, and where a click on a problem leads.
void installProblems(MainWindow& window);

} // namespace nestloom::ui
