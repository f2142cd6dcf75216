// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/runs/runs_page.h"

#include "engine/base/ranges.h"
#include "ui/features/runs/run_filter_line.h"
#include "ui/features/runs/run_table.h"
#include "ui/parts/ask_report_file.h"
#include "ui/parts/run_list_model.h"
#include "ui/style/format.h"
#include "ui/widgets/copyable_table.h"
#include "ui/widgets/make_widgets.h"
#include "ui/widgets/message_panel.h"
#include "ui/widgets/toast.h"
#include "ui/workbench/baseline.h"
#include "ui/workbench/workbench.h"

#include <QActionGroup>
#include <QApplication>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QInputDialog>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMessageBox>
#include <QMetaMethod>
#include <QPushButton>
#include <QScrollBar>
#include <QSettings>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>

namespace nestloom::ui {

namespace {

const QString kHiddenKey = QStringLiteral("runs/hidden");
const QString kGroupKey = QStringLiteral("runs/groupedBy");

} // namespace

RunsPage::RunsPage(Workbench& workbench, QWidget* parent)
    : QWidget(parent), m_workbench(workbench), m_runs(workbench.session().runHistory()),
      m_model(new RunListModel(this)), m_shown(new RunFilterModel(m_model, this)),
      m_filterLine(new RunFilterLine(m_runs, this)), m_table(new CopyableTable(m_shown, this)),
      m_stack(new QStackedWidget(this)), m_message(new MessagePanel(this)),
      m_clearFilter(new QPushButton(tr("Clear the filter"), this)), m_toast(new Toast(this)), m_actions(m_table)
{
    setObjectName(QStringLiteral("runsPage"));
    m_workbench.histories().addStack(&m_history);
    makeTable();
    build();
    connectActions();
    connect(m_filterLine, &RunFilterLine::filterChanged, this, &RunsPage::applyFilter);
    connect(m_model, &RunListModel::marksEdited, this, [this](RunId run, const RunMarks& marks) {
        mark({{run, marks}}, tr("edit run %1").arg(run));
    });
    connect(&m_runs, &RunHistory::changed, this, &RunsPage::refresh);
    connect(&m_workbench.baseline(), &Baseline::changed, m_model,
            [this] { m_model->setBaseline(m_workbench.baseline().run()); });
    connect(&m_runs, &RunHistory::startedAgain, this, &RunsPage::hearStartedAgain);
    connect(&m_runs, &RunHistory::failed, &m_workbench, &Workbench::problem);
    connect(&m_history, &QUndoStack::indexChanged, m_table, &CopyableTable::fitColumns); // tags and notes got longer
    connect(&m_history, &QUndoStack::indexChanged, m_toast, &QWidget::hide);             // undone or overtaken
    connect(m_toast, &Toast::undoRequested, &m_history, &QUndoStack::undo);
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) { followFocus(now); });
    refresh();
}

void RunsPage::connectActions()
{
    const auto on = [this](QAction* action, auto&& what) { connect(action, &QAction::triggered, this, what); };
    on(m_actions.open, [this] { open(); });
    on(m_actions.compare, [this] { Q_EMIT compareRequested(selectedRuns()); });
    on(m_actions.exportReport, [this] { askReport(); });
    on(m_actions.runAgain, [this] { m_runs.runAgain(selectedRuns().front()); });
    on(m_actions.pin, [this] { Q_EMIT baselineRequested(selectedRuns().front()); });
    on(m_actions.star, [this] { toggleStars(); });
    on(m_actions.editTags, [this] { askTags(); });
    on(m_actions.editNote, [this] { editNote(); });
    on(m_actions.remove, [this] { removeSelected(); });
}

void RunsPage::connectNotify(const QMetaMethod& signal)
{
    if (signal == QMetaMethod::fromSignal(&RunsPage::compareRequested))
        m_actions.compare->setVisible(true);
    if (signal == QMetaMethod::fromSignal(&RunsPage::baselineRequested))
        m_actions.pin->setVisible(true);
}

