// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/trace/trace_index.h"
#include "ui/charts/time_focus.h"

#include <QImage>

namespace nestloom::ui {

/// Where a lane is drawn: y from the top of the plot.
struct GanttRow {
    std::size_t lane = 0;
    double top = 0, bottom = 0;
};

struct GanttShade {
    QRgb fill = 0, edge = 0;
    bool isHatched = false; // diagonal lines in the colour of the edge
};

/// The events in sight as pixels, written straight into an image that covers geometry.plot and is transparent where
/// lanes are idle. Where an event is a pixel wide or wider it is a box. Below that a column of pixels stands for all
/// events in its cycles: filled from below as far as the lane is busy, in the colours and shares of their kinds. The
/// time depends on the pixels, not on the events: sums of the index say what a column holds.
QImage rasterEvents(const trace::TraceIndex& index, const std::vector<GanttRow>& rows, const TimeGeometry& geometry,
                    const std::vector<GanttShade>& shades, double pixelRatio);

/// Calls `visit(item, left, right)` for the events of a lane that are at least `pixels` wide, edges in x of `geometry`.
/// Skips narrow ones without walking through them.
template <typename Visit>
void visitWide(const trace::TraceIndex& index, std::size_t lane, const TimeGeometry& geometry, double pixels,
               Visit visit)
{
    const auto items = index.lane(lane);
    const double least = pixels * geometry.perPixel();
    std::size_t at = index.firstEndingAfter(lane, geometry.low);
    while (at < items.size() && double(items[at].begin) < geometry.high) {
        const trace::TraceIndex::Item& item = items[at];
        if (double(item.end - item.begin) >= least) {
            visit(item, geometry.x(double(item.begin)), geometry.x(double(item.end)));
            ++at;
        } else {
            // Any wide one after this ends later than its begin and that width.
            at = std::max(at + 1, index.firstEndingAfter(lane, double(item.begin) + least, at));
        }
    }
}

} // namespace nestloom::ui
