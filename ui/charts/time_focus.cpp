// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/time_focus.h"

#include "ui/style/format.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <utility>

namespace nestloom::ui {

void AxisFocus::setLast(double last, bool fitted)
{
    m_last = last;
    if (fitted || m_high > last) {
        m_low = 0;
        m_high = last;
    }
    Q_EMIT windowChanged();
}

double AxisFocus::widthFor(double width) const { return std::clamp(width, std::min(m_fewest, m_last), m_last); }

void AxisFocus::setWindow(double low, double high)
{
    const double width = widthFor(high - low);
    low = std::clamp(low, 0.0, m_last - width);
    if (low == m_low && low + width == m_high)
        return;
    m_low = low;
    m_high = low + width;
    Q_EMIT windowChanged();
}

void AxisFocus::zoom(double at, double factor)
{
    const double width = widthFor((m_high - m_low) / factor);
    const double place = (at - m_low) / std::max(1e-9, m_high - m_low);
    setWindow(at - place * width, at - place * width + width);
}

void AxisFocus::slideTo(double low)
{
    const double width = m_high - m_low;
    low = std::clamp(low, 0.0, m_last - width);
    setWindow(low, low + width);
}

void TimeFocus::setEnd(std::int64_t end)
{
    if (end == m_end)
        return;
    m_end = end;
    setLast(double(end), isFitted());
    setRange(m_range);
    setCursor(std::clamp<std::int64_t>(m_cursor, 0, std::max<std::int64_t>(0, m_end - 1)));
}

void TimeFocus::show(TimeRange range)
{
    const double room = std::max(4.0, 0.15 * double(range.length()));
    setWindow(double(range.from) - room, double(range.to) + room);
}

void TimeFocus::setCursor(std::int64_t cycle)
{
    cycle = std::clamp<std::int64_t>(cycle, 0, std::max<std::int64_t>(0, m_end - 1));
    if (double(cycle) < low() || double(cycle) >= high())
        slideTo(double(cycle) - (double(cycle) < low() ? 0.1 : 0.9) * (high() - low()));
    if (std::exchange(m_cursor, cycle) != cycle)
        Q_EMIT cursorChanged(cycle);
}

void TimeFocus::setRange(std::optional<TimeRange> range)
{
    if (range) {
        range->from = std::clamp<std::int64_t>(range->from, 0, m_end);
        range->to = std::clamp<std::int64_t>(range->to, 0, m_end);
        if (range->from >= range->to)
            range.reset();
    }
    if (std::exchange(m_range, range) != range)
        Q_EMIT rangeChanged();
}

TimeRange TimeFocus::rangeOrWindow() const
{
    if (m_range)
        return *m_range;
    return {std::int64_t(std::floor(low())), std::int64_t(std::ceil(high()))};
}

void TimeFocus::select(std::optional<std::uint32_t> event)
{
    if (std::exchange(m_selected, event) != event)
        Q_EMIT selectionChanged();
}

std::vector<AxisTick> timeTicks(const TimeGeometry& geometry, double pixelsEach)
{
    const double count = std::max(1.0, geometry.plot.width() / pixelsEach);
    const bool coarse = roundStep(std::max((geometry.high - geometry.low) / count, 1.0)) >= 1000;
    return roundTicks(geometry.low, geometry.high, count, {{}, 1, false, coarse}, 1);
}

double timeMargin(const QFont& captions)
{
    return QFontMetricsF(captions).horizontalAdvance(QStringLiteral("1023.5 KiB")) + 14;
}

} // namespace nestloom::ui
