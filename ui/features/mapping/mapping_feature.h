// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace nestloom::ui {

class LoopNestView;
class MainWindow;
class MappingEditor;

/// The page "Loop nest", with the editor of the shown mapping, and the entries of the Edit menu that switch it.
void installLoopNest(MainWindow& window);

} // namespace nestloom::ui
