// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/time_focus.h"
#include "ui/features/tiles/shown_tiles.h"

namespace nestloom::ui {

/// What is selected of a schedule of tiles, shared by all views of the page. An operation belongs to a decision, a
/// transfer or a box of the scratchpad to a tile; the time focus holds the event itself, the cursor and the window.
class TilesFocus : public QObject {
    Q_OBJECT
public:
    explicit TilesFocus(ShownTiles& tiles, QObject* parent = nullptr);

    TimeFocus& time() { return m_time; }
    int decision() const { return m_decision; } // set number; -1 = none
    std::optional<schedule::flexer::TileId> tile() const { return m_tile; }
    /// Events that belong to the selection: the operations of the decision, or all that the tile takes part in.
    std::vector<std::uint32_t> related() const;

    void selectEvent(std::uint32_t event); // of the trace
    void selectTile(schedule::flexer::TileId tile);
    void selectDecision(int decision); // clamped; brings its operations into sight
    void clear();

Q_SIGNALS:
    void changed(); // decision or tile

private:
    void set(int decision, std::optional<schedule::flexer::TileId> tile);
    void follow();

    ShownTiles& m_tiles;
    TimeFocus m_time;
    int m_decision = -1;
    std::optional<schedule::flexer::TileId> m_tile;
    bool m_setting = false;
};

} // namespace nestloom::ui
