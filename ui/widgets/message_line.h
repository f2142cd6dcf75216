// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>

namespace nestloom::ui {

/// A sentence of a dialog: what goes on, or, marked and in the warning colour, what is wrong. Hidden without one.
class MessageLine : public QLabel {
    Q_OBJECT
public:
    explicit MessageLine(QWidget* parent = nullptr);

    void tell(const QString& sentence, bool isProblem);

protected:
    void changeEvent(QEvent* event) override; // the theme

private:
    void colour();

    bool m_isProblem = false;
    bool m_colouring = false;
};

} // namespace nestloom::ui
