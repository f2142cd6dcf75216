// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace nestloom::ui {

class MainWindow;

void installGraph(MainWindow& window);

} // namespace nestloom::ui
