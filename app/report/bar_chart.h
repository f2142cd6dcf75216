// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/document.h"

#include <functional>
#include <optional>

namespace nestloom::report {

struct Segment {
    double value = 0;     // length
    std::string cssClass; // colour, see style.h
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

} // namespace nestloom::report
