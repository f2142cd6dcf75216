// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/tiles/shown_tiles.h"

#include <QWidget>

class QComboBox;

namespace nestloom::ui {

/// What can be chosen about schedules of tiles: which schedule is shown, and how Flexer searches.
class TilesControls : public QWidget {
    Q_OBJECT
public:
    explicit TilesControls(ShownTiles& tiles, QWidget* parent = nullptr);

    QComboBox* shown() const { return m_shown; }
    QComboBox* search() const { return m_search; }

private:
    void fillSearch();
    void takeParams();

    ShownTiles& m_tiles;
    QComboBox *m_shown, *m_metric, *m_priority, *m_spill, *m_search;
};

} // namespace nestloom::ui
