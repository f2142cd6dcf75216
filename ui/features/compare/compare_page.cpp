// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/compare/compare_page.h"

#include "engine/base/ranges.h"
#include "ui/features/compare/accelerator_diff_dialog.h"
#include "ui/features/compare/compare_column.h"
#include "ui/features/compare/compare_maps.h"
#include "ui/features/compare/impact_model.h"
#include "ui/features/compare/layer_columns.h"
#include "ui/features/compare/totals_model.h"
#include "ui/parts/buffer_use_view.h"
#include "ui/parts/cycles_chart.h"
#include "ui/parts/explain_dialog.h"
#include "ui/parts/explain_run.h"
#include "ui/parts/loop_nest_view.h"
#include "ui/parts/run_list_model.h"
#include "ui/style/theme.h"
#include "ui/style/words.h"
#include "ui/widgets/copyable_table.h"
#include "ui/widgets/make_widgets.h"
#include "ui/workbench/baseline.h"
#include "ui/workbench/comparison.h"
#include "ui/workbench/workbench.h"

#include <QComboBox>
#include <QDropEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>
#include <QToolButton>

#include <utility>

namespace nestloom::ui {

namespace {

constexpr int kRunsInMenu = 30;
constexpr int kLeastRows = 6;
constexpr int kWidestFigure =
    190; // pixels, so that three runs and their changes stand side by side; tips have the rest

} // namespace

ComparePage::ComparePage(Workbench& workbench, QWidget* parent)
    : QWidget(parent), m_workbench(workbench), m_comparison(workbench.comparison()), m_stack(new QStackedWidget(this))
{
    setObjectName(QStringLiteral("comparePage"));
    setAcceptDrops(true);
    m_stack->addWidget(makeEmpty());
    m_stack->addWidget(makeContent());
    setLayout(columnOf({makeHeader(), {m_stack, 1}}, 8, {12, 10, 12, 12}));
    connect(&m_comparison, &Comparison::changed, this, &ComparePage::refresh);
    connect(
        &m_comparison, &Comparison::asked, m_tabs, [this] { m_tabs->setFocus(); }, // not on the button that takes out
        Qt::QueuedConnection);
    connect(&m_workbench.selection(), &Selection::changed, this, &ComparePage::followSelection);
    connect(&m_workbench.baseline(), &Baseline::changed, this, &ComparePage::refreshEmpty);
    connect(&m_workbench.session(), &Session::runsChanged, this, &ComparePage::refreshEmpty);
    refresh();
}

CompareColumn* ComparePage::addColumn()
{
    auto* column = new CompareColumn(this);
    const std::size_t index = m_columns.size();
    m_columns.push_back(column);
    m_columnRow->addWidget(column, 1);
    m_chartRow->addWidget(&column->chart(), 1);
    const auto run = [this, index] { return m_comparison.runs()[index].run; };
    // Queued: the run goes away while its own button is still at work.
    connect(
        column, &CompareColumn::removed, this, [this, run] { m_comparison.remove(run()); }, Qt::QueuedConnection);
    connect(
        column, &CompareColumn::putFirst, this, [this, run] { m_comparison.putFirst(run()); }, Qt::QueuedConnection);
    connect(&column->chart(), &CyclesChart::quantityChanged, this, &ComparePage::followQuantity);
    connect(&column->chart(), &CyclesChart::layerSelected, this, [this, index](int layer) {
        for (std::size_t row = 0; row < m_comparison.rows().size(); ++row)
            if (m_comparison.rows()[row].layers[index] == std::size_t(layer))
                chooseRow(row);
    });
    connect(&column->chart(), &CyclesChart::explainRequested, this, [this, index](int layer, ChartQuantity quantity) {
        const ComparedRun& compared = m_comparison.runs()[index];
        if (compared.record && compared.results[std::size_t(layer)])
            explainLayer(window(), compared.record->inputs.accelerator,
                         compared.record->inputs.network.layers[std::size_t(layer)],
                         *compared.results[std::size_t(layer)],
                         quantity == ChartQuantity::Energy ? schedule::Figure::Energy : schedule::Figure::Cycles);
    });
    return column;
}

void ComparePage::fillRunMenu()
{
    m_add->menu()->clear();
    for (const RunSummary& run : m_workbench.session().runs()) {
        if (m_comparison.contains(run.id))
            continue;
        if (m_add->menu()->actions().size() == kRunsInMenu) {
            m_add->menu()->addAction(tr("Older runs: drag them here from the project tree"))->setEnabled(false);
            return;
        }
        m_add->menu()->addAction(tr("%1  %2, %3").arg(run.id).arg(workText(run), qt(records::titleOf(run.engine))),
                                 this, [this, id = run.id] { m_comparison.add(id); });
    }
    if (m_add->menu()->isEmpty())
        m_add->menu()->addAction(tr("There is no other run"))->setEnabled(false);
}

void ComparePage::refresh()
{
    const auto& runs = m_comparison.runs();
    const std::vector<RunId> before =
        std::exchange(m_compared, collect(runs, [](const ComparedRun& run) { return run.run; }));
    const QString chosen = m_row && before == m_compared ? m_choice->currentText() : QString(); // of the same runs
    m_add->setEnabled(runs.size() < Comparison::kMost);
    m_stack->setCurrentIndex(runs.size() >= Comparison::kFewest ? 1 : 0);
    refreshEmpty();
    std::vector<NamedAccelerator> accelerators;
    for (const ComparedRun& run : runs)
        if (run.record && !run.record->inputs.accelerator.levels.empty()) // a plan may be of none
            accelerators.push_back({run.title(), run.record->inputs.accelerator});
    m_diff->setAccelerators(accelerators, !m_comparison.isReady());
    m_totals->refresh();
    m_totalsTable->fitColumns();
    const QStringList cautions = m_totals->cautions();
    m_cautions->setText(cautions.join(QLatin1Char('\n')));
    m_cautions->setVisible(!cautions.isEmpty());
    refreshChoice();
    m_impact->refresh();
    m_layers->fitColumns();
    refreshColumns();
    refreshTabs();
    m_row.reset();
    if (const int place = chosen.isEmpty() ? 0 : m_choice->findText(chosen); place > 0)
        showRow(std::size_t(place) - 1);
    else
        followSelection();
    chooseAny();
    if (!m_row)
        showRow(std::nullopt);
}

/// What is about one layer shows the one that changed most until another one is chosen.
void ComparePage::chooseAny()
{
    if (m_tabs->currentIndex() > 1 && !m_row && m_comparison.isReady() && m_impact->rowCount() > 0)
        chooseRow(m_impact->comparedRow(0));
}

void ComparePage::refreshEmpty()
{
    const Baseline& baseline = m_workbench.baseline();
    const RunId shown = m_workbench.run().run();
    const bool hasPair = m_comparison.runs().empty() && shown != 0 && baseline.run() != 0 && baseline.run() != shown;
    m_withBaseline->setVisible(hasPair);
    m_withBaseline->setText(tr("Compare run %1 with run %2").arg(shown).arg(baseline.run()));
    m_emptyTitle->setText(m_comparison.runs().empty() ? tr("Choose two to four runs")
                                                      : tr("Choose at least one more run"));
    QString text = tr("Select them in the project tree and choose Compare from their menu, or drag them here.\n"
                      "The first one is what the others are compared with.");
    if (m_workbench.session().runs().empty())
        text = tr("There are no runs yet: map a network onto an accelerator with Run (Ctrl+R), change the accelerator, "
                  "and run again.");
    else if (m_workbench.session().runs().size() < 2 && m_comparison.runs().empty())
        text =
            tr("There is one run so far. Change the accelerator, the network or the options and run again (Ctrl+R).");
    else if (!m_comparison.runs().empty() && !m_comparison.runs().front().problem.isEmpty())
        text = m_comparison.runs().front().problem;
    else if (!m_comparison.runs().empty())
        text = tr("Run %1 waits for another one: Add run, or drag it here.").arg(m_comparison.runs().front().run);
    m_emptyText->setText(text);
}

void ComparePage::refreshChoice()
{
    m_choice->clear();
    m_choice->addItem(tr("choose a layer"));
    for (const records::ComparedLayer& layer : m_comparison.rows())
        m_choice->addItem(qt(layer.name));
    const bool hasLayers = m_comparison.isReady() && !m_comparison.rows().empty();
    m_choice->setVisible(hasLayers);
    m_choiceLabel->setVisible(hasLayers);
}

/// What is about layers needs some.
void ComparePage::refreshTabs()
{
    const bool hasAny = std::ranges::any_of(m_comparison.rows(), [](const records::ComparedLayer& layer) {
        return std::ranges::any_of(layer.cycles, [](const auto& cycles) { return cycles.has_value(); });
    });
    const bool hasMappings = std::ranges::any_of(m_comparison.runs(), &ComparedRun::hasLayers);
    const QString why = m_comparison.whyNoMappings();
    m_noLayers->setText(why);
    m_noLayers->setVisible(!why.isEmpty());
    m_charts->setVisible(hasMappings);
    for (int tab = 1; tab < m_tabs->indexOf(m_maps); ++tab) {
        const bool isThere = !m_comparison.isReady() || (tab == 1 ? hasAny : hasMappings);
        m_tabs->setTabEnabled(tab, isThere);
        m_tabs->setTabToolTip(tab, isThere ? QString() : why);
    }
}

void ComparePage::refreshColumns()
{
    const auto& runs = m_comparison.runs();
    while (m_columns.size() < runs.size())
        addColumn();
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        m_columns[i]->setVisible(i < runs.size());
        QSizePolicy policy = m_columns[i]->chart().sizePolicy();
        policy.setRetainSizeWhenHidden(i < runs.size()); // charts stay below their runs
        m_columns[i]->chart().setSizePolicy(policy);
        if (i >= runs.size()) {
            m_columns[i]->chart().hide();
            continue;
        }
        BaselineLayers first;
        if (i > 0 && runs[i].record && m_comparison.isReady()) {
            first.run = runs.front().title();
            first.layers.resize(runs[i].record->inputs.network.layers.size());
            for (std::size_t row = 0; row < m_comparison.rows().size(); ++row)
                if (const auto layer = m_comparison.rows()[row].layers[i])
                    first.layers[*layer] =
                        baselineLayer(m_comparison.rows()[row].results[0], qt(m_comparison.difference(i).model));
        }
        m_columns[i]->show(runs[i], i == 0, first);
        m_columns[i]->chart().setInputs(m_comparison.isPerInput() ? runs[i].record->summary.batch.value_or(1) : 1);
    }
    lockAxes();
}

