// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/nodes/kept_node_runs_panel.h"

#include "ui/features/nodes/node_energy_bars.h"
#include "ui/features/nodes/nodes_words.h"
#include "ui/style/format.h"
#include "ui/style/wording.h"
#include "ui/widgets/copyable_table.h"
#include "ui/widgets/save_file.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QMessageBox>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace nestloom::ui {

KeptNodeRunsModel::KeptNodeRunsModel(const KeptNodeRuns& runs, QObject* parent)
    : TableModel(parent), m_runs(runs), m_rows(runs.rows())
{
    connect(&m_runs, &KeptNodeRuns::changed, this, [this] {
        beginResetModel();
        m_rows = m_runs.rows();
        endResetModel();
    });
}

int KeptNodeRunsModel::rowOf(NodeRunId run) const
{
    for (std::size_t row = 0; row < m_rows.size(); ++row)
        if (m_rows[row].id == run)
            return int(row);
    return -1;
}

const std::vector<TableModel::Column>& KeptNodeRunsModel::columns() const
{
    static const std::vector<Column> table{
        {tr("Run"), Kind::Number, tr("Its number; nestloom-cli node-runs lists the same")},
        {tr("Network"), Kind::Text, {}},
        {tr("Accelerator"), Kind::Text, tr("As it was when the schedule was made")},
        {tr("Engine"), Kind::Text, tr("What searched")},
        {tr("Energy"), Kind::Number, tr("Of the whole batch"), tr("pJ")},
        {tr("Latency"), Kind::Number, tr("Of the whole batch"), tr("cycles")},
        {tr("Batch"), Kind::Number, tr("Images that are computed together")},
        {tr("Work"), Kind::Text, tr("Inference, or one step of training")},
        {tr("Objective"), Kind::Text, tr("What the engine made small")},
        {tr("Segments"), Kind::Number, tr("Groups of layers that are on the machine at the same time")},
        {tr("Search"), Kind::Number, tr("Processor time of the search"), tr("ms")},
        {tr("Kept"), Kind::Text, tr("When, in local time")},
        {tr("Version"), Kind::Text, tr("Of the program that made the schedule")},
    };
    return table;
}

QString KeptNodeRunsModel::text(int row, int column) const
{
    const NodeRunSummary& run = runAt(row);
    switch (column) {
    case Run: return format::integer(run.id);
    case Network: return QString::fromStdString(run.networkName);
    case Accelerator: return QString::fromStdString(run.acceleratorName);
    case Engine: return engineTitle(run.options);
    case Energy: return format::energy(Picojoules{run.energy.total()});
    case Latency: return format::cycles(run.cycles);
    case Batch: return format::integer(run.options.batch);
    case Work: return workText(run.options);
    case Objective: return goalText(run.options.goal);
    case Segments: return format::integer(run.segmentCount);
    case Search: return format::milliseconds(run.searchMs);
    case Kept: return dateOf(run.keptAt).toLocalTime().toString(QStringLiteral("yyyy-MM-dd hh:mm"));
    default: return QString::fromStdString(run.engineVersion);
    }
}

QVariant KeptNodeRunsModel::exportValue(int row, int column) const
{
    const NodeRunSummary& run = runAt(row);
    switch (column) {
    case Run: return qlonglong(run.id);
    case Energy: return run.energy.total();
    case Latency: return qlonglong(run.cycles.count);
    case Batch: return qlonglong(run.options.batch);
    case Segments: return run.segmentCount;
    case Search: return run.searchMs;
    case Kept: return dateOf(run.keptAt).toString(Qt::ISODate);
    default: return text(row, column);
    }
}

QString KeptNodeRunsModel::toolTip(int row, int column) const
{
    const NodeRunSummary& run = runAt(row);
    switch (column) {
    case Energy: return format::exactEnergy(Picojoules{run.energy.total()});
    case Latency: return format::exactCycles(run.cycles);
    case Segments:
        return tr("%1 in %2, the longest of %3")
            .arg(counted(run.layerCount, tr("1 layer"), tr("%1 layers")),
                 counted(run.segmentCount, tr("1 segment"), tr("%1 segments")),
                 counted(run.longestSegment, tr("1 layer"), tr("%1 layers")));
    case Search: return counted(run.evaluated, tr("1 blocking counted"), tr("%1 blockings counted"));
    default: return text(row, column);
    }
}

QString nodeRunTitle(const NodeRunSummary& run)
{
    return NodeRunComparisonModel::tr("run %1: %2, %3 on %4, batch %5, %6, for %7")
        .arg(run.id)
        .arg(engineTitle(run.options), QString::fromStdString(run.networkName),
             QString::fromStdString(run.acceleratorName))
        .arg(run.options.batch)
        .arg(workText(run.options), goalText(run.options.goal));
}

