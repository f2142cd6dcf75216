// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

class QAction;
class QWidget;

namespace nestloom::ui {

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

} // namespace nestloom::ui
