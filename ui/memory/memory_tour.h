// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tour/tour.h"

namespace nestloom::ui {

/// The memory map of resnet50: too small a scratchpad, one with spills and a selected tensor, a part of it from near,
/// the baselines, fused operators.
std::vector<TourStep> memoryTour(MainWindow& window);

} // namespace nestloom::ui
