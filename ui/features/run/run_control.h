// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/network_run.h"

#include <QWidget>

class QAction;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QSpinBox;

namespace nestloom::ui {

class ConstraintsGroup;
class CyclePriceBox;
class Workbench;

/// How the next run is made: engine, objective, price of a cycle, seed, threads, gap, constraints; Run and Cancel, and
/// why Run is not possible.
class RunControl : public QWidget {
    Q_OBJECT
public:
    RunControl(Workbench& workbench, QAction* run, QAction* cancel, QWidget* parent = nullptr);

private:
    void showOptions();
    void readOptions();
    void refreshReason();

    Workbench& m_workbench;
    QLabel* m_what;
    QFormLayout* m_form = nullptr;
    QComboBox* m_engine;
    QComboBox* m_objective;
    CyclePriceBox* m_cyclePrice;
    QSpinBox* m_seed;
    QSpinBox* m_threads;
    QDoubleSpinBox* m_gap;
    ConstraintsGroup* m_constraints;
    QLabel* m_reason;
};

} // namespace nestloom::ui
