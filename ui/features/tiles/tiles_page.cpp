// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/tiles/tiles_page.h"

#include "ui/charts/lane_use_model.h"
#include "ui/features/tiles/comparison_panel.h"
#include "ui/features/tiles/decision_panel.h"
#include "ui/features/tiles/movement_bars.h"
#include "ui/features/tiles/scratchpad_charts.h"
#include "ui/features/tiles/sharing_chart.h"
#include "ui/features/tiles/tile_layer_model.h"
#include "ui/features/tiles/tiles_words.h"
#include "ui/features/tiles/tilings_panel.h"
#include "ui/parts/model_badge.h"
#include "ui/style/format.h"
#include "ui/widgets/ask_file.h"
#include "ui/widgets/chart_file.h"
#include "ui/widgets/copyable_table.h"
#include "ui/widgets/hear_events.h"
#include "ui/widgets/make_widgets.h"
#include "ui/widgets/message_panel.h"
#include "ui/widgets/page_area.h"
#include "ui/widgets/rich_label.h"

#include <QLabel>
#include <QMessageBox>
#include <QSplitter>
#include <QStackedWidget>
#include <QTabWidget>
#include <QToolButton>

#include <utility>

namespace nestloom::ui {

namespace flexer = schedule::flexer;

TilesPage::TilesPage(Session& session, QWidget* parent)
    : QWidget(parent), m_session(session), m_tiles(session.askers().tiles), m_focus(m_tiles),
      m_controls(new TilesControls(m_tiles)), m_gantt(new GanttChart(m_focus.time())),
      m_addresses(new AddressChart(m_tiles, m_focus)), m_occupancy(new TypeOccupancyChart(m_tiles, m_focus)),
      m_decisions(new DecisionPanel(m_tiles, m_focus)), m_sharing(new SharingChart(m_tiles, m_focus)),
      m_tilings(new TilingsPanel(m_tiles)), m_ratios(new RatioPanel(tr("speed-up by layer"))),
      m_comparison(new ComparisonPanel(session.askers().tileTotals, m_tiles)),
      m_use(new LaneUseModel(m_focus.time(), this)), m_body(new FittingStack)
{
    setObjectName(QStringLiteral("tilesPage"));
    m_gantt->setObjectName(QStringLiteral("tilesGantt"));
    m_gantt->setTimeLabels(false);
    m_occupancy->setTimeLabels(true);
    m_gantt->setDescriber([this](std::uint32_t event) { return describeEvent(event); });
    QSplitter* splitter = pageSplitter(Qt::Vertical, QStringLiteral("tilesSplitter"));
    splitter->addWidget(m_charts = makeCharts());
    splitter->addWidget(makeFoot());
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 2);
    splitter->setSizes({300, 200});
    QWidget* head = makeHead();
    m_body->addWidget(panelOf(columnOf({m_totals = new ElidedLabel, m_controls, {splitter, 1}}, 6)));
    setLayout(columnOf({head, {m_body, 1}}, 6, {12, 8, 12, 10}));
    connectAll();
    takeDetail();
    refreshHead();
    refreshRatios();
    hearEvents(this, QEvent::Show, [this] { m_tiles.setActive(true); });
    hearEvents(this, QEvent::Hide, [this] { m_tiles.setActive(false); });
    hearEvents(this, QEvent::PaletteChange, [this] { refreshHead(); }); // the badge carries a colour
}

/// The widgets use members of the page until they are gone.
TilesPage::~TilesPage()
{
    hide();
    qDeleteAll(findChildren<QWidget*>(Qt::FindDirectChildrenOnly));
}

