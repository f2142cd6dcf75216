// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/graph/graph_page.h"

#include "engine/cost/vector_cost.h"
#include "engine/workload/fuse.h"
#include "ui/features/graph/graph_view.h"
#include "ui/style/format.h"
#include "ui/style/theme.h"
#include "ui/style/wording.h"
#include "ui/widgets/folding_row.h"
#include "ui/widgets/make_widgets.h"
#include "ui/widgets/message_panel.h"
#include "ui/widgets/rich_label.h"
#include "ui/workbench/workbench.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QStackedWidget>

#include <algorithm>
#include <utility>

namespace nestloom::ui {

namespace {

constexpr int kSlowMs = 300;

/// The operator whose layers hold the layer of that number.
std::optional<OperatorId> operatorOf(const workload::OperatorGraph& graph, std::size_t layer)
{
    for (std::size_t o = 0; o < graph.operators.size(); ++o) {
        if (layer < graph.operators[o].layers.size())
            return OperatorId{std::uint32_t(o)};
        layer -= graph.operators[o].layers.size();
    }
    return std::nullopt;
}

std::optional<std::size_t> layerOf(const workload::OperatorGraph& graph, OperatorId op)
{
    std::size_t layer = 0;
    for (std::size_t o = 0; o < op.value; ++o)
        layer += graph.operators[o].layers.size();
    return graph.operators[op.value].layers.empty() ? std::nullopt : std::optional(layer);
}

QString totalsText(const workload::OperatorGraph& graph)
{
    Bytes activations{};
    const Bytes parameters = workload::parameterBytes(graph);
    double macs = 0;
    for (const workload::Tensor& tensor : graph.tensors)
        activations += tensor.size;
    for (const workload::Operator& op : graph.operators)
        for (const workload::Layer& layer : op.layers)
            macs += double(workload::macs(layer));
    return GraphPage::tr("%1   %2, %3   parameters %4   %5")
        .arg(counted(qint64(graph.operators.size()), GraphPage::tr("1 operator"), GraphPage::tr("%1 operators")),
             counted(qint64(graph.tensors.size()), GraphPage::tr("1 tensor"), GraphPage::tr("%1 tensors")),
             format::bytes(activations), format::bytes(parameters), format::si(macs, QStringLiteral("MAC")));
}

} // namespace

GraphPage::GraphPage(Workbench& workbench, QWidget* parent)
    : QWidget(parent), m_workbench(workbench), m_view(new GraphView), m_stack(new QStackedWidget),
      m_message(new MessagePanel), m_details(new ElidedLabel)
{
    setObjectName(QStringLiteral("graphPage"));
    m_view->setObjectName(QStringLiteral("graphView"));
    m_details->setObjectName(QStringLiteral("graphDetails"));
    m_details->setRole(QPalette::WindowText);
    auto* card = new QFrame(this);
    card->setProperty("card", true);
    card->setLayout(columnOf({m_view}, -1, {2, 2, 2, 2}));
    m_stack->addWidget(m_message);
    m_stack->addWidget(card);
    auto* layout = columnOf({makeBar(), {m_stack, 1}}, 8, {12, 10, 12, 8});
    setLayout(layout);
    auto* foot = rowOf({{m_details, 1}, m_totals}, 16);
    layout->addLayout(foot);
    m_slow.setSingleShot(true);
    m_slow.setInterval(kSlowMs);
    connect(&m_slow, &QTimer::timeout, m_stop, &QWidget::show);
    connect(m_view, &GraphView::busyChanged, this, [this](bool busy) {
        busy ? m_slow.start() : m_slow.stop();
        m_stop->setVisible(busy && m_stop->isVisible());
    });
    connect(m_view, &GraphView::currentChanged, this, &GraphPage::takeOperator);
    connect(m_view, &GraphView::blocksChanged, this, &GraphPage::refreshDetails);
    connect(&m_workbench, &Workbench::networkChanged, this, &GraphPage::refresh);
    connect(&m_workbench, &Workbench::contextChanged, this, [this] {
        if (words() != m_words)
            refresh();
    });
    connect(&m_workbench.selection(), &Selection::changed, this, &GraphPage::followSelection);
    connect(&m_workbench.run(), &ShownRun::replaced, this, &GraphPage::refreshCosts);
    connect(&m_workbench.run(), &ShownRun::updated, this, &GraphPage::refreshCosts);
    connect(&m_workbench.run(), &ShownRun::numbered, this, &GraphPage::refreshCosts);
    refresh();
}

QWidget* GraphPage::makeBar()
{
    auto* bar = new QWidget(this);
    m_title = new QLabel(bar);
    m_title->setFont(strongFont(font()));
    m_totals = new QLabel(this);
    m_totals->setObjectName(QStringLiteral("graphTotals"));
    m_totals->setProperty("muted", true);
    m_search = new QLineEdit(bar);
    m_search->setObjectName(QStringLiteral("graphSearch"));
    m_search->setPlaceholderText(tr("Find operators"));
    m_search->setToolTip(tr("By a part of the name or type; Enter goes to the next one"));
    m_search->setAccessibleName(tr("Find operators"));
    m_search->setClearButtonEnabled(true);
    m_search->setFixedWidth(160);
    m_found = new QLabel(bar);
    m_found->setProperty("muted", true);
    m_granularity = new QComboBox(bar);
    m_granularity->setObjectName(QStringLiteral("graphGranularity"));
    m_granularity->addItems({tr("unfused"), tr("fused")});
    m_granularity->setToolTip(tr("Fused: batch normalisations and activations belong to the operator before them"));
    m_granularity->setAccessibleName(tr("Granularity"));
    auto* colourLabel = new QLabel(tr("Colour"), bar);
    colourLabel->setProperty("muted", true);
    m_colour = new QComboBox(bar);
    named(m_colour, "graphColour", tr("Colour"));
    for (const NodeColour colour : {NodeColour::Kind, NodeColour::Outputs, NodeColour::Parameters, NodeColour::Macs})
        m_colour->addItem(colourTitle(colour), int(colour));
    m_stop = new QPushButton(tr("Stop drawing"), bar);
    m_stop->setObjectName(QStringLiteral("stopLayout"));
    m_stop->hide();
    auto* all = new QPushButton(tr("Open all"), bar);
    auto* none = new QPushButton(tr("Close all"), bar);
    bar->setLayout(
        rowOf({{new FoldingRow({{rowOf({{m_title, 1}, m_stop, m_found, m_search}, 8), 1},
                                rowOf({m_granularity, colourLabel, m_colour, all, none, LinePart::room()}, 8)},
                               8)}}));
    connect(m_search, &QLineEdit::textChanged, this, &GraphPage::refreshSearch);
    connect(m_search, &QLineEdit::returnPressed, m_view, [this] { m_view->nextMatch(1); });
    connect(m_granularity, &QComboBox::currentIndexChanged, this, &GraphPage::refreshGraph);
    connect(m_colour, &QComboBox::currentIndexChanged, m_view,
            [this] { m_view->setColour(NodeColour(m_colour->currentData().toInt())); });
    connect(m_stop, &QPushButton::clicked, m_view, &GraphView::cancelLayout);
    connect(all, &QPushButton::clicked, m_view, &GraphView::openAll);
    connect(none, &QPushButton::clicked, m_view, &GraphView::closeAll);
    return bar;
}

void GraphPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_isOld)
        return refreshGraph();
    refreshCosts();
    followSelection();
}

