// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/memory/byte_axis.h"

#include "ui/charts/axis_scale.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

namespace {
constexpr double kLabelGap = 6; // between labels and plot
}

QRectF byteTitlePlace(const PlanGeometry& geometry, const QFontMetricsF& metrics, double widestLabel,
                      const QString& title)
{
    const double room = geometry.plot.left() - kLabelGap - widestLabel;
    const double length = metrics.horizontalAdvance(title) + 2;
    if (room < metrics.height() || length > geometry.plot.height())
        return {};
    return {0, geometry.plot.center().y() - length / 2, metrics.height(), length};
}

void paintByteAxis(QPainter& painter, const Theme& theme, const PlanGeometry& geometry, double linesOfText,
                   const QString& title)
{
    const QRectF& plot = geometry.plot;
    const QFontMetricsF metrics(painter.font());
    double widest = 0;
    for (const auto& tick :
         byteTicks(geometry.lowBytes, geometry.highBytes, geometry.plot.height(), linesOfText * metrics.height())) {
        const double y = std::round(geometry.y(tick.value)) + 0.5;
        painter.setPen(theme.grid);
        painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
        painter.setPen(theme.mutedText);
        painter.drawText(QRectF(0, y - metrics.height() / 2, plot.left() - kLabelGap, metrics.height()),
                         Qt::AlignRight | Qt::AlignVCenter, tick.text);
        widest = std::max(widest, metrics.horizontalAdvance(tick.text));
    }
    const QRectF place = byteTitlePlace(geometry, metrics, widest, title);
    if (place.isEmpty())
        return;
    painter.save();
    painter.setPen(theme.mutedText);
    painter.translate(place.bottomLeft());
    painter.rotate(-90);
    painter.drawText(QRectF(0, 0, place.height(), place.width()), Qt::AlignCenter, title);
    painter.restore();
}

} // namespace nestloom::ui
