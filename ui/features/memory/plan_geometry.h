// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chart_scale.h"
#include "ui/features/memory/plan_boxes.h"

#include <QFont>
#include <QRectF>
#include <QString>

#include <vector>

namespace nestloom::ui {

/// Where steps and addresses (or bytes) are in a chart of a memory plan. A step is as wide as the one operator that
/// runs in it; addresses grow upwards.
struct PlanGeometry {
    QRectF plot;
    double lowStep = 0, highStep = 1;   // at the left and right edge
    double lowBytes = 0, highBytes = 1; // at the bottom and top edge

    double stepWidth() const { return plot.width() / (highStep - lowStep); }
    double x(double step) const { return plot.left() + (step - lowStep) * stepWidth(); }
    double y(double bytes) const { return plot.bottom() - (bytes - lowBytes) / (highBytes - lowBytes) * plot.height(); }
    double stepAt(double x) const { return lowStep + (x - plot.left()) / stepWidth(); }
    double bytesAt(double y) const { return lowBytes + (plot.bottom() - y) / plot.height() * (highBytes - lowBytes); }
    QRectF rectOf(const PlanBox& box) const
    {
        return {QPointF(x(box.first), y(double(box.offset + box.size))),
                QPointF(x(box.last + 1.0), y(double(box.offset)))};
    }
    int firstStep() const { return int(lowStep); }
    int lastStep() const; // the last one that is at least partly in sight
};

/// Round numbers of steps in sight.
std::vector<ChartScale::Tick> stepTicks(const PlanGeometry& geometry, double pixelsEach);

/// Where a message goes in place of a plan: between the tag of the capacity and its mirror image.
QRectF planMessageArea(const QRectF& plot, const QFont& captions);

/// Room for the labels of bytes, the same in all charts of the page so that their steps stand above each other.
double planMargin(const QFont& captions);

} // namespace nestloom::ui