/// Of the accelerator in view: bytes are what it moves, as on the other pages.
std::optional<mapping::WordWidths> GraphPage::words() const
{
    const hardware::Accelerator& accelerator = m_workbench.accelerator();
    return accelerator.levels.empty() ? std::nullopt : std::optional(mapping::wordWidths(accelerator));
}

void GraphPage::refresh()
{
    const workload::Network& network = m_workbench.network();
    if (m_name != qt(network.name))
        m_search->clear(); // what was looked for is of the other one
    m_name = qt(network.name);
    m_words = words();
    m_source = !hasGraph(network) ? nullptr
               : m_words          ? std::make_shared<workload::OperatorGraph>(withWords(network.graph, *m_words))
                                  : std::make_shared<workload::OperatorGraph>(network.graph);
    m_title->setText(m_name);
    m_isOld = true;
    if (!m_source && network.layers.empty())
        m_message->setMessage(tr("No network"), tr("Choose one in the project tree, or open a file."));
    else if (!m_source)
        m_message->setMessage(tr("%1 is a list of layers").arg(qt(network.name)),
                              tr("Its file does not say which tensors lie between them. Networks of the zoo, imported "
                                 "models and files with operators have a graph."));
    m_stack->setCurrentIndex(m_source ? 1 : 0);
    if (isVisible())
        refreshGraph();
}

void GraphPage::refreshGraph()
{
    m_isOld = false;
    const bool isFused = m_granularity->currentIndex() == 1;
    m_graph = m_source && isFused ? std::make_shared<workload::OperatorGraph>(workload::fused(*m_source)) : m_source;
    m_totals->setText(m_graph ? totalsText(*m_graph) : QString());
    m_totals->setToolTip(m_graph && m_words ? tr("Elements of %1, the accelerator's words").arg(qt(describe(*m_words)))
                                            : QString());
    m_details->setText({});
    m_view->setGraph(m_graph);
    refreshTraffic();
    refreshCosts();
    refreshSearch();
    followSelection();
}

