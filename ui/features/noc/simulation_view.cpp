// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/noc/simulation_view.h"

#include "ui/charts/lane_use_model.h"
#include "ui/features/noc/explain_noc.h"
#include "ui/features/noc/flit_map.h"
#include "ui/features/noc/link_details.h"
#include "ui/features/noc/link_models.h"
#include "ui/features/noc/shown_mesh.h"
#include "ui/features/noc/simulated_candidates.h"
#include "ui/features/noc/simulation_controls.h"
#include "ui/features/noc/simulation_words.h"
#include "ui/features/noc/time_share_bar.h"
#include "ui/features/noc/window_charts.h"
#include "ui/parts/model_badge.h"
#include "ui/style/format.h"
#include "ui/widgets/ask_file.h"
#include "ui/widgets/chart_dialog.h"
#include "ui/widgets/chart_file.h"
#include "ui/widgets/copyable_table.h"
#include "ui/widgets/folding_row.h"
#include "ui/widgets/hear_events.h"
#include "ui/widgets/make_widgets.h"
#include "ui/widgets/message_panel.h"
#include "ui/widgets/rich_label.h"
#include "ui/widgets/table_text.h"
#include "ui/words/layer_words.h"

#include <QAction>
#include <QCheckBox>
#include <QFrame>
#include <QLabel>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QTabWidget>
#include <QTextDocumentFragment>
#include <QToolButton>
#include <QWidgetAction>

// The parts of SimulationView and where they stand.

