// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/network_run.h"

#include <QWidget>

class QAction;
class QCheckBox;
class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QSpinBox;

namespace nestloom::ui {

class ConstraintsGroup;
class CyclePriceBox;
class Workbench;

/// How the next run is made: the engine and the options that it listens to; Run and Cancel at the foot, so that neither
/// another engine nor a reason moves them, and why Run is not possible.
class RunControl : public QWidget {
    Q_OBJECT
public:
    RunControl(Workbench& workbench, QAction* run, QAction* cancel, QWidget* parent = nullptr);

private:
    void addRows();
    void listenToFields();
    void listEngines();
    void showOptions();
    void showRows();
    void readOptions();
    void readScratchpad();
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
    QCheckBox *m_sizes, *m_bypass, *m_fuseOperators;
    QLabel* m_metric; // what Flexer minimises
    QSpinBox* m_batch;
    QCheckBox *m_training, *m_segments; // of nodes
    QLineEdit* m_scratchpad;
    QCheckBox *m_parameters, *m_fused; // of memory plans
    QComboBox* m_order;                // of their operators
    ConstraintsGroup* m_constraints;
    QLabel* m_reason;
};

} // namespace nestloom::ui
