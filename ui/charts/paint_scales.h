// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/axis_scale.h"

#include <QRectF>

class QPainter;

namespace nestloom::ui {

struct Theme;

/// Lines through a plot at these values of two axes, its edges at the left and below, and labels where they have room.
void paintScales(QPainter& painter, const Theme& theme, const QRectF& plot, const AxisScale& across,
                 const std::vector<AxisTick>& acrossTicks, const AxisScale& up, const std::vector<AxisTick>& upTicks);

} // namespace nestloom::ui
