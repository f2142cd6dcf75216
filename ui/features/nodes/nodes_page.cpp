// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/nodes/nodes_page.h"

#include "engine/schedule/kapla/mapping_directives.h"
#include "ui/features/nodes/chain_chart.h"
#include "ui/features/nodes/directive_panel.h"
#include "ui/features/nodes/node_energy_bars.h"
#include "ui/features/nodes/node_map.h"
#include "ui/features/nodes/node_tables.h"
#include "ui/features/nodes/nodes_words.h"
#include "ui/features/nodes/tradeoff_panel.h"
#include "ui/parts/explain_run.h"
#include "ui/parts/model_badge.h"
#include "ui/ports/askers.h"
#include "ui/widgets/copyable_table.h"
#include "ui/widgets/hear_events.h"
#include "ui/widgets/make_widgets.h"
#include "ui/widgets/message_panel.h"
#include "ui/widgets/page_area.h"
#include "ui/widgets/rich_label.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QStackedWidget>
#include <QTabBar>
#include <QTabWidget>
#include <QToolButton>

#include <utility>

namespace nestloom::ui {

namespace {

/// The loops, then the same mapping as directives in the notation of KAPLA's paper.
QString mappingText(const kapla::NodeRun& run, const SegmentChain::Layer& placed, std::int64_t batch)
{
    return LayerPanel::tr("%1\n\nas directives\n%2")
        .arg(loopsText(run, placed, batch),
             qt(kapla::print(
                 kapla::directivesOf(run.machine, run.graph.network, placed.layer, batch, *placed.schedule))));
}

QString titleOf(const ShownNodes& nodes)
{
    const QString network = qt(nodes.question().network->name), accelerator = qt(nodes.question().accelerator->name);
    return network.isEmpty() || accelerator.isEmpty() ? NodesPage::tr("Schedule on nodes")
                                                      : NodesPage::tr("%1 on %2").arg(network, accelerator);
}

} // namespace

LayerPanel::LayerPanel(ShownNodes& nodes, QWidget* parent) : QPlainTextEdit(parent), m_nodes(nodes)
{
    named(this, "nodeLayerText", tr("Loops of the selected layer"));
    setReadOnly(true);
    setLineWrapMode(NoWrap);
    setFrameShape(NoFrame);
    setFont(codeFont(font()));
    setPlaceholderText(tr("Select a layer of the schedule."));
    connect(&m_nodes, &ShownNodes::layerChanged, this, [this] {
        const auto* placed = m_nodes.placed();
        setPlainText(placed != nullptr ? mappingText(*m_nodes.run(), *placed, m_nodes.question().options.batch)
                                       : QString());
    });
}

NodesPage::NodesPage(Session& session, QWidget* parent)
    : QWidget(parent), m_keeper(session.runKeeper()), m_nodes(session.askers().nodes),
      m_controls(new NodeControls(m_nodes)), m_chain(new ChainChart(m_nodes, m_time)), m_map(new NodeMap(m_nodes)),
      m_energy(new NodeEnergyBars(m_nodes)), m_directives(new DirectivePanel(m_nodes)),
      m_tradeoff(new TradeoffPanel(m_nodes, session.askers().moreNodes)), m_body(new FittingStack)
{
    setObjectName(QStringLiteral("nodesPage"));
    auto* parts =
        pageSplitter(Qt::Vertical, QStringLiteral("nodesSplitter")); // before the line that switches its views
    parts->addWidget(makeViews());
    parts->addWidget(makeFoot());
    parts->setStretchFactor(0, 3);
    parts->setStretchFactor(1, 2);
    parts->setSizes({300, 220});
    m_body->addWidget(panelOf(columnOf({m_controls, makeViewLine(), {parts, 1}}, 6)));
    setLayout(columnOf({makeHead(), {m_body, 1}}, 6, {12, 8, 12, 10}));
    connectAll();
    if (m_keeper != nullptr)
        connect(m_keeper, &RunKeeper::kept, this, &NodesPage::hearKept);
    refreshHead();
    hearEvents(this, QEvent::Show, [this] { m_nodes.setActive(true); });
    hearEvents(this, QEvent::Hide, [this] { m_nodes.setActive(false); });
    hearEvents(this, QEvent::PaletteChange, [this] { refreshHead(); }); // the badge carries a colour
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
        if (const QString of = titleOf(m_nodes); m_nodes.run() && std::exchange(m_timeOf, of) != of) {
            m_time.setRange(std::nullopt);
            m_time.fit();
        }
        refreshHead();
    });
    connect(&m_nodes, &ShownNodes::layerChanged, this, &NodesPage::refreshRow);
    connect(m_layers, &CopyableTable::rowChosen, this, [this](int row) {
        if (row >= 0)
            choose(m_nodes.chain().layers[std::size_t(row)].layer);
    });
    connect(explainAction(m_layers, "explainNodesLayer"), &QAction::triggered, this, [this] {
        if (m_nodes.run() && m_layers->currentRow() >= 0)
            explainNodesLayer(window(), *m_nodes.run(),
                              m_nodes.chain().layers[std::size_t(m_layers->currentRow())].layer,
                              m_layers->currentIndex().column() == NodeLayerModel::Energy ? schedule::Figure::Energy
                                                                                          : schedule::Figure::Cycles);
    });
    connect(explainAction(this, "explainNodes"), &QAction::triggered, this, [this] {
        if (!m_nodes.run() || !m_nodes.run()->schedule)
            Q_EMIT problem(tr("There is no schedule on nodes to explain yet."));
        else if (m_nodes.layer())
            explainNodesLayer(window(), *m_nodes.run(), *m_nodes.layer(), schedule::Figure::Cycles);
        else
            explainNodes(window(), *m_nodes.run(), m_nodes.question().accelerator->clock, titleOf(m_nodes));
    });
    connect(m_chain, &ChainChart::layerChosen, this, &NodesPage::choose);
    connect(m_map, &NodeMap::layerChosen, this, &NodesPage::choose);
}

