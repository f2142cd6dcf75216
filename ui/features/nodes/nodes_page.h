// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/time_focus.h"
#include "ui/features/nodes/node_controls.h"
#include "ui/features/nodes/shown_nodes.h"
#include "ui/ports/session.h"

#include <QPlainTextEdit>

class QBoxLayout;
class QHBoxLayout;
class QLabel;
class QStackedWidget;
class QTabBar;
class QTabWidget;
class QToolButton;

namespace nestloom::ui {

class ChainChart;
class CopyableTable;
class DirectivePanel;
class ElidedLabel;
class NodeEnergyBars;
class NodeMap;
class TableModel;
class TradeoffPanel;

/// The mapping of the selected layer as text: nodes, divisions, loops, words moved, and as directives.
class LayerPanel : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit LayerPanel(ShownNodes& nodes, QWidget* parent = nullptr);

private:
    ShownNodes& m_nodes;
};

/// Schedules of whole networks on accelerators of many nodes: the chain of segments over time with the nodes of a
/// segment, the directives of a layer as pictures, or what the search costs; the layers as a table, and where the
/// energy goes for each engine.
class NodesPage : public QWidget {
    Q_OBJECT
public:
    enum class View { Segments, Directives, Tradeoff };
    enum class Figure { Energy, Engines, Pruning, Layer };

    explicit NodesPage(Session& session, QWidget* parent = nullptr);
    ~NodesPage() override;

    void setNetwork(const workload::Network& network) { m_nodes.setNetwork(network); }
    /// `isEdited`: lists mark its name.
    void setAccelerator(const hardware::Accelerator& accelerator, bool isEdited = false);
    /// Takes over what is shown below the head while the accelerator has no nodes.
    void setUnserved(QWidget* page);
    void showView(View view);
    void showFigure(Figure figure);
    QBoxLayout* head() const; // the line on top

    ShownNodes& nodes() { return m_nodes; }
    TimeFocus& time() { return m_time; }
    NodeControls* controls() const { return m_controls; }
    ChainChart* chain() const { return m_chain; }
    NodeMap* map() const { return m_map; }
    NodeEnergyBars* energy() const { return m_energy; }
    DirectivePanel* directives() const { return m_directives; }
    TradeoffPanel* tradeoff() const { return m_tradeoff; }
    CopyableTable* layerTable() const { return m_layers; }
    CopyableTable* runTable() const { return m_runs; }
    void keep();                        // the shown schedule as a run
    void showRun(const RunRecord& run); // a stored one of kind Nodes
    QString headline() const;

Q_SIGNALS:
    void layerChosen(const QString& name); // of the network
    void kept(nestloom::ui::RunId run);    // the shown one, as that run
    void problem(const QString& sentence);

private:
    QWidget* makeHead();
    QWidget* makeViewLine();
    QWidget* makeViews();
    QWidget* makeCharts();
    CopyableTable* makeTable(TableModel* model, const QString& name, const QString& title,
                             const QList<int>& expendable);
    QWidget* makeFoot();
    void connectAll();
    void hearKept(quint64 id, RunId run, const QString& problem);
    bool mayKeep() const;
    void choose(std::size_t layer); // of the run's graph
    void refreshHead();
    void refreshRow();
    void refreshEmpty();

    RunKeeper* m_keeper;     // may be null
    quint64 m_keeping = 0;   // what is on its way to the store; 0 = nothing
    bool m_isEdited = false; // the accelerator
    ShownNodes m_nodes;
    TimeFocus m_time;
    QString m_timeOf; // network and accelerator whose cycles it looks at
    NodeControls* m_controls;
    ChainChart* m_chain;
    NodeMap* m_map;
    NodeEnergyBars* m_energy;
    DirectivePanel* m_directives;
    TradeoffPanel* m_tradeoff;
    CopyableTable* m_layers = nullptr;
    CopyableTable* m_runs = nullptr;
    CopyableTable* m_pruning = nullptr;
    QTabBar* m_viewTabs = nullptr;
    QStackedWidget* m_views = nullptr;
    QStackedWidget* m_body; // the schedule, and what is shown instead of it
    QTabWidget* m_figures = nullptr;
    QHBoxLayout* m_head = nullptr;
    QLabel* m_title = nullptr;
    QLabel* m_badge = nullptr;
    QToolButton* m_keep = nullptr;
    QToolButton* m_cancel = nullptr; // or schedules again
    ElidedLabel* m_sentence = nullptr;
};

} // namespace nestloom::ui
