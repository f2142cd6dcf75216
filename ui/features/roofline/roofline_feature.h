// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace nestloom::ui {

class MainWindow;

/// "Roofline..." in the menu of views: the layers of the shown run under the roofs of its accelerator.
void installRoofline(MainWindow& window);

} // namespace nestloom::ui
