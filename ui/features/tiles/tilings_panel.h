// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/tiles/shown_tiles.h"

#include <QWidget>

namespace nestloom::ui {

class ParetoView;

/// Every tiling of the selected layer by latency and off-chip bytes: its best static schedule and its best one out of
/// order.
class TilingsPanel : public QWidget {
    Q_OBJECT
public:
    explicit TilingsPanel(ShownTiles& tiles, QWidget* parent = nullptr);

    ParetoView* view() const { return m_view; }
    QString description(int point) const;

private:
    struct Source {
        std::size_t tiling = 0; // into ShownTiles::tilings()
        bool isStatic = false;
    };
    const schedule::flexer::SchedulePoint& pointOf(const Source& source) const;
    void setAxes(bool swapped);
    void refresh();

    ShownTiles& m_tiles;
    ParetoView* m_view;
    std::vector<Source> m_sources; // by point
    bool m_isSwapped = false;      // bytes along x
};

} // namespace nestloom::ui
