// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/time_focus.h"

#include "ui/style/format.h"

#include <QFontMetricsF>

#include <algorithm>
#include <cmath>
#include <utility>

namespace nestloom::ui {

namespace {
constexpr double kFewestCycles = 8; // in sight
}

void TimeFocus::setEnd(std::int64_t end)
{
    if (end == m_end)
        return;
    const bool wasFitted = isFitted();
    m_end = end;
    if (wasFitted || m_high > double(end)) {
        m_low = 0;
        m_high = double(end);
    }
    Q_EMIT windowChanged();
    setRange(m_range);
    setCursor(std::clamp<std::int64_t>(m_cursor, 0, std::max<std::int64_t>(0, m_end - 1)));
}

void TimeFocus::setWindow(double low, double high)
{
    const double all = double(m_end);
    const double width = std::clamp(high - low, std::min(kFewestCycles, all), all);
    low = std::clamp(low, 0.0, all - width);
    if (low == m_low && low + width == m_high)
        return;
    m_low = low;
    m_high = low + width;
    Q_EMIT windowChanged();
}

void TimeFocus::zoom(double at, double factor)
{
    const double all = double(m_end);
    const double width = std::clamp((m_high - m_low) / factor, std::min(kFewestCycles, all), all);
    const double place = (at - m_low) / std::max(1e-9, m_high - m_low);
    setWindow(at - place * width, at - place * width + width);
}

void TimeFocus::pan(double cycles)
{
    const double width = m_high - m_low;
    const double low = std::clamp(m_low + cycles, 0.0, double(m_end) - width);
    setWindow(low, low + width);
}

void TimeFocus::show(TimeRange range)
{
    const double room = std::max(4.0, 0.15 * double(range.length()));
    setWindow(double(range.from) - room, double(range.to) + room);
}

void TimeFocus::setCursor(std::int64_t cycle)
{
    cycle = std::clamp<std::int64_t>(cycle, 0, std::max<std::int64_t>(0, m_end - 1));
    if (double(cycle) < m_low || double(cycle) >= m_high) {
        const double width = m_high - m_low;
        const double low = double(cycle) < m_low ? double(cycle) - 0.1 * width : double(cycle) - 0.9 * width;
        setWindow(std::max(0.0, low), std::max(0.0, low) + width);
    }
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
    return {std::int64_t(std::floor(m_low)), std::int64_t(std::ceil(m_high))};
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
