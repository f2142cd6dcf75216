// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/tiles/tiles_focus.h"

#include <algorithm>

namespace nestloom::ui {

namespace flexer = schedule::flexer;

TilesFocus::TilesFocus(ShownTiles& tiles, QObject* parent) : QObject(parent), m_tiles(tiles)
{
    connect(&m_time, &TimeFocus::selectionChanged, this, &TilesFocus::follow);
    connect(&m_tiles, &ShownTiles::detailChanged, this, [this] {
        clear();
        if (m_tiles.detail())
            m_time.setEnd(std::max<std::int64_t>(1, m_tiles.detail()->schedule.latency.count));
    });
}

void TilesFocus::set(int decision, std::optional<flexer::TileId> tile)
{
    if (decision == m_decision && tile == m_tile)
        return;
    m_decision = decision;
    m_tile = tile;
    Q_EMIT changed();
}

/// Another event was selected in a chart.
void TilesFocus::follow()
{
    if (m_setting || !m_tiles.detail())
        return;
    const flexer::TiledSchedule& schedule = m_tiles.detail()->schedule;
    const auto event = m_time.selected();
    if (!event)
        return set(-1, std::nullopt);
    if (*event < schedule.operations.size())
        set(schedule.operations[*event].set, std::nullopt);
    else if (*event - schedule.operations.size() < schedule.transfers.size())
        set(-1, schedule.transfers[*event - schedule.operations.size()].tile);
}

void TilesFocus::selectEvent(std::uint32_t event) { m_time.select(event); }

void TilesFocus::selectTile(flexer::TileId tile)
{
    m_setting = true;
    m_time.select(std::nullopt);
    m_setting = false;
    set(-1, tile);
}

void TilesFocus::selectDecision(int decision)
{
    if (!m_tiles.detail() || m_tiles.detail()->sharing.empty())
        return;
    const auto& sets = m_tiles.detail()->sharing;
    decision = std::clamp(decision, 0, int(sets.size()) - 1);
    m_setting = true;
    m_time.select(std::nullopt);
    m_setting = false;
    const flexer::SetSharing& chosen = sets[std::size_t(decision)];
    if (chosen.end.count <= m_time.low() || chosen.start.count >= m_time.high())
        m_time.show({chosen.start.count, chosen.end.count});
    m_time.setCursor(chosen.start.count);
    set(decision, std::nullopt);
}

void TilesFocus::clear()
{
    m_setting = true;
    m_time.select(std::nullopt);
    m_setting = false;
    set(-1, std::nullopt);
}

std::vector<std::uint32_t> TilesFocus::related() const
{
    std::vector<std::uint32_t> events;
    if (!m_tiles.detail())
        return events;
    const flexer::TiledSchedule& schedule = m_tiles.detail()->schedule;
    for (std::size_t i = 0; i < schedule.operations.size(); ++i) {
        const flexer::TileOperation& op = schedule.operations[i];
        const bool usesTile =
            m_tile && std::find(op.tiles.values.begin(), op.tiles.values.end(), *m_tile) != op.tiles.values.end();
        if (usesTile || (m_decision >= 0 && op.set == m_decision))
            events.push_back(std::uint32_t(i));
    }
    for (std::size_t i = 0; m_tile && i < schedule.transfers.size(); ++i)
        if (schedule.transfers[i].tile == *m_tile)
            events.push_back(std::uint32_t(schedule.operations.size() + i));
    return events;
}

} // namespace nestloom::ui
