// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/compare/maps_chart.h"

#include "ui/charts/axis_scale.h"
#include "ui/style/format.h"
#include "ui/style/paint_tools.h"
#include "ui/style/theme.h"

#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <limits>

namespace nestloom::ui {

namespace {

using What = records::RunMaps::What;

constexpr double kLeft = 62, kGap = 14, kRight = 8; // pixels
constexpr std::size_t kMostNames = 24;              // of lanes

AxisUnit acrossUnit(What what)
{
    const bool isCycles = what == What::Nodes || what == What::Lanes;
    return {isCycles ? QStringLiteral("cycle") : QString(), 1, false, isCycles};
}

QPen curvePen(const Theme& theme, std::size_t run)
{
    constexpr std::array kDashes{Qt::SolidLine, Qt::DashLine, Qt::DotLine, Qt::DashDotLine};
    const std::array colours{theme.text, theme.accent, theme.tensor[TensorRole::Weights], theme.partialSums};
    return {colours[run % 4], 1, kDashes[run % 4]}; // a wider pen takes 20 times as long for a curve of 1,000 steps
}

} // namespace

MapsChart::MapsChart(QWidget* parent) : PaintedChart(parent)
{
    setAccessibleName(tr("Pictures of the runs"));
    setFocusPolicy(Qt::StrongFocus);
}

/// Of a scratchpad address 0 lies below, as on the memory map.
void MapsChart::turnOver(std::vector<float>& cells) const
{
    for (std::size_t row = 0; row < m_maps.rows / 2 && !cells.empty(); ++row)
        std::swap_ranges(cells.begin() + std::ptrdiff_t(row * m_maps.columns),
                         cells.begin() + std::ptrdiff_t((row + 1) * m_maps.columns),
                         cells.begin() + std::ptrdiff_t((m_maps.rows - 1 - row) * m_maps.columns));
}

void MapsChart::setMaps(records::RunMaps maps, QStringList runs)
{
    m_maps = std::move(maps);
    if (m_maps.what == What::Scratchpad)
        for (records::RunMaps::Map& map : m_maps.maps)
            turnOver(map.cells);
    m_runs = std::move(runs);
    m_differences.clear();
    m_most = 1;
    for (std::size_t run = 0; run < m_maps.maps.size(); ++run) {
        m_differences.push_back(m_maps.difference(run));
        for (const float cell : m_maps.maps[run].cells)
            m_most = std::max(m_most, double(cell));
    }
    look(0, m_maps.across);
}

void MapsChart::setEmpty(const QString& text)
{
    m_emptyText = text;
    setMaps({}, {});
}

void MapsChart::look(double from, double to)
{
    const double least = m_maps.across / double(std::max<std::size_t>(1, m_maps.columns)) * 4;
    const double width = std::clamp(to - from, std::min(least, m_maps.across), m_maps.across);
    m_from = std::clamp(from, 0.0, m_maps.across - width);
    m_to = m_from + width;
    update();
}

QRectF MapsChart::place(std::size_t run, int side) const
{
    const QFontMetricsF metrics(captionFont(font()));
    const double head = metrics.height() + 3, foot = metrics.height() + 4;
    const double tall = (height() - foot - 4) / double(std::max<std::size_t>(1, m_maps.maps.size()));
    const double wide = (width() - kLeft - kGap - kRight) / 2;
    return {kLeft + side * (wide + kGap), 2 + double(run) * tall + head, wide, tall - head - 3};
}

void MapsChart::paintCells(QPainter& painter, const QRectF& place, const std::vector<float>& cells,
                           const std::function<Colours(double)>& colours) const
{
    const QSize size = place.size().toSize();
    if (size.isEmpty())
        return;
    QImage image(size, QImage::Format_RGB32);
    const double wide = double(m_maps.columns) / m_maps.across;
    const auto columnAt = [&](int x) {
        return std::size_t(
            std::clamp((m_from + (m_to - m_from) * x / size.width()) * wide, 0.0, double(m_maps.columns - 1)));
    };
    std::vector<Colours> line(std::size_t(size.width())); // of one row of cells, which is many pixels high
    const auto colourRow = [&](std::size_t row) {
        double before = std::numeric_limits<double>::quiet_NaN();
        for (int x = 0; x < size.width(); ++x) {
            const std::size_t first = columnAt(x), last = std::max(first + 1, columnAt(x + 1));
            double sum = 0;
            for (std::size_t column = first; column < last; ++column)
                sum += double(cells[row * m_maps.columns + column]);
            const double share = sum / double(last - first);
            line[std::size_t(x)] = share == before ? line[std::size_t(x) - 1] : colours(share);
            before = share;
        }
    };
    std::optional<std::size_t> coloured;
    for (int y = 0; y < size.height(); ++y) {
        const std::size_t row = m_maps.rows * std::size_t(y) / std::size_t(size.height());
        if (coloured != row)
            colourRow(row);
        coloured = row;
        auto* pixels = reinterpret_cast<QRgb*>(image.scanLine(y));
        for (int x = 0; x < size.width(); ++x)
            pixels[x] = (x + y) % 4 == 0 ? line[std::size_t(x)].gap : line[std::size_t(x)].plain;
    }
    painter.drawImage(place.topLeft(), image);
}

void MapsChart::paintHead(QPainter& painter, const Theme& theme, const QRectF& place, const QString& text) const
{
    const QFontMetricsF metrics(painter.font());
    painter.setPen(theme.text);
    painter.drawText(QPointF(place.left(), place.top() - 3 - metrics.descent()),
                     metrics.elidedText(text, Qt::ElideRight, place.width()));
    painter.setBrush(Qt::NoBrush);
    painter.setPen(theme.border);
    painter.drawRect(place.adjusted(-0.5, -0.5, 0.5, 0.5));
}

/// What the colours of the pictures on the left mean, above the first.
void MapsChart::paintKey(QPainter& painter, const Theme& theme) const
{
    constexpr int kWide = 80, kTall = 8;
    const QFontMetricsF metrics(painter.font());
    const QRectF place = mapRect(0);
    const QString most = format::percent(m_most, 0), least = format::percent(0.0, 0);
    const double y = place.top() - 3 - metrics.height() / 2,
                 right = place.right() - metrics.horizontalAdvance(most) - 6;
    for (int x = 0; x < kWide; ++x)
        painter.fillRect(QRectF(right - kWide + x, y - kTall / 2.0, 1, kTall),
                         sequentialColour(theme, x / (kWide - 1.0)));
    painter.setPen(theme.mutedText);
    const double base = place.top() - 3 - metrics.descent();
    painter.drawText(QPointF(right + 6, base), most);
    painter.drawText(QPointF(right - kWide - 6 - metrics.horizontalAdvance(least), base), least);
}

void MapsChart::paintDown(QPainter& painter, const Theme& theme, const QRectF& place) const
{
    const QFontMetricsF metrics(painter.font());
    painter.setPen(theme.mutedText);
    const auto say = [&](double y, const QString& text) {
        painter.drawText(QRectF(2, y - metrics.height() / 2, kLeft - 7, metrics.height()),
                         Qt::AlignRight | Qt::AlignVCenter, metrics.elidedText(text, Qt::ElideRight, kLeft - 7));
    };
    const auto& names = m_maps.rowNames;
    if (!names.empty() && names.size() <= kMostNames && place.height() / double(names.size()) >= metrics.height() * 0.8)
        for (std::size_t row = 0; row < names.size(); ++row)
            say(place.top() + (double(row) + 0.5) * place.height() / double(names.size()), qt(names[row]));
    else {
        const bool isCounted = m_maps.what != What::Scratchpad; // the last has one number less than there are
        const double high = place.top() + metrics.height() / 2, low = place.bottom() - metrics.height() / 2;
        say(isCounted ? high : low, downText(0));
        say(isCounted ? low : high, downText(m_maps.down - (isCounted ? 1 : 0)));
    }
}

void MapsChart::paintMap(QPainter& painter, const Theme& theme, std::size_t run) const
{
    const QRectF place = mapRect(run);
    const records::RunMaps::Map& map = m_maps.maps[run];
    if (map.cells.empty())
        paint::message(painter, place, {}, qt(map.missing), theme);
    else {
        const QRgb idle = theme.alternate.rgb();
        paintCells(painter, place, map.cells, [&](double share) {
            const QRgb colour = share <= 1e-4 ? idle : sequentialColour(theme, share / m_most).rgb();
            return Colours{colour, colour};
        });
        paintDown(painter, theme, place);
    }
    paintHead(painter, theme, place, m_runs.value(int(run)));
}

void MapsChart::paintDifference(QPainter& painter, const Theme& theme, std::size_t run) const
{
    const QRectF place = differenceRect(run);
    if (const auto& cells = m_differences[run]; cells.empty()) {
        const records::RunMaps::Map& map = m_maps.maps[run];
        paint::message(painter, place, {},
                       map.cells.empty() ? QString() : tr("Not compared: %1").arg(qt(map.notDifferent)), theme);
    } else
        paintCells(painter, place, cells, [&](double more) {
            const QColor& full = more > 0 ? theme.accent : theme.partialSums;
            const double strength = std::min(1.0, std::abs(more) / m_most);
            const QRgb colour = mixed(theme.alternate, full, strength < 1e-3 ? 0 : 0.15 + 0.85 * strength).rgb();
            return Colours{colour, more < 0 ? theme.alternate.rgb() : colour}; // less is hatched
        });
    paintHead(painter, theme, place,
              tr("%1 less %2: plain = more, hatched = less").arg(m_runs.value(int(run)), m_runs.value(0)));
}

void MapsChart::paintCurves(QPainter& painter, const Theme& theme) const
{
    const QRectF place = differenceRect(0);
    painter.save();
    painter.setClipRect(place);
    painter.setRenderHint(QPainter::Antialiasing);
    for (std::size_t run = 0; run < m_maps.maps.size(); ++run) {
        const std::vector<double> curve = m_maps.curve(run);
        QPolygonF line;
        for (int x = 0; x <= int(place.width()) && !curve.empty(); ++x) {
            const double at = (m_from + (m_to - m_from) * x / place.width()) / m_maps.across * double(curve.size());
            const double value = curve[std::min(std::size_t(at), curve.size() - 1)];
            line << QPointF(place.left() + x, place.bottom() - value / m_maps.down * place.height());
        }
        painter.setPen(curvePen(theme, run));
        painter.drawPolyline(line);
    }
    painter.restore();
    paintHead(painter, theme, place, {});
    const QFontMetricsF metrics(painter.font());
    double x = place.left();
    for (std::size_t run = 0; run < m_maps.maps.size(); ++run) {
        if (m_maps.maps[run].cells.empty())
            continue;
        const double y = place.top() - 3 - metrics.height() / 2;
        painter.setPen(curvePen(theme, run));
        painter.drawLine(QPointF(x, y), QPointF(x + 22, y));
        painter.setPen(theme.text);
        painter.drawText(QPointF(x + 26, place.top() - 3 - metrics.descent()), m_runs.value(int(run)));
        x += 40 + metrics.horizontalAdvance(m_runs.value(int(run)));
    }
    painter.setPen(theme.mutedText);
    painter.drawText(QRectF(x, place.top() - 3 - metrics.height(), place.right() - x, metrics.height()),
                     Qt::AlignRight | Qt::AlignVCenter,
                     metrics.elidedText(curveRange(), Qt::ElideRight, place.right() - x));
}

void MapsChart::paintAcross(QPainter& painter, const Theme& theme) const
{
    const QFontMetricsF metrics(painter.font());
    painter.setPen(theme.mutedText);
    for (const int side : {0, 1}) {
        const QRectF place = this->place(m_maps.maps.size() - 1, side);
        for (const AxisTick& tick : roundTicks(m_from, m_to, place.width() / 90, acrossUnit(m_maps.what), 1)) {
            const double at = tick.value + (m_maps.what == What::Mesh ? 0.5 : 0); // the middle of a column
            if (at > m_to)
                continue;
            const double x = place.left() + (at - m_from) / (m_to - m_from) * place.width();
            const bool isCycles = m_maps.what == What::Nodes || m_maps.what == What::Lanes;
            const QString text = isCycles ? tick.text : acrossText(tick.value);
            const double half = metrics.horizontalAdvance(text) / 2;
            painter.drawLine(QPointF(x, place.bottom()), QPointF(x, place.bottom() + 3));
            painter.drawText(QPointF(std::clamp(x - half, place.left(), place.right() - 2 * half),
                                     place.bottom() + 3 + metrics.ascent()),
                             text);
        }
    }
}

void MapsChart::paintChart(QPainter& painter)
{
    const Theme& theme = themeFor(palette());
    painter.fillRect(rect(), theme.card);
    if (isEmpty()) {
        painter.setFont(font());
        return paint::message(painter, rect(), tr("No pictures"), m_emptyText, theme);
    }
    painter.setFont(captionFont(font()));
    for (std::size_t run = 0; run < m_maps.maps.size(); ++run) {
        paintMap(painter, theme, run);
        if (run > 0)
            paintDifference(painter, theme, run);
    }
    if (m_maps.hasCurve())
        paintCurves(painter, theme);
    paintKey(painter, theme);
    paintAcross(painter, theme);
}

std::optional<MapsChart::Cell> MapsChart::cellAt(const QRectF& place, QPointF at) const
{
    if (!place.contains(at))
        return std::nullopt;
    const double x = (m_from + (at.x() - place.left()) / place.width() * (m_to - m_from)) / m_maps.across;
    const double y = (at.y() - place.top()) / place.height();
    return Cell{std::min(m_maps.columns - 1, std::size_t(x * double(m_maps.columns))),
                std::min(m_maps.rows - 1, std::size_t(y * double(m_maps.rows)))};
}

QString MapsChart::acrossText(double value) const
{
    switch (m_maps.what) {
    case What::Scratchpad: return tr("step %1").arg(std::floor(value));
    case What::Mesh: return tr("column %1").arg(std::floor(value));
    case What::Nodes:
    case What::Lanes: break;
    }
    return tr("cycle %1").arg(format::integer(std::int64_t(value)));
}

QString MapsChart::downText(double value) const
{
    switch (m_maps.what) {
    case What::Scratchpad: return format::bytes(Bytes{std::int64_t(value)});
    case What::Nodes: return tr("node %1").arg(std::floor(value) + 1); // as on the page of the schedule
    case What::Mesh: return tr("row %1").arg(std::floor(value));
    case What::Lanes: break;
    }
    return qt(m_maps.rowNames[std::min(std::size_t(value), m_maps.rowNames.size() - 1)]);
}

QString MapsChart::curveRange() const
{
    switch (m_maps.what) {
    case What::Scratchpad: return tr("in use, 0 B to %1").arg(downText(m_maps.down));
    case What::Nodes: return tr("nodes at work, 0 to %1").arg(m_maps.down);
    case What::Lanes:
    case What::Mesh: break;
    }
    return tr("lanes at work, 0 to %1").arg(m_maps.down);
}

QString MapsChart::cellText(const Cell& cell) const
{
    const std::size_t row = m_maps.what == What::Scratchpad ? m_maps.rows - 1 - cell.row : cell.row;
    return tr("%1, %2").arg(acrossText(double(cell.column) / double(m_maps.columns) * m_maps.across),
                            downText(double(row) / double(m_maps.rows) * m_maps.down));
}

QString MapsChart::toolTipAt(QPointF at) const
{
    for (std::size_t run = 0; run < m_maps.maps.size(); ++run)
        for (const QRectF& place : {mapRect(run), differenceRect(run)})
            if (const auto cell = cellAt(place, at)) {
                QStringList lines{cellText(*cell)};
                const bool isCurve = run == 0 && place == differenceRect(0);
                if (isCurve)
                    lines[0] = acrossText(double(cell->column) / double(m_maps.columns) * m_maps.across);
                for (std::size_t i = 0; i < m_maps.maps.size(); ++i)
                    if (const auto& cells = m_maps.maps[i].cells; !cells.empty())
                        lines << tr("%1: %2").arg(
                            m_runs.value(int(i)),
                            format::percent(isCurve ? m_maps.curve(i)[cell->column] / m_maps.down
                                                    : double(cells[cell->row * m_maps.columns + cell->column])));
                return lines.join(QLatin1Char('\n'));
            }
    return {};
}

QString MapsChart::chartName() const
{
    if (isEmpty())
        return {};
    switch (m_maps.what) {
    case What::Scratchpad: return tr("scratchpads of runs");
    case What::Nodes: return tr("nodes of runs");
    case What::Lanes: return tr("tiles of runs");
    case What::Mesh: break;
    }
    return tr("meshes of runs");
}

TableValues MapsChart::chartValues() const
{
    TableValues values;
    values.columns = {tr("place")};
    values.columns << m_runs;
    const std::size_t count = m_maps.hasCurve() ? m_maps.columns : m_maps.columns * m_maps.rows;
    std::vector<std::vector<double>> curves;
    for (std::size_t run = 0; run < m_maps.maps.size(); ++run)
        curves.push_back(m_maps.hasCurve()
                             ? m_maps.curve(run)
                             : std::vector<double>(m_maps.maps[run].cells.begin(), m_maps.maps[run].cells.end()));
    for (std::size_t i = 0; i < count; ++i) {
        QVariantList row{m_maps.hasCurve() ? acrossText(double(i) / double(count) * m_maps.across)
                                           : cellText({i % m_maps.columns, i / m_maps.columns})};
        for (const std::vector<double>& curve : curves)
            row << (curve.empty() ? QVariant() : QVariant(curve[i]));
        values.rows.push_back(row);
    }
    return values;
}

void MapsChart::wheelEvent(QWheelEvent* event)
{
    event->accept();
    const QRectF left = mapRect(0), right = differenceRect(0);
    const double x = event->position().x() - (event->position().x() < right.left() ? left : right).left();
    const double at = m_from + std::clamp(x / left.width(), 0.0, 1.0) * (m_to - m_from);
    const double factor = std::pow(kZoomStep, -event->angleDelta().y() / 120.0);
    look(at - (at - m_from) * factor, at + (m_to - at) * factor);
}

void MapsChart::mousePressEvent(QMouseEvent* event) { m_pressed = event->position(); }

void MapsChart::mouseMoveEvent(QMouseEvent* event)
{
    if (isEmpty() || !event->buttons().testFlag(Qt::LeftButton))
        return;
    const double by = (m_pressed.x() - event->position().x()) / mapRect(0).width() * (m_to - m_from);
    m_pressed = event->position();
    look(m_from + by, m_to + by);
}

} // namespace nestloom::ui
