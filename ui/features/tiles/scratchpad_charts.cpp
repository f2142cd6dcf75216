// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/tiles/scratchpad_charts.h"

#include "ui/charts/axis_scale.h"
#include "ui/features/tiles/tiles_words.h"
#include "ui/style/format.h"
#include "ui/style/paint_tools.h"
#include "ui/widgets/make_widgets.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace nestloom::ui {

namespace flexer = schedule::flexer;

namespace {
constexpr double kLabelledWidth = 30, kLabelledHeight = 11;
}

double ScratchpadChart::headRoom() const { return QFontMetricsF(captionFont(font())).height() + 3; }

void ScratchpadChart::fitTop(double most)
{
    m_top = std::max(1.0, most);
    if (m_tiles.detail())
        if (const auto& capacity = m_tiles.detail()->schedule.machine.scratchpad)
            m_top = std::max(m_top, std::min(double(capacity->count), 2 * m_top));
}

bool ScratchpadChart::paintCapacity(QPainter& painter, const Theme& theme) const
{
    const auto& capacity = m_tiles.detail()->schedule.machine.scratchpad;
    if (!capacity || double(capacity->count) > m_top)
        return false;
    const QRectF& plot = geometryOf().plot;
    painter.setPen(QPen(theme.warning, 1.5));
    const double at = std::round(y(double(capacity->count))) + 0.5;
    painter.drawLine(QPointF(plot.left(), at), QPointF(plot.right(), at));
    return true;
}

AddressChart::AddressChart(ShownTiles& tiles, TilesFocus& focus, QWidget* parent)
    : ScratchpadChart(tiles, focus, parent), m_focus(focus)
{
    named(this, "addressChart", tr("Scratchpad addresses over time"));
    connect(&m_tiles, &ShownTiles::detailChanged, this, &AddressChart::refresh);
    connect(&m_focus, &TilesFocus::changed, this, [this] { update(); });
    refresh();
}

void AddressChart::refresh()
{
    m_hovered = -1;
    double most = 0;
    if (m_tiles.detail())
        for (const flexer::Occupied& box : m_tiles.detail()->occupied)
            most = std::max(most, double(box.address + box.size.count));
    fitTop(most);
    layOut();
}

QRectF AddressChart::rectOf(int index) const
{
    const flexer::Occupied& box = m_tiles.detail()->occupied[std::size_t(index)];
    const TimeGeometry& geometry = geometryOf();
    const double left = std::max(geometry.x(double(box.start.count)), geometry.plot.left() - 4);
    const double right = std::min(geometry.x(double(box.end.count)), geometry.plot.right() + 4);
    return {QPointF(left, y(double(box.address + box.size.count))),
            QPointF(std::max(left + 1, right), y(double(box.address)))};
}

int AddressChart::boxAt(QPointF at) const
{
    if (!hasData() || !geometryOf().plot.contains(at))
        return -1;
    const double cycle = geometryOf().cycleAt(at.x());
    const double address = (geometryOf().plot.bottom() - at.y()) / geometryOf().plot.height() * m_top;
    const auto& boxes = m_tiles.detail()->occupied;
    for (std::size_t i = 0; i < boxes.size(); ++i)
        if (double(boxes[i].start.count) <= cycle && cycle < double(boxes[i].end.count)
            && double(boxes[i].address) <= address && address < double(boxes[i].address + boxes[i].size.count))
            return int(i);
    return -1;
}

