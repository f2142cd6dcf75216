// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QRect>

class QWidget;

namespace nestloom::ui {

/// Keeps a window and its dialogs on the screen, whatever the size of its words: the window does not grow beyond it
/// when panels open, and a dialog opens with its title in sight.
class ScreenBounds : public QObject {
public:
    explicit ScreenBounds(QWidget& window); // which owns it

    /// What the screen has left for the inside of a window, below its title and within its frame.
    static QRect room(const QWidget& window);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QWidget& m_window;
};

} // namespace nestloom::ui
