// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/mapping/design_import.h"

namespace nestloom::ui {

class MainWindow;

/// Opens an imported mapping in the loop nest as a draft of its layer: judged at once, to be improved, and kept as a
/// run when the user wants that. Shown is a run that is stored nowhere, with this layer alone and no result yet. False
/// when the import has no mapping with its accelerator and layer.
bool openImportedDraft(MainWindow& window, const mapping::DesignImport& import);

/// The page "Loop nest", with the editor of the shown mapping, and the entries of the Edit menu that switch it.
void installLoopNest(MainWindow& window);

} // namespace nestloom::ui
