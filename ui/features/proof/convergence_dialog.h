// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/convergence.h"
#include "ui/ports/askers.h"
#include "ui/widgets/column_table.h"

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
class Workbench;

/// The searches for one goal: what each reached, how far that is above the proven bound, and when it was how near.
class ConvergenceModel : public ColumnTable<schedule::ConvergenceCurve> {
    Q_OBJECT
public:
    enum ColumnId { Engine, Seed, Best, AboveBound, Evaluations, Cpu, Within10, Within5, Within1, State };

    explicit ConvergenceModel(QObject* parent = nullptr);

    void setConvergence(const schedule::Convergence& all, const schedule::Goal& goal, Hertz clock, bool ended);

private:
    template <typename Get>
    static Field number(Column column, Ask<QString> text, Get get, Ask<QString> exact);
    Field timeTo(int percent) const;

    std::optional<double> m_bound;
    schedule::Goal m_goal;
    Hertz m_clock{1e9};
    bool m_ended = false;
};

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
