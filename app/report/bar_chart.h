// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace nestloom::report {

struct Segment {
    double value = 0;     // length
    std::string cssClass; // colour, see style.h
};

struct Bar {
    std::string label;             // left of the bar
    std::vector<Segment> segments; // one after the other
    std::string note;              // right of the bar: the value and what the colour means, in words
    std::optional<double> marker;  // a tick on the same axis
};

struct Axis {
    std::string title;                         // with the unit
    std::function<std::string(double)> number; // of a tick
};

/// A line of coloured squares with what each colour means.
struct LegendEntry {
    std::string cssClass;
    std::string text;
};
std::string legend(const std::vector<LegendEntry>& entries, bool withMarker);

/// Horizontal bars on one axis that starts at zero, as inline SVG. Values must be finite and not negative.
std::string barChart(const std::vector<Bar>& bars, const Axis& axis);

/// Round numbers from 0 to at least `largest`, about `wanted` of them.
std::vector<double> ticks(double largest, int wanted);

} // namespace nestloom::report
