// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace nestloom::ui {

/// While it lives, the wheel changes a combo box or a number only where that has the focus: over all others it scrolls
/// what they stand in. Else a box that comes under the mouse while a page is scrolled is turned to another choice.
class QuietWheel : public QObject {
    Q_OBJECT
public:
    explicit QuietWheel(QObject* parent);

protected:
    bool eventFilter(QObject* object, QEvent* event) override;
};

} // namespace nestloom::ui
