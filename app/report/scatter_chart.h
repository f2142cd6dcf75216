// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/bar_chart.h"

namespace nestloom::report {

struct ScatterPoint {
    double x = 0, y = 0;
    std::string tip;      // shown while the mouse rests on it
    bool isFront = false; // drawn strong and joined by the stepped line
    std::string label{};  // beside a point of the front
};

/// Points over two axes; what is below and left is better. Axes begin where the points do. Values must be finite.
Figure scatterChart(const std::vector<ScatterPoint>& points, const Axis& x, const Axis& y);

/// Round numbers around [from, to], about `wanted` of them; the first is at most `from`, the last at least `to`.
std::vector<double> ticksBetween(double from, double to, int wanted);

} // namespace nestloom::report
