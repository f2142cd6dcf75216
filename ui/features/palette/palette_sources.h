// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/palette/palette_entry.h"

namespace nestloom::ui {

class MainWindow;

/// What the palette finds in the window: every named action of the menus, the layers of the shown run (or of the chosen
/// network), levels and fields of the accelerator in the editor, accelerators, networks and runs.
std::vector<PaletteSource> paletteSources(MainWindow& window);

} // namespace nestloom::ui
