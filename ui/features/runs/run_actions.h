// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/run_history.h"

#include <QList>
#include <QUndoCommand>

class QAction;
class QMenu;
class QWidget;

namespace nestloom::ui {

using MarksOfRuns = std::vector<std::pair<RunId, RunMarks>>;

/// Stars, tags or notes of some runs, in one step. Of what another window has changed since, or deleted, nothing is
/// undone.
class MarkRuns : public QUndoCommand {
public:
    MarkRuns(RunHistory& history, MarksOfRuns before, MarksOfRuns after, const QString& text)
        : QUndoCommand(text), m_history(history), m_before(std::move(before)), m_after(std::move(after))
    {
    }
    void redo() override { change(m_before, m_after); }
    void undo() override { change(m_after, m_before); }

private:
    void change(const MarksOfRuns& from, const MarksOfRuns& to);

    RunHistory& m_history;
    const MarksOfRuns m_before, m_after;
};

/// Some runs into the bin, in one step.
class DeleteRuns : public QUndoCommand {
public:
    DeleteRuns(RunHistory& history, std::vector<RunId> runs, const QString& text)
        : QUndoCommand(text), m_history(history), m_runs(std::move(runs))
    {
    }
    void redo() override { m_history.moveToBin(m_runs); }
    void undo() override { m_history.restore(m_runs); }

private:
    RunHistory& m_history;
    const std::vector<RunId> m_runs;
};

/// What can be done with the selected runs. The parent owns the actions; their keys work while it has the focus.
struct RunActions {
    explicit RunActions(QWidget* parent);

    QAction* open;
    QAction* compare;
    QAction* exportReport;
    QAction* runAgain;
    QAction* pin;
    QAction* star;
    QAction* editTags;
    QAction* editNote;
    QAction* remove;

    QList<QAction*> all() const
    {
        return {open, compare, exportReport, runAgain, pin, star, editTags, editNote, remove};
    }
    /// Enables what can be done with so many runs, `running` of which are not finished, and says why not.
    void follow(int selected, int running) const;
};

/// What brings back all deleted runs, and the last ones one by one.
void fillBinMenu(QMenu& menu, RunHistory& runs);

} // namespace nestloom::ui