void TilesPage::connectAll()
{
    connect(&m_tiles, &ShownTiles::detailChanged, this, &TilesPage::takeDetail);
    connect(&m_tiles, &ShownTiles::answersChanged, this, &TilesPage::refreshHead);
    connect(&m_tiles, &ShownTiles::answersChanged, this, &TilesPage::refreshRatios);
    connect(&m_tiles, &ShownTiles::stateChanged, this, &TilesPage::refreshHead);
    connect(&m_tiles, &ShownTiles::questionChanged, this, &TilesPage::refreshHead);
    connect(&m_focus, &TilesFocus::changed, this, [this] { m_gantt->setRelated(m_focus.related()); });
    connect(m_gantt, &GanttChart::lanesArranged, this, [this] { m_gantt->setMaximumHeight(m_gantt->usefulHeight()); });
    connect(&m_focus.time(), &TimeFocus::rangeChanged, this, [this, before = false]() mutable {
        if (std::exchange(before, m_focus.time().range().has_value()) != before && before)
            showFigure(Figure::Range); // what it holds
    });
    connect(m_layers, &CopyableTable::rowChosen, this, [this](int row) {
        if (row < 0)
            return;
        m_tiles.selectLayer(std::size_t(row));
        Q_EMIT layerChosen(qt(m_tiles.selectedLayer()->name));
    });
    connect(m_ratios->columns(), &RatioColumns::chosen, this, [this](int group) {
        const std::size_t layer = m_ratioLayers[std::size_t(group)];
        m_tiles.selectLayer(layer);
        Q_EMIT layerChosen(qt(m_tiles.layers()[layer].name));
    });
    connect(&m_tiles, &ShownTiles::questionChanged, this, [this] {
        m_layers->setCurrentRow(m_tiles.selectedLayer() != nullptr ? int(m_tiles.layer()) : -1);
        for (std::size_t i = 0; i < m_ratioLayers.size(); ++i)
            if (m_ratioLayers[i] == m_tiles.layer())
                m_ratios->columns()->setCurrent(int(i));
    });
}

void TilesPage::takeDetail()
{
    const auto& detail = m_tiles.detail();
    const auto trace = detail ? detail->trace : nullptr;
    m_gantt->setTrace(trace, trace ? tileStyles() : std::vector<GanttStyle>{});
    m_gantt->setMaximumHeight(m_gantt->usefulHeight()); // the rest is of use to the charts below
    m_use->setTrace(trace);
    const Provenance from = tilesProvenance(m_tiles);
    for (TimeChart* chart : {static_cast<TimeChart*>(m_gantt), static_cast<TimeChart*>(m_addresses),
                             static_cast<TimeChart*>(m_occupancy), static_cast<TimeChart*>(m_sharing)})
        chart->setProvenance(from);
    refreshHead();
}

QString TilesPage::describeEvent(std::uint32_t event) const
{
    const flexer::TiledSchedule& schedule = m_tiles.detail()->schedule;
    if (event < schedule.operations.size()) {
        const flexer::TileOperation& op = schedule.operations[event];
        QStringList tiles;
        for (const TensorRole role : kTensorRoles)
            tiles << qt(flexer::label(schedule.tiles[op.tiles[role].value]));
        return tr("uses %1\ndecision %2").arg(tiles.join(QStringLiteral(", "))).arg(op.set + 1);
    }
    const flexer::DmaTransfer& transfer = schedule.transfers[event - schedule.operations.size()];
    return tr("transfer number %1 of this tile in this direction, address %2")
        .arg(transfer.time)
        .arg(format::integer(transfer.address));
}

void TilesPage::refreshHead()
{
    using State = ShownTiles::State;
    const Theme& theme = themeFor(palette());
    const auto* layer = m_tiles.selectedLayer();
    m_title->setText(layer == nullptr || m_tiles.machineName().isEmpty()
                         ? tr("Tiled schedule")
                         : tr("%1 on %2").arg(qt(layer->name), m_tiles.machineName()));
    m_title->setToolTip(machineText(m_tiles.question().machine));
    m_sentence->setText(layerSentence(m_tiles));
    m_totals->setText(totalsSentence(m_tiles));
    m_cancel->setVisible(m_tiles.isBusy());
    m_export->setEnabled(m_tiles.detail() != nullptr);
    const State state = m_tiles.state();
    const auto* answer = m_tiles.answer(m_tiles.layer());
    const flexer::Shown shown = m_tiles.question().shown;
    const bool isStatic =
        state == State::Scheduled && answer != nullptr && answer->summary
        && (shown == flexer::Shown::Chosen ? answer->summary->seedKept() : shown != flexer::Shown::OutOfOrder);
    m_badge->setText(!m_tiles.detail()            ? QString()
                     : isStatic                   ? tr("static schedule, verified")
                     : state == State::Scheduling ? tr("Flexer, scheduling ...")
                     : state == State::Cancelled  ? tr("Flexer, cancelled, verified")
                                                  : tr("Flexer, verified"));
    m_badge->setToolTip(tr("Scheduled by Flexer. Every schedule is replayed event by event by an independent verifier "
                           "before it is shown: scratchpad, operands, DMA channel and ledger."));
    m_badge->setStyleSheet(QStringLiteral("color: %1; font-weight: 600").arg(theme.better.name()));
    const auto [title, text] = emptyText(m_tiles);
    const bool isInfeasible = answer != nullptr && answer->ended && !answer->summary;
    m_gantt->setEmptyText(title, text, isInfeasible || state == State::NoMachine || state == State::Failed);
    const bool hasCharts = m_tiles.detail() != nullptr;
    m_addresses->setVisible(hasCharts);
    m_occupancy->setVisible(hasCharts);
    m_body->setCurrentIndex(state == State::NoMachine ? m_body->count() - 1 : 0);
}

