// SPDX-License-Identifier: GPL-3.0-or-later
// What the runs browser does with the selected runs.
#include "ui/features/runs/runs_page.h"

#include "ui/features/runs/run_actions.h"
#include "ui/features/runs/run_table.h"
#include "ui/parts/ask_report_file.h"
#include "ui/parts/run_list_model.h"
#include "ui/widgets/copyable_table.h"
#include "ui/widgets/toast.h"
#include "ui/workbench/workbench.h"

#include <QInputDialog>
#include <QMessageBox>
#include <QPushButton>

#include <algorithm>

namespace nestloom::ui {

void RunsPage::open()
{
    const std::vector<RunId> runs = selectedRuns();
    if (runs.size() != 1)
        return;
    m_workbench.openRun(runs.front());
    Q_EMIT opened();
}

void RunsPage::mark(const std::vector<std::pair<RunId, RunMarks>>& after, const QString& text)
{
    MarksOfRuns before;
    for (const auto& [run, marks] : after)
        if (const RunSummary* row = find(run))
            before.emplace_back(run, row->marks);
    if (before != after && before.size() == after.size())
        m_history.push(new MarkRuns(m_runs, before, after, text));
}

void RunsPage::toggleStars()
{
    const std::vector<RunId> runs = selectedRuns();
    const bool allStarred =
        std::all_of(runs.begin(), runs.end(), [this](RunId run) { return find(run)->marks.starred; });
    MarksOfRuns after;
    for (const RunId run : runs) {
        RunMarks marks = find(run)->marks;
        marks.starred = !allStarred;
        after.emplace_back(run, marks);
    }
    mark(after, allStarred ? tr("unstar") : tr("star"));
}

void RunsPage::changeTags(const QString& words)
{
    MarksOfRuns after;
    for (const RunId run : selectedRuns()) {
        RunMarks marks = find(run)->marks;
        for (const std::string& word : tagsFrom(words)) {
            if (word.starts_with('-'))
                std::erase(marks.tags, word.substr(1));
            else if (std::find(marks.tags.begin(), marks.tags.end(), word) == marks.tags.end())
                marks.tags.push_back(word);
        }
        std::sort(marks.tags.begin(), marks.tags.end());
        after.emplace_back(run, marks);
    }
    mark(after, tr("edit tags"));
}

void RunsPage::askTags()
{
    const std::vector<RunId> runs = selectedRuns();
    if (runs.size() == 1) { // in place
        const QModelIndex index =
            m_shown->mapFromSource(m_model->index(m_model->rowOf(runs.front()), RunListModel::Tags));
        m_table->setColumnHidden(RunListModel::Tags, false);
        m_table->scrollTo(index);
        m_table->edit(index);
        return;
    }
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
    if (runs.size() != 1)
        return;
    m_table->setColumnHidden(RunListModel::Note, false);
    const QModelIndex index = m_shown->mapFromSource(m_model->index(m_model->rowOf(runs.front()), RunListModel::Note));
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
    const int count = m_runs.binCount();
    auto* box = new QMessageBox(QMessageBox::Question, tr("Empty the bin"),
                                count == 1 ? tr("Delete 1 run for good? This cannot be undone.")
                                           : tr("Delete %1 runs for good? This cannot be undone.").arg(count),
                                QMessageBox::NoButton, this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    QPushButton* empty = box->addButton(tr("Empty the bin"), QMessageBox::AcceptRole);
    box->addButton(QMessageBox::Cancel);
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
        name = QStringLiteral("%1-on-%2")
                   .arg(QString::fromStdString(run.networkName), QString::fromStdString(run.acceleratorName));
    } else {
        name = QStringLiteral("runs");
        for (const RunId run : runs)
            name += QStringLiteral("-%1").arg(run);
    }
    askReportFile(this, name, [this](const QString& path) { exportReport(path); });
}

void RunsPage::exportReport(const QString& path) { m_runs.writeReport({selectedRuns()}, path); }

void RunsPage::hearStartedAgain(JobId job, const ScheduleRequest& request)
{
    m_workbench.run().begin(job, request);
    m_workbench.selection().enterRun(0);
    m_toast->say(
        tr("Running %1 on %2 again, seed %3.")
            .arg(QString::fromStdString(request.network.name), QString::fromStdString(request.accelerator.name))
            .arg(request.options.seed),
        false);
}

} // namespace nestloom::ui