NodeRunComparisonModel::NodeRunComparisonModel(const NodeRunSummary& first, const NodeRunSummary& second,
                                               QObject* parent)
    : TableModel(parent)
{
    m_columns = {{tr("Figure"), Kind::Text, tr("Of the whole batch")},
                 {tr("Run %1").arg(first.id), Kind::Number, nodeRunTitle(first)},
                 {tr("Run %1").arg(second.id), Kind::Number, nodeRunTitle(second)},
                 {tr("Change"), Kind::Number, tr("Of the second against the first"), tr("ratio")}};
    m_rows = {{tr("Energy"), Unit::Energy, first.energy.total(), second.energy.total()}};
    for (const NodePart part : kNodeParts)
        m_rows.push_back({tr("  %1").arg(partText(part)), Unit::Energy, first.energy[part], second.energy[part]});
    m_rows.push_back({tr("Latency"), Unit::Cycles, double(first.cycles.count), double(second.cycles.count)});
    m_rows.push_back({tr("Layers"), Unit::Count, double(first.layerCount), double(second.layerCount)});
    m_rows.push_back({tr("Segments"), Unit::Count, double(first.segmentCount), double(second.segmentCount)});
    m_rows.push_back({tr("Layers of the longest segment"), Unit::Count, double(first.longestSegment),
                      double(second.longestSegment)});
    m_rows.push_back({tr("Search, CPU time"), Unit::Milliseconds, first.searchMs, second.searchMs});
    m_rows.push_back({tr("Blockings counted"), Unit::Count, double(first.evaluated), double(second.evaluated)});
}

QString NodeRunComparisonModel::valueText(Unit unit, double value)
{
    switch (unit) {
    case Unit::Energy: return format::energy(Picojoules{value});
    case Unit::Cycles: return format::cycles(value);
    case Unit::Milliseconds: return format::milliseconds(value);
    case Unit::Count: break;
    }
    return format::integer(std::int64_t(value));
}

QString NodeRunComparisonModel::exactText(Unit unit, double value)
{
    switch (unit) {
    case Unit::Energy: return format::exactEnergy(Picojoules{value});
    case Unit::Cycles: return format::exactCycles(value);
    default: return valueText(unit, value);
    }
}

QString NodeRunComparisonModel::text(int row, int column) const
{
    const Row& figure = m_rows[std::size_t(row)];
    switch (column) {
    case Figure: return figure.name;
    case First: return valueText(figure.unit, figure.first);
    case Second: return valueText(figure.unit, figure.second);
    default: return figure.first != 0 ? format::percentChange(figure.second, figure.first) : format::kNoValue;
    }
}

QVariant NodeRunComparisonModel::exportValue(int row, int column) const
{
    const Row& figure = m_rows[std::size_t(row)];
    switch (column) {
    case Figure: return figure.name.trimmed();
    case First: return figure.first;
    case Second: return figure.second;
    default: return figure.first != 0 ? QVariant(figure.second / figure.first) : QVariant();
    }
}

QString NodeRunComparisonModel::toolTip(int row, int column) const
{
    const Row& figure = m_rows[std::size_t(row)];
    if (column == First || column == Second)
        return exactText(figure.unit, column == First ? figure.first : figure.second);
    return text(row, column);
}

NodeRunComparisonDialog::NodeRunComparisonDialog(const NodeRunSummary& first, const NodeRunSummary& second,
                                                 QWidget* parent)
    : QDialog(parent), m_table(new CopyableTable(new NodeRunComparisonModel(first, second, this)))
{
    setObjectName(QStringLiteral("nodeRunComparison"));
    setWindowTitle(tr("Compare schedules on nodes"));
    setAttribute(Qt::WA_DeleteOnClose);
    auto* layout = new QVBoxLayout(this);
    for (const NodeRunSummary* run : {&first, &second}) {
        QString line = nodeRunTitle(*run);
        line[0] = line[0].toUpper();
        auto* title = new QLabel(line);
        title->setTextInteractionFlags(Qt::TextSelectableByMouse);
        title->setWordWrap(true);
        layout->addWidget(title);
    }
    std::vector<NodeEnergyBars::Bar> both{{tr("Run %1").arg(first.id), first.energy, true},
                                          {tr("Run %1").arg(second.id), second.energy, true}};
    auto* bars = new NodeEnergyBars(std::move(both));
    bars->setMinimumHeight(120);
    layout->addWidget(bars, 1);
    m_table->setAccessibleName(tr("Figures of both schedules"));
    layout->addWidget(m_table, 3);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    layout->addWidget(buttons);
    resize(640, 620);
}

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
