// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/paint_scales.h"

#include "ui/style/paint_tools.h"

#include <QFontMetricsF>
#include <QPainter>

#include <cmath>

namespace nestloom::ui {

void paintScales(QPainter& painter, const Theme& theme, const QRectF& plot, const AxisScale& across,
                 const std::vector<AxisTick>& acrossTicks, const AxisScale& up, const std::vector<AxisTick>& upTicks)
{
    const QFontMetricsF metrics(painter.font());
    double taken = -1e9; // right end of the last label
    for (const AxisTick& tick : acrossTicks) {
        const double x = std::round(plot.left() + across.place(tick.value) * plot.width()) + 0.5;
        painter.setPen(theme.grid);
        painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
        const double width = metrics.horizontalAdvance(tick.text) + 4;
        if (x - width / 2 < taken + 6)
            continue;
        taken = x + width / 2;
        painter.setPen(theme.mutedText);
        painter.drawText(QRectF(x - width / 2, plot.bottom() + 4, width, metrics.height()), Qt::AlignCenter, tick.text);
    }
    for (const AxisTick& tick : upTicks)
        paint::gridLine(painter, theme, plot, plot.bottom() - up.place(tick.value) * plot.height(), tick.text);
    painter.setPen(theme.mutedText);
    painter.drawLine(plot.bottomLeft(), plot.bottomRight());
    painter.drawLine(plot.bottomLeft(), plot.topLeft());
}

} // namespace nestloom::ui