/// One scale for all charts.
void ComparePage::lockAxes()
{
    double largest = 0;
    for (std::size_t i = 0; i < m_comparison.runs().size(); ++i)
        largest = std::max(largest, m_columns[i]->chart().ownReach());
    for (std::size_t i = 0; i < m_comparison.runs().size(); ++i)
        m_columns[i]->chart().setReach(largest);
}

void ComparePage::followQuantity(ChartQuantity quantity)
{
    if (m_following)
        return;
    m_following = true;
    for (CompareColumn* column : m_columns)
        column->chart().setQuantity(quantity);
    m_following = false;
    lockAxes();
}

void ComparePage::chooseRow(std::optional<std::size_t> row)
{
    showRow(row);
    if (!row)
        return;
    // All views follow when the shown run has this layer.
    for (std::size_t i = 0; i < m_comparison.runs().size(); ++i)
        if (const auto layer = m_comparison.rows()[*row].layers[i];
            layer && m_comparison.runs()[i].record->inputs.network == m_workbench.run().network())
            return m_workbench.selection().selectLayer(layer);
}

void ComparePage::showRow(std::optional<std::size_t> row)
{
    m_row = row;
    m_layers->setCurrentRow(row ? m_impact->tableRow(*row) : -1);
    m_choice->setCurrentIndex(row ? int(*row) + 1 : 0);
    for (std::size_t i = 0; i < m_comparison.runs().size(); ++i) {
        const auto layer = row ? m_comparison.rows()[*row].layers[i] : std::nullopt;
        m_columns[i]->chart().setSelectedLayer(layer ? int(*layer) : -1);
    }
    m_nests->showRow(row);
    m_buffers->showRow(row);
    m_maps->showRow(row);
}

