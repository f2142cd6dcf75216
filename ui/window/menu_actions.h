// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include <vector>

class QAction;
class QMainWindow;

namespace nestloom::ui {

/// An action of the menu bar and where it stands: {"View", "Theme"}.
struct MenuAction {
    QAction* action = nullptr;
    QStringList path;
};

/// Every named action of the menus, in their order, each once. Entries without an object name (lists that are made anew
/// each time a menu opens) are left out.
std::vector<MenuAction> menuActions(const QMainWindow& window);

QString plainText(const QAction* action);     // without mnemonic and dots
QString withoutMnemonic(const QString& text); // "&File" is "File", "A && B" is "A & B"

} // namespace nestloom::ui
