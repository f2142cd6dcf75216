// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace nestloom::ui {

/// Keeps Ctrl+V and the middle button from pasting what has no format at all, as an empty clipboard of X11: text
/// editors of Qt 6.4 crash on it (QWidgetTextControl::insertFromMimeData() asks for the first format). An event filter
/// of the application.
class PasteGuard : public QObject {
public:
    using QObject::QObject;
    bool eventFilter(QObject* object, QEvent* event) override;
};

} // namespace nestloom::ui
