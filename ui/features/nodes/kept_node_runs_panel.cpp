// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/nodes/kept_node_runs_panel.h"

#include "ui/features/nodes/kept_node_runs_model.h"
#include "ui/features/nodes/node_run_comparison.h"
#include "ui/widgets/copyable_table.h"
#include "ui/widgets/save_file.h"

#include <QAction>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QMessageBox>
#include <QStackedWidget>
#include <QToolButton>

namespace nestloom::ui {

KeptNodeRunsPanel::KeptNodeRunsPanel(KeptNodeRuns& runs, QWidget* parent)
    : QWidget(parent), m_runs(runs), m_model(new KeptNodeRunsModel(runs, this)), m_table(new CopyableTable(m_model)),
      m_stack(new QStackedWidget)
{
    setObjectName(QStringLiteral("keptNodeRuns"));
    m_table->setObjectName(QStringLiteral("keptNodeRunsTable"));
    m_table->setAccessibleName(tr("Kept schedules on nodes"));
    m_table->setWidestColumn(220);
    auto* empty = new QLabel(tr("No schedule on nodes is kept yet. Every finished schedule of an accelerator of the "
                                "library is kept by itself."));
    empty->setAlignment(Qt::AlignCenter);
    empty->setWordWrap(true);
    m_stack->addWidget(m_table);
    m_stack->addWidget(empty);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(m_stack, 1);
    layout->addWidget(makeButtons());
    auto* remove = m_table->addRowAction(tr("Delete schedules..."));
    remove->setShortcut(QKeySequence::Delete);
    remove->setShortcutContext(Qt::WidgetShortcut);
    connect(remove, &QAction::triggered, this, &KeptNodeRunsPanel::askToRemove);
    connect(m_table->addRowAction(tr("Compare two schedules")), &QAction::triggered, this, &KeptNodeRunsPanel::compare);
    connect(m_table->addRowAction(tr("Open schedule")), &QAction::triggered, this, &KeptNodeRunsPanel::openCurrent);
    connect(m_table, &QTableView::activated, this, &KeptNodeRunsPanel::openCurrent);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &KeptNodeRunsPanel::refresh);
    connect(m_model, &QAbstractItemModel::modelAboutToBeReset, this, [this] {
        const int row = m_table->currentRow();
        m_current = row >= 0 ? m_model->runAt(row).id : 0;
    });
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] {
        m_table->setCurrentRow(m_model->rowOf(m_current));
        m_table->fitColumns();
        refresh();
    });
    connect(&m_runs, &KeptNodeRuns::written, this, [this](NodeRunId, const QByteArray& json) {
        if (const Status saved = saveFile(m_path, json); !saved)
            Q_EMIT problem(QString::fromStdString(saved.error().text()));
    });
    m_runs.refresh();
    refresh();
}

QToolButton* KeptNodeRunsPanel::addButton(QHBoxLayout* row, const QString& text, const QString& tip,
                                          void (KeptNodeRunsPanel::*act)())
{
    auto* button = new QToolButton;
    button->setText(text);
    button->setToolTip(tip);
    row->addWidget(button);
    connect(button, &QToolButton::clicked, this, act);
    return button;
}

QWidget* KeptNodeRunsPanel::makeButtons()
{
    auto* bar = new QWidget;
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(4, 0, 4, 2);
    row->addStretch();
    m_open = addButton(row, tr("Open"), tr("Verify the schedule again and show it (Return)"),
                       &KeptNodeRunsPanel::openCurrent);
    m_compare = addButton(row, tr("Compare"),
                          tr("Put two selected schedules side by side: energy by component, time, segments"),
                          &KeptNodeRunsPanel::compare);
    m_write =
        addButton(row, tr("Export..."), tr("Write the schedule as JSON, every layer with its mapping and figures"),
                  &KeptNodeRunsPanel::askToWrite);
    m_remove = addButton(row, tr("Delete..."), tr("Delete the selected schedules for good (Del)"),
                         &KeptNodeRunsPanel::askToRemove);
    return bar;
}

void KeptNodeRunsPanel::refresh()
{
    m_stack->setCurrentIndex(m_model->rowCount() > 0 ? 0 : 1);
    const std::size_t selected = m_table->selectedRows().size();
    m_open->setEnabled(m_table->currentRow() >= 0);
    m_write->setEnabled(m_table->currentRow() >= 0);
    m_compare->setEnabled(selected == 2);
    m_remove->setEnabled(selected > 0);
}

void KeptNodeRunsPanel::setCurrent(NodeRunId run)
{
    m_table->setCurrentRow(m_model->rowOf(run));
    refresh();
}

void KeptNodeRunsPanel::openCurrent()
{
    if (const int row = m_table->currentRow(); row >= 0)
        m_runs.open(m_model->runAt(row).id);
}

NodeRunComparisonDialog* KeptNodeRunsPanel::compareSelected()
{
    const std::vector<int> selected = m_table->selectedRows();
    if (selected.size() != 2)
        return nullptr;
    auto* dialog = new NodeRunComparisonDialog(m_model->runAt(selected[0]), m_model->runAt(selected[1]), window());
    dialog->show();
    return dialog;
}

void KeptNodeRunsPanel::writeCurrent(const QString& path)
{
    const int row = m_table->currentRow();
    if (row < 0 || path.isEmpty())
        return;
    m_path = path;
    m_runs.write(m_model->runAt(row).id);
}

void KeptNodeRunsPanel::askToWrite()
{
    const int row = m_table->currentRow();
    if (row < 0)
        return;
    const NodeRunSummary& run = m_model->runAt(row);
    const QString name = QStringLiteral("%1-%2-%3.json")
                             .arg(QString::fromStdString(run.networkName), QString::fromStdString(run.acceleratorName),
                                  QString::fromStdString(run.options.engine));
    writeCurrent(QFileDialog::getSaveFileName(this, tr("Export the schedule on nodes"), name, tr("JSON (*.json)")));
}

void KeptNodeRunsPanel::askToRemove()
{
    const int count = int(m_table->selectedRows().size());
    if (count == 0)
        return;
    const QString question = count == 1 ? tr("Delete the selected schedule on nodes? It cannot be brought back.")
                                        : tr("Delete %1 schedules on nodes? They cannot be brought back.").arg(count);
    if (QMessageBox::question(this, tr("Delete schedules on nodes"), question) == QMessageBox::Yes)
        removeSelected();
}

void KeptNodeRunsPanel::removeSelected()
{
    std::vector<NodeRunId> runs;
    for (const int row : m_table->selectedRows())
        runs.push_back(m_model->runAt(row).id);
    m_runs.remove(runs);
}

} // namespace nestloom::ui
