// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QRectF>
#include <QString>

#include <vector>

namespace nestloom::ui {

/// Where cycles are in a chart.
struct TimeGeometry {
    QRectF plot;
    double low = 0, high = 1; // cycles at the left and right edge

    double x(double cycle) const { return plot.left() + (cycle - low) / (high - low) * plot.width(); }
    double cycleAt(double x) const { return low + (x - plot.left()) / plot.width() * (high - low); }
    double perPixel() const { return (high - low) / plot.width(); } // cycles
};

struct TimeTick {
    double cycle = 0;
    QString text;
};
/// Round cycles in sight, about one every `pixelsEach`: "250 k", or exact below a thousand cycles between them.
std::vector<TimeTick> timeTicks(const TimeGeometry& geometry, double pixelsEach);

/// Room left of the plot for names of lanes and for bytes; the same in all charts that stand above each other.
double timeMargin(const QFont& captions);

} // namespace nestloom::ui
