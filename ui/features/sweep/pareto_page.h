// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/explore/front.h"
#include "ui/features/sweep/pareto_content.h"

#include <QWidget>

#include <array>

class QButtonGroup;
class QCheckBox;
class QComboBox;
class QLabel;
class QTimer;
class QToolButton;

namespace nestloom::ui {

class EffectsPanel;
class ElidedLabel;
class FiguresView;
class ModelBadge;
class OverlayBar;
class OverlaySweeps;
class ShownSweep;
class SweepPointPanel;
class Workbench;

/// The points of the shown sweep in two figures of one's choice, with the table of the points below.
class ParetoPage : public QWidget {
    Q_OBJECT
public:
    ParetoPage(Workbench& workbench, ShownSweep& sweep, QWidget* parent = nullptr);

    ParetoView* view() const { return m_view; }
    FiguresView* figures() const { return m_figures; }
    SweepPointPanel* panel() const { return m_panel; }
    QButtonGroup* kinds() const { return m_kinds; } // chart, matrix, parallel axes
    /// The figures of the axes and the limits on them, for a report; a swept field is no figure.
    explore::FrontSearch shownFront() const;
    /// What the user chose to look at, for the next start: figures, logarithmic axes, colour and kind of view, and of
    /// the shown sweep its limits and what stands beside it.
    QVariantMap viewState() const;
    void restoreView(const QVariantMap& state); // as soon as a sweep is shown

private:
    static constexpr int kChart = 2; // beside the kinds of FiguresView

    QWidget* makeBar();
    QWidget* makeSecondBar();
    void showKind(int kind);
    void connectView();
    void startOver(); // another sweep
    void takeRestored();
    void listChoices();
    void chooseColour();
    void showOthers();
    void chooseAxis(ParetoView::Side side, int choice);
    QString figureTitle(int measure) const; // empty for an axis of the sweep before, while that is replaced
    void rebuild();                         // all points, after a change of axes, colours or networks
    void addPoints();
    void refreshTitle();
    void tellEffects();
    void markFront();
    void takeRanges();
    void showLegend();
    void takeNarrowed();
    std::vector<int> rowsOf(const std::vector<int>& points) const;

    Workbench& m_workbench;
    ShownSweep& m_sweep;
    OverlaySweeps* m_others;
    ParetoContent m_content;
    ParetoView* m_view;
    SweepPointPanel* m_panel;
    QTimer* m_narrowSoon;
    QTimer* m_effectsSoon;
    QLabel* m_title = nullptr;
    FiguresView* m_figures = nullptr;
    EffectsPanel* m_effectsPanel = nullptr;
    QButtonGroup* m_kinds = nullptr;
    QToolButton* m_axesButton = nullptr;
    std::vector<QWidget*> m_ofChart;  // controls that only the chart listens to
    ElidedLabel* m_effects = nullptr; // what moves the figure of the vertical axis
    ModelBadge* m_figuresOf = nullptr;
    QComboBox* m_colour = nullptr;
    QComboBox* m_network = nullptr;
    QLabel* m_networkLabel = nullptr;
    QCheckBox* m_runs = nullptr;
    QToolButton* m_lassoMode = nullptr;
    OverlayBar* m_otherBar = nullptr;
    ElidedLabel* m_models = nullptr;        // when not all fronts are of one model
    std::array<int, 2> m_axes{0, 0};        // of the measures, by side
    std::array<int, 2> m_shownAxes{-1, -1}; // of the shown sweep, in the view; -1 = not yet
    std::array<QString, 2> m_chosen;        // titles of those that the user chose
    QString m_chosenColour;                 // of the entry that the user chose; empty = none was
    QVariantMap m_restored;                 // waits for a sweep
};

} // namespace nestloom::ui
