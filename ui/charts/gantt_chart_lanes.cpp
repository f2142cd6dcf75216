// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/gantt_chart.h"

#include <QAction>
#include <QContextMenuEvent>

#include <algorithm>

namespace nestloom::ui {

std::size_t GanttChart::thinCount() const
{
    const auto& shown = m_lanes.shown();
    return std::size_t(std::ranges::count_if(shown, [this](std::size_t lane) { return m_lanes.isThin(lane); }));
}

QRectF GanttChart::areaOf(Part part) const
{
    const QRectF& plot = geometryOf().plot;
    const double pinned = std::min(m_pinnedHeight, plot.height());
    return part == Part::Pinned ? QRectF(plot.left(), plot.top(), plot.width(), pinned)
                                : plot.adjusted(0, pinned, 0, 0);
}

std::vector<GanttRow> GanttChart::rows(Part part) const
{
    const auto pinned = std::ptrdiff_t(m_lanes.pinnedCount());
    if (part == Part::Pinned)
        return {m_rows.begin(), m_rows.begin() + pinned};
    std::vector<GanttRow> rows;
    for (auto row = m_rows.begin() + pinned; row != m_rows.end(); ++row)
        if (row->bottom - m_scroll > m_pinnedHeight && row->top - m_scroll < geometryOf().plot.height())
            rows.push_back({row->lane, row->top - m_scroll, row->bottom - m_scroll});
    return rows;
}

int GanttChart::firstLane() const
{
    for (const Part part : {Part::Pinned, Part::Scrolled})
        if (const auto shown = rows(part); !shown.empty())
            return int(shown.front().lane);
    return 0;
}

std::optional<std::size_t> GanttChart::laneAt(double y) const
{
    for (const Part part : {Part::Pinned, Part::Scrolled}) {
        const QRectF area = areaOf(part);
        const auto rows = this->rows(part);
        if (y < area.top() || y >= area.bottom() || rows.empty())
            continue;
        const double down = y - geometryOf().plot.top();
        for (const GanttRow& row : rows)
            if (down < row.bottom + 1) // the gap below belongs to the lane
                return row.lane;
        if (down < rows.back().bottom + 3)
            return rows.back().lane;
    }
    return std::nullopt;
}

/// The lane whose name is there, left of the plot.
std::optional<std::size_t> GanttChart::laneNamedAt(QPointF at) const
{
    return m_index && at.x() < geometryOf().plot.left() ? laneAt(at.y()) : std::nullopt;
}

/// The lane of the selected event, or else the first in sight.
std::size_t GanttChart::currentLane() const
{
    return focus().selected() ? m_index->trace().events[*focus().selected()].lane : std::size_t(firstLane());
}

/// The lane and those of its group, as far as they are shown.
std::vector<std::size_t> GanttChart::groupOf(std::size_t lane) const
{
    const auto& lanes = m_index->trace().lanes;
    std::vector<std::size_t> group = m_lanes.shown();
    std::erase_if(group, [&](std::size_t other) { return lanes[other].group != lanes[lane].group; });
    return group;
}

void GanttChart::arrange(const std::function<void()>& change)
{
    change();
    nameLaneActions();
    layOut();
    Q_EMIT lanesArranged();
}

/// Of the lane under the pointer; by keyboard, of the selected event's lane.
void GanttChart::makeLaneActions()
{
    const auto add = [this](const char* name, auto change, const QKeySequence& key = {}) {
        auto* action = new QAction(this);
        action->setObjectName(QLatin1String(name));
        action->setShortcut(key);
        action->setShortcutContext(Qt::WidgetShortcut);
        connect(action, &QAction::triggered, this, [this, change] {
            if (m_index && m_index->laneCount() > 0)
                arrange([&] { change(m_menuLane.value_or(currentLane())); });
        });
        insertAction(actions().isEmpty() ? nullptr : actions()[actions().size() - 2], action); // before the export
        return action;
    };
    auto& of = m_laneActions;
    of.pin = add("pinLane", [this](std::size_t lane) { m_lanes.pin(lane, !m_lanes.isPinned(lane)); });
    of.thin = add("thinLane", [this](std::size_t lane) { m_lanes.makeThin(lane, !m_lanes.isThin(lane)); });
    of.thinGroup = add("thinLanes", [this](std::size_t lane) {
        const bool on = !m_lanes.isThin(lane);
        for (const std::size_t each : groupOf(lane))
            m_lanes.makeThin(each, on);
    });
    of.hide = add("hideLane", [this](std::size_t lane) { m_lanes.hide(lane); });
    of.hideGroup = add("hideLanes", [this](std::size_t lane) {
        for (const std::size_t each : groupOf(lane))
            m_lanes.hide(each);
    });
    of.up = add(
        "moveLaneUp", [this](std::size_t lane) { m_lanes.moveBy(lane, -1); }, Qt::CTRL | Qt::Key_Up);
    of.down = add(
        "moveLaneDown", [this](std::size_t lane) { m_lanes.moveBy(lane, 1); }, Qt::CTRL | Qt::Key_Down);
    of.showAll = add("showAllLanes", [this](std::size_t) { m_lanes.showAll(); });
    nameLaneActions();
}

void GanttChart::nameLaneActions()
{
    const bool hasLanes = m_index && m_index->laneCount() > 0;
    const std::size_t lane = hasLanes ? m_menuLane.value_or(currentLane()) : 0;
    const auto text = [&](std::string trace::Lane::*of) {
        return hasLanes ? QString::fromStdString(m_index->trace().lanes[lane].*of) : QString();
    };
    const QString name = text(&trace::Lane::name), group = text(&trace::Lane::group);
    const bool isThin = hasLanes && m_lanes.isThin(lane);
    const bool hasGroup = hasLanes && !group.isEmpty() && groupOf(lane).size() > 1;
    const bool hasOthers = hasLanes && m_lanes.shown().size() > 1;
    auto& of = m_laneActions;
    of.pin->setText(hasLanes && m_lanes.isPinned(lane) ? tr("Unpin %1").arg(name) : tr("Pin %1 on top").arg(name));
    of.thin->setText(isThin ? tr("Make %1 as tall as others").arg(name) : tr("Make %1 thin").arg(name));
    of.thinGroup->setText((isThin ? tr("Make all of “%1” as tall as others") : tr("Make all of “%1” thin")).arg(group));
    of.hide->setText(tr("Hide %1").arg(name));
    of.hideGroup->setText(tr("Hide all of “%1”").arg(group));
    of.up->setText(tr("Move %1 up").arg(name));
    of.down->setText(tr("Move %1 down").arg(name));
    of.showAll->setText(tr("Show all lanes (%1 hidden)").arg(m_lanes.hiddenCount()));
    for (QAction* action : {of.pin, of.thin})
        action->setVisible(hasLanes);
    for (QAction* action : {of.hide, of.up, of.down})
        action->setVisible(hasOthers);
    of.thinGroup->setVisible(hasGroup);
    of.hideGroup->setVisible(hasGroup && groupOf(lane).size() < m_lanes.shown().size());
    of.showAll->setVisible(m_lanes.hiddenCount() > 0);
}

bool GanttChart::event(QEvent* event)
{
    if (event->type() != QEvent::ContextMenu)
        return TimeChart::event(event);
    const auto* menu = static_cast<QContextMenuEvent*>(event);
    if (m_index && menu->reason() == QContextMenuEvent::Mouse)
        m_menuLane = laneAt(menu->pos().y());
    nameLaneActions();
    const bool taken = TimeChart::event(event); // until the menu is closed
    m_menuLane.reset();
    return taken;
}

} // namespace nestloom::ui
