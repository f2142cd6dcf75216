// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/summary/summary_page.h"

#include "engine/base/ranges.h"
#include "engine/mapping/constraints.h"
#include "engine/records/run_figures.h"
#include "engine/records/simulation.h"
#include "engine/schedule/left_out.h"
#include "engine/schedule/mesh/mesh_engine.h"
#include "engine/schedule/run_choices.h"
#include "ui/features/summary/headlines.h"
#include "ui/features/summary/suggestions_card.h"
#include "ui/features/summary/whole_run_view.h"
#include "ui/parts/cycles_chart.h"
#include "ui/parts/empty_page.h"
#include "ui/parts/explain_dialog.h"
#include "ui/parts/layer_table_model.h"
#include "ui/parts/model_badge.h"
#include "ui/parts/run_list_model.h"
#include "ui/style/format.h"
#include "ui/style/theme.h"
#include "ui/style/wording.h"
#include "ui/widgets/copyable_table.h"
#include "ui/widgets/hear_events.h"
#include "ui/widgets/make_widgets.h"
#include "ui/widgets/page_area.h"
#include "ui/widgets/rich_label.h"
#include "ui/words/run_words.h"
#include "ui/workbench/baseline.h"
#include "ui/workbench/workbench.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QMessageBox>
#include <QSplitter>
#include <QStackedWidget>

#include <algorithm>

namespace nestloom::ui {

namespace {

const QString kMapForMesh = QStringLiteral("mapForMesh"); // of a link

/// A link to the capacity of the buffer level that a reason speaks of, when the editor shows an accelerator with it.
QString fieldLink(const hardware::Accelerator& accelerator, const QString& reason)
{
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i) {
        const QString name = QString::fromStdString(accelerator.levels[i].name);
        if (reason.contains(QStringLiteral("level %1 ").arg(name)))
            return SummaryPage::tr(" <a href=\"levels[%1].capacity\">Show %2</a>").arg(i).arg(name.toHtmlEscaped());
    }
    return {};
}

/// All results are there, so that what they minimise can be proven.
bool totalsAreThere(const ShownRun& run)
{
    return !run.isRunning() && !run.isPreview() && run.totals().solved > 0
           && run.options().cosa.objective != schedule::Objective::CosaPaper;
}

} // namespace

SummaryPage::SummaryPage(Workbench& workbench, QAction* run, QWidget* parent)
    : QWidget(parent), m_workbench(workbench), m_model(new LayerTableModel(this)), m_stack(new FittingStack(this))
{
    setObjectName(QStringLiteral("summaryPage"));
    m_stack->addWidget(new EmptyPage(workbench, run));
    m_stack->addWidget(makeContent());
    m_stack->addWidget(new WholeRunView(workbench));
    setLayout(columnOf({m_stack}));
    connect(&m_workbench.run(), &ShownRun::replaced, this, &SummaryPage::startOver);
    connect(&m_workbench, &Workbench::contextChanged, this, &SummaryPage::choosePart);
    connect(&m_workbench, &Workbench::wholeJobChanged, this, &SummaryPage::choosePart);
    connect(&m_workbench.run(), &ShownRun::updated, this, &SummaryPage::takeLayers);
    connect(&m_workbench.run(), &ShownRun::numbered, this, &SummaryPage::refreshTitle);
    connect(&m_workbench.selection(), &Selection::changed, this, &SummaryPage::followSelection);
    connect(&m_workbench.baseline(), &Baseline::changed, this, &SummaryPage::takeBaseline);
    takeBaseline();
    hearEvents(this, QEvent::PaletteChange, [this] {
        if (!m_workbench.run().isEmpty())
            refresh(); // badge and links carry colours
    });
}

