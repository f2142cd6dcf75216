// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/nodes/nodes_page.h"

#include "ui/elided_label.h"
#include "ui/node_scheduler.h"
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
#include "ui/pages/narrowing_table.h"

#include <QEvent>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>

#include <algorithm>

namespace nestloom::ui {

namespace {

/// A scheduler for searches beside those of the page.
NodeScheduler* another(Session& session, QObject* parent)
{
    return session.nodeScheduler() != nullptr ? session.nodeScheduler()->another(parent) : nullptr;
}

} // namespace

NodesPage::NodesPage(Session& session, QWidget* parent)
    : QWidget(parent), m_kept(session.keptNodeRuns()), m_nodes(session.nodeScheduler()),
      m_controls(new NodeControls(m_nodes)), m_chain(new ChainChart(m_nodes, m_time)), m_map(new NodeMap(m_nodes)),
      m_energy(new NodeEnergyBars(m_nodes)), m_directives(new DirectivePanel(m_nodes)),
      m_tradeoff(new TradeoffPanel(m_nodes, another(session, this)))
{
    setObjectName(QStringLiteral("nodesPage"));
    auto* parts =
        pageSplitter(Qt::Vertical, QStringLiteral("nodesSplitter")); // before the line that switches its views
    parts->addWidget(makeViews());
    parts->addWidget(makeFoot());
    parts->setStretchFactor(0, 3);
    parts->setStretchFactor(1, 2);
    parts->setSizes({300, 220});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 8, 12, 10);
    layout->setSpacing(6);
    layout->addWidget(makeHead());
    layout->addWidget(m_controls);
    layout->addWidget(makeViewLine());
    layout->addWidget(parts, 1);
    connectAll();
    linkKept();
    refreshHead();
}

NodesPage::~NodesPage()
{
    hide();
    qDeleteAll(findChildren<QWidget*>(Qt::FindDirectChildrenOnly)); // they look at the members
}

void NodesPage::connectAll()
{
    connect(&m_nodes, &ShownNodes::stateChanged, this, &NodesPage::refreshHead);
    connect(&m_nodes, &ShownNodes::progressChanged, this, &NodesPage::refreshHead);
    connect(&m_nodes, &ShownNodes::questionChanged, this, &NodesPage::refreshHead);
    connect(&m_nodes, &ShownNodes::runChanged, this, [this] {
        m_chain->setProvenance(nodesProvenance(m_nodes));
        refreshHead();
    });
    connect(&m_nodes, &ShownNodes::layerChanged, this, &NodesPage::refreshRow);
    connect(m_layers, &CopyableTable::rowChosen, this, [this](int row) {
        if (row >= 0)
            choose(m_nodes.chain().layers[std::size_t(row)].layer);
    });
    connect(m_chain, &ChainChart::layerChosen, this, &NodesPage::choose);
    connect(m_map, &NodeMap::layerChosen, this, &NodesPage::choose);
}

/// Finished schedules are stored at once, unless their accelerator is an edit on its way.
void NodesPage::linkKept()
{
    if (m_kept == nullptr)
        return;
    connect(&m_nodes, &ShownNodes::finished, this, [this] {
        if (!m_controls->isEdit())
            keep();
    });
    connect(m_kept, &KeptNodeRuns::opened, this, [this](const OpenedNodeRun& opened) {
        noteStored(opened.run);
        m_nodes.showOpened(opened);
        m_time.fit();
    });
    connect(m_keptPanel, &KeptNodeRunsPanel::problem, this, &NodesPage::problem);
}

bool NodesPage::mayKeep() const
{
    return m_kept != nullptr && m_nodes.run() && m_nodes.state() == ShownNodes::State::Scheduled
           && std::none_of(m_stored.begin(), m_stored.end(),
                           [this](const auto& stored) { return stored.lock() == m_nodes.run(); });
}

void NodesPage::noteStored(const NodeScheduler::Answer& run)
{
    std::erase_if(m_stored, [](const auto& stored) { return stored.expired(); });
    m_stored.push_back(run);
}

void NodesPage::keep()
{
    if (!mayKeep())
        return;
    noteStored(m_nodes.run());
    m_kept->keep(m_nodes.question(), m_nodes.run());
    refreshHead();
}

void NodesPage::choose(std::size_t layer)
{
    m_nodes.selectLayer(layer);
    const kapla::TrainingNetwork& graph = m_nodes.run()->graph;
    Q_EMIT layerChosen(QString::fromStdString(graph.network.layers[graph.origins[layer]].name));
}

void NodesPage::refreshRow()
{
    const auto* placed = m_nodes.placed();
    m_layers->setCurrentRow(placed != nullptr ? int(placed - m_nodes.chain().layers.data()) : -1);
}

void NodesPage::refreshHead()
{
    using State = ShownNodes::State;
    const State state = m_nodes.state();
    const ui::NodesQuestion& asked = m_nodes.question();
    const QString network = QString::fromStdString(asked.network->name),
                  accelerator = QString::fromStdString(asked.accelerator->name);
    m_title->setText(network.isEmpty() || accelerator.isEmpty() ? tr("Schedule on nodes")
                                                                : tr("%1 on %2").arg(network, accelerator));
    m_sentence->setText(runSentence(m_nodes));
    const bool mayAgain = state == State::Cancelled || state == State::Failed;
    m_cancel->setVisible(m_nodes.isBusy() || mayAgain);
    m_cancel->setText(m_nodes.isBusy() ? tr("Cancel") : tr("Schedule"));
    m_cancel->setToolTip(m_nodes.isBusy() ? tr("Stop the search and show the best schedule up to now")
                                          : tr("Search again"));
    m_keep->setVisible(mayKeep());
    m_badge->setText(!m_nodes.run() ? QString()
                     : m_nodes.openedAs() != 0
                         ? tr("%1, run %2, verified again").arg(engineTitle(asked.options)).arg(m_nodes.openedAs())
                     : state == State::Cancelled ? tr("%1, stopped early, verified").arg(engineTitle(asked.options))
                                                 : tr("%1, verified").arg(engineTitle(asked.options)));
    m_badge->setStyleSheet(QStringLiteral("color: %1; font-weight: 600").arg(themeFor(palette()).better.name()));
    refreshEmpty();
}

void NodesPage::refreshEmpty()
{
    using State = ShownNodes::State;
    const auto [title, text] = emptyText(m_nodes, m_controls->withNodes());
    m_chain->setEmptyText(title, text, m_nodes.state() == State::NoNodes || m_nodes.state() == State::Failed);
    m_map->setVisible(m_nodes.run() != nullptr);
    m_map->parentWidget()->setVisible(m_nodes.run() != nullptr);
}

QBoxLayout* NodesPage::head() const { return m_head; }

QString NodesPage::headline() const
{
    return QStringList{m_title->text(), m_sentence->text(), m_badge->text()}.join(QStringLiteral("; "));
}

void NodesPage::showView(View view) { m_viewTabs->setCurrentIndex(int(view)); }

void NodesPage::showFigure(Figure figure) { m_figures->setCurrentIndex(int(figure)); }

void NodesPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    m_nodes.setActive(true);
}

void NodesPage::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_nodes.setActive(false);
}

void NodesPage::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        refreshHead(); // the badge carries a colour
}

} // namespace nestloom::ui
