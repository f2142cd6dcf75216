// SPDX-License-Identifier: GPL-3.0-or-later
// The parts of SimulationView and where they stand.
#include "ui/charts/lane_use_model.h"
#include "ui/features/noc/flit_map.h"
#include "ui/features/noc/link_models.h"
#include "ui/features/noc/simulated_candidates.h"
#include "ui/features/noc/simulation_controls.h"
#include "ui/features/noc/simulation_view.h"
#include "ui/features/noc/simulation_words.h"
#include "ui/features/noc/time_share_bar.h"
#include "ui/features/noc/window_charts.h"
#include "ui/widgets/copyable_table.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/message_panel.h"
#include "ui/widgets/rich_label.h"

#include <QCheckBox>
#include <QFrame>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QSplitter>
#include <QTabWidget>
#include <QToolButton>
#include <QWidgetAction>

namespace nestloom::ui {

namespace {

QSplitter* splitter(Qt::Orientation orientation)
{
    auto* made = new QSplitter(orientation);
    made->setChildrenCollapsible(false);
    made->setHandleWidth(6);
    return made;
}

QVBoxLayout* column(QWidget* widget, int spacing)
{
    auto* layout = new QVBoxLayout(widget);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(spacing);
    return layout;
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
    m_gantt->setObjectName(QStringLiteral("simulationGantt"));
    m_gantt->setAccessibleName(tr("What PEs, buffer and DRAM do"));
    m_gantt->setTimeLabels(true);
    m_gantt->setDescriber([this](std::uint32_t event) { return describeEvent(event); });
    m_message = new MessagePanel;
    m_message->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    auto* upper = splitter(Qt::Horizontal);
    upper->addWidget(makeMesh());
    upper->addWidget(makeSide());
    upper->setStretchFactor(0, 3);
    upper->setStretchFactor(1, 1);
    upper->setSizes({500, 340});
    auto* parts = splitter(Qt::Vertical);
    parts->addWidget(upper);
    parts->addWidget(makeCharts());
    parts->setStretchFactor(0, 3);
    parts->setStretchFactor(1, 2);
    parts->setSizes({300, 160});
    m_body = new QWidget;
    auto* body = column(m_body, 4);
    body->addWidget(m_controls);
    body->addWidget(makeHead());
    body->addWidget(m_shares);
    body->addWidget(parts, 1);
    auto* layout = column(this, 0);
    layout->addWidget(m_message, 1);
    layout->addWidget(m_body, 1);
}

QWidget* SimulationView::makeHead()
{
    auto* head = new QWidget;
    m_headline = new QLabel;
    m_headline->setObjectName(QStringLiteral("simulationHeadline"));
    m_headline->setFont(strongFont(font()));
    m_headline->setTextFormat(Qt::RichText);
    m_headline->setTextInteractionFlags(Qt::TextBrowserInteraction);
    m_why = new ElidedLabel;
    m_why->setRole(QPalette::WindowText);
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(14);
    m_keptMark = new QLabel;
    m_keptMark->setObjectName(QStringLiteral("storedSimulation"));
    m_keptMark->setProperty("muted", true);
    row->addWidget(m_headline);
    row->addWidget(m_why, 1);
    row->addWidget(m_keptMark);
    return head;
}

QWidget* SimulationView::makeFilter()
{
    auto* bar = new QWidget;
    auto* row = column(bar, 4);
    for (const FlitClass flits : kFlitClasses) {
        auto* check = new QCheckBox(flitClassName(flits));
        check->setChecked(true);
        check->setToolTip(tr("Count flits of %1").arg(flitClassName(flits)));
        connect(check, &QCheckBox::toggled, this, [this, flits](bool on) { m_focus.setShown(flits, on); });
        m_classes[std::size_t(flits)] = check;
        row->addWidget(check);
    }
    row->addSpacing(6);
    auto* load = new QToolButton;
    load->setObjectName(QStringLiteral("staticLoad"));
    load->setText(tr("Static load"));
    load->setToolTip(
        tr("In the middle of each link: what the mapping must send over it by X-Y trees, without headers and waiting, "
           "over all simulated cycles"));
    load->setCheckable(true);
    connect(load, &QToolButton::toggled, this, [this](bool on) {
        FlitMap::Colours colours = m_map->colours();
        colours.staticLoad = on;
        m_map->setColours(colours);
    });
    auto* button = new QToolButton;
    button->setObjectName(QStringLiteral("simulationColours"));
    button->setText(tr("Colours"));
    button->setToolTip(tr("Range and scale of the colours; a click on the colour bar opens this as well"));
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
    return bar;
}

QWidget* SimulationView::makeMesh()
{
    auto* panel = new QWidget;
    auto* mesh = new QHBoxLayout;
    mesh->setSpacing(6);
    mesh->addWidget(makeFilter());
    mesh->addWidget(m_map, 1);
    auto* layout = column(panel, 4);
    layout->addLayout(mesh, 1);
    layout->addWidget(m_timeBar);
    return panel;
}

QWidget* SimulationView::makeSide()
{
    m_details = new RichLabel;
    m_details->setObjectName(QStringLiteral("simulatedLinkDetails"));
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
    m_hotTable = new CopyableTable(m_hot);
    m_hotTable->setObjectName(QStringLiteral("hotLinks"));
    m_hotTable->setWidestColumn(150);
    m_hotTable->setAccessibleName(tr("The ten hottest links"));
    m_hotTable->sortByColumn(HotLinkModel::Use, Qt::DescendingOrder);
    for (int i = HotLinkModel::FirstClass; i < m_hot->columnCount(); ++i)
        m_hotTable->setColumnHidden(i, true); // they are in what is copied
    m_hotTable->setColumnHidden(HotLinkModel::Flits, true);
    auto* links = splitter(Qt::Vertical);
    links->addWidget(scroll);
    links->addWidget(m_hotTable);
    links->setSizes({180, 150});
    m_side = new QTabWidget;
    m_side->setObjectName(QStringLiteral("simulationSide"));
    m_side->setDocumentMode(true);
    m_side->setMinimumWidth(250);
    m_side->addTab(links, tr("Links"));
    m_side->addTab(makeCandidates(), tr("Mappings"));
    return m_side;
}

QWidget* SimulationView::makeCandidates()
{
    auto* panel = new QWidget;
    auto* layout = column(panel, 4);
    layout->setContentsMargins(6, 4, 0, 0);
    layout->addWidget(m_candidateText = mutedLabel());
    m_candidateTable = new CopyableTable(m_candidates);
    m_candidateTable->setObjectName(QStringLiteral("simulatedMappings"));
    m_candidateTable->setWidestColumn(160);
    m_candidateTable->setAccessibleName(tr("Mappings by simulated latency"));
    m_candidateTable->sortByColumn(SimulatedCandidateModel::Simulated, Qt::AscendingOrder);
    layout->addWidget(m_candidateTable, 1);
    m_keep = new QPushButton(tr("Keep as run"));
    m_keep->setObjectName(QStringLiteral("keepCandidate"));
    m_keep->setToolTip(
        tr("Store the results of this run with the chosen mapping for all layers of this shape, as a run of its own"));
    layout->addWidget(m_keep, 0, Qt::AlignRight);
    return panel;
}

QWidget* SimulationView::makeDram()
{
    auto* panel = new QWidget;
    auto* layout = column(panel, 0);
    layout->addWidget(m_dramText = mutedLabel());
    auto* bus = new DramChart(DramChart::Figure::Bus, m_shown, m_focus);
    bus->setTimeLabels(true);
    layout->addWidget(new DramChart(DramChart::Figure::Bytes, m_shown, m_focus), 3);
    layout->addWidget(new DramChart(DramChart::Figure::Rows, m_shown, m_focus), 3);
    layout->addWidget(bus, 4);
    return panel;
}

QWidget* SimulationView::makeLanes()
{
    auto* panel = new QWidget;
    auto* layout = column(panel, 2);
    layout->addWidget(m_laneText = mutedLabel());
    m_laneTable = new CopyableTable(m_lanes);
    m_laneTable->setObjectName(QStringLiteral("simulatedLanes"));
    m_laneTable->setAccessibleName(tr("What PEs, buffer and DRAM do in the range"));
    layout->addWidget(m_laneTable, 1);
    connect(m_lanes, &QAbstractItemModel::modelReset, m_laneTable, [this] {
        for (const int column : {1, 2, 3}) // busy, idle, events: a wait is an event here, but no work
            m_laneTable->setColumnHidden(column, true);
        m_laneTable->fitColumns();
    });
    return panel;
}

QWidget* SimulationView::makeCharts()
{
    auto* flits = new FlitChart(m_shown, m_focus);
    flits->setTimeLabels(true);
    m_charts = new QTabWidget;
    m_charts->setObjectName(QStringLiteral("simulationCharts"));
    m_charts->setDocumentMode(true);
    m_charts->addTab(m_gantt, tr("PEs"));
    m_charts->addTab(makeDram(), tr("DRAM"));
    m_charts->addTab(flits, tr("Flits"));
    m_charts->addTab(makeLanes(), tr("Lanes"));
    return m_charts;
}

} // namespace nestloom::ui
