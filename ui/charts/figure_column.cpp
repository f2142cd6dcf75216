// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/figure_column.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace nestloom::ui {

namespace {
constexpr double kLogFrom = 6; // largest over smallest
} // namespace

AxisScale scaleOf(const FigureColumn& column)
{
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const double value : column.values)
        if (std::isfinite(value)) {
            low = std::min(low, value);
            high = std::max(high, value);
        }
    AxisScale scale;
    scale.fit(low > 0 && high > kLogFrom * low, low, high);
    return scale;
}

} // namespace nestloom::ui
