// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tour/tour.h"

namespace nestloom::ui {

/// The stops of all features, after the stored run has been shown again. Each leaves the window as it found it.
std::vector<TourStep> featureTours(MainWindow& window);

} // namespace nestloom::ui