void SummaryPage::addExplanations()
{
    QAction* nest = named(m_table->addRowAction(tr("Show the loop nest")), "showLoopNestOfRow");
    const auto ask = [this] {
        if (m_table->currentRow() >= 0)
            Q_EMIT loopNestRequested();
    };
    connect(nest, &QAction::triggered, this, ask);
    connect(m_table, &QTableView::doubleClicked, this, ask);
    connect(explainAction(m_table, "explainCell"), &QAction::triggered, this, &SummaryPage::explainCell);
    connect(m_chart, &CyclesChart::explainRequested, this, [this](int layer, ChartQuantity quantity) {
        explainLayer(window(), m_workbench.run(), std::size_t(layer),
                     quantity == ChartQuantity::Energy ? schedule::Figure::Energy : schedule::Figure::Cycles);
    });
    connect(m_headlines, &Headlines::explainRequested, this,
            [this](schedule::Figure figure) { explainTotal(window(), m_workbench.run(), figure); });
}

void SummaryPage::explainCell()
{
    const int row = m_table->currentRow();
    if (row < 0)
        return;
    const auto figure = [column = m_table->currentIndex().column()] {
        switch (column) {
        case LayerTableModel::Energy:
        case LayerTableModel::EnergyDelta: return schedule::Figure::Energy;
        case LayerTableModel::Utilization: return schedule::Figure::Utilization;
        case LayerTableModel::Gap:
        case LayerTableModel::LowerBound: return schedule::Figure::Gap;
        default: return schedule::Figure::Cycles;
        }
    }();
    explainLayer(window(), m_workbench.run(), std::size_t(row), figure);
}

/// One for runs of layers, one for runs of whole networks, and one for when there is none.
void SummaryPage::choosePart()
{
    const bool isWhole = m_workbench.hasWholeRun() && m_workbench.wholeJob() == 0;
    m_stack->setCurrentIndex(!m_workbench.run().isEmpty() ? 1 : isWhole ? 2 : 0);
}

void SummaryPage::startOver()
{
    const ShownRun& run = m_workbench.run();
    choosePart();
    m_model->setNetwork(run.accelerator(), run.network(), run.options());
    m_chart->setNetwork(run.network());
    m_model->setLayers(run.layers());
    m_chart->setLayers(run.layers());
    showStale();
    showSimulated();
    m_table->fitColumnsSoon();
    refresh();
    followSelection();
}

/// Layers of a preview that are still of the accelerator before the edit.
void SummaryPage::showStale()
{
    const ShownRun& run = m_workbench.run();
    std::vector<bool> stale(run.layers().size());
    for (std::size_t layer = 0; layer < stale.size(); ++layer)
        stale[layer] = !run.isFresh(layer);
    m_model->setStale(stale);
    m_chart->setStale(stale);
}

/// The column is there once a layer of the run is simulated.
void SummaryPage::showSimulated()
{
    const auto& layers = m_workbench.run().layers();
    m_table->setColumnHidden(LayerTableModel::Simulated, std::ranges::none_of(layers, [](const auto& layer) {
                                 return layer.simulated.has_value();
                             }));
}

void SummaryPage::takeLayers(const std::vector<std::size_t>& layers)
{
    m_model->setAccelerator(m_workbench.run().accelerator());
    for (const std::size_t layer : layers) {
        m_model->setLayer(m_workbench.run().layers()[layer]);
        m_chart->setLayer(m_workbench.run().layers()[layer]);
    }
    showStale();
    showSimulated();
    m_table->fitColumnsSoon();
    refresh();
}

void SummaryPage::takeBaseline()
{
    const BaselineLayers layers = m_workbench.baseline().layers();
    m_model->setBaseline(layers);
    m_chart->setBaseline(layers);
    const bool showed = !m_table->isColumnHidden(LayerTableModel::CyclesDelta);
    for (const int column : {LayerTableModel::CyclesDelta, LayerTableModel::EnergyDelta})
        m_table->setColumnHidden(column, layers.isEmpty());
    if (showed || !layers.isEmpty())
        m_table->fitColumnsSoon();
    m_headlines->show(m_workbench.run(), m_workbench.baseline());
}