void ComparePage::followSelection()
{
    const auto layer = m_workbench.selection().layer();
    const auto row = layer ? m_comparison.rowOf(m_workbench.run().network(), *layer) : std::nullopt;
    if (row && row != m_row)
        showRow(row);
}

void ComparePage::compareWithBaseline()
{
    m_comparison.compare({m_workbench.baseline().run(), m_workbench.run().run()});
}

void ComparePage::dragEnterEvent(QDragEnterEvent* event)
{
    if (!runsOf(*event->mimeData()).empty())
        event->acceptProposedAction();
}

void ComparePage::dropEvent(QDropEvent* event)
{
    for (const RunId run : runsOf(*event->mimeData()))
        m_comparison.add(run);
    event->acceptProposedAction();
}

namespace {

/// A view that shows a layer of a run by setLayer() and nothing by clear().
template <typename View>
LayerColumns::View layerView(const Comparison& comparison)
{
    return {[] { return new View; },
            [&comparison](QWidget* widget, std::size_t run, std::optional<std::size_t> row) {
                auto* view = static_cast<View*>(widget);
                const ComparedRun& compared = comparison.runs()[run];
                const schedule::LayerResult* result = row ? comparison.rows()[*row].results[run] : nullptr;
                if (result == nullptr)
                    return view->clear();
                view->setLayer(compared.record->inputs.accelerator,
                               compared.record->inputs.network.layers[result->index], *result);
            }};
}

} // namespace

