// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace nestloom::ui {

class MainWindow;

/// The page with schedules of tiles, linked to the chosen network, the accelerators and the selected layer.
void installTiles(MainWindow& window);

} // namespace nestloom::ui
