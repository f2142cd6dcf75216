// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QHBoxLayout;
class QLabel;
class QPushButton;
class QToolButton;

namespace nestloom::ui {

/// A strip below the pages with a sentence and buttons, for what the user should know and may answer later. It goes
/// away by its cross, or when it is deleted.
class Banner : public QFrame {
    Q_OBJECT
public:
    enum class Kind { Question, Done };
    explicit Banner(const QString& text, Kind kind = Kind::Question, QWidget* parent = nullptr);

    QPushButton* addButton(const QString& text);
    QString text() const;

Q_SIGNALS:
    void closed(); // by the cross

private:
    void refreshIcons();

    const Kind m_kind;
    QLabel* m_icon;
    QLabel* m_text;
    QHBoxLayout* m_buttons;
    QToolButton* m_cross;
};

} // namespace nestloom::ui
