// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <limits>
#include <optional>
#include <vector>

namespace nestloom::ui {

class AxisScale;

/// What the Pareto view draws of one thing. Coordinates are in the units of the axes.
struct ParetoPoint {
    double x = std::numeric_limits<double>::quiet_NaN(); // not a number: it has no place
    double y = std::numeric_limits<double>::quiet_NaN();
    int series = 0;           // only points of one series are compared; it decides the shape
    int colour = 0;           // into the legend
    bool isRun = false;       // a stored run: shown, but not compared
    bool isUndecided = false; // its place may be off: drawn as an outline
};

/// Can the point be drawn?
bool hasPlace(const ParetoPoint& point);

/// Which end of each axis is better.
struct ParetoSense {
    bool largerX = false, largerY = false;
    friend bool operator==(const ParetoSense&, const ParetoSense&) = default;
};

/// Indices of the Pareto-optimal points of one series, in the order of x. `front` is that of the points before `from`
/// (empty when `from` is 0): what has been dominated once stays so, which makes adding points cheap.
std::vector<int> extendFront(const std::vector<int>& front, const std::vector<ParetoPoint>& points, std::size_t from,
                             int series, const ParetoSense& sense);

/// Where the front bends most: the point farthest from the straight line between its ends, towards the better side,
/// when both axes (as they are shown, linear or logarithmic) are stretched to the length of the front. Nothing for
/// fewer than three distinct points or a straight front.
std::optional<int> kneeOf(const std::vector<int>& front, const std::vector<ParetoPoint>& points, const AxisScale& x,
                          const AxisScale& y, const ParetoSense& sense);

} // namespace nestloom::ui
