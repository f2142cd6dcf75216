// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/gantt_chart.h"

#include "ui/style/format.h"
#include "ui/style/paint_tools.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

namespace {
constexpr double kLeastLane = 9, kTallestLane = 46; // pixels
constexpr double kOverview = 12;
constexpr double kLabelledWidth = 34, kLabelledHeight = 13; // of a box
constexpr double kNamedLane = 11;                           // height of a lane that has room for its name

QColor edgeOf(const QColor& fill, const Theme& theme) { return theme.dark ? fill.darker(175) : fill.darker(150); }

} // namespace

GanttChart::GanttChart(TimeFocus& focus, QWidget* parent) : TimeChart(focus, parent)
{
    setAccessibleName(tr("Gantt chart"));
    setTimeLabels(true);
}

void GanttChart::setTrace(std::shared_ptr<const trace::TraceIndex> index, std::vector<GanttStyle> styles)
{
    m_index = std::move(index);
    m_styles = std::move(styles);
    m_hovered.reset();
    m_related.clear();
    m_overview.clear();
    if (m_index)
        focus().setEnd(std::max<std::int64_t>(1, m_index->end()));
    layOut();
}

void GanttChart::setEmptyText(const QString& title, const QString& text, bool isWarning)
{
    m_emptyTitle = title;
    m_emptyText = text;
    m_isWarning = isWarning;
    update();
}

double GanttChart::headRoom() const { return QFontMetricsF(captionFont(font())).height() + 8 + kOverview + 5; }

int GanttChart::usefulHeight() const
{
    if (!m_index)
        return QWIDGETSIZE_MAX;
    return int(std::ceil(headRoom() + footRoom() + kTallestLane * std::max(1.0, double(m_index->laneCount()))));
}

QSize GanttChart::minimumSizeHint() const { return {320, int(headRoom()) + 60}; }

QRectF GanttChart::overview() const
{
    const QRectF& plot = geometryOf().plot;
    return {plot.left(), plot.top() - kOverview - 4, plot.width(), kOverview};
}

void GanttChart::placed()
{
    const double lanes = m_index ? double(m_index->laneCount()) : 1;
    const double room = geometryOf().plot.height();
    m_laneHeight = std::clamp(room / std::max(1.0, lanes), kLeastLane, kTallestLane);
    m_scroll = std::clamp(m_scroll, 0.0, std::max(0.0, lanes * m_laneHeight - room));
    const auto columns = std::size_t(std::max(1.0, geometryOf().plot.width() / 2));
    if (m_index && columns != m_overview.size())
        refreshOverview(columns);
}

/// Of many lanes some are looked at: the picture is a hint of where something happens.
void GanttChart::refreshOverview(std::size_t columns)
{
    m_overview.assign(columns, 0.0);
    const std::size_t step = std::max<std::size_t>(1, m_index->laneCount() / 16);
    const double perColumn = double(focus().end()) / double(columns);
    for (std::size_t lane = 0; lane < m_index->laneCount(); lane += step) {
        const double lanes = std::ceil(double(m_index->laneCount()) / double(step));
        for (std::size_t i = 0; i < columns; ++i) {
            const auto from = std::int64_t(double(i) * perColumn);
            const auto to = std::max(from + 1, std::int64_t(double(i + 1) * perColumn));
            m_overview[i] += double(m_index->use(lane, from, to).busy) / double(to - from) / lanes;
        }
    }
}

void GanttChart::panDown(double pixels)
{
    const double before = m_scroll;
    m_scroll += pixels;
    placed();
    if (m_scroll != before)
        invalidate();
}

std::vector<GanttRow> GanttChart::rows() const
{
    std::vector<GanttRow> rows;
    const double gap = m_laneHeight >= 14 ? 3 : 1;
    for (std::size_t lane = 0; lane < m_index->laneCount(); ++lane) {
        const double top = double(lane) * m_laneHeight - m_scroll;
        if (top + m_laneHeight > 0 && top < geometryOf().plot.height())
            rows.push_back({lane, top + 1, top + m_laneHeight - gap + 1});
    }
    return rows;
}

