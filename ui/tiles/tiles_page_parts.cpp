// SPDX-License-Identifier: GPL-3.0-or-later
// The parts that TilesPage is put together from.
#include "ui/tiles/tiles_page.h"

#include "ui/elided_label.h"
#include "ui/gantt/lane_use_model.h"
#include "ui/page_parts.h"
#include "ui/pages/copyable_table.h"
#include "ui/pages/empty_table_text.h"
#include "ui/tiles/address_chart.h"
#include "ui/tiles/comparison_panel.h"
#include "ui/tiles/decision_panel.h"
#include "ui/tiles/movement_bars.h"
#include "ui/tiles/sharing_chart.h"
#include "ui/tiles/tile_layer_model.h"
#include "ui/tiles/tilings_panel.h"
#include "ui/tiles/type_occupancy_chart.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSplitter>
#include <QTabWidget>
#include <QToolButton>

namespace nestloom::ui {

QWidget* TilesPage::makeHead()
{
    auto* head = new QWidget;
    m_title = new QLabel;
    m_title->setObjectName(QStringLiteral("tilesTitle"));
    m_title->setFont(strongFont(font()));
    m_badge = new QLabel;
    m_cancel = new QToolButton;
    m_cancel->setText(tr("Cancel"));
    m_cancel->setToolTip(tr("Stop scheduling and keep what was found"));
    QSizePolicy kept = m_cancel->sizePolicy();
    kept.setRetainSizeWhenHidden(true);
    m_cancel->setSizePolicy(kept);
    m_export = new QToolButton;
    m_export->setText(tr("Export trace..."));
    m_export->setToolTip(tr("Write the schedule of the layer as a trace that Perfetto and Chrome open"));
    connect(m_export, &QToolButton::clicked, this, &TilesPage::askExportTrace);
    m_sentence = new ElidedLabel;
    m_sentence->setRole(QPalette::WindowText);
    auto* line = new QHBoxLayout(head);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(12);
    line->addWidget(m_title);
    line->addWidget(m_sentence, 1);
    line->addWidget(m_cancel);
    line->addWidget(m_export);
    line->addWidget(m_badge);
    connect(m_cancel, &QToolButton::clicked, &m_tiles, &ShownTiles::cancel);
    return head;
}

QWidget* TilesPage::makeCharts()
{
    auto* content = new QWidget;
    auto* layout = new QVBoxLayout(content);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_gantt, 5);
    layout->addWidget(m_addresses, 4);
    layout->addWidget(m_occupancy, 2);
    return cardAround(content);
}

QWidget* TilesPage::makeRange()
{
    auto* panel = new QWidget;
    m_rangeText = new QLabel;
    m_rangeText->setProperty("muted", true);
    m_useTable = new CopyableTable(m_use);
    m_useTable->setObjectName(QStringLiteral("laneUseTable"));
    m_useTable->setAccessibleName(tr("What NPUs and DMA do in the range"));
    auto* layout = new QVBoxLayout(panel);
    layout->setContentsMargins(6, 4, 6, 2);
    layout->setSpacing(3);
    layout->addWidget(m_rangeText);
    layout->addWidget(m_useTable, 1);
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
    auto* figures = new QTabWidget;
    figures->setObjectName(QStringLiteral("tilesFigures"));
    figures->setDocumentMode(true);
    figures->addTab(m_decisions, tr("Decisions"));
    figures->addTab(cardAround(new MovementBars(m_tiles)), tr("Movement"));
    figures->addTab(cardAround(m_sharing), tr("Reuse"));
    figures->addTab(cardAround(m_tilings), tr("Tilings"));
    figures->addTab(cardAround(m_ratios), tr("Speed-ups"));
    figures->addTab(cardAround(m_comparison), tr("Compare"));
    figures->addTab(makeRange(), tr("Range"));
    m_enlarge = new QToolButton;
    m_enlarge->setObjectName(QStringLiteral("enlargeTileFigure"));
    m_enlarge->setText(tr("Enlarge"));
    m_enlarge->setToolTip(tr("Give the figure the whole page, without the charts over cycles"));
    m_enlarge->setCheckable(true);
    m_enlarge->setAutoRaise(true);
    connect(m_enlarge, &QToolButton::toggled, this, &TilesPage::setFigureEnlarged);
    figures->setCornerWidget(m_enlarge);
    return figures;
}

QWidget* TilesPage::makeFoot()
{
    m_layers = new CopyableTable(new TileLayerModel(m_tiles, this));
    m_layers->setObjectName(QStringLiteral("tileLayerTable"));
    m_layers->setAccessibleName(tr("Layers and their schedules"));
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