QWidget* ComparePage::makeHeader()
{
    auto* header = new QWidget(this);
    m_title = new QLabel(header);
    m_title->setFont(strongFont(font()));
    m_title->setObjectName(QStringLiteral("compareTitle"));
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_judge = new QComboBox(header);
    named(m_judge, "judgeBy", tr("Judge by"),
          tr("The model that all runs are judged by. Mappings can be judged by any, with a mesh where the "
             "accelerator describes one; a run without mappings keeps its own figures, and changes of it are grey."));
    using enum records::CostModel;
    m_judge->addItem(tr("judge by: each its own"));
    for (const auto& [words, model] : {std::pair{tr("judge by: own, for all"), Own},
                                       {tr("judge by: mesh"), Mesh},
                                       {tr("judge by: ideal"), Ideal},
                                       {tr("judge by: Timeloop"), Timeloop},
                                       {tr("judge by: simulated"), Simulated}})
        m_judge->addItem(words, int(model));
    connect(m_judge, &QComboBox::activated, this, [this](int index) {
        const QVariant model = m_judge->itemData(index);
        m_comparison.judgeBy(model.isValid() ? std::optional(records::CostModel(model.toInt())) : std::nullopt);
    });
    m_add = toolButton(tr("Add run"), tr("Put another stored run beside these"), "addRun");
    m_add->setPopupMode(QToolButton::InstantPopup);
    m_add->setMenu(new QMenu(m_add));
    connect(m_add->menu(), &QMenu::aboutToShow, this, &ComparePage::fillRunMenu);
    m_choice = new QComboBox(header);
    m_choice->setObjectName(QStringLiteral("compareLayer"));
    m_choice->setMinimumContentsLength(24);
    m_choice->setMaxVisibleItems(24);
    m_choice->setAccessibleName(tr("Layer"));
    connect(m_choice, &QComboBox::activated, this,
            [this](int index) { chooseRow(index <= 0 ? std::nullopt : std::optional<std::size_t>(index - 1)); });
    m_choiceLabel = new QLabel(tr("Layer"), header);
    m_choiceLabel->setProperty("muted", true);
    m_choiceLabel->setBuddy(m_choice);
    m_title->setText(tr("Runs side by side"));
    header->setLayout(
        rowOf({{m_title, 1}, m_judge, LinePart::gap(8), m_choiceLabel, m_choice, LinePart::gap(8), m_add}));
    return header;
}

QWidget* ComparePage::makeEmpty()
{
    auto* page = new QWidget(this);
    m_emptyTitle = new QLabel(page);
    m_emptyTitle->setFont(headlineFont(font()));
    m_emptyTitle->setAlignment(Qt::AlignCenter);
    m_emptyText = new QLabel(page);
    m_emptyText->setObjectName(QStringLiteral("compareEmpty"));
    m_emptyText->setAlignment(Qt::AlignCenter);
    m_emptyText->setWordWrap(true);
    m_withBaseline = new QPushButton(page);
    m_withBaseline->setObjectName(QStringLiteral("compareWithBaseline"));
    m_withBaseline->setProperty("primary", true);
    connect(m_withBaseline, &QPushButton::clicked, this, &ComparePage::compareWithBaseline);
    page->setLayout(columnOf(
        {LinePart::room(2), m_emptyTitle, m_emptyText, {m_withBaseline, 0, Qt::AlignHCenter}, LinePart::room(3)}, 12,
        {9, 9, 9, 9}));
    return page;
}

