// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/tiles/shown_tiles.h"

#include <QWidget>

#include <utility>
#include <vector>

class QComboBox;
class QGridLayout;

namespace nestloom::ui {

/// What can be chosen about schedules of tiles: which schedule is shown, and how Flexer searches.
class TilesControls : public QWidget { // in two rows where one is too narrow
    Q_OBJECT
public:
    explicit TilesControls(ShownTiles& tiles, QWidget* parent = nullptr);

    QComboBox* shown() const { return m_shown; }
    QComboBox* search() const { return m_search; }

Q_SIGNALS:
    /// By the user.
    void chosen(const schedule::flexer::FlexerParams& params);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void fillSearch();
    void arrange(int perRow);
    void takeParams();
    void showParams();

    ShownTiles& m_tiles;
    QComboBox *m_shown, *m_metric, *m_priority, *m_spill, *m_search;
    QGridLayout* m_grid;
    std::vector<std::pair<QWidget*, int>>
        m_cells;     // a choice with its title, and the pixels that its longest text needs
    int m_whole = 0; // pixels, of all beside each other
    int m_perRow = 0;
};

} // namespace nestloom::ui
