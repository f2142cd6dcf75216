// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace nestloom::ui {

class MainWindow;

/// The page with schedules of networks on nodes, beside the schedules of tiles; linked to the chosen network, the
/// accelerators and the selected layer.
void installNodes(MainWindow& window);

/// Brings the page into sight.
void showNodes(MainWindow& window);

} // namespace nestloom::ui
