// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QTextBrowser;
class QWidget;

namespace nestloom::ui {

class MainWindow;

/// F1: a panel with a few sentences about the view that has the focus; it follows the focus while it is open.
void installHelp(MainWindow& window);
/// What is told about this view.
void showTopic(QTextBrowser* text, const QWidget* widget);

} // namespace nestloom::ui
