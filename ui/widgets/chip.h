// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>

namespace nestloom::ui {

/// A word with a meaning of its own in a line of buttons: it gives way where there is little room, so that the buttons
/// stay, and ends in dots then. What it says is whole in its tool tip.
class Chip : public QToolButton {
    Q_OBJECT
public:
    explicit Chip(QWidget* parent = nullptr);

    QSize minimumSizeHint() const override; // the first letters can be read

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QSize m_asked; // of the line, for room
};

} // namespace nestloom::ui
