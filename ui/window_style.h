// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace nestloom::ui {

struct Theme;

/// Style sheet of the main window: what goes beyond the program-wide sheet of applyTheme() (docks, tabs, fields,
/// chips).
QString windowStyleSheet(const Theme& theme);

} // namespace nestloom::ui
