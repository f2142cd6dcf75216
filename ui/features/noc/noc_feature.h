// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace nestloom::ui {

class MainWindow;

/// The tab of the network on chip.
void installNoc(MainWindow& window);

} // namespace nestloom::ui