int GanttChart::firstLane() const { return int(m_scroll / std::max(1.0, m_laneHeight)); }

std::optional<std::size_t> GanttChart::laneAt(double y) const
{
    const double lane = std::floor((y - geometryOf().plot.top() + m_scroll) / m_laneHeight);
    if (lane < 0 || lane >= double(m_index->laneCount()))
        return std::nullopt;
    return std::size_t(lane);
}

std::optional<std::uint32_t> GanttChart::eventAt(QPointF at) const
{
    const TimeGeometry& geometry = geometryOf();
    if (!m_index || !geometry.plot.contains(at))
        return std::nullopt;
    const auto lane = laneAt(at.y());
    if (!lane)
        return std::nullopt;
    const double cycle = geometry.cycleAt(at.x());
    if (const auto event = m_index->eventAt(*lane, cycle))
        return event;
    // A narrow one is found two pixels beside it, too.
    const auto near = m_index->eventNear(*lane, cycle);
    if (!near)
        return std::nullopt;
    const trace::Event& event = m_index->trace().events[*near];
    const double slack = 2 * geometry.perPixel();
    return double(event.begin) - slack <= cycle && cycle < double(event.end) + slack ? near : std::nullopt;
}

QRectF GanttChart::rectOf(std::uint32_t id) const
{
    const trace::Event& event = m_index->trace().events[id];
    const TimeGeometry& geometry = geometryOf();
    const double top = geometry.plot.top() + double(event.lane) * m_laneHeight - m_scroll + 1;
    const double left = std::max(geometry.x(double(event.begin)), geometry.plot.left() - 3);
    const double right = std::min(geometry.x(double(event.end)), geometry.plot.right() + 3);
    if (right < left || top + m_laneHeight < geometry.plot.top() || top > geometry.plot.bottom())
        return {};
    return {left, top, std::max(2.0, right - left), m_laneHeight - (m_laneHeight >= 14 ? 3 : 1)};
}

void GanttChart::hover(QPointF at)
{
    const auto event = eventAt(at);
    setCursor(event ? Qt::PointingHandCursor : overview().contains(at) ? Qt::SplitHCursor : Qt::ArrowCursor);
    if (event == m_hovered)
        return;
    m_hovered = event;
    update();
}

void GanttChart::pick(QPointF at)
{
    if (const auto event = eventAt(at))
        choose(*event, false);
    else
        focus().select(std::nullopt);
}

void GanttChart::enter(QPointF at)
{
    if (const auto id = eventAt(at)) {
        const trace::Event& event = m_index->trace().events[*id];
        focus().show({event.begin, event.end});
    }
}

bool GanttChart::grab(QPointF at)
{
    if (!overview().adjusted(0, -3, 0, 3).contains(at))
        return false;
    dragGrabbed(at);
    return true;
}

void GanttChart::dragGrabbed(QPointF at)
{
    const QRectF area = overview();
    const double cycle = std::clamp((at.x() - area.left()) / area.width(), 0.0, 1.0) * double(focus().end());
    focus().pan(cycle - (focus().low() + focus().high()) / 2);
}

void GanttChart::choose(std::uint32_t id, bool bringIntoSight)
{
    const trace::Event& event = m_index->trace().events[id];
    focus().select(id);
    if (bringIntoSight) {
        focus().setCursor(event.begin);
        const double top = double(event.lane) * m_laneHeight - m_scroll;
        if (top < 0)
            panDown(top);
        else if (top + m_laneHeight > geometryOf().plot.height())
            panDown(top + m_laneHeight - geometryOf().plot.height());
    }
    setAccessibleDescription(eventText(id));
    Q_EMIT eventChosen(id);
}

bool GanttChart::chooseNeighbour(int step)
{
    if (!focus().selected())
        return chooseOnLane(0);
    if (const auto next = m_index->neighbour(*focus().selected(), step))
        choose(*next, true);
    return true;
}

