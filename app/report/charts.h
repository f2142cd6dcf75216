// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/document.h"

#include <functional>
#include <optional>

namespace nestloom::report {

struct Segment {
    double value = 0;     // length
    std::string cssClass; // colour, see html.cpp
};

struct Bar {
    std::string label;              // left of the bar
    std::vector<Segment> segments;  // one after the other
    std::string note;               // right of the bar: the value and what the colour means, in words
    std::optional<double> marker{}; // a tick on the same axis
    bool startsGroup = false;       // a gap above; a group is not broken over two figures
};

struct Axis {
    std::string title;                         // with the unit
    std::function<std::string(double)> number; // of a tick
};

/// Horizontal bars on one axis that starts at zero, in figures of at most half a page, each with the axis. Values must
/// be finite and not negative.
std::vector<Figure> barChart(const std::vector<Bar>& bars, const Axis& axis);
void addBarChart(Document& document, const std::vector<Bar>& bars, const Axis& axis);

/// Round numbers from 0 to at least `largest`, about `wanted` of them.
std::vector<double> ticks(double largest, int wanted);

struct ScatterPoint {
    double x = 0, y = 0;
    std::string tip;        // shown while the mouse rests on it
    bool isFront = false;   // drawn strong and joined by the stepped line
    std::string label{};    // beside a point of the front
    std::string cssClass{}; // its colour; empty = that of the front or of what is dominated
};

/// Points over two axes; what is below and left is better. Axes begin where the points do. Values must be finite.
/// `roof`: corners of a line over the points, from left to right.
Figure scatterChart(const std::vector<ScatterPoint>& points, const Axis& x, const Axis& y,
                    const std::vector<std::pair<double, double>>& roof = {});

/// Round numbers around [from, to], about `wanted` of them; the first is at most `from`, the last at least `to`.
std::vector<double> ticksBetween(double from, double to, int wanted);

} // namespace nestloom::report
