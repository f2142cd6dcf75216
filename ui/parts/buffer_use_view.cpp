// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/buffer_use_view.h"

#include "ui/parts/buffer_bars.h"
#include "ui/parts/buffer_use_model.h"
#include "ui/widgets/message_panel.h"
#include "ui/widgets/number_delegate.h"
#include "ui/widgets/table_actions.h"
#include "ui/words/layer_words.h"

#include <QAction>
#include <QHeaderView>
#include <QScrollArea>
#include <QSplitter>
#include <QStackedLayout>
#include <QTableView>

#include <algorithm>

namespace nestloom::ui {

BufferUseView::BufferUseView(QWidget* parent)
    : QWidget(parent), m_model(new BufferUseModel(this)), m_message(new MessagePanel), m_stack(new QStackedLayout(this))
{
    setAccessibleName(tr("Buffer use"));
    m_stack->addWidget(m_message);
    m_stack->addWidget(makeContent());
    clear();
}

QWidget* BufferUseView::makeContent()
{
    m_bars = new BufferBars;
    m_barsArea = new QScrollArea;
    m_barsArea->setWidget(m_bars);
    m_barsArea->setWidgetResizable(true);
    m_barsArea->setFrameShape(QFrame::NoFrame);
    m_barsArea->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);

    m_table = new QTableView;
    m_table->setModel(m_model);
    m_table->setItemDelegate(new NumberDelegate(m_table));
    m_table->setAccessibleName(tr("Traffic and energy per level and tensor"));
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setAlternatingRowColors(true);
    m_table->setShowGrid(false);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    // Where it is narrow, names are cut, and numbers are not.
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    m_table->horizontalHeader()->setSectionResizeMode(BufferUseModel::Level, QHeaderView::Stretch);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setObjectName(QStringLiteral("bufferUseTable"));
    auto* explain = new QAction(tr("Explain this number"), m_table);
    explain->setObjectName(QStringLiteral("explainCell"));
    explain->setShortcut(Qt::Key_F2);
    explain->setShortcutContext(Qt::WidgetShortcut);
    m_table->insertAction(enableTableExport(*m_table), explain);
    connect(explain, &QAction::triggered, this, &BufferUseView::explainCell);
    connect(m_table, &QTableView::doubleClicked, this, &BufferUseView::explainCell);
    connect(m_bars, &BufferBars::explainRequested, this,
            [this](std::size_t level) { Q_EMIT explainRequested(level, Explained::Tiles); });

    m_splitter = new QSplitter(Qt::Vertical);
    m_splitter->addWidget(m_barsArea);
    m_splitter->addWidget(m_table);
    m_splitter->setStretchFactor(0, 0);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setChildrenCollapsible(false);
    return m_splitter;
}

void BufferUseView::explainCell()
{
    const QModelIndex cell = m_table->currentIndex();
    if (!cell.isValid())
        return;
    const int column = cell.column();
    const bool isEnergy = column == BufferUseModel::Energy || column == BufferUseModel::EnergyShare;
    const bool isTile =
        column == BufferUseModel::Level || column == BufferUseModel::Tensor || column == BufferUseModel::Tile;
    Q_EMIT explainRequested(m_model->at(cell.row()).at, isEnergy ? Explained::Energy
                                                        : isTile ? Explained::Tiles
                                                                 : Explained::Bytes);
}

/// All bars are visible when there is room for them; the table takes the rest. Where the reader moved the handle stays
/// as long as the accelerator has the same number of levels.
void BufferUseView::makeRoomForBars()
{
    const int needed = m_bars->sizeHint().height();
    if (m_barsArea->maximumHeight() == needed)
        return;
    m_barsArea->setMaximumHeight(needed);
    const int tableNeeds = 6 * m_table->verticalHeader()->defaultSectionSize();
    m_splitter->setSizes({needed, std::max(tableNeeds, height() - needed)});
}

bool BufferUseView::showsMessage() const { return m_stack->currentWidget() == m_message; }

void BufferUseView::setLayer(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                             const schedule::LayerResult& result)
{
    const QString name = qt(result.name);
    if (result.mapping && result.mapping->levels.size() == accelerator.levels.size()) {
        m_bars->setUses(bufferUse(accelerator, layer, *result.mapping));
        makeRoomForBars();
        m_model->setLayer(accelerator, layer, result);
        m_stack->setCurrentIndex(1);
        return;
    }
    if (result.mapping)
        m_message->setMessage(tr("%1: the mapping belongs to another accelerator").arg(name),
                              tr("It has %1 levels, the accelerator has %2.")
                                  .arg(result.mapping->levels.size())
                                  .arg(accelerator.levels.size()),
                              true);
    else if (isAwaited(result))
        m_message->setMessage(tr("%1 is waiting for its mapping").arg(name),
                              tr("Buffer use appears as soon as the engine has one."));
    else {
        const WhyNoMapping why = whyNoMapping(result);
        m_message->setMessage(why.title, why.text, why.isWarning);
    }
    m_model->clear();
    m_stack->setCurrentWidget(m_message);
}

void BufferUseView::clear()
{
    m_model->clear();
    m_message->setMessage(
        tr("Select a layer with a mapping"),
        tr("What its tiles need in every buffer appears here, against the capacity. Runs on nodes and "
           "memory plans have no such tiles."));
    m_stack->setCurrentWidget(m_message);
}

} // namespace nestloom::ui