QWidget* ComparePage::makeContent()
{
    m_nests = new LayerColumns(m_comparison, layerView<LoopNestView>(m_comparison));
    m_buffers = new LayerColumns(m_comparison, layerView<BufferUseView>(m_comparison));
    m_maps = new CompareMaps(m_comparison, m_workbench.session().askers().maps);
    auto* columns = new QWidget;
    m_columnRow = new QHBoxLayout(columns);
    m_columnRow->setContentsMargins(0, 0, 0, 0);
    m_columnRow->setSpacing(10);
    m_tabs = named(new QTabWidget, "compareTabs");
    m_tabs->setDocumentMode(true);
    m_tabs->addTab(makeFigures(), tr("Figures"));
    m_tabs->addTab(makeLayers(), tr("Layers"));
    m_tabs->addTab(m_nests, tr("Loop nests"));
    m_tabs->addTab(m_buffers, tr("Buffers"));
    m_tabs->addTab(m_maps, tr("Pictures"));
    connect(m_tabs, &QTabWidget::currentChanged, this, &ComparePage::chooseAny);
    return panelOf(columnOf({columns, {m_tabs, 1}}, 6, {0, 0, 0, 0}));
}

/// Of the run in whose column the current figure stands.
void ComparePage::explainFigure()
{
    const auto figure = m_totals->explained(m_totalsTable->currentRow());
    const std::size_t run = TotalsModel::runOf(std::max(0, m_totalsTable->currentIndex().column()));
    const auto tell = [this](const QString& sentence) { Q_EMIT m_workbench.problem(sentence); };
    if (!figure || run >= m_comparison.runs().size() || !m_comparison.runs()[run].record)
        return tell(
            tr("Choose cycles, energy, EDP, utilisation or the gap of a run in the table of figures: these have a "
               "formula."));
    explainRun(window(), *m_comparison.runs()[run].record, *figure, tell);
}

QWidget* ComparePage::makeFigures()
{
    m_diff = new AcceleratorDiffView;
    m_diff->setBrief(true);
    m_totals = new TotalsModel(m_comparison, this);
    m_totalsTable = named(new CopyableTable(m_totals), "compareTotals", tr("Figures of the runs"));
    m_totalsTable->setSortingEnabled(false);
    m_totalsTable->setWidestColumn(kWidestFigure);
    for (QWidget* widget : {static_cast<QWidget*>(m_totalsTable), static_cast<QWidget*>(this)})
        connect(explainAction(widget, widget == this ? "explainCompared" : "explainFigure"), &QAction::triggered, this,
                &ComparePage::explainFigure);
    m_totalsTable->setMinimumHeight(kLeastRows * m_totalsTable->verticalHeader()->defaultSectionSize());
    m_cautions = named(new QLabel, "compareCautions");
    m_cautions->setProperty("warning", true);
    m_cautions->setWordWrap(true);
    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(10);
    splitter->addWidget(panelOf(columnOf({{m_totalsTable, 1}, m_cautions}, 4, {0, 0, 0, 0})));
    splitter->addWidget(m_diff);
    splitter->setSizes({330, 160});
    splitter->setContentsMargins(0, 6, 0, 0);
    return splitter;
}

QWidget* ComparePage::makeLayers()
{
    m_charts = new QWidget;
    m_chartRow = new QHBoxLayout(m_charts);
    m_chartRow->setContentsMargins(0, 0, 0, 0);
    m_chartRow->setSpacing(10);
    m_noLayers = named(new QLabel, "compareNoLayers");
    m_noLayers->setProperty("muted", true);
    m_noLayers->setWordWrap(true);
    m_impact = new ImpactModel(m_comparison, this);
    m_layers = named(new CopyableTable(m_impact), "impactTable", tr("Layers by difference"));
    connect(m_layers, &CopyableTable::rowChosen, this, [this](int row) {
        chooseRow(row < 0 ? std::nullopt : std::optional<std::size_t>(m_impact->comparedRow(row)));
    });
    auto* splitter = new QSplitter(Qt::Vertical);
    splitter->setChildrenCollapsible(false);
    splitter->setHandleWidth(10);
    splitter->addWidget(m_charts);
    splitter->addWidget(panelOf(columnOf({m_noLayers, {m_layers, 1}}, 4, {0, 0, 0, 0})));
    splitter->setSizes({190, 260});
    splitter->setContentsMargins(0, 6, 0, 0);
    return splitter;
}

} // namespace nestloom::ui
