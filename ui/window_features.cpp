// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window_features.h"

#include "ui/window_pages.h"

namespace nestloom::ui {

void installFeatures(MainWindow& window)
{
    // One line per feature. The order is that of docks that share an area, and of the entries of a menu.
    installPages(window);
}

} // namespace nestloom::ui
