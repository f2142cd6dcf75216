// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace nestloom::ui {

class MainWindow;

/// "Export chart..." and "Export table..." of the shown page in the File menu; where exported charts come from.
void installExport(MainWindow& window);

} // namespace nestloom::ui
