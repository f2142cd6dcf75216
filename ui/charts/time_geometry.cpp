// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/time_geometry.h"

#include "ui/charts/axis_scale.h"
#include "ui/charts/chart_scale.h"
#include "ui/style/format.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

std::vector<TimeTick> timeTicks(const TimeGeometry& geometry, double pixelsEach)
{
    const double count = std::max(1.0, geometry.plot.width() / pixelsEach);
    const double step = std::max(1.0, roundStep(std::max((geometry.high - geometry.low) / count, 1e-9)));
    std::vector<TimeTick> ticks;
    for (double cycle = std::ceil(geometry.low / step) * step; cycle <= geometry.high; cycle += step)
        ticks.push_back({cycle, step < 1000 ? format::integer(std::int64_t(cycle))
                                            : axisText(cycle, step, {QString(), 1, false}).trimmed()});
    return ticks;
}

double timeMargin(const QFont& captions)
{
    return QFontMetricsF(captions).horizontalAdvance(QStringLiteral("1023.5 KiB")) + 14;
}

} // namespace nestloom::ui