void SummaryPage::refresh()
{
    m_headlines->show(m_workbench.run(), m_workbench.baseline());
    refreshTitle();
    refreshWords();
    refreshFailures();
}

void SummaryPage::refreshTitle()
{
    const ShownRun& run = m_workbench.run();
    m_title->setText(
        tr("%1 on %2").arg(QString::fromStdString(run.network().name), QString::fromStdString(run.acceleratorTitle())));
    const std::string variant = records::variantOf(run.options()).words();
    QString about =
        tr("%1, %2%3   %4engine %5")
            .arg(QString::fromStdString(records::titleOf(run.options().engine)), objectiveTitle(run.options()),
                 variant.empty() ? QString() : QStringLiteral(", ") + qt(variant),
                 schedule::whyUnused(schedule::RunChoice::Seed, run.options())
                     ? QString()
                     : tr("seed %1   ").arg(run.options().seed),
                 QString::fromStdString(run.engineVersion()));
    if (run.run() != 0)
        about.prepend(tr("run %1   ").arg(run.run()));
    if (run.run() != 0 && run.status() != RunStatus::Running) { // "run 2 with the mapping of conv1 edited by hand"
        const std::vector<RunSummary> runs = m_workbench.session().runs();
        if (const auto stored = std::ranges::find(runs, run.run(), &RunSummary::id); stored != runs.end())
            about += stored->marks.note.empty() ? QString() : tr("   note: %1").arg(qt(stored->marks.note));
    }
    m_subtitle->setText(about);
    const std::vector<std::string> constraints =
        mapping::withConstraints(run.accelerator(), run.options().constraints).constraints;
    if (!constraints.empty())
        m_subtitle->setToolTip(tr("%1\nAll mappings keep to:\n%2").arg(about, qt(joinText(constraints, "\n"))));
    m_figuresOf->show(records::modelOf(run.options().engine));
    const Theme& theme = themeFor(palette());
    const schedule::Totals& totals = run.totals();
    const bool whole = totals.solved == run.layers().size();
    QString badge = tr("%1 of %2 layers").arg(totals.solved).arg(run.layers().size());
    switch (run.status()) {
    case RunStatus::Running: badge = run.isWaiting() ? tr("waits in the queue") : tr("running, %1").arg(badge); break;
    case RunStatus::Finished:
        badge = whole ? tr("verified") : totals.solved > 0 ? tr("%1, verified").arg(badge) : badge;
        break;
    case RunStatus::Cancelled: badge = tr("cancelled, %1").arg(badge); break;
    case RunStatus::Interrupted: badge = tr("interrupted, %1").arg(badge); break;
    case RunStatus::Failed: badge = run.refusal().isEmpty() ? tr("failed, %1").arg(badge) : refusedText(); break;
    }
    const bool good = run.status() == RunStatus::Finished && whole;
    if (run.isPreview())
        badge = tr("live, not stored");
    m_badge->setText(badge);
    m_badge->setToolTip(run.refusal().isEmpty() ? tr("Every mapping shown was accepted by the independent verifier.")
                                                : refusalSentence(run.refusal()));
    const QColor colour = run.isPreview()   ? theme.accent
                          : good            ? theme.better
                          : run.isRunning() ? theme.accent
                                            : theme.warning;
    if (const QString sheet = QStringLiteral("color: %1").arg(colour.name()); sheet != m_badge->styleSheet())
        m_badge->setStyleSheet(sheet);
}

