// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/gantt_chart.h"

#include "ui/style/format.h"

#include <QKeyEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace nestloom::ui {

namespace {
constexpr double kLeastLane = 9, kTallestLane = 46; // pixels
constexpr double kThinLane = 11, kThinnest = 3;     // among tall lanes, and among those that have no room themselves
constexpr double kTall = 14;
constexpr double kOverview = 12;

} // namespace

GanttChart::GanttChart(TimeFocus& focus, QWidget* parent) : TimeChart(focus, parent)
{
    setAccessibleName(tr("Gantt chart"));
    setTimeLabels(true);
    makeLaneActions();
}

void GanttChart::setTrace(std::shared_ptr<const trace::TraceIndex> index, std::vector<GanttStyle> styles)
{
    m_index = std::move(index);
    m_styles = std::move(styles);
    m_hovered.reset();
    m_related.clear();
    m_overview.clear();
    m_lanes.setLanes(m_index ? m_index->trace().lanes : std::vector<trace::Lane>());
    nameLaneActions();
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
    const double thin = double(thinCount()), whole = std::max(1.0, double(m_lanes.shown().size()) - thin);
    return int(std::ceil(headRoom() + footRoom() + kTallestLane * whole + kThinLane * thin));
}

QRectF GanttChart::overview() const
{
    const QRectF& plot = geometryOf().plot;
    return {plot.left(), plot.top() - kOverview - 4, plot.width(), kOverview};
}

void GanttChart::placed()
{
    const double room = geometryOf().plot.height(), thin = double(thinCount());
    const double whole = std::max(1.0, double(m_lanes.shown().size()) - thin);
    double thinHeight = kThinLane;
    if ((room - thin * thinHeight) / whole < kTall)
        thinHeight = kThinnest;
    m_laneHeight = std::clamp((room - thin * thinHeight) / whole, kLeastLane, kTallestLane);
    m_rows.clear();
    double top = 0;
    for (const std::size_t lane : m_lanes.shown()) {
        const double height = m_lanes.isThin(lane) ? thinHeight : m_laneHeight;
        m_rows.push_back({lane, top + 1, top + height + 1 - (height >= kTall ? 3 : 1)});
        top += height;
        if (m_rows.size() == m_lanes.pinnedCount())
            m_pinnedHeight = top;
    }
    m_lanesHeight = top;
    if (m_lanes.pinnedCount() == 0)
        m_pinnedHeight = 0;
    m_scroll = std::clamp(m_scroll, 0.0, std::max(0.0, m_lanesHeight - room));
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
    const auto row = std::ranges::find_if(m_rows, [&](const auto& of) { return of.lane == event.lane; });
    if (row == m_rows.end())
        return {}; // hidden
    const bool isPinned = m_lanes.isPinned(event.lane);
    const QRectF area = areaOf(isPinned ? Part::Pinned : Part::Scrolled);
    const double top = geometry.plot.top() + row->top - (isPinned ? 0 : m_scroll);
    const double left = std::max(geometry.x(double(event.begin)), geometry.plot.left() - 3);
    const double right = std::min(geometry.x(double(event.end)), geometry.plot.right() + 3);
    const double bottom = top + row->bottom - row->top;
    if (right < left || bottom < area.top() || top > area.bottom())
        return {};
    const double below = m_pinnedHeight > 0 ? std::max(top, area.top()) : top; // the pinned lanes
    return {QPointF(left, below), QPointF(std::max(left + 2, right), bottom)};
}

void GanttChart::hover(QPointF at)
{
    const auto event = eventAt(at);
    setCursor(event                            ? Qt::PointingHandCursor
              : overview().contains(at)        ? Qt::SplitHCursor
              : at.x() >= 0 && laneNamedAt(at) ? Qt::OpenHandCursor
                                               : Qt::ArrowCursor);
    if (std::exchange(m_hovered, event) != event)
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
    m_draggedLane = laneNamedAt(at);
    if (m_draggedLane)
        return true;
    if (!overview().adjusted(0, -3, 0, 3).contains(at))
        return false;
    dragGrabbed(at);
    return true;
}

void GanttChart::dragGrabbed(QPointF at)
{
    if (m_draggedLane) {
        if (const auto place = laneAt(at.y()); place && *place != *m_draggedLane)
            arrange([&] { m_lanes.moveTo(*m_draggedLane, *place); });
        return;
    }
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
        for (const GanttRow& row : m_rows)
            if (row.lane == event.lane && !m_lanes.isPinned(row.lane)) {
                if (const double above = row.top - 1 - m_scroll - m_pinnedHeight; above < 0)
                    panDown(above);
                else if (const double below = row.bottom - m_scroll - geometryOf().plot.height(); below > 0)
                    panDown(below);
            }
    }
    setAccessibleDescription(eventText(id));
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
    const auto& shown = m_lanes.shown();
    const auto at = std::ranges::find(shown, currentLane());
    const auto lanes = std::ptrdiff_t(shown.size());
    std::ptrdiff_t place = at == shown.end() ? 0 : at - shown.begin() + (focus().selected() ? step : 0);
    for (; place >= 0 && place < lanes; place += step == 0 ? 1 : step)
        if (const auto event = m_index->eventNear(shown[std::size_t(place)], double(focus().cursor()))) {
            choose(*event, true);
            break;
        }
    return true;
}

bool GanttChart::chooseEnd(bool last)
{
    const auto items = m_index->lane(currentLane());
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
            .arg(qt(trace.labels[event.label]), qt(trace.kinds[event.kind]), qt(trace.lanes[event.lane].name)),
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
    if (const auto named = laneNamedAt(at))
        return tr("%1: drag to move the lane; its menu pins it on top, makes it thin or hides it")
            .arg(qt(m_index->trace().lanes[*named].name));
    if (!geometryOf().plot.contains(at))
        return {};
    const auto lane = laneAt(at.y());
    return lane ? tr("%1 is idle at cycle %2")
                      .arg(qt(m_index->trace().lanes[*lane].name),
                           format::integer(std::int64_t(geometryOf().cycleAt(at.x()))))
                : QString();
}

QString GanttChart::chartName() const
{
    return !m_index                        ? QString()
           : m_index->trace().name.empty() ? tr("Gantt chart")
                                           : tr("Gantt chart of %1").arg(qt(m_index->trace().name));
}

TableValues GanttChart::chartValues() const
{
    TableValues values;
    values.columns = {tr("lane"), tr("event"), tr("kind"), tr("begin [cycle]"), tr("end [cycle]"), tr("bytes [B]")};
    const trace::Trace& trace = m_index->trace();
    for (const std::size_t lane : m_lanes.shown()) {
        const auto items = m_index->lane(lane);
        for (std::size_t i = m_index->firstEndingAfter(lane, focus().low());
             i < items.size() && double(items[i].begin) < focus().high(); ++i) {
            const trace::Event& event = trace.events[items[i].event];
            values.rows.push_back({qt(trace.lanes[lane].name), qt(trace.labels[event.label]),
                                   qt(trace.kinds[event.kind]), qlonglong(event.begin), qlonglong(event.end),
                                   qlonglong(event.bytes)});
        }
    }
    return values;
}

} // namespace nestloom::ui