void GraphPage::setTraffic(std::shared_ptr<const workload::OperatorGraph> graph, std::vector<Bytes> byOperator,
                           Bytes scratchpad)
{
    m_planned = std::move(graph);
    m_traffic = std::move(byOperator);
    m_scratchpad = scratchpad;
    refreshTraffic();
}

bool GraphPage::showsPlannedGraph() const
{
    return m_graph && m_planned && m_graph->name == m_planned->name
           && m_graph->operators.size() == m_planned->operators.size();
}

void GraphPage::refreshTraffic()
{
    const bool isOfThis = showsPlannedGraph();
    offer(NodeColour::Traffic, isOfThis);
    m_view->setTraffic(isOfThis ? m_traffic : std::vector<Bytes>{}, m_scratchpad);
}

/// Lists a colour, or takes it away. Where it was the chosen one, the kind is shown until it is there again.
void GraphPage::offer(NodeColour colour, bool isThere)
{
    const int item = m_colour->findData(int(colour));
    if (isThere && item < 0) {
        m_colour->addItem(colourTitle(colour), int(colour));
        if (m_missed == colour) {
            m_missed.reset();
            if (m_colour->currentIndex() == 0)
                m_colour->setCurrentIndex(m_colour->count() - 1);
        }
    } else if (!isThere && item >= 0) {
        if (m_colour->currentIndex() == item) {
            m_missed = colour;
            m_colour->setCurrentIndex(0); // not whatever stands beside it
        }
        m_colour->removeItem(item);
    }
}

/// What the shown run says of every operator that is drawn: its layers, and itself on the vector unit once the totals
/// of the run count that.
void GraphPage::refreshCosts()
{
    if (!isVisible())
        return; // showEvent() looks again
    const ShownRun& run = m_workbench.run();
    std::vector<double> cycles, energy;
    if (showsRun() && run.totals().solved > 0) {
        cycles.resize(m_graph->operators.size());
        energy.resize(m_graph->operators.size());
        std::size_t layer = 0;
        for (std::size_t op = 0; op < m_graph->operators.size(); ++op)
            for (std::size_t i = 0; i < m_graph->operators[op].layers.size() && layer < run.layers().size();
                 ++i, ++layer)
                if (const auto& cost = run.layers()[layer].cost) {
                    cycles[op] += double(cost->cycles.count);
                    energy[op] += cost->energy.count;
                }
        if (run.totals().vector.operators > 0) {
            const auto into = workload::fusedInto(*m_source);
            for (const cost::OperatorCost& each :
                 cost::vectorCosts(run.accelerator(), run.network(), run.options().fuseOperators).operators) {
                const std::size_t op = m_graph == m_source ? each.op.value : into[each.op.value].value;
                cycles[op] += double(each.cycles.count);
                energy[op] += each.energy.count;
            }
        }
    }
    const bool hasEnergy = std::ranges::any_of(energy, [](double value) { return value > 0; });
    offer(NodeColour::Cycles, !cycles.empty());
    offer(NodeColour::Energy, hasEnergy);
    m_view->setCosts(std::move(cycles), std::move(energy),
                     run.run() > 0 ? tr("run %1").arg(run.run()) : tr("the shown run"));
    refreshDetails();
}

void GraphPage::showOperator(OperatorId op)
{
    if (!m_graph || op == m_view->current())
        return;
    m_view->showOperator(op);
    refreshDetails();
}

void GraphPage::refreshSearch()
{
    const int found = m_view->search(m_search->text());
    m_found->setText(m_search->text().isEmpty() ? QString() : tr("%1 found").arg(found));
}

bool GraphPage::showsRun() const
{
    return m_graph && !m_workbench.run().isEmpty() && m_workbench.network() == m_workbench.run().network();
}

void GraphPage::followSelection()
{
    const auto layer = m_workbench.selection().layer();
    if (!isVisible() || !layer || !showsRun())
        return;
    const auto op = operatorOf(*m_graph, *layer);
    if (!op || op == m_view->current())
        return;
    m_view->showOperator(*op);
    refreshDetails();
}

void GraphPage::takeOperator(OperatorId op)
{
    refreshDetails();
    const FoldedGraph& folded = m_view->folded();
    Q_EMIT operatorChosen(op);
    const bool isBlock = folded.nodes[std::size_t(folded.nodeOf[op.value])].isBlock;
    if (!isBlock && showsRun())
        m_workbench.selection().selectLayer(layerOf(*m_graph, op));
}

void GraphPage::refreshDetails()
{
    const auto op = m_view->current();
    const std::vector<int>& nodeOf = m_view->folded().nodeOf;
    m_details->setText(op && op->value < nodeOf.size()
                           ? m_view->description(nodeOf[op->value]).replace(u'\n', QStringLiteral("   "))
                           : QString());
}

} // namespace nestloom::ui