void NodesPage::showRun(const RunRecord& run)
{
    m_nodes.showRun(run);
    m_time.fit();
}

bool NodesPage::mayKeep() const
{
    return m_keeper != nullptr && m_keeping == 0 && m_nodes.run() && m_nodes.state() == ShownNodes::State::Scheduled
           && m_nodes.storedAs() == 0;
}

void NodesPage::setAccelerator(const hardware::Accelerator& accelerator, bool isEdited)
{
    m_isEdited = isEdited;
    m_nodes.setAccelerator(accelerator);
}

void NodesPage::keep()
{
    if (!mayKeep())
        return;
    const NodesQuestion& asked = m_nodes.question();
    KeptRun kept;
    kept.tag.clear();
    kept.nodes = m_nodes.run();
    kept.request.accelerator = *asked.accelerator;
    kept.request.network = *asked.network;
    kept.request.nodes = asked.options;
    kept.request.edited = m_isEdited;
    m_keeping = m_keeper->keep(kept);
    refreshHead();
}

void NodesPage::hearKept(quint64 id, RunId run, const QString& problem)
{
    if (id != std::exchange(m_keeping, m_keeping == id ? 0 : m_keeping))
        return;
    if (run == 0)
        return Q_EMIT this->problem(problem);
    m_nodes.noteStored(run);
    refreshHead();
    Q_EMIT kept(run);
}

void NodesPage::choose(std::size_t layer)
{
    m_nodes.selectLayer(layer);
    const kapla::TrainingNetwork& graph = m_nodes.run()->graph;
    Q_EMIT layerChosen(qt(graph.network.layers[graph.origins[layer]].name));
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
    m_title->setText(titleOf(m_nodes));
    m_sentence->setText(runSentence(m_nodes));
    const bool mayAgain = state == State::Cancelled || state == State::Failed;
    m_cancel->setVisible(m_nodes.isBusy() || mayAgain);
    m_cancel->setText(m_nodes.isBusy() ? tr("Cancel") : tr("Schedule"));
    m_cancel->setToolTip(m_nodes.isBusy() ? tr("Stop the search and show the best schedule up to now")
                                          : tr("Search again"));
    m_keep->setVisible(mayKeep());
    m_badge->setText(!m_nodes.run() ? QString()
                     : m_nodes.storedAs() != 0
                         ? tr("%1, run %2, verified").arg(engineTitle(asked.options)).arg(m_nodes.storedAs())
                     : state == State::Cancelled ? tr("%1, stopped early, verified").arg(engineTitle(asked.options))
                                                 : tr("%1, verified").arg(engineTitle(asked.options)));
    m_badge->setStyleSheet(QStringLiteral("color: %1; font-weight: 600").arg(themeFor(palette()).better.name()));
    refreshEmpty();
}

