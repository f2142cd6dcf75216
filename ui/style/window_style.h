// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace nestloom::ui {

struct Theme;

/// Style sheet of the main window and all in it: what no palette can say. There is none for the program as a whole:
/// every widget would be styled twice, and a change of it takes several times as long as one of the window's.
QString windowStyleSheet(const Theme& theme);

} // namespace nestloom::ui
