// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/tiles/shown_tiles.h"

#include <QWidget>

class QComboBox;

namespace nestloom::ui {

/// What can be chosen about schedules of tiles: the machine, which schedule is shown, and how Flexer searches.
class TilesControls : public QWidget {
    Q_OBJECT
public:
    explicit TilesControls(ShownTiles& tiles, QWidget* parent = nullptr);

    /// An accelerator as a machine, or why it is none.
    struct MachineChoice {
        QString name;
        Result<schedule::flexer::Machine> machine;
    };
    /// The first choice is the accelerator in the editor. It is used until the user chooses another; if it is not a
    /// machine, the first one that is, preferably with several NPUs.
    void setMachines(std::vector<MachineChoice> machines);
    /// Another value of the first choice.
    void setEdited(const QString& name, const Result<schedule::flexer::Machine>& machine);

    QComboBox* machine() const { return m_machine; }
    QComboBox* shown() const { return m_shown; }
    QComboBox* search() const { return m_search; }

private:
    void fillSearch();
    void takeMachine();
    void takeParams();

    ShownTiles& m_tiles;
    std::vector<MachineChoice> m_machines;
    QString m_chosen; // by the user; empty = none
    QComboBox *m_machine, *m_shown, *m_metric, *m_priority, *m_spill, *m_search;
};

} // namespace nestloom::ui
