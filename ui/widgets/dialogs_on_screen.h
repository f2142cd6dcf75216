// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace nestloom::ui {

/// Hears every dialog of the program as it opens: one that is larger than its screen, as with large fonts on a small
/// one, becomes as large as that, and all of it lies inside.
class DialogsOnScreen : public QObject {
    Q_OBJECT
public:
    /// Watches until `parent` is gone.
    explicit DialogsOnScreen(QObject* parent);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

} // namespace nestloom::ui