/// Ctrl+Z belongs to whoever has the focus; when this page loses it, the accelerator's history is back in place.
void RunsPage::followFocus(QWidget* now)
{
    if (now == nullptr)
        return;
    const bool ours = now == this || isAncestorOf(now);
    if (ours)
        m_history.setActive(true);
    else if (m_focused)
        m_workbench.document().history().setActive(true);
    m_focused = ours;
}

void RunsPage::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    if (std::exchange(m_focused, false))
        m_workbench.document().history().setActive(true);
}

bool RunsPage::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_table && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Slash) {
            m_filterLine->edit()->setFocus();
            m_filterLine->edit()->selectAll();
            return true;
        }
        // Not a shortcut: that would also take the Return that ends the edit of a cell.
        if ((key == Qt::Key_Return || key == Qt::Key_Enter) && m_table->hasFocus()) { // and not the editor of a cell
            m_actions.open->trigger();
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void RunsPage::refresh()
{
    const std::vector<RunId> selected = selectedRuns();
    const bool wasEmpty = m_model->rowCount() == 0;
    m_model->setRuns(m_runs.rows());
    if (selectedRuns() != selected)
        selectRuns(selected); // the model was reset
    if (wasEmpty)
        m_table->fitColumns();
    refreshState();
}

void RunsPage::applyFilter(const RunFilter& filter)
{
    m_shown->setFilter(filter);
    refreshState();
}

void RunsPage::refreshState()
{
    const int all = m_model->rowCount(), shown = m_shown->rowCount();
    m_filterLine->setCounts(shown, all);
    m_filterLine->setEnabled(all > 0);
    const std::vector<RunId> selected = selectedRuns();
    int running = 0;
    for (const RunId run : selected)
        if (const RunSummary* row = find(run); row != nullptr && row->status == RunStatus::Running)
            ++running;
    m_actions.follow(int(selected.size()), running);
    m_selected->setText(selected.size() < 2 ? QString()
                                            : tr("%1 selected").arg(format::integer(std::int64_t(selected.size()))));
    m_stack->setCurrentIndex(shown == 0 ? 1 : 0);
    m_actionRow->setVisible(all > 0 || !m_runs.bin().empty());
    m_clearFilter->setVisible(all > 0 && shown == 0);
    if (all == 0)
        m_message->setMessage(tr("No runs yet"), tr("Every run is kept here with its inputs, whatever its method. "
                                                    "Press Run (Ctrl+R) to make the first one."));
    else if (shown == 0)
        m_message->setMessage(
            tr("No run passes the filter"),
            tr("Runs stored: %1. Without * a name must be the whole name: net:resnet* instead of net:resnet.")
                .arg(format::integer(all)));
}

const RunSummary* RunsPage::find(RunId run) const
{
    const int row = m_model->rowOf(run);
    return row < 0 ? nullptr : &m_model->run(row);
}

std::vector<RunId> RunsPage::selectedRuns() const
{
    QModelIndexList indexes = m_table->selectionModel()->selectedRows();
    std::ranges::sort(indexes, [](const auto& a, const auto& b) { return a.row() < b.row(); });
    std::vector<RunId> runs =
        collect(indexes, [&](const QModelIndex& index) { return m_model->run(m_shown->mapToSource(index).row()).id; });
    std::ranges::stable_sort(runs, {}, [this](RunId run) { return std::ranges::find(m_clicked, run); });
    return runs;
}

void RunsPage::noteClicked()
{
    const std::vector<RunId> selected = selectedRuns();
    std::erase_if(m_clicked, [&](RunId run) { return std::ranges::find(selected, run) == selected.end(); });
    for (const RunId run : selected)
        if (std::ranges::find(m_clicked, run) == m_clicked.end())
            m_clicked.push_back(run);
}

void RunsPage::selectRuns(const std::vector<RunId>& runs)
{
    QItemSelection selection;
    for (const RunId run : runs)
        if (const int row = m_model->rowOf(run); row >= 0)
            if (const QModelIndex index = m_shown->mapFromSource(m_model->index(row, 0)); index.isValid())
                selection.select(index, index);
    m_table->selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

void RunsPage::setGrouping(int column)
{
    m_shown->setGrouping(column);
    if (column >= 0) {
        m_table->setColumnHidden(column, false);
        m_table->fitColumns();
    }
    m_table->viewport()->update();
}

void RunsPage::save(QSettings& settings) const
{
    QVariantList hidden;
    for (int column = 0; column < RunListModel::ColumnCount; ++column)
        if (m_table->isColumnHidden(column))
            hidden << column;
    settings.setValue(kHiddenKey, hidden);
    settings.setValue(kGroupKey, m_shown->grouping());
}

void RunsPage::restore(const QSettings& settings)
{
    if (settings.contains(kHiddenKey)) {
        const QVariantList hidden = settings.value(kHiddenKey).toList();
        for (int column = 0; column < RunListModel::ColumnCount; ++column)
            m_table->setColumnHidden(column, column != RunListModel::Number && hidden.contains(column));
    }
    const int group = settings.value(kGroupKey, -1).toInt();
    if (group == RunListModel::Network || group == RunListModel::Accelerator || group == RunListModel::Engine
        || group == RunListModel::Model)
        setGrouping(group);
}

namespace {

constexpr int kWidestColumn = 260;
const QList<int> kHiddenAtFirst{RunListModel::Utilization, RunListModel::Edp, RunListModel::Seed,
                                RunListModel::Version};

} // namespace

void RunsPage::makeTable()
{
    named(m_table, "runsTable", tr("Runs"));
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
        addColumnEntries(menu, m_table);
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
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &RunsPage::noteClicked);
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
    m_view = named(new QToolButton(row), "runsView", {}, tr("Columns, groups and deleted runs"));
    m_view->setText(tr("View"));
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
              std::pair(int(RunListModel::Accelerator), tr("Accelerator")),
              std::pair(int(RunListModel::Engine), tr("Engine")), std::pair(int(RunListModel::Model), tr("Model"))}) {
            QAction* entry = menu->addAction(text, this, [this, column = column] { setGrouping(column); });
            entry->setCheckable(true);
            groups->addAction(entry);
            entry->setChecked(m_shown->grouping() == column);
        }
        addColumnEntries(menu->addMenu(tr("Columns")), m_table);
        menu->addSeparator();
        fillBinMenu(*menu->addMenu(tr("Bring back from the bin")), m_runs);
        menu->addAction(tr("Empty the bin (%1)...").arg(m_runs.bin().size()), this, &RunsPage::askToEmptyBin)
            ->setEnabled(!m_runs.bin().empty());
    });
    return menu;
}

