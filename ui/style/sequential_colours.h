// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/theme.h"

namespace nestloom::ui {

/// A perceptually even map from dark to bright (after viridis), cut at the end that the card would swallow.
/// `fraction` is 0 to 1; what lies outside is taken to the nearer end.
QColor sequentialColour(const Theme& theme, double fraction);

} // namespace nestloom::ui