/// The event nearest to the cursor on the next lane that has one; without a selection on the first lane.
bool GanttChart::chooseOnLane(int step)
{
    const auto selected = focus().selected();
    const int lanes = int(m_index->laneCount());
    int lane = selected ? int(m_index->trace().events[*selected].lane) + step : firstLane();
    for (; lane >= 0 && lane < lanes; lane += step == 0 ? 1 : step)
        if (const auto event = m_index->eventNear(std::size_t(lane), double(focus().cursor()))) {
            choose(*event, true);
            break;
        }
    return true;
}

bool GanttChart::chooseEnd(bool last)
{
    const std::size_t lane = focus().selected() ? m_index->trace().events[*focus().selected()].lane : 0;
    const auto items = m_index->lane(lane);
    if (!items.empty())
        choose(last ? items.back().event : items.front().event, true);
    return true;
}

bool GanttChart::takeKey(QKeyEvent& event)
{
    if (m_index->laneCount() == 0)
        return false;
    switch (event.key()) {
    case Qt::Key_Left: return chooseNeighbour(-1);
    case Qt::Key_Right: return chooseNeighbour(1);
    case Qt::Key_Up: return chooseOnLane(-1);
    case Qt::Key_Down: return chooseOnLane(1);
    case Qt::Key_Home: return chooseEnd(false);
    case Qt::Key_End: return chooseEnd(true);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (const auto id = focus().selected())
            focus().show({m_index->trace().events[*id].begin, m_index->trace().events[*id].end});
        return true;
    default: return false;
    }
}

QString GanttChart::eventText(std::uint32_t id) const
{
    const trace::Trace& trace = m_index->trace();
    const trace::Event& event = trace.events[id];
    const std::int64_t length = event.end - event.begin;
    QStringList lines{
        tr("%1, %2 on %3")
            .arg(QString::fromStdString(trace.labels[event.label]), QString::fromStdString(trace.kinds[event.kind]),
                 QString::fromStdString(trace.lanes[event.lane].name)),
        tr("cycles %1 to %2 (%3)")
            .arg(format::integer(event.begin), format::integer(event.end), format::exactCycles(Cycles{length}))};
    if (event.bytes > 0)
        lines << (length > 0 ? tr("moves %1, %2 B/cycle")
                                   .arg(format::exactBytes({event.bytes}),
                                        format::exactNumber(double(event.bytes) / double(length), 1))
                             : tr("moves %1").arg(format::exactBytes({event.bytes})));
    if (m_describe)
        if (const QString more = m_describe(id); !more.isEmpty())
            lines << more;
    return lines.join(QLatin1Char('\n'));
}

QString GanttChart::hint(QPointF at) const
{
    if (overview().contains(at))
        return tr("All %1: how busy the lanes are on average. Drag to move what is in sight.")
            .arg(format::exactCycles(Cycles{focus().end()}));
    if (const auto event = eventAt(at))
        return eventText(*event);
    if (!geometryOf().plot.contains(at))
        return {};
    const auto lane = laneAt(at.y());
    return lane ? tr("%1 is idle at cycle %2")
                      .arg(QString::fromStdString(m_index->trace().lanes[*lane].name),
                           format::integer(std::int64_t(geometryOf().cycleAt(at.x()))))
                : QString();
}

std::vector<GanttShade> GanttChart::shades(const Theme& theme) const
{
    std::vector<GanttShade> shades;
    for (const GanttStyle& style : m_styles) {
        const QColor fill = style.colour(theme);
        shades.push_back({fill.rgb(), edgeOf(fill, theme).rgb(), style.isHatched});
    }
    return shades;
}

void GanttChart::paintEmpty(QPainter& painter, const Theme& theme)
{
    paint::message(painter, rect(), m_emptyTitle, m_emptyText, theme, m_isWarning);
}

