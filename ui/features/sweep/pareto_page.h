// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/pareto_view.h"
#include "ui/features/sweep/measure.h"
#include "ui/ports/session.h"

#include <QWidget>

#include <array>

class QCheckBox;
class QComboBox;
class QLabel;
class QTimer;
class QToolButton;

namespace nestloom::ui {

class ElidedLabel;
class ModelBadge;
class ShownSweep;
class SweepPointPanel;
class Workbench;

/// The points of the shown sweep in two figures of one's choice, with the table of the points below.
class ParetoPage : public QWidget {
    Q_OBJECT
public:
    ParetoPage(Workbench& workbench, ShownSweep& sweep, QWidget* parent = nullptr);

    ParetoView* view() const { return m_view; }
    SweepPointPanel* panel() const { return m_panel; }

private:
    static constexpr int kByNothing = -1; // colour by no field

    QWidget* makeBar();
    void connectView();
    void startOver(); // another sweep
    void listChoices();
    void chooseAxis(ParetoView::Side side, int choice);
    void rebuild(); // all points, after a change of axes, colours or networks
    void addPoints();
    std::vector<ParetoPoint> runPoints();
    void refreshLegend();
    void refreshTitle();
    Provenance provenance() const;
    void tellEffects();
    void markFront();
    void takeNarrowed();
    ParetoPoint pointOf(int row) const;
    ParetoPoint pointOf(const RunSummary& run) const;
    int rowOf(int point) const { return point < 0 ? -1 : point - int(m_runIds.size()); } // negative for runs
    QString description(int point) const;
    const Measure& measure(ParetoView::Side side) const;

    Workbench& m_workbench;
    ShownSweep& m_sweep;
    ParetoView* m_view;
    SweepPointPanel* m_panel;
    QTimer* m_narrowSoon;
    QTimer* m_effectsSoon;
    QLabel* m_title = nullptr;
    ElidedLabel* m_effects = nullptr; // what moves the figure of the vertical axis
    ModelBadge* m_figuresOf = nullptr;
    QComboBox* m_colour = nullptr;
    QComboBox* m_network = nullptr;
    QLabel* m_networkLabel = nullptr;
    QCheckBox* m_runs = nullptr;
    QToolButton* m_lassoMode = nullptr;
    std::array<int, 2> m_choice{0, 0};  // of the measures, by side
    std::vector<RunId> m_runIds;        // of the points before those of the sweep
    std::vector<double> m_colourValues; // of the colours of the legend, ascending
};

} // namespace nestloom::ui
