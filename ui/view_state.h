// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace nestloom::ui {

class MainWindow;

/// Brings back at the next start how the views were left: splitters, columns that the user sized, the page, the shown
/// run with its selected layer, and the options of the next run. What cannot be read is as at the first start.
void installViewState(MainWindow& window);

} // namespace nestloom::ui
