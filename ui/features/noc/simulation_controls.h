// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/noc/shown_simulation.h"
#include "ui/features/noc/simulation_focus.h"

#include <QWidget>

class QComboBox;
class QProgressBar;
class QSlider;
class QToolButton;

namespace nestloom::ui {

class ElidedLabel;

/// What the simulation is made with, and its buttons: start or cancel, the best of several mappings, export.
class SimulationControls : public QWidget {
    Q_OBJECT
public:
    explicit SimulationControls(ShownSimulation& shown, QWidget* parent = nullptr);

    QComboBox* dram() const { return m_dram; }
    QComboBox* router() const { return m_router; }
    QComboBox* reduction() const { return m_reduction; }
    QToolButton* runButton() const { return m_run; }
    QToolButton* compareButton() const { return m_compare; }
    QToolButton* exportButton() const { return m_export; }

private:
    void takeChoices();
    void showChoices();
    void refresh();

    ShownSimulation& m_shown;
    QComboBox* m_dram;
    QComboBox* m_router;
    QComboBox* m_reduction;
    QProgressBar* m_progress;
    QToolButton* m_run;
    QToolButton* m_compare;
    QToolButton* m_export;
};

/// Moves through the windows of a simulation: play and pause, one window back or on, a slider, and back to the whole
/// run or out of the marked range.
class TimeBar : public QWidget {
    Q_OBJECT
public:
    TimeBar(ShownSimulation& shown, SimulationFocus& focus, QWidget* parent = nullptr);

    QSlider* slider() const { return m_slider; }
    QToolButton* playButton() const { return m_play; }
    QToolButton* wholeRunButton() const { return m_whole; }

private:
    void refresh();

    ShownSimulation& m_shown;
    SimulationFocus& m_focus;
    QToolButton* m_play;
    QToolButton* m_back;
    QToolButton* m_on;
    QSlider* m_slider;
    ElidedLabel* m_text;
    QToolButton* m_whole;
};

} // namespace nestloom::ui
