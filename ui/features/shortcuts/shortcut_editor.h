// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/shortcuts/shortcut_book.h"

#include <QDialog>

class QKeySequenceEdit;
class QLabel;
class QLineEdit;
class QPushButton;
class QTreeWidget;

namespace nestloom::ui {

/// Changes shortcuts: choose an action, press the keys. What they are used for already is said before anything changes.
class ShortcutEditor : public QDialog {
    Q_OBJECT
public:
    explicit ShortcutEditor(ShortcutBook& book, QWidget* parent = nullptr);

    bool choose(const QAction* action);

private:
    void fill();
    void refreshRows();
    void refreshChoice();
    void refreshWords();
    void filter(const QString& text);
    void assign();
    QAction* chosen() const;

    ShortcutBook& m_book;
    QLineEdit* m_filter;
    QTreeWidget* m_tree;
    QKeySequenceEdit* m_keys;
    QLabel* m_words;
    QPushButton* m_assign;
    QPushButton* m_remove;
    QPushButton* m_reset;
};

} // namespace nestloom::ui
