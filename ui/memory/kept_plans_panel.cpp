// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/memory/kept_plans_panel.h"

#include "ui/memory/kept_plans_model.h"
#include "ui/pages/copyable_table.h"

#include <QAction>
#include <QHBoxLayout>
#include <QLabel>
#include <QMessageBox>
#include <QStackedWidget>
#include <QToolButton>

namespace nestloom::ui {

KeptPlansPanel::KeptPlansPanel(KeptPlans& plans, QWidget* parent)
    : QWidget(parent), m_plans(plans), m_model(new KeptPlansModel(plans, this)), m_table(new CopyableTable(m_model)),
      m_stack(new QStackedWidget)
{
    setObjectName(QStringLiteral("keptPlans"));
    m_table->setObjectName(QStringLiteral("keptPlansTable"));
    m_table->setAccessibleName(tr("Kept plans"));
    m_table->setWidestColumn(260);
    auto* empty = new QLabel(tr("No plan is kept yet. Keep stores the plan that is shown, with every address."));
    empty->setAlignment(Qt::AlignCenter);
    empty->setWordWrap(true);
    m_stack->addWidget(m_table);
    m_stack->addWidget(empty);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(m_stack, 1);
    layout->addWidget(makeButtons());
    auto* remove = m_table->addRowAction(tr("Delete plans ..."));
    remove->setShortcut(QKeySequence::Delete);
    remove->setShortcutContext(Qt::WidgetShortcut);
    connect(remove, &QAction::triggered, this, &KeptPlansPanel::askToRemove);
    connect(m_table->addRowAction(tr("Open plan")), &QAction::triggered, this, &KeptPlansPanel::openCurrent);
    connect(m_table, &QTableView::activated, this, &KeptPlansPanel::openCurrent);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &KeptPlansPanel::refresh);
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] {
        m_table->fitColumns();
        refresh();
    });
    connect(&m_plans, &KeptPlans::kept, this, &KeptPlansPanel::setCurrent);
    m_plans.refresh();
    refresh();
}

QWidget* KeptPlansPanel::makeButtons()
{
    auto* bar = new QWidget;
    m_open = new QToolButton;
    m_open->setText(tr("Open"));
    m_open->setToolTip(tr("Verify the plan again and show it in the memory map (Return)"));
    m_remove = new QToolButton;
    m_remove->setText(tr("Delete ..."));
    m_remove->setToolTip(tr("Delete the selected plans for good (Del)"));
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(4, 0, 4, 2);
    row->addStretch();
    row->addWidget(m_open);
    row->addWidget(m_remove);
    connect(m_open, &QToolButton::clicked, this, &KeptPlansPanel::openCurrent);
    connect(m_remove, &QToolButton::clicked, this, &KeptPlansPanel::askToRemove);
    return bar;
}

void KeptPlansPanel::refresh()
{
    m_stack->setCurrentIndex(m_model->rowCount() > 0 ? 0 : 1);
    m_open->setEnabled(m_table->currentRow() >= 0);
    m_remove->setEnabled(!m_table->selectedRows().empty());
}

void KeptPlansPanel::setCurrent(KeptPlanId plan)
{
    m_table->setCurrentRow(m_model->rowOf(plan));
    refresh();
}

void KeptPlansPanel::openCurrent()
{
    if (const int row = m_table->currentRow(); row >= 0)
        m_plans.open(m_model->planAt(row));
}

void KeptPlansPanel::askToRemove()
{
    const int count = int(m_table->selectedRows().size());
    if (count == 0)
        return;
    const QString question = count == 1 ? tr("Delete the selected memory plan? It cannot be brought back.")
                                        : tr("Delete %1 memory plans? They cannot be brought back.").arg(count);
    if (QMessageBox::question(this, tr("Delete memory plans"), question) == QMessageBox::Yes)
        removeSelected();
}

void KeptPlansPanel::removeSelected()
{
    std::vector<KeptPlanId> plans;
    for (const int row : m_table->selectedRows())
        plans.push_back(m_model->planAt(row));
    m_plans.remove(plans);
}

} // namespace nestloom::ui
