// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/nodes/kept_node_runs_panel.h"

#include "ui/features/nodes/node_energy_bars.h"
#include "ui/features/nodes/nodes_words.h"
#include "ui/style/format.h"
#include "ui/style/wording.h"
#include "ui/widgets/chart_file.h"
#include "ui/widgets/copyable_table.h"
#include "ui/widgets/make_widgets.h"

#include <QAction>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QLabel>
#include <QMessageBox>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace nestloom::ui {

KeptNodeRunsModel::KeptNodeRunsModel(const KeptNodeRuns& runs, QObject* parent) : ColumnTable(parent)
{
    using Row = NodeRunSummary;
    const auto words = [](const QString& title, const QString& toolTip, Ask<QString> text) {
        return Field{{title, Kind::Text, toolTip}, text, {}, text};
    };
    const auto count = [](const QString& title, const QString& toolTip, auto get) {
        const auto text = [get](const Row& run) { return format::integer(std::int64_t(get(run))); };
        return Field{{title, Kind::Number, toolTip}, text, get, text};
    };
    Field segments = count(tr("Segments"), tr("Groups of layers that are on the machine at the same time"),
                           [](const Row& run) { return run.segmentCount; });
    segments.toolTip = [](const Row& run) {
        return tr("%1 in %2, the longest of %3")
            .arg(counted(run.layerCount, tr("1 layer"), tr("%1 layers")),
                 counted(run.segmentCount, tr("1 segment"), tr("%1 segments")),
                 counted(run.longestSegment, tr("1 layer"), tr("%1 layers")));
    };
    Field kept = words(tr("Kept"), tr("When, in local time"), [](const Row& run) {
        return dateOf(run.keptAt).toLocalTime().toString(QStringLiteral("yyyy-MM-dd hh:mm"));
    });
    kept.value = [](const Row& run) { return dateOf(run.keptAt).toString(Qt::ISODate); };
    setFields({
        count(tr("Run"), tr("Its number; nestloom-cli node-runs lists the same"),
              [](const Row& run) { return run.id; }),
        words(tr("Network"), {}, &Row::networkName),
        words(tr("Accelerator"), tr("As it was when the schedule was made"), &Row::acceleratorName),
        words(tr("Engine"), tr("What searched"), [](const Row& run) { return engineTitle(run.options); }),
        energyField(tr("Energy"), tr("Of the whole batch"),
                    [](const Row& run) { return Picojoules{run.energy.total()}; }),
        figure(
            {tr("Latency"), Kind::Number, tr("Of the whole batch"), tr("cycles")}, &Row::cycles,
            [](Cycles cycles) { return format::cycles(cycles); },
            [](Cycles cycles) { return format::exactCycles(cycles); }),
        count(tr("Batch"), tr("Images that are computed together"), [](const Row& run) { return run.options.batch; }),
        words(tr("Work"), tr("Inference, or one step of training"),
              [](const Row& run) { return workText(run.options); }),
        words(tr("Objective"), tr("What the engine made small"),
              [](const Row& run) { return goalText(run.options.goal); }),
        segments,
        {{tr("Search"), Kind::Number, tr("Processor time of the search"), tr("ms")},
         [](const Row& run) { return format::milliseconds(run.searchMs); },
         &Row::searchMs,
         [](const Row& run) { return counted(run.evaluated, tr("1 blocking counted"), tr("%1 blockings counted")); }},
        kept,
        words(tr("Version"), tr("Of the program that made the schedule"), &Row::engineVersion),
    });
    const auto take = [this, &runs] { setRows(runs.rows()); };
    connect(&runs, &KeptNodeRuns::changed, this, take);
    take();
}