void TilesPage::refreshRatios()
{
    std::vector<RatioPanel::Compared> layers;
    m_ratioLayers.clear();
    for (std::size_t i = 0; i < m_tiles.layers().size(); ++i) {
        const auto* answer = m_tiles.answer(i);
        if (answer == nullptr || !answer->summary || answer->layers.front() != i)
            continue; // layers of equal shape are one
        RatioPanel::Compared layer{qt(m_tiles.layers()[i].name), {}};
        layer.totals.add(*answer->summary);
        layers.push_back(std::move(layer));
        m_ratioLayers.push_back(i);
    }
    m_ratios->setCompared(std::move(layers));
    m_ratios->columns()->setEmptyText(tr("No layer is scheduled yet"),
                                      tr("Speed-ups over static schedules appear layer by layer."));
    m_ratios->columns()->setProvenance(tilesProvenance(m_tiles));
}

void TilesPage::setUnserved(QWidget* page)
{
    m_body->addWidget(page);
    refreshHead();
}

void TilesPage::setMachines(std::vector<std::pair<QString, flexer::Machine>> machines)
{
    std::vector<ComparisonPanel::NamedMachine> named;
    for (auto& [name, machine] : machines)
        named.push_back({std::move(name), std::move(machine)});
    m_comparison->setMachines(std::move(named));
}

void TilesPage::setNetworks(std::vector<NamedNetwork> networks)
{
    std::vector<ComparisonPanel::NamedNetwork> named;
    for (NamedNetwork& network : networks)
        named.push_back({std::move(network.name), std::move(network.read)});
    m_comparison->setNetworks(std::move(named));
}

Status TilesPage::exportTrace(const QString& path) const
{
    if (!m_tiles.detail())
        return Error{ErrorCode::InvalidInput, "there is no schedule to export yet", ""};
    return saveFile(path, m_session.traceJson(m_tiles.detail()->trace->trace()));
}

void TilesPage::askExportTrace()
{
    const QString name = QStringLiteral("%1.trace.json").arg(qt(m_tiles.selectedLayer()->name));
    askToSave(this, tr("Export trace"), name, tr("Trace (*.json)"), [this](const QString& path) {
        if (const Status written = exportTrace(path); !written)
            QMessageBox::warning(this, tr("Export trace"), qt(written.error().text()));
    });
}

QBoxLayout* TilesPage::head() const { return static_cast<QBoxLayout*>(m_title->parentWidget()->layout()); }

QString TilesPage::headline() const
{
    return QStringList{m_title->text(), m_sentence->text(), m_totals->text()}.join(QStringLiteral("; "));
}

void TilesPage::selectLayer(const std::string& name)
{
    for (std::size_t i = 0; i < m_tiles.layers().size(); ++i)
        if (m_tiles.layers()[i].name == name)
            return m_tiles.selectLayer(i);
}

void TilesPage::setFigureEnlarged(bool enlarged)
{
    m_charts->setVisible(!enlarged);
    m_enlarge->setChecked(enlarged);
}

void TilesPage::showFigure(Figure figure) { m_figures->setCurrentIndex(int(figure)); }