void AddressChart::hover(QPointF at)
{
    const int box = boxAt(at);
    setCursor(box >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (std::exchange(m_hovered, box) != box)
        update();
}

void AddressChart::pick(QPointF at)
{
    if (const int box = boxAt(at); box >= 0)
        m_focus.selectTile(m_tiles.detail()->occupied[std::size_t(box)].tile);
    else
        m_focus.clear();
}

void AddressChart::paintBox(QPainter& painter, const Theme& theme, int index) const
{
    const flexer::Occupied& box = m_tiles.detail()->occupied[std::size_t(index)];
    const QRectF rect = rectOf(index);
    const QColor fill = typeColour(theme, box.type);
    painter.fillRect(rect, fill);
    if (rect.width() >= 3 && rect.height() >= 3) {
        painter.setPen(QPen(fill.darker(theme.dark ? 175 : 150), 1));
        painter.drawRect(rect.adjusted(0.5, 0.5, -0.5, -0.5));
    }
    if (rect.width() < kLabelledWidth || rect.height() < kLabelledHeight)
        return;
    const QString name = qt(flexer::label(m_tiles.detail()->schedule.tiles[box.tile.value]));
    const QFontMetricsF metrics(painter.font());
    const QString text = metrics.horizontalAdvance(name) <= rect.width() - 4 ? name : typeLetter(box.type);
    painter.setPen(textOn(fill));
    painter.drawText(rect.intersected(geometryOf().plot), Qt::AlignCenter, text);
}

void AddressChart::paintMarks(QPainter& painter, const Theme& theme, bool)
{
    const QRectF& plot = geometryOf().plot;
    const QFontMetricsF metrics(painter.font());
    painter.setPen(theme.mutedText);
    painter.drawText(QPointF(plot.left(), metrics.ascent() + 1), tr("Scratchpad by address"));
    paintTimeGrid(painter, theme);
    for (const auto& tick : byteTicks(0, m_top, plot.height(), 2.2 * metrics.height()))
        paint::gridLabel(painter, theme, plot, y(tick.value), tick.text);
    painter.save();
    painter.setClipRect(plot);
    const auto& boxes = m_tiles.detail()->occupied;
    for (std::size_t i = 0; i < boxes.size(); ++i)
        if (double(boxes[i].end.count) > geometryOf().low && double(boxes[i].start.count) < geometryOf().high)
            paintBox(painter, theme, int(i));
    painter.restore();
    if (paintCapacity(painter, theme))
        painter.drawText(QRectF(plot.right() - 260, 0, 260, metrics.height()), Qt::AlignRight | Qt::AlignVCenter,
                         tr("capacity %1").arg(format::bytes(*m_tiles.detail()->schedule.machine.scratchpad)));
}

void AddressChart::paintOver(QPainter& painter, const Theme& theme)
{
    painter.save();
    painter.setClipRect(geometryOf().plot.adjusted(-1, -1, 1, 1));
    painter.setBrush(Qt::NoBrush);
    const auto& boxes = m_tiles.detail()->occupied;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
        const bool isSelected = m_focus.tile() == boxes[i].tile;
        if (!isSelected && int(i) != m_hovered)
            continue;
        painter.setPen(QPen(theme.text, isSelected ? 2.4 : 1));
        painter.drawRect(rectOf(int(i)));
    }
    painter.restore();
}

QString AddressChart::hint(QPointF at) const
{
    const int index = boxAt(at);
    if (index < 0)
        return geometryOf().plot.contains(at) ? tr("Free") : QString();
    const flexer::Occupied& box = m_tiles.detail()->occupied[std::size_t(index)];
    const flexer::TiledSchedule& schedule = m_tiles.detail()->schedule;
    std::int64_t uses = 0, loads = 0;
    for (const flexer::TileOperation& op : schedule.operations)
        uses += std::ranges::find(op.tiles.values, box.tile) != op.tiles.values.end();
    for (const flexer::DmaTransfer& transfer : schedule.transfers)
        loads += transfer.tile == box.tile && transfer.direction == flexer::Direction::Load;
    return tr("%1, %2 (%3)\naddresses %4 to %5, cycles %6 to %7\nused by %8 operations of the layer, loaded %9 times")
        .arg(qt(flexer::label(schedule.tiles[box.tile.value])), format::exactBytes(box.size), typeText(box.type),
             format::integer(box.address), format::integer(box.address + box.size.count),
             format::integer(box.start.count), format::integer(box.end.count))
        .arg(uses)
        .arg(loads);
}

QString AddressChart::chartName() const
{
    return hasData() ? tr("scratchpad of %1").arg(qt(m_tiles.detail()->schedule.layer.name)) : QString();
}

TableValues AddressChart::chartValues() const
{
    TableValues values;
    values.columns = {tr("tile"),     tr("data type"),     tr("address [B]"),
                      tr("size [B]"), tr("begin [cycle]"), tr("end [cycle]")};
    for (const flexer::Occupied& box : m_tiles.detail()->occupied)
        values.rows.push_back({qt(flexer::label(m_tiles.detail()->schedule.tiles[box.tile.value])), typeText(box.type),
                               qlonglong(box.address), qlonglong(box.size.count), qlonglong(box.start.count),
                               qlonglong(box.end.count)});
    return values;
}

namespace {
constexpr std::array kTypes{flexer::DataType::Weights, flexer::DataType::Inputs, flexer::DataType::PartialSums,
                            flexer::DataType::Outputs}; // from below
}

TypeOccupancyChart::TypeOccupancyChart(ShownTiles& tiles, TilesFocus& focus, QWidget* parent)
    : ScratchpadChart(tiles, focus, parent)
{
    named(this, "typeOccupancyChart", tr("Occupancy of the scratchpad by data type"));
    connect(&m_tiles, &ShownTiles::detailChanged, this, &TypeOccupancyChart::refresh);
    refresh();
}

void TypeOccupancyChart::refresh()
{
    m_levels.clear();
    double most = 0;
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
            most = std::max(most, double(level.total()));
        }
    }
    fitTop(most);
    layOut();
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
    for (const auto& tick : byteTicks(0, m_top, plot.height(), 2.0 * metrics.height()))
        paint::gridLabel(painter, theme, plot, y(tick.value), tick.text);
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
    paintCapacity(painter, theme);
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