void RunsPage::build()
{
    m_actionRow = makeActionRow();
    auto* empty = new QWidget(this);
    empty->setLayout(columnOf({{m_message, 1}, {m_clearFilter, 0, Qt::AlignHCenter}}, -1, {0, 0, 0, 40}));
    m_stack->addWidget(m_table);
    m_stack->addWidget(empty);
    setLayout(columnOf({m_filterLine, m_actionRow, {m_stack, 1}}, 8, {12, 10, 12, 12}));
    connect(m_clearFilter, &QPushButton::clicked, this, [this] { m_filterLine->setText({}); });
}

void RunsPage::open()
{
    const std::vector<RunId> runs = selectedRuns();
    if (runs.size() != 1)
        return;
    m_workbench.openRun(runs.front());
    Q_EMIT opened();
}

void RunsPage::mark(const MarksOfRuns& after, const QString& text)
{
    MarksOfRuns before;
    for (const auto& [run, marks] : after)
        if (const RunSummary* row = find(run))
            before.emplace_back(run, row->marks);
    if (before != after && before.size() == after.size())
        m_history.push(new MarkRuns(m_runs, before, after, text));
}

void RunsPage::markSelected(const QString& text, const std::function<void(RunMarks&)>& edit)
{
    MarksOfRuns after;
    for (const RunId run : selectedRuns())
        edit(after.emplace_back(run, find(run)->marks).second);
    mark(after, text);
}

void RunsPage::toggleStars()
{
    const std::vector<RunId> runs = selectedRuns();
    const bool allStarred = std::ranges::all_of(runs, [this](RunId run) { return find(run)->marks.starred; });
    markSelected(allStarred ? tr("unstar") : tr("star"), [&](RunMarks& marks) { marks.starred = !allStarred; });
}