/// What the mesh would make of the shown mappings, and how to map for it; empty when that is no matter.
QString SummaryPage::meshCaution(const ShownRun& run) const
{
    const schedule::Totals& totals = run.totals();
    constexpr double kHeeded = 1.05; // what the mesh model is off by in the median of CoSA's mappings is less
    const records::SimulatedCycles simulated = records::simulatedCycles(run.layers());
    if (schedule::costModelOf(run.options().engine) == cost::Model::Mesh && simulated.layers > 0
        && simulated.ratio() > kHeeded)
        return tr("<b>Caution:</b> simulated, the layers take %1 times the cycles of the mesh model; the objective "
                  "<i>simulated</i> chooses by simulation.")
            .arg(format::exactNumber(simulated.ratio(), 2));
    const auto withMesh =
        run.isRunning() ? std::nullopt : schedule::meshCycles(run.accelerator(), run.network(), run.layers());
    if (!schedule::isMeshHeeded(totals, withMesh))
        return {};
    const QString caution =
        totals.overMesh == 0
            ? tr("<b>Caution:</b> the cost model gives the mesh no bandwidth; ")
            : tr("<b>Caution:</b> on %1 of %2 layers the mesh would not carry what the cost model assumes; ")
                  .arg(totals.overMesh)
                  .arg(totals.solved);
    if (!withMesh)
        return caution
               + tr("for its bytes alone the worst needs at least %1 times its cycles.")
                     .arg(format::exactNumber(totals.worstMeshLoad, 2));
    const Cycles all = *withMesh + totals.vector.cycles;
    const double ratio = double(all.count) / double(totals.cycles.count);
    const QString what = totals.solved < run.layers().size()
                             ? counted(qint64(totals.solved), tr("this 1 layer takes"), tr("these %1 layers take"))
                             : tr("these mappings take");
    return caution
           + tr("with the mesh %1 %2, %3 times as many.").arg(what, format::cycles(all), format::exactNumber(ratio, 2))
           + (m_workbench.runApart() == 0 && m_workbench.whyNotRun().isEmpty()
                  ? tr(" <a href=\"%1\">map for the mesh</a>").arg(kMapForMesh)
                  : QString());
}

void SummaryPage::refreshWords()
{
    const ShownRun& run = m_workbench.run();
    const std::vector<BoundShare> shares = boundShares(run.layers(), run.totals().vector.cycles);
    QString sentence = bottleneckSentence(shares);
    if (sentence.isEmpty())
        sentence = run.isWaiting()   ? tr("Waiting: other jobs come first, or waiting jobs are held (menu Run).")
                   : run.isRunning() ? tr("Running: the first layers are being solved.")
                   : run.refusal().isEmpty() ? tr("No layer has a mapping yet.")
                                             : tr("The engine refused these inputs: nothing was computed.");
    m_bottleneck->setText(sentence);
    QStringList further, links; // lines, and what stands in the last one
    const schedule::Totals& totals = run.totals();
    further << meshCaution(run);
    if (const QString more = furtherBounds(shares); !more.isEmpty())
        further << more.toHtmlEscaped();
    if (!run.isEmpty())
        for (const std::string& note : schedule::notesOf(run.accelerator(), run.network(), run.options().engine))
            further << asSentence(QString::fromStdString(note)).toHtmlEscaped();
    const std::size_t notes = run.accelerator().notes.size() + run.network().notes.size();
    if (notes > 0)
        links << counted(qint64(notes), tr("<a href=\"notes\">1 assumption or source</a>"),
                         tr("<a href=\"notes\">%1 assumptions and sources</a>"));
    const bool isTiled = std::ranges::any_of(run.layers(), [](const auto& layer) { return layer.tiled.has_value(); });
    if (totalsAreThere(run) && !isTiled)
        links << tr("<a href=\"proveObjective\">prove the objective</a>");
    if (totalsAreThere(run))
        links << tr("<a href=\"showRoofline\">roofline</a>");
    const records::SimulatedCycles all = records::simulatedCycles(run.layers());
    if (all.layers > 0)
        links << tr("layers simulated: %1, %2 times the model's%3")
                     .arg(format::cycles(all.simulated), format::exactNumber(all.ratio(), 2),
                          all.layers < totals.solved ? tr(", of %1 of %2 layers").arg(all.layers).arg(totals.solved)
                                                     : QString());
    if (all.layers < totals.solved && totalsAreThere(run) && !isTiled && !run.accelerator().interconnect.below.empty())
        links << tr("<a href=\"simulateAll\">simulate all layers</a>");
    further << QStringList{vectorSentence(totals), notCostedSentence(totals).toHtmlEscaped()}.join(u' ').trimmed();
    further << links.join(QStringLiteral("&nbsp;&nbsp;&nbsp;"));
    further.removeAll(QString());
    m_further->setText(further.join(QStringLiteral("<br>")));
    m_further->setVisible(!m_further->text().isEmpty());
}