void GanttChart::paintMarks(QPainter& painter, const Theme& theme, bool asPixels)
{
    paintLanes(painter, theme);
    paintTimeGrid(painter, theme);
    painter.save();
    painter.setClipRect(geometryOf().plot);
    if (asPixels)
        painter.drawImage(geometryOf().plot.topLeft(), rasterEvents(*m_index, rows(), geometryOf(), shades(theme),
                                                                    painter.device()->devicePixelRatioF()));
    else
        paintVector(painter, theme);
    paintLabels(painter, theme);
    painter.restore();
    paintLegend(painter, theme);
    paintOverview(painter, theme);
}

void GanttChart::paintLanes(QPainter& painter, const Theme& theme) const
{
    const QRectF& plot = geometryOf().plot;
    const QFontMetricsF metrics(painter.font());
    const int every = std::max(1, int(std::ceil(kNamedLane / m_laneHeight)));
    painter.save();
    painter.setClipRect(QRectF(0, plot.top(), width(), plot.height()));
    for (const GanttRow& row : rows()) {
        const QRectF band(plot.left(), plot.top() + row.top, plot.width(), row.bottom - row.top);
        painter.fillRect(band, theme.alternate);
        if (int(row.lane) % every != 0)
            continue;
        painter.setPen(theme.mutedText);
        const QRectF place(2, band.center().y() - metrics.height() / 2, plot.left() - 8, metrics.height());
        const QString name = QString::fromStdString(m_index->trace().lanes[row.lane].name);
        painter.drawText(place, Qt::AlignRight | Qt::AlignVCenter,
                         metrics.elidedText(name, Qt::ElideRight, place.width()));
    }
    painter.restore();
    const double all = double(m_index->laneCount()) * m_laneHeight;
    if (all <= plot.height() + 1)
        return;
    const QRectF bar(plot.right() + 4, plot.top() + m_scroll / all * plot.height(), 4,
                     plot.height() * plot.height() / all);
    painter.fillRect(bar, theme.mutedText);
}

/// Boxes as shapes, for a picture that can be scaled; columns that stand for many events stay pixels.
void GanttChart::paintVector(QPainter& painter, const Theme& theme) const
{
    painter.drawImage(geometryOf().plot.topLeft(), rasterEvents(*m_index, rows(), geometryOf(), shades(theme), 2));
    for (const GanttRow& row : rows())
        visitWide(*m_index, row.lane, geometryOf(), 3, [&](const auto& item, double, double) {
            const QColor fill = m_styles[item.kind].colour(theme);
            const QRectF box = rectOf(item.event);
            painter.setPen(QPen(edgeOf(fill, theme), 0.5));
            painter.setBrush(fill);
            painter.drawRect(box);
            if (m_styles[item.kind].isHatched)
                paint::hatch(painter, box, edgeOf(fill, theme));
        });
}

void GanttChart::paintLabels(QPainter& painter, const Theme& theme) const
{
    if (m_laneHeight < kLabelledHeight + 2)
        return;
    const QFontMetricsF metrics(painter.font());
    const QRectF& plot = geometryOf().plot;
    for (const GanttRow& row : rows())
        visitWide(*m_index, row.lane, geometryOf(), kLabelledWidth, [&](const auto& item, double left, double right) {
            const trace::Event& event = m_index->trace().events[item.event];
            left = std::max(left, plot.left());
            right = std::min(right, plot.right());
            if (right - left < kLabelledWidth)
                return;
            const QColor fill = m_styles[item.kind].colour(theme);
            const QString label = QString::fromStdString(m_index->trace().labels[event.label]);
            const double width = metrics.horizontalAdvance(label);
            if (width > right - left - 6)
                return;
            const QRectF box(left, plot.top() + row.top, right - left, row.bottom - row.top);
            if (m_styles[item.kind].isHatched) // a plate keeps it readable
                painter.fillRect(QRectF(box.center().x() - width / 2 - 2, box.center().y() - metrics.height() / 2,
                                        width + 4, metrics.height()),
                                 fill);
            painter.setPen(textOn(fill));
            painter.drawText(box, Qt::AlignCenter, label);
        });
}

