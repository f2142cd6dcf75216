// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/noc/simulation_focus.h"

#include <QWidget>

class QLabel;
class QSlider;
class QToolButton;

namespace nestloom::ui {

class ElidedLabel;

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
    QToolButton* addButton(const QString& text, const QString& toolTip);
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
