// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/memory/plan_geometry.h"

#include "ui/charts/axis_scale.h"
#include "ui/charts/chart_scale.h"
#include "ui/style/format.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

int PlanGeometry::lastStep() const { return std::max(firstStep(), int(std::ceil(highStep)) - 1); }

std::vector<ChartScale::Tick> stepTicks(const PlanGeometry& geometry, double pixelsEach)
{
    const double rough = (geometry.highStep - geometry.lowStep) / std::max(1.0, geometry.plot.width() / pixelsEach);
    const double step = std::max(1.0, roundStep(std::max(rough, 1e-9)));
    std::vector<ChartScale::Tick> ticks;
    for (double value = std::ceil(geometry.lowStep / step) * step; value < geometry.highStep; value += step)
        ticks.push_back({value, format::integer(std::int64_t(value))});
    return ticks;
}

QRectF planMessageArea(const QRectF& plot, const QFont& captions)
{
    const double tag = QFontMetricsF(captions).horizontalAdvance(QStringLiteral("capacity 1023.5 MiB (drag)"));
    const double aside = std::max(0.0, std::min(tag, (plot.width() - 320) / 2)); // a message needs some width
    return plot.adjusted(aside, 12, -aside, 0);
}

double planMargin(const QFont& captions)
{
    return QFontMetricsF(captions).horizontalAdvance(QStringLiteral("1023.5 MiB")) + 12;
}

} // namespace nestloom::ui
