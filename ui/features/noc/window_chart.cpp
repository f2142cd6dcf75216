// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/noc/window_chart.h"

#include "ui/charts/chart_scale.h"
#include "ui/features/noc/simulation_words.h"
#include "ui/style/format.h"
#include "ui/style/paint_tools.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace nestloom::ui {

WindowChart::WindowChart(ShownSimulation& shown, SimulationFocus& focus, QWidget* parent)
    : TimeChart(focus.time(), parent), m_shown(shown), m_focus(focus)
{
    connect(&m_shown, &ShownSimulation::dataChanged, this, &WindowChart::refresh);
    connect(&m_shown, &ShownSimulation::questionChanged, this, &WindowChart::refresh);
}

/// Whole windows, or several in one where there are more than `most`.
std::vector<WindowChart::Column> WindowChart::columns(double low, double high, std::size_t most) const
{
    const std::int64_t end = m_shown.end();
    std::int64_t width = windowWidth();
    while (double(most) * double(width) < high - low)
        width *= 2;
    std::vector<Column> all;
    for (std::int64_t from = std::int64_t(low) / width * width; double(from) < high && from < end; from += width) {
        const std::int64_t to = std::min(from + width, end);
        all.push_back({from, to, means(from, to)});
    }
    return all;
}

void WindowChart::refresh()
{
    m_top = 0;
    prepare();
    if (hasData()) {
        const auto all = columns(0, double(m_shown.end()), 1024);
        for (std::size_t i = 0; i < all.size(); ++i) // a short last window may be full by chance
            if (i + 1 < all.size() || all.size() == 1)
                m_top = std::max(m_top, std::accumulate(all[i].values.begin(), all[i].values.end(), 0.0));
    }
    m_top = std::min(mostTop(), std::max(leastTop(), chartScale(m_top, 2, {}).top));
    setProvenance(simulationProvenance(m_shown));
    layOut();
}

double WindowChart::headRoom() const { return QFontMetricsF(captionFont(font())).height() + 4; }

double WindowChart::y(double value) const
{
    const QRectF& plot = geometryOf().plot;
    return plot.bottom() - std::clamp(value / m_top, 0.0, 1.0) * plot.height();
}

void WindowChart::paintEmpty(QPainter& painter, const Theme& theme)
{
    const auto [title, text] = emptySimulationText(m_shown);
    paint::message(painter, rect(), title, text, theme, m_shown.isWarning());
}

void WindowChart::paintLegend(QPainter& painter, const Theme& theme, const std::vector<Series>& all) const
{
    const QFontMetricsF metrics(painter.font());
    double x = geometryOf().plot.left();
    painter.setPen(theme.text);
    painter.drawText(QPointF(x, metrics.ascent() + 1), title());
    x += metrics.horizontalAdvance(title()) + 16;
    for (const Series& series : all) {
        if (series.name.isEmpty() || x + 13 + metrics.horizontalAdvance(series.name) > width() - 4)
            continue;
        const QRectF box(x, 1 + (metrics.height() - 9) / 2, 9, 9);
        painter.fillRect(box, series.colour(theme));
        if (series.isHatched)
            paint::hatch(painter, box, theme.card);
        painter.setPen(theme.mutedText);
        painter.drawText(QPointF(x + 13, metrics.ascent() + 1), series.name);
        x += 13 + metrics.horizontalAdvance(series.name) + 12;
    }
}

void WindowChart::paintMarks(QPainter& painter, const Theme& theme, bool)
{
    const QRectF& plot = geometryOf().plot;
    const QFontMetricsF metrics(painter.font());
    const std::vector<Series> all = series();
    paintLegend(painter, theme, all);
    paintTimeGrid(painter, theme);
    for (const double value : {0.0, m_top / 2, m_top}) {
        const bool hasRoom = value == m_top || plot.height() > (value > 0 ? 3 : 1.2) * metrics.height();
        if (!hasRoom)
            continue;
        painter.setPen(theme.grid);
        painter.drawLine(QPointF(plot.left(), y(value)), QPointF(plot.right(), y(value)));
        painter.setPen(theme.mutedText);
        painter.drawText(QRectF(0, y(value) - metrics.height() / 2, plot.left() - 6, metrics.height()),
                         Qt::AlignRight | Qt::AlignVCenter, axisText(value));
    }
    painter.save();
    painter.setClipRect(plot);
    for (const Column& column : columns(focus().low(), focus().high(), std::size_t(std::max(16.0, plot.width())))) {
        const double left = geometryOf().x(double(column.from)), right = geometryOf().x(double(column.to));
        double sum = 0;
        for (std::size_t i = 0; i < column.values.size(); ++i) {
            if (column.values[i] <= 0)
                continue;
            const QRectF box(QPointF(left, y(sum + column.values[i])), QPointF(right, y(sum)));
            painter.fillRect(box, all[i].colour(theme));
            if (all[i].isHatched && box.width() >= 3)
                paint::hatch(painter, box, theme.card);
            sum += column.values[i];
        }
    }
    painter.restore();
}

QString WindowChart::hint(QPointF at) const
{
    if (!hasData() || !geometryOf().plot.contains(at))
        return {};
    const std::int64_t width = windowWidth();
    const std::int64_t from = std::int64_t(geometryOf().cycleAt(at.x())) / width * width;
    const std::int64_t to = std::min(from + width, std::int64_t(m_shown.end()));
    const std::vector<Series> all = series();
    const std::vector<double> values = means(from, to);
    QStringList lines{tr("cycles %1 to %2").arg(format::integer(from), format::integer(to)), title()};
    for (std::size_t i = 0; i < all.size(); ++i)
        lines << QStringLiteral("%1 %2").arg(all[i].name, axisText(values[i])).trimmed();
    return lines.join(QLatin1Char('\n'));
}

TableValues WindowChart::chartValues() const
{
    TableValues values;
    values.columns = {tr("from [cycle]"), tr("to [cycle]")};
    for (const Series& series : this->series())
        values.columns << QStringLiteral("%1 [%2]").arg(series.name.isEmpty() ? title() : series.name, exportUnit());
    for (const Column& column : columns(0, double(m_shown.end()), 1 << 20)) {
        QVariantList row{qlonglong(column.from), qlonglong(column.to)};
        for (const double value : column.values)
            row << value;
        values.rows.push_back(row);
    }
    return values;
}

} // namespace nestloom::ui