QWidget* TilesPage::makeHead()
{
    m_title = named(new QLabel, "tilesTitle");
    m_title->setFont(strongFont(font()));
    m_badge = new QLabel;
    m_cancel = toolButton(tr("Cancel"), tr("Stop scheduling and keep what was found"));
    QSizePolicy kept = m_cancel->sizePolicy();
    kept.setRetainSizeWhenHidden(true);
    m_cancel->setSizePolicy(kept);
    m_export = toolButton(tr("Export trace..."),
                          tr("Write the schedule of the layer as a trace that Perfetto and Chrome open"));
    connect(m_export, &QToolButton::clicked, this, &TilesPage::askExportTrace);
    m_sentence = new ElidedLabel;
    m_sentence->setRole(QPalette::WindowText);
    auto* head =
        panelOf(rowOf({m_title, badgeOf(records::CostModel::Tiles), {m_sentence, 1}, m_cancel, m_export, m_badge}, 12));
    connect(m_cancel, &QToolButton::clicked, &m_tiles, &ShownTiles::cancel);
    return head;
}

QWidget* TilesPage::makeCharts()
{
    auto* content = new QWidget;
    content->setLayout(columnOf({{m_gantt, 5}, {m_addresses, 4}, {m_occupancy, 2}}, 0));
    return cardAround(content);
}

QWidget* TilesPage::makeRange()
{
    auto* panel = new QWidget;
    m_rangeText = new QLabel;
    m_rangeText->setProperty("muted", true);
    m_useTable = named(new CopyableTable(m_use), "laneUseTable", tr("What NPUs and DMA do in the range"));
    panel->setLayout(columnOf({m_rangeText, {m_useTable, 1}}, 3, {6, 4, 6, 2}));
    const auto say = [this] {
        m_rangeText->setText(tr("%1 (Shift+drag in the chart marks a range)").arg(m_use->rangeText()));
    };
    connect(m_use, &QAbstractItemModel::modelReset, m_useTable, &CopyableTable::fitColumns);
    connect(m_use, &QAbstractItemModel::modelReset, panel, say);
    connect(m_use, &QAbstractItemModel::dataChanged, panel, say);
    return panel;
}

QTabWidget* TilesPage::makeFigures()
{
    auto* figures = named(new QTabWidget, "tilesFigures");
    figures->setDocumentMode(true);
    figures->addTab(m_decisions, tr("Decisions"));
    figures->addTab(cardAround(new MovementBars(m_tiles)), tr("Movement"));
    figures->addTab(cardAround(m_sharing), tr("Reuse"));
    figures->addTab(cardAround(m_tilings), tr("Tilings"));
    figures->addTab(cardAround(m_ratios), tr("Speed-ups"));
    figures->addTab(cardAround(m_comparison), tr("Compare"));
    figures->addTab(makeRange(), tr("Range"));
    m_enlarge = toolButton(tr("Enlarge"), tr("Give the figure the whole page, without the charts over cycles"),
                           "enlargeTileFigure");
    m_enlarge->setCheckable(true);
    m_enlarge->setAutoRaise(true);
    connect(m_enlarge, &QToolButton::toggled, this, &TilesPage::setFigureEnlarged);
    figures->setCornerWidget(m_enlarge);
    return figures;
}

QWidget* TilesPage::makeFoot()
{
    m_layers =
        named(new CopyableTable(new TileLayerModel(m_tiles, this)), "tileLayerTable", tr("Layers and their schedules"));
    m_layers->setWidestColumn(220);
    showEmptyText(*m_layers, tr("No layers to schedule yet."));
    connect(m_layers->model(), &QAbstractItemModel::modelReset, m_layers, &CopyableTable::fitColumns);
    connect(&m_tiles, &ShownTiles::answersChanged, m_layers, &CopyableTable::fitColumnsSoon);
    QSplitter* foot = pageSplitter(Qt::Horizontal, QStringLiteral("tilesFoot"));
    foot->addWidget(m_layers);
    foot->addWidget(m_figures = makeFigures());
    foot->setSizes({292, 514}); // the columns up to "Off chip", and all tabs, in a window of 1366 pixels
    return foot;
}

} // namespace nestloom::ui