int KeptNodeRunsModel::rowOf(NodeRunId run) const
{
    const auto row = std::find_if(all().begin(), all().end(), [run](const auto& one) { return one.id == run; });
    return row == all().end() ? -1 : int(row - all().begin());
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
    : ColumnTable(parent)
{
    const auto ofRun = [](const NodeRunSummary& run, double ComparedFigure::*value) {
        return Field{{tr("Run %1").arg(run.id), Kind::Number, nodeRunTitle(run)},
                     [value](const ComparedFigure& of) { return of.text(of.*value); },
                     value,
                     [value](const ComparedFigure& of) { return of.exactText(of.*value); }};
    };
    const auto change = [](const ComparedFigure& of) {
        return of.first != 0 ? format::percentChange(of.second, of.first) : format::kNoValue;
    };
    setFields(
        {{{tr("Figure"), Kind::Text, tr("Of the whole batch")},
          &ComparedFigure::name,
          [](const ComparedFigure& of) { return of.name.trimmed(); },
          &ComparedFigure::name,
          inOrder},
         ofRun(first, &ComparedFigure::first),
         ofRun(second, &ComparedFigure::second),
         {{tr("Change"), Kind::Number, tr("Of the second against the first"), tr("ratio")},
          change,
          [](const ComparedFigure& of) { return of.first != 0 ? std::optional(of.second / of.first) : std::nullopt; },
          change}});
    std::vector<ComparedFigure> rows;
    const auto add = [&](const QString& name, double a, double b, QString (*words)(double), QString (*exact)(double)) {
        rows.push_back({name, a, b, words, exact});
    };
    const auto addEnergy = [&](const QString& name, double a, double b) {
        add(
            name, a, b, [](double pJ) { return format::energy(Picojoules{pJ}); },
            [](double pJ) { return format::exactEnergy(Picojoules{pJ}); });
    };
    const auto addCount = [&](const QString& name, auto a, auto b) {
        const auto words = [](double count) { return format::integer(std::int64_t(count)); };
        add(name, double(a), double(b), words, words);
    };
    addEnergy(tr("Energy"), first.energy.total(), second.energy.total());
    for (const NodePart part : kNodeParts)
        addEnergy(tr("  %1").arg(partText(part)), first.energy[part], second.energy[part]);
    add(tr("Latency"), double(first.cycles.count), double(second.cycles.count), format::cycles, format::exactCycles);
    addCount(tr("Layers"), first.layerCount, second.layerCount);
    addCount(tr("Segments"), first.segmentCount, second.segmentCount);
    addCount(tr("Layers of the longest segment"), first.longestSegment, second.longestSegment);
    add(tr("Search, CPU time"), first.searchMs, second.searchMs, format::milliseconds, format::milliseconds);
    addCount(tr("Blockings counted"), first.evaluated, second.evaluated);
    setRows(std::move(rows));
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
    named(m_table, "keptNodeRunsTable", tr("Kept schedules on nodes"));
    m_table->setWidestColumn(220);
    auto* empty = new QLabel(tr("No schedule on nodes is kept yet. Every finished schedule of an accelerator of the "
                                "library is kept by itself."));
    empty->setAlignment(Qt::AlignCenter);
    empty->setWordWrap(true);
    m_stack->addWidget(m_table);
    m_stack->addWidget(empty);
    setLayout(columnOf({{m_stack, 1}, makeButtons()}, 2));
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
        m_current = row >= 0 ? m_model->at(row).id : 0;
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
    auto* button = toolButton(text, tip);
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
        m_runs.open(m_model->at(row).id);
}

NodeRunComparisonDialog* KeptNodeRunsPanel::compareSelected()
{
    const std::vector<int> selected = m_table->selectedRows();
    if (selected.size() != 2)
        return nullptr;
    auto* dialog = new NodeRunComparisonDialog(m_model->at(selected[0]), m_model->at(selected[1]), window());
    dialog->show();
    return dialog;
}

void KeptNodeRunsPanel::writeCurrent(const QString& path)
{
    const int row = m_table->currentRow();
    if (row < 0 || path.isEmpty())
        return;
    m_path = path;
    m_runs.write(m_model->at(row).id);
}

void KeptNodeRunsPanel::askToWrite()
{
    const int row = m_table->currentRow();
    if (row < 0)
        return;
    const NodeRunSummary& run = m_model->at(row);
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
        runs.push_back(m_model->at(row).id);
    m_runs.remove(runs);
}

} // namespace nestloom::ui
