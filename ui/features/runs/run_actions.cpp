// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/runs/run_actions.h"

#include "ui/parts/run_list_model.h"
#include "ui/ports/run_history.h"
#include "ui/style/words.h"

#include <QAction>
#include <QMenu>
#include <QWidget>

#include <algorithm>
#include <span>

namespace nestloom::ui {

namespace {

constexpr int kMostCompared = 4;

QAction* make(QWidget* parent, const char* name, const QString& text, const QKeySequence& key)
{
    auto* action = new QAction(text, parent);
    action->setObjectName(QLatin1String(name));
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    parent->addAction(action);
    return action;
}

/// Enabled, with its purpose as tool tip, or disabled with the reason.
void set(QAction* action, bool enabled, const QString& purpose, const QString& reason)
{
    const QString key = action->shortcut().isEmpty()
                            ? QString()
                            : QStringLiteral(" (%1)").arg(action->shortcut().toString(QKeySequence::NativeText));
    action->setEnabled(enabled);
    action->setToolTip(enabled ? purpose + key : reason);
}

} // namespace

void MarkRuns::change(const MarksOfRuns& from, const MarksOfRuns& to)
{
    MarksOfRuns changed;
    QStringList others;
    for (std::size_t i = 0; i < from.size(); ++i) {
        const RunMarks &before = from[i].second, &after = to[i].second;
        const auto row = std::ranges::find(m_history.rows(), from[i].first, &RunSummary::id);
        bool isOther = row == m_history.rows().end();
        if (!isOther) {
            RunMarks marks = row->marks;
            const auto take = [&](auto field) {
                const bool isOurs = marks.*field == before.*field;
                isOther = isOther || (before.*field != after.*field && !isOurs);
                if (isOurs)
                    marks.*field = after.*field;
            };
            take(&RunMarks::starred);
            take(&RunMarks::tags);
            take(&RunMarks::note);
            changed.emplace_back(row->id, std::move(marks));
        }
        if (isOther)
            others << QString::number(from[i].first);
    }
    m_history.setMarks(changed);
    if (!others.isEmpty())
        Q_EMIT m_history.failed(Words::tr("Left as it is, because it was changed elsewhere since: run %1.")
                                    .arg(others.join(QStringLiteral(", "))));
}

RunActions::RunActions(QWidget* parent)
    : open(make(parent, "runs.open", Words::tr("Open"), {})),
      compare(make(parent, "runs.compare", Words::tr("Compare"), Qt::Key_C)),
      exportReport(make(parent, "runs.report", Words::tr("Export report..."), Qt::Key_E)),
      runAgain(make(parent, "runs.again", Words::tr("Run again"), {})),
      pin(make(parent, "runs.pin", Words::tr("Pin as baseline"), Qt::Key_B)),
      star(make(parent, "runs.star", Words::tr("Star"), Qt::Key_S)),
      editTags(make(parent, "runs.tags", Words::tr("Edit tags..."), Qt::Key_T)),
      editNote(make(parent, "runs.note", Words::tr("Edit note"), Qt::Key_N)),
      remove(make(parent, "runs.delete", Words::tr("Delete"), QKeySequence::Delete))
{
    compare->setVisible(false);
    pin->setVisible(false);
    follow(0, 0);
}

void RunActions::follow(int selected, int running) const
{
    const QString none = Words::tr("Select a run first.");
    const QString one = selected == 0 ? none : Words::tr("Select one run only.");
    const QString still = Words::tr("A selected run is still going on; cancel it or wait for its end.");
    set(open, selected == 1, Words::tr("Show the run in every view (Return)"), one);
    set(compare, selected >= 2 && selected <= kMostCompared, Words::tr("Put the runs side by side"),
        Words::tr("Select two to four runs to compare them."));
    set(exportReport, selected >= 1 && selected <= kMostCompared && running == 0,
        selected > 1 ? Words::tr("Write a comparison of these runs as HTML or PDF")
                     : Words::tr("Write the run as HTML, PDF or JSON"),
        selected == 0 ? none
        : running > 0 ? still
                      : Words::tr("A report compares at most four runs."));
    set(runAgain, selected == 1, Words::tr("Run again with identical inputs, options and seed"), one);
    set(pin, selected == 1 && running == 0, Words::tr("Show every number's change against this run"),
        running > 0 ? still : one);
    set(star, selected >= 1, Words::tr("Star or unstar the runs"), none);
    set(editTags, selected >= 1, Words::tr("Add or remove tags"), none);
    set(editNote, selected == 1, Words::tr("Write a note"), one);
    set(remove, selected >= 1 && running == 0, Words::tr("Delete; can be undone for a week"),
        selected == 0 ? none : still);
}

void fillBinMenu(QMenu& menu, RunHistory& runs)
{
    constexpr std::size_t kMost = 20;
    const std::vector<RunSummary>& bin = runs.bin();
    menu.setEnabled(!bin.empty());
    std::vector<RunId> all;
    std::ranges::transform(bin, std::back_inserter(all), &RunSummary::id);
    if (all.size() > 1)
        menu.addAction(Words::tr("All %1 runs").arg(all.size()), &menu, [&runs, all] { runs.restore(all); });
    for (const RunSummary& run : std::span(bin).first(std::min(bin.size(), kMost))) {
        QString text = Words::tr("Run %1: %2, %3").arg(run.id).arg(workText(run), resultText(run));
        menu.addAction(text.replace(QLatin1Char('&'), QStringLiteral("&&")), &menu,
                       [&runs, id = run.id] { runs.restore({id}); });
    }
}

} // namespace nestloom::ui
