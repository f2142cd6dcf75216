// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace nestloom::ui {

class MainWindow;

/// The pages about one run: summary, loop nest, buffers, network.
void installPages(MainWindow& window);

} // namespace nestloom::ui
