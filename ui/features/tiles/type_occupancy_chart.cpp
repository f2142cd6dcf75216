// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/tiles/type_occupancy_chart.h"

#include "ui/charts/axis_scale.h"
#include "ui/features/tiles/tiles_words.h"
#include "ui/style/format.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <map>

namespace nestloom::ui {

namespace flexer = schedule::flexer;

namespace {
constexpr std::array kTypes{flexer::DataType::Weights, flexer::DataType::Inputs, flexer::DataType::PartialSums,
                            flexer::DataType::Outputs}; // from below
}

TypeOccupancyChart::TypeOccupancyChart(ShownTiles& tiles, TilesFocus& focus, QWidget* parent)
    : TimeChart(focus.time(), parent), m_tiles(tiles)
{
    setObjectName(QStringLiteral("typeOccupancyChart"));
    setAccessibleName(tr("Occupancy of the scratchpad by data type"));
    connect(&m_tiles, &ShownTiles::detailChanged, this, &TypeOccupancyChart::refresh);
    refresh();
}

void TypeOccupancyChart::refresh()
{
    m_levels.clear();
    m_top = 1;
    if (m_tiles.detail()) {
        std::map<std::int64_t, std::array<std::int64_t, 4>> changes;
        for (const flexer::Occupied& box : m_tiles.detail()->occupied) {
            changes[box.start.count][std::size_t(box.type)] += box.size.count;
            changes[box.end.count][std::size_t(box.type)] -= box.size.count;
        }
        Level level;
        for (const auto& [cycle, change] : changes) {
            level.cycle = cycle;
            for (std::size_t type = 0; type < 4; ++type)
                level.bytes[type] += change[type];
            m_levels.push_back(level);
            m_top = std::max(m_top, double(level.total()));
        }
        if (const auto& capacity = m_tiles.detail()->schedule.machine.scratchpad)
            m_top = std::max(m_top, std::min(double(capacity->count), 2 * m_top));
    }
    layOut();
}

double TypeOccupancyChart::headRoom() const { return QFontMetricsF(captionFont(font())).height() + 3; }

double TypeOccupancyChart::y(double bytes) const
{
    const QRectF& plot = geometryOf().plot;
    return plot.bottom() - bytes / m_top * plot.height();
}

const TypeOccupancyChart::Level* TypeOccupancyChart::levelAt(double cycle) const
{
    const auto after = std::partition_point(m_levels.begin(), m_levels.end(),
                                            [cycle](const Level& level) { return double(level.cycle) <= cycle; });
    return after == m_levels.begin() ? nullptr : &*std::prev(after);
}

void TypeOccupancyChart::paintMarks(QPainter& painter, const Theme& theme, bool)
{
    const QRectF& plot = geometryOf().plot;
    const QFontMetricsF metrics(painter.font());
    double x = plot.left();
    const auto say = [&](const QString& text, const QColor& colour) {
        painter.fillRect(QRectF(x, 1 + (metrics.height() - 9) / 2, 9, 9), colour);
        painter.setPen(theme.mutedText);
        painter.drawText(QPointF(x + 13, metrics.ascent() + 1), text);
        x += 13 + metrics.horizontalAdvance(text) + 14;
    };
    for (const flexer::DataType type : kTypes)
        say(typeText(type), typeColour(theme, type));
    paintTimeGrid(painter, theme);
    for (const auto& tick : byteTicks(0, m_top, plot.height(), 2.0 * metrics.height())) {
        painter.setPen(theme.mutedText);
        painter.drawText(QRectF(0, y(tick.value) - metrics.height() / 2, plot.left() - 6, metrics.height()),
                         Qt::AlignRight | Qt::AlignVCenter, tick.text);
    }
    painter.save();
    painter.setClipRect(plot);
    for (std::size_t i = 0; i + 1 < m_levels.size(); ++i) {
        const double left = geometryOf().x(double(m_levels[i].cycle)),
                     right = geometryOf().x(double(m_levels[i + 1].cycle));
        if (right < plot.left() || left > plot.right())
            continue;
        double sum = 0;
        for (const flexer::DataType type : kTypes) {
            const double bytes = double(m_levels[i].bytes[std::size_t(type)]);
            if (bytes > 0)
                painter.fillRect(QRectF(QPointF(left, y(sum + bytes)), QPointF(right, y(sum))),
                                 typeColour(theme, type));
            sum += bytes;
        }
    }
    painter.restore();
    if (const auto& capacity = m_tiles.detail()->schedule.machine.scratchpad;
        capacity && double(capacity->count) <= m_top) {
        painter.setPen(QPen(theme.warning, 1.5));
        const double at = std::round(y(double(capacity->count))) + 0.5;
        painter.drawLine(QPointF(plot.left(), at), QPointF(plot.right(), at));
    }
}

QString TypeOccupancyChart::hint(QPointF at) const
{
    if (!geometryOf().plot.contains(at))
        return {};
    const double cycle = geometryOf().cycleAt(at.x());
    const Level* level = levelAt(cycle);
    if (level == nullptr)
        return tr("The scratchpad is empty");
    QStringList lines{tr("cycle %1: %2 in the scratchpad")
                          .arg(format::integer(std::int64_t(cycle)), format::exactBytes({level->total()}))};
    for (const flexer::DataType type : kTypes)
        lines << tr("%1 %2").arg(typeText(type), format::exactBytes({level->bytes[std::size_t(type)]}));
    return lines.join(QLatin1Char('\n'));
}

TableValues TypeOccupancyChart::chartValues() const
{
    TableValues values;
    values.columns = {tr("from [cycle]")};
    for (const flexer::DataType type : kTypes)
        values.columns << typeText(type) + QStringLiteral(" [B]");
    for (const Level& level : m_levels) {
        QVariantList row{qlonglong(level.cycle)};
        for (const flexer::DataType type : kTypes)
            row << qlonglong(level.bytes[std::size_t(type)]);
        values.rows.push_back(row);
    }
    return values;
}

} // namespace nestloom::ui