void NodesPage::refreshEmpty()
{
    using State = ShownNodes::State;
    const auto [title, text] = emptyText(m_nodes);
    m_body->setCurrentIndex(m_nodes.state() == State::NoNodes ? m_body->count() - 1 : 0);
    m_chain->setEmptyText(title, text, m_nodes.state() == State::NoNodes || m_nodes.state() == State::Failed);
    m_map->setVisible(m_nodes.run() != nullptr);
    m_map->parentWidget()->setVisible(m_nodes.run() != nullptr);
}

void NodesPage::setUnserved(QWidget* page)
{
    m_body->addWidget(page);
    refreshEmpty();
}

QBoxLayout* NodesPage::head() const { return m_head; }

QString NodesPage::headline() const
{
    return QStringList{m_title->text(), m_sentence->text(), m_badge->text()}.join(QStringLiteral("; "));
}

void NodesPage::showView(View view) { m_viewTabs->setCurrentIndex(int(view)); }

void NodesPage::showFigure(Figure figure) { m_figures->setCurrentIndex(int(figure)); }

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
    m_cancel = named(new QToolButton, "nodesCancel");
    m_head = new QHBoxLayout(head);
    m_head->setContentsMargins(0, 0, 0, 0);
    m_head->setSpacing(8);
    m_head->addWidget(m_title);
    m_head->addWidget(badgeOf(records::CostModel::Nodes));
    m_head->addStretch(1);
    m_keep = toolButton(tr("Keep as run"), tr("Store this schedule as a run: to be opened, compared and reported"),
                        "keepNodeRun");
    m_head->addWidget(m_cancel);
    m_head->addWidget(m_keep);
    m_head->addWidget(m_badge);
    connect(m_keep, &QToolButton::clicked, this, &NodesPage::keep);
    connect(m_cancel, &QToolButton::clicked, this, [this] { m_nodes.isBusy() ? m_nodes.cancel() : m_nodes.again(); });
    return head;
}

QWidget* NodesPage::makeViewLine()
{
    m_viewTabs = named(new QTabBar, "nodesViews", tr("Views"));
    m_viewTabs->setDrawBase(false);
    m_viewTabs->setExpanding(false);
    const std::array tabs{
        std::pair(tr("Segments"), tr("Which layers share the machine when, and on which nodes")),
        std::pair(tr("Directives"),
                  tr("What each node and each PE holds of the selected layer's tensors, and what moves when")),
        std::pair(tr("Chains kept"), tr("What keeping fewer chains of segments (k_S) costs and saves"))};
    for (const auto& [title, tip] : tabs)
        m_viewTabs->setTabToolTip(m_viewTabs->addTab(title), tip);
    auto* line = panelOf(rowOf({m_viewTabs, {m_sentence = new ElidedLabel, 1}}, 10));
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
    m_figures = named(new QTabWidget, "nodesFigures");
    m_figures->setDocumentMode(true);
    m_figures->addTab(cardAround(m_energy), tr("Energy"));
    m_figures->addTab(m_runs, tr("Engines"));
    m_figures->addTab(m_pruning, tr("Pruning"));
    m_figures->addTab(cardAround(new LayerPanel(m_nodes)), tr("Layer"));
    auto* foot = pageSplitter(Qt::Horizontal, QStringLiteral("nodesFoot"));
    foot->addWidget(m_layers);
    foot->addWidget(m_figures);
    foot->setSizes({520, 310});
    return foot;
}

CopyableTable* NodesPage::makeTable(TableModel* model, const QString& name, const QString& title,
                                    const QList<int>& expendable)
{
    auto* table = named(new NarrowingTable(model, expendable), "", title);
    table->setObjectName(name);
    showEmptyText(*table, tr("Nothing is scheduled yet."));
    return table;
}

} // namespace nestloom::ui