void GanttChart::paintLegend(QPainter& painter, const Theme& theme) const
{
    const QFontMetricsF metrics(painter.font());
    double x = geometryOf().plot.left();
    for (std::size_t kind = 0; kind < m_styles.size(); ++kind) {
        const QString text = QString::fromStdString(m_index->trace().kinds[kind]);
        const double width = 14 + metrics.horizontalAdvance(text);
        if (x + width > this->width())
            return;
        const QRectF sample(x, 4 + (metrics.height() - 9) / 2, 9, 9);
        const QColor fill = m_styles[kind].colour(theme);
        painter.fillRect(sample, fill);
        if (m_styles[kind].isHatched)
            paint::hatch(painter, sample, edgeOf(fill, theme));
        painter.setPen(theme.mutedText);
        painter.drawText(QRectF(x + 14, 4, width, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter, text);
        x += width + 14;
    }
}

void GanttChart::paintOverview(QPainter& painter, const Theme& theme) const
{
    const QRectF area = overview();
    painter.fillRect(area, theme.alternate);
    const double width = area.width() / double(m_overview.size());
    for (std::size_t i = 0; i < m_overview.size(); ++i) {
        const double height = area.height() * m_overview[i];
        painter.fillRect(QRectF(area.left() + double(i) * width, area.bottom() - height, width, height),
                         theme.mutedText);
    }
    const double end = std::max(1.0, double(focus().end()));
    const QRectF window(area.left() + focus().low() / end * area.width(), area.top() - 1,
                        std::max(3.0, (focus().high() - focus().low()) / end * area.width()), area.height() + 2);
    QColor shade = theme.accent;
    shade.setAlpha(focus().isFitted() ? 0 : 70);
    painter.fillRect(window, shade);
    painter.setPen(QPen(theme.accent, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(window.adjusted(0.5, 0.5, -0.5, -0.5));
}

void GanttChart::paintEvents(QPainter& painter, const QColor& colour, double width,
                             std::span<const std::uint32_t> events) const
{
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(colour, width));
    for (const std::uint32_t event : events)
        if (const QRectF box = rectOf(event); !box.isEmpty())
            painter.drawRect(box);
}

void GanttChart::paintOver(QPainter& painter, const Theme& theme)
{
    painter.save();
    painter.setClipRect(geometryOf().plot.adjusted(-1, -1, 1, 1));
    paintEvents(painter, theme.warning, 2, m_related);
    if (m_hovered)
        paintEvents(painter, theme.text, 1, std::array{*m_hovered});
    if (const auto selected = focus().selected(); selected && *selected < m_index->trace().events.size())
        paintEvents(painter, theme.text, 2.4, std::array{*selected});
    painter.restore();
}

QString GanttChart::chartName() const
{
    return !m_index                        ? QString()
           : m_index->trace().name.empty() ? tr("Gantt chart")
                                           : tr("Gantt chart of %1").arg(QString::fromStdString(m_index->trace().name));
}

TableValues GanttChart::chartValues() const
{
    TableValues values;
    values.columns = {tr("lane"), tr("event"), tr("kind"), tr("begin [cycle]"), tr("end [cycle]"), tr("bytes [B]")};
    const trace::Trace& trace = m_index->trace();
    for (std::size_t lane = 0; lane < m_index->laneCount(); ++lane) {
        const auto items = m_index->lane(lane);
        for (std::size_t i = m_index->firstEndingAfter(lane, focus().low());
             i < items.size() && double(items[i].begin) < focus().high(); ++i) {
            const trace::Event& event = trace.events[items[i].event];
            values.rows.push_back({QString::fromStdString(trace.lanes[lane].name),
                                   QString::fromStdString(trace.labels[event.label]),
                                   QString::fromStdString(trace.kinds[event.kind]), qlonglong(event.begin),
                                   qlonglong(event.end), qlonglong(event.bytes)});
        }
    }
    return values;
}

} // namespace nestloom::ui
