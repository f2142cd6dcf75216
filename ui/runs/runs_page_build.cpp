// SPDX-License-Identifier: GPL-3.0-or-later
// The widgets of the runs browser.
#include "ui/runs/runs_page.h"

#include "ui/models/run_list_model.h"
#include "ui/pages/copyable_table.h"
#include "ui/runs/run_filter_line.h"
#include "ui/runs/run_filter_model.h"
#include "ui/runs/run_table_delegate.h"
#include "ui/views/message_panel.h"

#include <QActionGroup>
#include <QApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace nestloom::ui {

namespace {

constexpr int kWidestColumn = 260;
const QList<int> kHiddenAtFirst{RunListModel::Engine, RunListModel::Layers, RunListModel::Seed, RunListModel::Version};

} // namespace

void RunsPage::makeTable()
{
    m_table->setObjectName(QStringLiteral("runsTable"));
    m_table->setAccessibleName(tr("Runs"));
    m_table->setItemDelegate(new RunTableDelegate(m_table));
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    m_table->setWidestColumn(kWidestColumn);
    m_table->keepNarrow(RunListModel::Star);
    m_table->addRowActions(m_actions.all());
    m_table->installEventFilter(this);
    for (const int column : kHiddenAtFirst)
        m_table->setColumnHidden(column, true);
    m_table->sortByColumn(RunListModel::Number, Qt::DescendingOrder);
    m_table->horizontalHeader()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_table->horizontalHeader(), &QWidget::customContextMenuRequested, this, [this](const QPoint& at) {
        auto* menu = new QMenu(this);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        addColumnEntries(menu);
        menu->popup(m_table->horizontalHeader()->mapToGlobal(at));
    });
    connect(m_table, &QTableView::clicked, this, [this](const QModelIndex& index) {
        if (index.column() == RunListModel::Star && QApplication::keyboardModifiers() == Qt::NoModifier)
            toggleStars();
    });
    connect(m_table, &QTableView::doubleClicked, this, [this](const QModelIndex& index) {
        if (index.column() != RunListModel::Star && !(index.flags() & Qt::ItemIsEditable))
            open();
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RunsPage::refreshState);
}

QWidget* RunsPage::makeActionRow()
{
    auto* row = new QWidget(this);
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    const auto button = [row](QAction* action) {
        auto* made = new QToolButton(row);
        made->setDefaultAction(action);
        made->setToolButtonStyle(Qt::ToolButtonTextOnly);
        return made;
    };
    for (QAction* action :
         {m_actions.open, m_actions.compare, m_actions.exportReport, m_actions.runAgain, m_actions.remove})
        layout->addWidget(button(action));
    auto* more = new QToolButton(row);
    more->setText(tr("More"));
    more->setPopupMode(QToolButton::InstantPopup);
    auto* menu = new QMenu(more);
    menu->addActions({m_actions.star, m_actions.editTags, m_actions.editNote, m_actions.pin});
    more->setMenu(menu);
    layout->addWidget(more);
    layout->addSpacing(8);
    m_selected = new QLabel(row);
    m_selected->setProperty("muted", true);
    layout->addWidget(m_selected, 1);
    m_view = new QToolButton(row);
    m_view->setObjectName(QStringLiteral("runsView"));
    m_view->setText(tr("View"));
    m_view->setToolTip(tr("Columns, groups and deleted runs"));
    m_view->setPopupMode(QToolButton::InstantPopup);
    m_view->setMenu(makeViewMenu());
    layout->addWidget(m_view);
    return row;
}

QMenu* RunsPage::makeViewMenu()
{
    auto* menu = new QMenu(this);
    // Made anew each time, so that it says how things stand.
    connect(menu, &QMenu::aboutToShow, this, [this, menu] {
        menu->clear();
        menu->addSection(tr("Group by"));
        auto* groups = new QActionGroup(menu);
        for (const auto& [column, text] :
             {std::pair(-1, tr("Nothing")), std::pair(int(RunListModel::Network), tr("Network")),
              std::pair(int(RunListModel::Accelerator), tr("Accelerator"))}) {
            QAction* entry = menu->addAction(text, this, [this, column = column] { setGrouping(column); });
            entry->setCheckable(true);
            groups->addAction(entry);
            entry->setChecked(m_shown->grouping() == column);
        }
        addColumnEntries(menu->addMenu(tr("Columns")));
        menu->addSeparator();
        menu->addAction(tr("Empty the bin (%1)...").arg(m_runs.binCount()), this, &RunsPage::askToEmptyBin)
            ->setEnabled(m_runs.binCount() > 0);
    });
    return menu;
}

void RunsPage::addColumnEntries(QMenu* menu)
{
    for (int column = 0; column < RunListModel::ColumnCount; ++column) {
        QAction* entry = menu->addAction(m_model->headerData(column, Qt::Horizontal, Qt::DisplayRole).toString(), this,
                                         [this, column](bool on) {
                                             m_table->setColumnHidden(column, !on);
                                             m_table->fitColumns();
                                         });
        entry->setCheckable(true);
        entry->setChecked(!m_table->isColumnHidden(column));
        entry->setEnabled(column != RunListModel::Number); // something must remain
    }
}

void RunsPage::build()
{
    m_actionRow = makeActionRow();
    auto* empty = new QWidget(this);
    auto* emptyLayout = new QVBoxLayout(empty);
    emptyLayout->setContentsMargins(0, 0, 0, 40);
    emptyLayout->addWidget(m_message, 1);
    emptyLayout->addWidget(m_clearFilter, 0, Qt::AlignHCenter);
    m_stack->addWidget(m_table);
    m_stack->addWidget(empty);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(12, 10, 12, 12);
    layout->setSpacing(8);
    layout->addWidget(m_filterLine);
    layout->addWidget(m_actionRow);
    layout->addWidget(m_stack, 1);
    connect(m_clearFilter, &QPushButton::clicked, this, [this] { m_filterLine->setText({}); });
}

} // namespace nestloom::ui