void RunsPage::changeTags(const QString& words)
{
    markSelected(tr("edit tags"), [&](RunMarks& marks) {
        for (const std::string& word : tagsFrom(words)) {
            if (word.starts_with('-'))
                std::erase(marks.tags, word.substr(1));
            else if (std::ranges::find(marks.tags, word) == marks.tags.end())
                marks.tags.push_back(word);
        }
        std::ranges::sort(marks.tags);
    });
}

void RunsPage::askTags()
{
    const std::vector<RunId> runs = selectedRuns();
    if (runs.size() == 1)
        return editInTable(runs.front(), RunListModel::Tags);
    auto* dialog = new QInputDialog(this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Tags of %1 runs").arg(runs.size()));
    dialog->setLabelText(tr("Words to add; a minus before a word removes it:"));
    connect(dialog, &QInputDialog::textValueSelected, this, &RunsPage::changeTags);
    dialog->open();
}

void RunsPage::editNote()
{
    const std::vector<RunId> runs = selectedRuns();
    if (runs.size() == 1)
        editInTable(runs.front(), RunListModel::Note);
}

void RunsPage::editInTable(RunId run, int column)
{
    m_table->setColumnHidden(column, false);
    const QModelIndex index = m_shown->mapFromSource(m_model->index(m_model->rowOf(run), column));
    QScrollBar* along = m_table->horizontalScrollBar();
    connect(
        m_table->itemDelegateForIndex(index), &QAbstractItemDelegate::closeEditor, this,
        [along, left = along->value()] { along->setValue(left); }, Qt::SingleShotConnection);
    m_table->scrollTo(index);
    m_table->edit(index);
}

void RunsPage::removeSelected()
{
    const std::vector<RunId> runs = selectedRuns();
    if (runs.empty())
        return;
    const int row = m_table->selectionModel()->selectedRows().front().row();
    m_history.push(new DeleteRuns(m_runs, runs,
                                  runs.size() == 1 ? tr("delete run %1").arg(runs.front())
                                                   : tr("delete %1 runs").arg(runs.size())));
    m_toast->say(runs.size() == 1 ? tr("Deleted run %1.").arg(runs.front()) : tr("Deleted %1 runs.").arg(runs.size()),
                 true);
    if (m_shown->rowCount() > 0) // the keyboard goes on where it was
        m_table->selectRow(std::min(row, m_shown->rowCount() - 1));
}

void RunsPage::askToEmptyBin()
{
    const std::size_t count = m_runs.bin().size();
    auto* box = new QMessageBox(QMessageBox::Question, tr("Empty the bin"),
                                count == 1 ? tr("Delete 1 run for good? This cannot be undone.")
                                           : tr("Delete %1 runs for good? This cannot be undone.").arg(count),
                                QMessageBox::NoButton, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    QPushButton* empty = box->addButton(tr("Empty the bin"), QMessageBox::AcceptRole);
    box->setDefaultButton(box->addButton(QMessageBox::Cancel));
    connect(empty, &QPushButton::clicked, this, [this] {
        m_history.clear(); // what it could bring back is gone
        m_runs.emptyBin();
    });
    box->open();
}

void RunsPage::askReport()
{
    const std::vector<RunId> runs = selectedRuns();
    if (runs.empty())
        return;
    QString name;
    if (runs.size() == 1) {
        const RunSummary& run = *find(runs.front());
        name = QStringLiteral("run-%1-%2-on-%3")
                   .arg(run.id)
                   .arg(qt(run.networkName), qt(run.acceleratorName).remove(u'*'));
    } else {
        name = QStringLiteral("runs");
        for (const RunId run : runs)
            name += QStringLiteral("-%1").arg(run);
    }
    askReportFile(
        this, name, [this](const QString& path) { exportReport(path); }, runs.size() == 1);
}

void RunsPage::hearStartedAgain(JobId job, const ScheduleRequest& request)
{
    m_workbench.follow(job, request);
    m_toast->say(tr("Running %1 on %2 again, engine %3, seed %4.")
                     .arg(qt(request.network.name), qt(request.accelerator.name), qt(request.engine()))
                     .arg(request.seed()),
                 false);
}

} // namespace nestloom::ui
