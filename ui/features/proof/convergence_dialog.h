// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/askers.h"

#include <QDialog>

#include <map>

class QCheckBox;
class QComboBox;
class QHBoxLayout;
class QLabel;
class QPushButton;
class QSpinBox;

namespace nestloom::ui {

class ConvergenceChart;
class ConvergenceModel;
class Workbench;

/// Engines side by side on one layer: how their best values fall with time, against the proven bound. Works on the
/// layer and the accelerator of the shown run, or of what is open; the window can be used beside it.
class ConvergenceDialog : public QDialog {
    Q_OBJECT
public:
    ConvergenceDialog(Workbench& workbench, QWidget* parent = nullptr);
    ~ConvergenceDialog() override;

    void start();
    bool isBusy() const { return m_comparer.isBusy(); }
    const ConvergenceNews& news() const { return m_news; }

private:
    void makeControls(QHBoxLayout* first, QHBoxLayout* second);
    void makeView(QHBoxLayout* line);
    void addChecks(QHBoxLayout* line);
    void listLayers();
    void follow();
    const workload::Network& network() const;
    const hardware::Accelerator& accelerator() const;
    schedule::ConvergenceInputs inputs() const;
    void take(const ConvergenceNews& news);
    void cancel();
    void listGoals();
    void refresh();
    QString summary() const;
    schedule::Goal shownGoal() const;

    Workbench& m_workbench;
    Asking<schedule::ConvergenceInputs, ConvergenceNews> m_comparer;
    QComboBox *m_layer, *m_goal, *m_against;
    std::map<std::string, QCheckBox*> m_engines;
    std::map<schedule::Objective, QCheckBox*> m_goals;
    QSpinBox *m_seeds, *m_evaluations;
    QPushButton* m_button;
    QLabel* m_summary;
    ConvergenceChart* m_chart;
    ConvergenceModel* m_model;
    ConvergenceNews m_news;
    schedule::ConvergenceInputs m_asked;
};

} // namespace nestloom::ui
