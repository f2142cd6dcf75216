// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/palette/palette_model.h"

namespace nestloom::ui {

class MainWindow;

/// What the palette finds in the window: every named action of the menus, the layers of the shown run (or of the chosen
/// network), levels and fields of the accelerator in the editor, accelerators, networks and runs.
std::vector<PaletteSource> paletteSources(MainWindow& window);

/// The command palette on Ctrl+K and Ctrl+Shift+P; what was used lately is remembered between starts.
void installPalette(MainWindow& window);

} // namespace nestloom::ui
