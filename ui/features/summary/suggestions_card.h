// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include <array>

class QLabel;
class QToolButton;

namespace nestloom::explore {
struct Suggestion;
}

namespace nestloom::ui {

class ElidedLabel;
class Suggestions;
class Workbench;

/// Up to five changes that were tried on the shown network, with what each brings and a button that makes it. Three
/// have their place; a button shows the others.
class SuggestionsCard : public QFrame {
    Q_OBJECT
public:
    explicit SuggestionsCard(Workbench& workbench, QWidget* parent = nullptr);

private:
    struct Row {
        ElidedLabel* change = nullptr;
        QLabel* effect = nullptr;
        QToolButton* apply = nullptr;
    };
    void refresh();
    void keepRoom();
    void show(const Row& row, const explore::Suggestion& suggestion);
    QString status() const;

    Workbench& m_workbench;
    Suggestions* m_suggestions;
    QLabel* m_status;
    QToolButton* m_more;
    std::array<Row, 5> m_rows;
    bool m_keepsRoom = false; // the shown run was of the editor once
};

} // namespace nestloom::ui
