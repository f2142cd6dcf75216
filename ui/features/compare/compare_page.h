// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/parts/cycles_chart_data.h"
#include "ui/ports/session.h"

#include <QWidget>

class QComboBox;
class QHBoxLayout;
class QLabel;
class QPushButton;
class QStackedWidget;
class QTabWidget;
class QToolButton;

namespace nestloom::ui {

class AcceleratorDiffView;
class CompareColumn;
class CompareMaps;
class Comparison;
class CopyableTable;
class ImpactModel;
class LayerColumns;
class TotalsModel;
class Workbench;

/// Two to four runs of any kind side by side: what they have in common, the accelerators field by field; of runs with
/// layers a chart each on one axis, the layers by what they change, and the loop nests and buffers of the selected one;
/// of plans, nodes, tiles and meshes pictures with their differences.
/// Runs can be dropped on it.
class ComparePage : public QWidget {
    Q_OBJECT
public:
    explicit ComparePage(Workbench& workbench, QWidget* parent = nullptr);

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    QWidget* makeEmpty();
    QWidget* makeContent();
    QWidget* makeHeader();
    QWidget* makeFigures();
    void explainFigure();
    QWidget* makeLayers();
    CompareColumn* addColumn();
    void fillRunMenu();
    void refresh();
    void chooseAny();
    void refreshEmpty();
    void refreshColumns();
    void refreshChoice();
    void refreshTabs();
    void lockAxes();
    void followQuantity(ChartQuantity quantity);
    void chooseRow(std::optional<std::size_t> row); // by the user
    void showRow(std::optional<std::size_t> row);
    void followSelection();
    void compareWithBaseline();

    Workbench& m_workbench;
    Comparison& m_comparison;
    QStackedWidget* m_stack;
    QLabel* m_emptyTitle = nullptr;
    QLabel* m_emptyText = nullptr;
    QPushButton* m_withBaseline = nullptr;
    QLabel* m_title = nullptr;
    QComboBox* m_choice = nullptr; // of the layer; 0 = none, else 1 + row of the comparison
    QLabel* m_choiceLabel = nullptr;
    QComboBox* m_judge = nullptr;
    QToolButton* m_add = nullptr;
    QTabWidget* m_tabs = nullptr;
    AcceleratorDiffView* m_diff = nullptr;
    TotalsModel* m_totals = nullptr;
    CopyableTable* m_totalsTable = nullptr;
    QLabel* m_cautions = nullptr; // below the figures
    QHBoxLayout* m_columnRow = nullptr;
    QHBoxLayout* m_chartRow = nullptr;
    QWidget* m_charts = nullptr;
    QLabel* m_noLayers = nullptr;          // about runs without
    std::vector<CompareColumn*> m_columns; // the first as many as there are runs are shown
    ImpactModel* m_impact = nullptr;
    CopyableTable* m_layers = nullptr;
    LayerColumns* m_nests = nullptr;
    LayerColumns* m_buffers = nullptr;
    CompareMaps* m_maps = nullptr;
    std::vector<RunId> m_compared;    // runs that are shown
    std::optional<std::size_t> m_row; // selected layer, of the comparison
    bool m_following = false;         // the charts take over each other's quantity
};

} // namespace nestloom::ui