namespace nestloom::ui {

SimulationView::SimulationView(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session),
      m_shown(session.askers().simulations, session.askers().candidates, session.keptSimulations()), m_focus(m_shown),
      m_controls(new SimulationControls(m_shown)), m_shares(new TimeShareBar(m_shown)),
      m_map(new FlitMap(m_shown, m_focus)), m_timeBar(new TimeBar(m_shown, m_focus)),
      m_gantt(new GanttChart(m_focus.time())), m_lanes(new LaneUseModel(m_focus.time(), this)),
      m_hot(new HotLinkModel(m_shown, m_focus, this)), m_candidates(new SimulatedCandidateModel(m_shown, this))
{
    named(this, "simulationView", tr("Simulation of the layer"));
    build();
    makeExportMenu();
    connectAll();
    clear();
    hearEvents(this, QEvent::Show, [this] { m_shown.setActive(true); });
    hearEvents(this, QEvent::Hide, [this] {
        m_focus.play(false);
        m_shown.setActive(false);
    });
    hearEvents(this, QEvent::PaletteChange, [this] { refreshHead(); }); // the texts carry colours
}

/// The widgets use members of the view until they are gone.
SimulationView::~SimulationView()
{
    hide();
    qDeleteAll(findChildren<QWidget*>(Qt::FindDirectChildrenOnly));
    delete m_lanes;
    delete m_hot;
    delete m_candidates;
}

void SimulationView::connectAll()
{
    connect(&m_shown, &ShownSimulation::dataChanged, this, &SimulationView::takeData);
    connect(&m_shown, &ShownSimulation::questionChanged, this, &SimulationView::takeData);
    connect(&m_shown, &ShownSimulation::stateChanged, this, &SimulationView::refreshHead);
    connect(&m_shown, &ShownSimulation::candidatesChanged, this, &SimulationView::refreshCandidates);
    connect(&m_focus, &SimulationFocus::ratesChanged, this, &SimulationView::refreshDetails);
    connect(&m_focus, &SimulationFocus::linkChanged, this, [this] {
        m_hotTable->setCurrentRow(m_focus.link() ? m_hot->rowOf(*m_focus.link()) : -1);
        refreshDetails();
    });
    connect(m_hotTable, &CopyableTable::rowChosen, this, [this](int row) {
        if (row >= 0)
            m_focus.selectLink(m_hot->at(row));
    });
    connect(explainAction(m_hotTable, "explainSimulatedLink"), &QAction::triggered, this,
            [this] { explain(QStringLiteral("link")); });
    connect(explainAction(m_map, "explainSimulatedMap"), &QAction::triggered, this,
            [this] { explain(m_focus.link() ? QStringLiteral("link") : QStringLiteral("cycles")); });
    for (QLabel* label : {m_headline, m_details})
        connect(label, &QLabel::linkActivated, this, &SimulationView::explain);
    connect(m_hot, &QAbstractItemModel::modelReset, m_hotTable, [this] {
        m_hotTable->fitColumnsSoon();
        m_hotTable->setCurrentRow(m_focus.link() ? m_hot->rowOf(*m_focus.link()) : -1);
    });
    connect(m_candidateTable, &CopyableTable::rowChosen, this, [this](int row) {
        if (row >= 0 && !m_shown.isComparing())
            m_shown.showCandidate(row == 0 ? std::nullopt : std::optional(std::size_t(row)));
    });
    connect(m_keep, &QPushButton::clicked, this, [this] {
        if (const auto chosen = m_shown.candidate())
            Q_EMIT keepRequested(m_shown.candidates()[*chosen]);
    });
    connect(m_lanes, &QAbstractItemModel::dataChanged, this, &SimulationView::refreshDetails);
}

void SimulationView::setLayer(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                              const schedule::LayerResult& result, const std::optional<StoredLayer>& stored)
{
    const QString name = QString::fromStdString(result.name);
    if (result.mapping && result.cost)
        return m_shown.setLayer(accelerator, layer, *result.mapping, stored,
                                result.cost->model == cost::Model::Mesh ? cost::Model::Mesh : cost::Model::Nestloom);
    if (isAwaited(result))
        return m_shown.clear(tr("%1 is waiting for its mapping").arg(name),
                             tr("The simulation begins as soon as the engine has one."), false);
    const WhyNoMapping why = whyNoMapping(result);
    m_shown.clear(why.title, why.text, why.isWarning);
}

void SimulationView::clear()
{
    m_shown.clear(tr("Select a layer with a mapping"),
                  tr("It is simulated cycle by cycle: PEs, mesh, buffer and DRAM."), false);
}

void SimulationView::takeData()
{
    const auto& ended = m_shown.ended();
    const auto index = ended ? ended->trace : nullptr;
    if (index.get() != m_trace) {
        m_trace = index.get();
        m_gantt->setTrace(index, index ? simulationStyles() : std::vector<GanttStyle>{});
        m_lanes->setTrace(index);
    }
    m_gantt->setProvenance(simulationProvenance(m_shown));
    refreshHead();
}

void SimulationView::refreshHead()
{
    const QString accent = themeFor(palette()).accent.name();
    const QString headline = simulationHeadline(m_shown).toHtmlEscaped();
    m_headline->setText(m_shown.state() == ShownSimulation::State::Finished
                            ? QStringLiteral("%1 <a href=\"cycles\" style=\"color:%2; font-weight:400\">%3</a>")
                                  .arg(headline, accent, tr("explain"))
                            : headline);
    const std::vector<QString> reasons = differenceReasons(m_shown);
    m_headline->setToolTip(reasons.empty() ? QString()
                                           : QStringList(reasons.begin(), reasons.end()).join(QStringLiteral("\n\n")));
    m_why->setText(reasons.empty() ? m_shown.reason() : reasons.front());
    m_keptMark->setText(keptText(m_shown));
    m_keptMark->setToolTip(keptToolTip(m_shown));
    m_keptMark->setVisible(!m_keptMark->text().isEmpty());
    m_shares->setVisible(m_shown.state() == ShownSimulation::State::Finished);
    const auto [title, text] = emptySimulationText(m_shown);
    m_gantt->setEmptyText(title, text, m_shown.isWarning() || m_shown.state() == ShownSimulation::State::Failed);
    m_body->setVisible(m_shown.mesh().has_value());
    m_message->setVisible(!m_shown.mesh().has_value());
    m_message->setMessage(title, text, m_shown.isWarning());
    refreshDetails();
}

void SimulationView::refreshDetails()
{
    if (!m_shown.mesh())
        return;
    const Theme& theme = themeFor(palette());
    QString html = m_focus.link() ? simulatedLinkDetails(m_shown, m_focus, *m_focus.link(), theme)
                                  : simulatedMeshDetails(m_shown, m_focus, theme);
    if (m_focus.link()) // below the heading
        html.insert(html.indexOf(QLatin1String("</p>")) + 4,
                    QStringLiteral("<p><a href=\"link\" style=\"color:%1\">%2</a></p>")
                        .arg(theme.accent.name(), tr("Explain this use")));
    m_details->setText(html);
    m_dramText->setText(dramSentence(m_shown, m_focus));
    m_laneText->setText(m_lanes->rangeText());
}

void SimulationView::refreshCandidates()
{
    const auto& all = m_shown.candidates();
    const auto best = m_shown.bestCandidate();
    QString text =
        tr("\"Best of %1\" maps the layer in several ways and simulates each.").arg(ShownSimulation::kCandidates);
    if (m_shown.isComparing())
        text = tr("%1 of %2 mappings simulated ...").arg(all.size()).arg(ShownSimulation::kCandidates);
    else if (!m_shown.comparisonProblem().isEmpty())
        text = m_shown.comparisonProblem();
    else if (best && *best == 0)
        text = tr("None of %1 mappings is faster than that of the run. Choose one to look at it.").arg(all.size());
    else if (best)
        text = tr("\"%1\" is fastest, %2 against the run's mapping. Choose one to look at it.")
                   .arg(QString::fromStdString(all[*best].origin),
                        format::percentChange(double(all[*best].simulated->count),
                                              double(all.front().simulated.value_or(all.front().analytical).count)));
    m_candidateText->setText(text);
    m_candidateTable->fitColumnsSoon();
    if (!all.empty())
        m_candidateTable->setCurrentRow(int(m_shown.candidate().value_or(0)));
    m_keep->setEnabled(m_shown.candidate() && !m_shown.isComparing());
    if (m_shown.isComparing() || !all.empty())
        showSide(Side::Candidates);
}

QString SimulationView::describeEvent(std::uint32_t event) const
{
    const trace::Event& e = m_shown.ended()->trace->trace().events[event];
    return e.bytes > 0 ? tr("%1 a cycle")
                             .arg(format::bytes(double(e.bytes) / double(std::max<std::int64_t>(1, e.end - e.begin))))
                       : QString();
}

void SimulationView::showChart(Chart chart) { m_charts->setCurrentIndex(int(chart)); }
void SimulationView::showSide(Side side) { m_side->setCurrentIndex(int(side)); }

/// Of a link in the texts: the cycles, or the selected link of the mesh.
void SimulationView::explain(const QString& figure)
{
    if (figure == QLatin1String("cycles"))
        explainSimulatedCycles(window(), m_shown);
    else if (m_focus.link())
        explainSimulatedLink(window(), m_shown, m_focus, *m_focus.link());
}

QString SimulationView::headline() const
{
    return QStringList{simulationHeadline(m_shown), m_why->text()}.join(QStringLiteral("; "));
}

QString SimulationView::details() const { return QTextDocumentFragment::fromHtml(m_details->text()).toPlainText(); }

void SimulationView::makeExportMenu()
{
    auto* menu = new QMenu(m_controls->exportButton());
    QAction* trace = menu->addAction(tr("Trace for Perfetto..."));
    connect(trace, &QAction::triggered, this, [this] {
        askExport(tr("Export trace"), QStringLiteral("trace.json"), tr("Trace (*.json)"), &SimulationView::exportTrace);
    });
    QAction* counters = menu->addAction(tr("Counters of all links and windows..."));
    connect(counters, &QAction::triggered, this, [this] {
        askExport(tr("Export counters"), QStringLiteral("links.csv"), tr("CSV (*.csv)"),
                  &SimulationView::exportCounters);
    });
    QAction* picture = menu->addAction(tr("Picture of the mesh..."));
    connect(picture, &QAction::triggered, this, [this] { askExportChart(*m_map); });
    connect(menu, &QMenu::aboutToShow, this, [this, trace] { trace->setEnabled(m_trace != nullptr); });
    m_controls->exportButton()->setMenu(menu);
}

void SimulationView::askExport(const QString& title, const QString& suffix, const QString& filter,
                               Status (SimulationView::*write)(const QString&) const)
{
    const QString name = QStringLiteral("%1.%2").arg(QString::fromStdString(m_shown.question()->layer.name), suffix);
    askToSave(this, title, name, filter, [this, title, write](const QString& path) {
        if (const Status written = (this->*write)(path); !written)
            QMessageBox::warning(this, title, QString::fromStdString(written.error().text()));
    });
}

Status SimulationView::exportTrace(const QString& path) const
{
    if (m_trace == nullptr)
        return Error{ErrorCode::InvalidInput, "there is no simulated run to export yet", ""};
    return saveFile(path, m_session.traceJson(m_trace->trace()));
}

Status SimulationView::exportCounters(const QString& path) const
{
    if (m_shown.windows() == nullptr || !m_shown.mesh())
        return Error{ErrorCode::InvalidInput, "there are no counters to export yet", ""};
    return saveFile(path, csvText(counterValues(m_shown), simulationProvenance(m_shown).lines()).toUtf8());
}

namespace {

QSplitter* splitter(Qt::Orientation orientation, const QWidgetList& parts, const QList<int>& sizes)
{
    auto* made = new QSplitter(orientation);
    made->setChildrenCollapsible(false);
    made->setHandleWidth(6);
    for (QWidget* part : parts)
        made->addWidget(part);
    made->setSizes(sizes);
    return made;
}

QLabel* mutedLabel()
{
    auto* label = new QLabel;
    label->setProperty("muted", true);
    label->setWordWrap(true);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

} // namespace

void SimulationView::build()
{
    named(m_gantt, "simulationGantt", tr("What PEs, buffer and DRAM do"));
    m_gantt->setTimeLabels(true);
    m_gantt->setDescriber([this](std::uint32_t event) { return describeEvent(event); });
    m_message = new MessagePanel;
    m_message->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    auto* upper = splitter(Qt::Horizontal, {makeMesh(), makeSide()}, {500, 340});
    upper->setStretchFactor(0, 3);
    upper->setStretchFactor(1, 1);
    auto* parts = splitter(Qt::Vertical, {upper, makeCharts()}, {300, 160});
    parts->setStretchFactor(0, 3);
    parts->setStretchFactor(1, 2);
    m_body = panelOf(columnOf({m_controls, makeHead(), m_shares, {parts, 1}}, 4));
    setLayout(columnOf({{m_message, 1}, {m_body, 1}}, 0));
}

QWidget* SimulationView::makeHead()
{
    m_headline = named(new QLabel, "simulationHeadline");
    m_headline->setFont(strongFont(font()));
    m_headline->setTextFormat(Qt::RichText);
    m_headline->setTextInteractionFlags(Qt::TextBrowserInteraction);
    m_why = new ElidedLabel;
    m_why->setRole(QPalette::WindowText);
    m_keptMark = named(new QLabel, "storedSimulation");
    m_keptMark->setProperty("muted", true);
    auto* figures = rowOf({badgeOf(records::CostModel::Simulated), m_headline, {m_why, 1}}, 14);
    return new FoldingRow({{figures, 1}, m_keptMark}, 14);
}

QWidget* SimulationView::makeFilter()
{
    auto* row = columnOf({}, 4);
    for (const FlitClass flits : kFlitClasses) {
        auto* check = new QCheckBox(flitClassName(flits));
        check->setChecked(true);
        check->setToolTip(tr("Count flits of %1").arg(flitClassName(flits)));
        connect(check, &QCheckBox::toggled, this, [this, flits](bool on) { m_focus.setShown(flits, on); });
        m_classes[std::size_t(flits)] = check;
        row->addWidget(check);
    }
    row->addSpacing(6);
    auto* load = toolButton(
        tr("Static load"),
        tr("In the middle of each link: what the mapping must send over it by X-Y trees, without headers and waiting, "
           "over all simulated cycles"),
        "staticLoad");
    load->setCheckable(true);
    connect(load, &QToolButton::toggled, this, [this](bool on) {
        FlitMap::Colours colours = m_map->colours();
        colours.staticLoad = on;
        m_map->setColours(colours);
    });
    auto* button =
        toolButton(tr("Colours"), tr("Range and scale of the colours; a click on the colour bar opens this as well"),
                   "simulationColours");
    button->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(button);
    auto* action = new QWidgetAction(menu);
    action->setDefaultWidget(m_colours = new ColourEditor(*m_map));
    menu->addAction(action);
    button->setMenu(menu);
    connect(menu, &QMenu::aboutToShow, this, [this] { m_colours->refresh(); });
    connect(m_map, &FlitMap::rangeWanted, menu, [menu](QPoint at) { menu->popup(at); });
    for (QToolButton* each : {load, button}) {
        each->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        row->addWidget(each);
    }
    row->addStretch(1);
    return panelOf(row);
}

QWidget* SimulationView::makeMesh()
{
    return panelOf(columnOf({{rowOf({makeFilter(), {m_map, 1}}, 6), 1}, m_timeBar}, 4));
}

QWidget* SimulationView::makeSide()
{
    m_details = named(new RichLabel, "simulatedLinkDetails");
    m_details->setTextFormat(Qt::RichText);
    m_details->setWordWrap(true);
    m_details->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_details->setTextInteractionFlags(Qt::TextBrowserInteraction);
    m_details->setContentsMargins(8, 2, 8, 2);
    auto* scroll = new QScrollArea;
    scroll->setWidget(m_details);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_hotTable = named(new CopyableTable(m_hot), "hotLinks", tr("The ten hottest links"));
    m_hotTable->setWidestColumn(150);
    m_hotTable->sortByColumn(HotLinkModel::Use, Qt::DescendingOrder);
    for (int i = HotLinkModel::FirstClass; i < m_hot->columnCount(); ++i)
        m_hotTable->setColumnHidden(i, true); // they are in what is copied
    m_hotTable->setColumnHidden(HotLinkModel::Flits, true);
    auto* links = splitter(Qt::Vertical, {scroll, m_hotTable}, {180, 150});
    m_side = named(new QTabWidget, "simulationSide");
    m_side->setDocumentMode(true);
    m_side->setMinimumWidth(250);
    m_side->addTab(links, tr("Links"));
    m_side->addTab(makeCandidates(), tr("Mappings"));
    return m_side;
}

QWidget* SimulationView::makeCandidates()
{
    m_candidateTable = named(new CopyableTable(m_candidates), "simulatedMappings", tr("Mappings by simulated latency"));
    m_candidateTable->setWidestColumn(160);
    m_candidateTable->sortByColumn(SimulatedCandidateModel::Simulated, Qt::AscendingOrder);
    m_keep = named(
        new QPushButton(tr("Keep as run")), "keepCandidate", {},
        tr("Store the results of this run with the chosen mapping for all layers of this shape, as a run of its own"));
    return panelOf(columnOf({m_candidateText = mutedLabel(), {m_candidateTable, 1}, {m_keep, 0, Qt::AlignRight}}, 4,
                            {6, 4, 0, 0}));
}

QWidget* SimulationView::makeDram()
{
    auto* bus = new DramChart(DramChart::Figure::Bus, m_shown, m_focus);
    bus->setTimeLabels(true);
    return panelOf(columnOf({m_dramText = mutedLabel(),
                             {new DramChart(DramChart::Figure::Bytes, m_shown, m_focus), 3},
                             {new DramChart(DramChart::Figure::Rows, m_shown, m_focus), 3},
                             {bus, 4}},
                            0));
}

QWidget* SimulationView::makeLanes()
{
    m_laneTable = named(new CopyableTable(m_lanes), "simulatedLanes", tr("What PEs, buffer and DRAM do in the range"));
    connect(m_lanes, &QAbstractItemModel::modelReset, m_laneTable, [this] {
        for (const int column : {1, 2, 3}) // busy, idle, events: a wait is an event here, but no work
            m_laneTable->setColumnHidden(column, true);
        m_laneTable->fitColumns();
    });
    return panelOf(columnOf({m_laneText = mutedLabel(), {m_laneTable, 1}}, 2));
}

QWidget* SimulationView::makeCharts()
{
    auto* flits = new FlitChart(m_shown, m_focus);
    flits->setTimeLabels(true);
    m_charts = named(new QTabWidget, "simulationCharts");
    m_charts->setDocumentMode(true);
    m_charts->addTab(m_gantt, tr("PEs"));
    m_charts->addTab(makeDram(), tr("DRAM"));
    m_charts->addTab(flits, tr("Flits"));
    m_charts->addTab(makeLanes(), tr("Lanes"));
    return m_charts;
}

} // namespace nestloom::ui
