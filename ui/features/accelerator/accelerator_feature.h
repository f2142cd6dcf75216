// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace nestloom::ui {

class MainWindow;
class Workbench;

/// Opens a copy of the edited accelerator under a name of its own ("simba-variant") in the editor and lists it in the
/// project tree; it has no file until it is saved. False when there is nothing to copy, which the problems line says.
bool duplicateAsVariant(Workbench& workbench);

/// The action for it; variants without a file come back at the next start.
void installVariants(MainWindow& window);

class AcceleratorEditor;

/// The editor of the accelerator as a dock: one for each opened accelerator, that of the workbench in front.
void installEditor(MainWindow& window);
/// The editor in front.
AcceleratorEditor* editorIn(const MainWindow& window);
/// Shows its form with the cursor in this field; false when the accelerator has no such field.
bool showField(MainWindow& window, const QString& key);

} // namespace nestloom::ui
