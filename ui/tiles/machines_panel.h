// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tiles/ratio_panel.h"

class QToolButton;

namespace nestloom::ui {

/// What out-of-order schedules bring for the whole network, machine by machine; on request, since it takes a while.
class MachinesPanel : public QWidget {
    Q_OBJECT
public:
    MachinesPanel(TiledScheduler* scheduler, ShownTiles& tiles, QWidget* parent = nullptr);

    struct Named {
        QString name;
        schedule::flexer::Machine machine;
    };
    void setMachines(std::vector<Named> machines);
    void start();
    bool isBusy() const { return m_id != 0; }
    RatioPanel* panel() const { return m_panel; }

private:
    void stop();
    void forget(); // what was compared belongs to other inputs
    void refresh();

    TiledScheduler* m_scheduler; // may be null
    ShownTiles& m_tiles;
    RatioPanel* m_panel;
    QToolButton* m_button;
    std::vector<Named> m_machines;
    std::vector<RatioPanel::Compared> m_compared;
    schedule::flexer::TilesQuestion m_asked;
    TilesId m_id = 0;
};

} // namespace nestloom::ui
