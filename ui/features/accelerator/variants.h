// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace nestloom::ui {

class MainWindow;
class Workbench;

/// Opens a copy of the edited accelerator under a name of its own ("simba-variant") in the editor and lists it in the
/// project tree; it has no file until it is saved. False when there is nothing to copy, which the problems line says.
bool duplicateAsVariant(Workbench& workbench);

/// The action for it; variants without a file come back at the next start.
void installVariants(MainWindow& window);

} // namespace nestloom::ui