void SummaryPage::refreshFailures()
{
    const ShownRun& run = m_workbench.run();
    QStringList sentences;
    for (const Failure& failure : failures(run.layers()))
        sentences << failureSentence(failure, run.layers()).toHtmlEscaped()
                         + fieldLink(m_workbench.document().value(), failure.reason);
    if (!sentences.isEmpty())
        sentences.back() += tr(" <a href=\"diagnostics\">Copy diagnostics</a>"); // of layers
    if (run.status() == RunStatus::Failed && !run.whyFailed().isEmpty())
        sentences.prepend(run.whyFailed().toHtmlEscaped());
    m_failureCard->setVisible(!sentences.isEmpty());
    m_failures->setText(sentences.join(QStringLiteral("<br>")));
}

void SummaryPage::chooseRow(int row)
{
    m_workbench.selection().selectLayer(row < 0 ? std::nullopt : std::optional<std::size_t>(row));
}

void SummaryPage::followSelection()
{
    const auto layer = m_workbench.selection().layer();
    const int row = layer && *layer < m_workbench.run().layers().size() ? int(*layer) : -1;
    m_table->setCurrentRow(row);
    m_chart->setSelectedLayer(row);
}

void SummaryPage::copyDiagnostics()
{
    const ShownRun& run = m_workbench.run();
    QStringList texts;
    const QString yaml = m_workbench.session().writeAccelerator(run.accelerator());
    const auto chosen = m_workbench.selection().layer();
    for (const Failure& failure : failures(run.layers()))
        for (const std::size_t layer : failure.layers)
            if (!chosen || *chosen == layer || sender() == m_failures)
                texts << diagnostics(run.accelerator(), run.network(), run.options(), run.layers()[layer],
                                     texts.isEmpty() ? yaml : QString());
    if (texts.isEmpty() && chosen && *chosen < run.layers().size())
        texts << diagnostics(run.accelerator(), run.network(), run.options(), run.layers()[*chosen], yaml);
    QApplication::clipboard()->setText(texts.join(QStringLiteral("\n\n")));
}

void SummaryPage::showNotes()
{
    const ShownRun& run = m_workbench.run();
    QString text;
    const auto list = [&text](const std::string& name, const std::vector<std::string>& notes) {
        if (notes.empty())
            return;
        text += QStringLiteral("<p><b>%1</b></p><ul>").arg(QString::fromStdString(name).toHtmlEscaped());
        for (const std::string& note : notes)
            text += QStringLiteral("<li>%1</li>").arg(QString::fromStdString(note).toHtmlEscaped());
        text += QStringLiteral("</ul>");
    };
    list(run.accelerator().name, run.accelerator().notes);
    list(run.network().name, run.network().notes);
    auto* box = new QMessageBox(QMessageBox::NoIcon, tr("Assumptions and sources"), text, QMessageBox::Close, this);
    box->setTextFormat(Qt::RichText);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->open();
}

namespace {

QLabel* label(QWidget* parent, const QFont& font)
{
    auto* made = new LinkLabel(parent);
    made->setFont(font);
    return made;
}

} // namespace

