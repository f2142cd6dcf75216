// SPDX-License-Identifier: GPL-3.0-or-later
// The parts that NodesPage is put together from.
#include "ui/nodes/nodes_page.h"

#include "ui/elided_label.h"
#include "ui/nodes/chain_chart.h"
#include "ui/nodes/directive_panel.h"
#include "ui/nodes/kept_node_runs_panel.h"
#include "ui/nodes/layer_panel.h"
#include "ui/nodes/node_energy_bars.h"
#include "ui/nodes/node_layer_model.h"
#include "ui/nodes/node_map.h"
#include "ui/nodes/node_run_model.h"
#include "ui/nodes/nodes_words.h"
#include "ui/nodes/pruning_model.h"
#include "ui/nodes/tradeoff_panel.h"
#include "ui/page_parts.h"
#include "ui/pages/empty_table_text.h"
#include "ui/pages/narrowing_table.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>

namespace nestloom::ui {

QWidget* NodesPage::makeHead()
{
    auto* head = new QWidget;
    m_title = new QLabel;
    m_title->setFont(strongFont(font()));
    m_badge = new QLabel;
    m_badge->setToolTip(tr("Every schedule is checked by an independent verifier before it is shown: each layer once "
                           "and after those it reads "
                           "from, nodes never shared, buffers and registers never over capacity, all work done, "
                           "figures those of the model."));
    m_cancel = new QToolButton;
    m_cancel->setObjectName(QStringLiteral("nodesCancel"));
    m_head = new QHBoxLayout(head);
    m_head->setContentsMargins(0, 0, 0, 0);
    m_head->setSpacing(8);
    m_head->addWidget(m_title);
    m_head->addStretch(1);
    m_keep = new QToolButton;
    m_keep->setObjectName(QStringLiteral("keepNodeRun"));
    m_keep->setText(tr("Keep"));
    m_keep->setToolTip(tr(
        "Store this schedule in the list of kept ones. Those of the library's accelerators are kept by themselves."));
    m_head->addWidget(m_cancel);
    m_head->addWidget(m_keep);
    m_head->addWidget(m_badge);
    connect(m_keep, &QToolButton::clicked, this, &NodesPage::keep);
    connect(m_cancel, &QToolButton::clicked, this, [this] { m_nodes.isBusy() ? m_nodes.cancel() : m_nodes.again(); });
    return head;
}

QWidget* NodesPage::makeViewLine()
{
    auto* line = new QWidget;
    m_viewTabs = new QTabBar;
    m_viewTabs->setObjectName(QStringLiteral("nodesViews"));
    m_viewTabs->setAccessibleName(tr("Views"));
    m_viewTabs->setDrawBase(false);
    m_viewTabs->setExpanding(false);
    const std::array tabs{
        std::pair(tr("Segments"), tr("Which layers share the machine when, and on which nodes")),
        std::pair(tr("Directives"),
                  tr("What each node and each PE holds of the selected layer's tensors, and what moves when")),
        std::pair(tr("k_S"), tr("What keeping fewer chains of segments costs and saves"))};
    for (const auto& [title, tip] : tabs)
        m_viewTabs->setTabToolTip(m_viewTabs->addTab(title), tip);
    auto* layout = new QHBoxLayout(line);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(10);
    layout->addWidget(m_viewTabs);
    layout->addWidget(m_sentence = new ElidedLabel, 1);
    connect(m_viewTabs, &QTabBar::currentChanged, m_views, &QStackedWidget::setCurrentIndex);
    return line;
}

QWidget* NodesPage::makeViews()
{
    m_views = new QStackedWidget;
    m_views->addWidget(makeCharts());
    m_views->addWidget(cardAround(m_directives));
    m_views->addWidget(cardAround(m_tradeoff));
    return m_views;
}

QWidget* NodesPage::makeCharts()
{
    auto* charts = pageSplitter(Qt::Horizontal, QStringLiteral("nodesCharts"));
    charts->addWidget(cardAround(m_chain));
    charts->addWidget(cardAround(m_map));
    charts->setStretchFactor(0, 5);
    charts->setStretchFactor(1, 2);
    charts->setSizes({540, 280});
    return charts;
}

QWidget* NodesPage::makeFoot()
{
    m_layers = makeTable(new NodeLayerModel(m_nodes, this), QStringLiteral("nodeLayerTable"), tr("Layers on nodes"),
                         NodeLayerModel::leastImportant());
    m_layers->setWidestColumn(260);
    m_runs = makeTable(new NodeRunModel(m_nodes, this), QStringLiteral("nodeRunTable"), tr("Engines and their search"),
                       NodeRunModel::leastImportant());
    m_pruning = makeTable(new PruningModel(m_nodes, this), QStringLiteral("nodePruningTable"),
                          tr("What KAPLA left out, by stage"), {});
    m_figures = new QTabWidget;
    m_figures->setObjectName(QStringLiteral("nodesFigures"));
    m_figures->setDocumentMode(true);
    m_figures->addTab(cardAround(m_energy), tr("Energy"));
    m_figures->addTab(m_runs, tr("Engines"));
    m_figures->addTab(m_pruning, tr("Pruning"));
    m_figures->addTab(cardAround(new LayerPanel(m_nodes)), tr("Layer"));
    if (m_kept != nullptr)
        m_figures->addTab(m_keptPanel = new KeptNodeRunsPanel(*m_kept), tr("Kept"));
    auto* foot = pageSplitter(Qt::Horizontal, QStringLiteral("nodesFoot"));
    foot->addWidget(m_layers);
    foot->addWidget(m_figures);
    foot->setSizes({520, 310});
    return foot;
}

CopyableTable* NodesPage::makeTable(TableModel* model, const QString& name, const QString& title,
                                    const QList<int>& expendable)
{
    auto* table = new NarrowingTable(model, expendable);
    table->setObjectName(name);
    table->setAccessibleName(title);
    showEmptyText(*table, tr("Nothing is scheduled yet."));
    return table;
}

} // namespace nestloom::ui
