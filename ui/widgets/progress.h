// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QProgressBar;

namespace nestloom::ui {

/// As bar.setValue(), which would paint the bar at once, and with it all else in the window that waits to be painted.
void setProgress(QProgressBar& bar, int value);

} // namespace nestloom::ui
