// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace nestloom::ui {

class MainWindow;

/// Brings back at the next start how the views were left: splitters, and columns that the user sized. What cannot be
/// read is as at the first start. What was open is up to LastSession.
void installViewState(MainWindow& window);

} // namespace nestloom::ui
