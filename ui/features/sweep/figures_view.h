// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/front_matrix.h"
#include "ui/charts/parallel_view.h"

#include <QStackedWidget>

#include <array>

class QMenu;

namespace nestloom::ui {

class ShownSweep;

/// The points of the shown sweep in more than two figures: a matrix of small fronts, or parallel coordinates. Each has
/// figures of its own, chosen in the menu. What is out of sight takes no values.
class FiguresView : public QStackedWidget {
    Q_OBJECT
public:
    enum Kind { Matrix, Parallel };

    explicit FiguresView(ShownSweep& sweep, QWidget* parent = nullptr);

    FrontMatrix* matrix() const { return m_matrix; }
    ParallelView* parallel() const { return m_parallel; }
    QMenu* menu() const { return m_menu; } // the figures of the one that is shown
    void showKind(Kind kind);
    void startOver();                     // another sweep
    void setNetwork(int network);         // -1 = all
    void refreshSoon();                   // more points
    void setFront(std::vector<int> rows); // of the shown sweep
    void setSource(const QString& name, const Provenance& from);
    void showNone() { m_isAsked = false; } // another view is in sight
    /// Whether a measure is shown.
    void choose(Kind kind, std::size_t measure, bool on);
    const std::vector<bool>& chosen(Kind kind) const { return m_chosen[kind]; } // by measure

Q_SIGNALS:
    void pairChosen(int x, int y); // measures

private:
    void fillMenu();
    void refresh();
    void refreshKept();
    std::vector<FigureColumn> columns(Kind kind) const;
    std::vector<std::size_t> measuresOf(Kind kind) const;

    ShownSweep& m_sweep;
    FrontMatrix* m_matrix;
    ParallelView* m_parallel;
    QMenu* m_menu;
    QTimer m_soon;
    std::array<std::vector<bool>, 2> m_chosen;
    std::vector<int> m_front;
    int m_network = -1;
    bool m_isAsked = false; // in sight
};

} // namespace nestloom::ui
