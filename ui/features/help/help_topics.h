// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;

namespace nestloom::ui {

/// What F1 says about one view.
struct HelpTopic {
    QString view; // object name of the widget it is about; empty = the general one
    QString title;
    QString text; // HTML
};

/// The topic of the innermost view around a widget; the general one for none.
HelpTopic helpFor(const QWidget* widget);

} // namespace nestloom::ui
