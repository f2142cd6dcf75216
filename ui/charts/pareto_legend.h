// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/pareto_marks.h"

#include <QPen>
#include <QStringList>

namespace nestloom::ui {

/// What colours and shapes mean, and what cannot be drawn.
struct ParetoLegend {
    QString colourTitle;  // "DRAM read bandwidth"; empty: colours mean nothing
    QStringList colours;  // one per colour index, in the order of the colours
    QStringList series;   // names; told when there are several, or groups
    QStringList notes;    // "3 infeasible"
    QStringList groups{}; // by series: what it belongs to, told above the first of them; lines are apart by '\n'
    bool byFront = false; // each series has a colour and a line of its own; `colours` is empty

    /// Of a series, with the first line of its group where there are several groups: "resnet50, Sweep 7 of simba".
    QString nameOf(int number) const;
};

/// The line of a front: dark, or of its own colour and dashes.
QPen frontPen(const ParetoLegend& legend, const Theme& theme, int series);

/// Paints a legend with what `counts` says of the points; of the groups only the first lines where there is little
/// room.
void paintParetoLegend(QPainter& painter, const Theme& theme, const QRectF& area, const ParetoLegend& legend,
                       const ParetoCloud::Counts& counts, bool hasLimits, ParetoMarks& marks);

} // namespace nestloom::ui
