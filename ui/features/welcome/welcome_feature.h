// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace nestloom::ui {

class MainWindow;

/// The welcome page in place of the pages: while nothing is open, and by Help > Welcome. Opening anything
/// hides it.
void installWelcome(MainWindow& window);

} // namespace nestloom::ui
