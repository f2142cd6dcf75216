// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeyEvent>

namespace nestloom::ui {

/// A text field that leaves Ctrl+Z and Ctrl+Y to the window, whose history holds every edit.
template <typename Edit>
class UndoFriendly : public Edit {
public:
    using Edit::Edit;

protected:
    bool event(QEvent* event) override
    {
        if (event->type() == QEvent::ShortcutOverride) {
            auto* key = static_cast<QKeyEvent*>(event);
            if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) {
                event->ignore();
                return false;
            }
        }
        return Edit::event(event);
    }
};

} // namespace nestloom::ui
