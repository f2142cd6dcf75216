// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace nestloom::ui {

class AcceleratorEditor;
class MainWindow;

/// The editor of the accelerator as a dock: one for each opened accelerator, that of the workbench in front.
void installEditor(MainWindow& window);
/// The editor in front.
AcceleratorEditor* editorIn(const MainWindow& window);
/// Shows its form with the cursor in this field; false when the accelerator has no such field.
bool showField(MainWindow& window, const QString& key);

} // namespace nestloom::ui