QWidget* SummaryPage::makeContent()
{
    auto* page = new QWidget;
    m_headlines = new Headlines(page);
    QFrame* words = cardOfLines(page, 3);
    m_bottleneck = named(label(words, strongFont(font())), "bottleneck");
    m_further = label(words, font());
    m_further->setProperty("muted", true);
    for (QLabel* sentences : {m_bottleneck, m_further})
        sentences->setWordWrap(true); // names of operators and networks may be many and long
    words->layout()->addWidget(m_bottleneck);
    words->layout()->addWidget(m_further);
    m_failureCard = cardOfLines(page, 3);
    m_failures = named(label(m_failureCard, font()), "failures");
    m_failures->setProperty("warning", true);
    m_failures->setWordWrap(true);
    m_failureCard->layout()->addWidget(m_failures);
    m_chart = named(new CyclesChart(page), "cyclesChart");
    QFrame* chartCard = cardOfLines(page, 3);
    chartCard->layout()->setContentsMargins(4, 4, 4, 2);
    chartCard->layout()->addWidget(m_chart);
    m_table = new NarrowingTable(m_model, {LayerTableModel::LowerBound}, page); // the gap says as much
    named(m_table, "layerTable", tr("Layers"));
    m_splitter = named(new QSplitter(Qt::Vertical, page), "summarySplitter");
    m_splitter->setChildrenCollapsible(false);
    m_splitter->setHandleWidth(10);
    m_splitter->addWidget(chartCard);
    m_splitter->addWidget(m_table);
    m_splitter->setSizes({195, 205}); // grows in this proportion
    m_chart->setMinimumHeight(84);    // with suggestions above, 768 lines must still do
    m_table->setMinimumHeight(64);
    connect(m_chart, &CyclesChart::layerSelected, this, &SummaryPage::chooseRow);
    connect(m_table, &CopyableTable::rowChosen, this, &SummaryPage::chooseRow);
    page->setLayout(columnOf(
        {makeHeader(), m_headlines, words, m_failureCard, new SuggestionsCard(m_workbench, page), {m_splitter, 1}}, 10,
        {12, 10, 12, 12}));

    addExplanations();
    connect(m_table->addRowAction(tr("Copy diagnostics")), &QAction::triggered, this, &SummaryPage::copyDiagnostics);
    m_failures->setTextFormat(Qt::RichText);
    connect(m_failures, &QLabel::linkActivated, this, [this](const QString& link) {
        if (link == QLatin1String("diagnostics"))
            copyDiagnostics();
        else
            Q_EMIT fieldRequested(link);
    });
    m_further->setTextFormat(Qt::RichText);
    connect(m_further, &QLabel::linkActivated, this, [this](const QString& link) {
        if (link == kMapForMesh) {
            m_workbench.setEngine(std::string(schedule::kMeshEngine));
            m_workbench.startRun();
            return;
        }
        auto* action = window()->findChild<QAction*>(link);
        action != nullptr ? action->trigger() : showNotes();
    });
    return page;
}

QWidget* SummaryPage::makeHeader()
{
    auto* header = new QWidget;
    QFont titleFont = headlineFont(font());
    titleFont.setPointSizeF(titleFont.pointSizeF() * 0.8);
    titleFont.setWeight(QFont::DemiBold);
    m_title = named(new ElidedLabel(header), "runTitle");
    m_title->setFont(titleFont);
    m_title->setRole(QPalette::WindowText);
    m_title->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_subtitle = new ElidedLabel(header);
    m_subtitle->setMinimumWidth(fontMetrics().horizontalAdvance(tr("run 1234   CoSA"))); // beside a long name
    m_badge = named(label(header, strongFont(font())), "badge");
    m_figuresOf = named(new ModelBadge(header), "modelBadge");
    header->setLayout(rowOf({m_title, m_figuresOf, {m_subtitle, 1}, m_badge}, 14));
    return header;
}

} // namespace nestloom::ui
