// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QWidget;
class QTextBrowser;

namespace nestloom::ui {

/// What F1 says about one view.
struct HelpTopic {
    QString view; // object name of the widget it is about; empty = the general one
    QString title;
    QString text; // HTML
};

/// The topic of the innermost view around a widget; the general one for none.
HelpTopic helpFor(const QWidget* widget);

class MainWindow;

/// F1: a panel with a few sentences about the view that has the focus; it follows the focus while it is open.
void installHelp(MainWindow& window);
/// What is told about this view.
void showTopic(QTextBrowser* text, const QWidget* widget);

} // namespace nestloom::ui
