// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace nestloom::ui {

class MainWindow;

/// The padding advisor: Network > Padding advisor, and what it does to the chosen network. Nothing when the session has
/// none.
void installPadding(MainWindow& window);

} // namespace nestloom::ui
