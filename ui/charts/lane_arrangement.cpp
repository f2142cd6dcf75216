// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/lane_arrangement.h"

#include <algorithm>
#include <numeric>

namespace nestloom::ui {

void LaneArrangement::setLanes(const std::vector<trace::Lane>& lanes)
{
    if (std::equal(lanes.begin(), lanes.end(), m_lanes.begin(), m_lanes.end(),
                   [](const trace::Lane& now, const Lane& before) { return now.name == before.name; }))
        return;
    m_lanes.clear();
    for (const trace::Lane& lane : lanes)
        m_lanes.push_back({lane.name});
    m_order.resize(m_lanes.size());
    std::iota(m_order.begin(), m_order.end(), std::size_t(0));
    arrange();
}

void LaneArrangement::arrange()
{
    m_shown = m_order;
    std::erase_if(m_shown, [this](std::size_t lane) { return isHidden(lane); });
    const auto others =
        std::stable_partition(m_shown.begin(), m_shown.end(), [this](std::size_t lane) { return isPinned(lane); });
    m_pinnedCount = std::size_t(others - m_shown.begin());
}

void LaneArrangement::pin(std::size_t lane, bool on)
{
    m_lanes[lane].isPinned = on;
    arrange();
}

void LaneArrangement::hide(std::size_t lane)
{
    if (m_shown.size() < 2)
        return;
    m_lanes[lane].isHidden = true;
    arrange();
}

void LaneArrangement::showAll()
{
    for (Lane& lane : m_lanes)
        lane.isHidden = false;
    arrange();
}

void LaneArrangement::moveTo(std::size_t lane, std::size_t place)
{
    if (isPinned(lane) != isPinned(place))
        return;
    const auto from = std::ranges::find(m_order, lane);
    const auto to = std::ranges::find(m_order, place);
    if (from < to)
        std::rotate(from, from + 1, to + 1);
    else
        std::rotate(to, from, from + 1);
    arrange();
}

void LaneArrangement::moveBy(std::size_t lane, int step)
{
    const auto at = std::ranges::find(m_shown, lane) - m_shown.begin() + step;
    if (at >= 0 && std::size_t(at) < m_shown.size())
        moveTo(lane, m_shown[std::size_t(at)]);
}

} // namespace nestloom::ui
