// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

#include <vector>

class QAction;
class QWidget;
class QMainWindow;

namespace nestloom::ui {

/// Every action of the main window, with text, shortcut and status tip; what they do is connected by the window.
/// The parent owns them.
struct WindowActions {
    explicit WindowActions(QWidget* parent);

    // File
    QAction* open;
    QAction* saveAccelerator;
    QAction* saveAcceleratorAs;
    QAction* exportReport;
    QAction* quit;
    // Edit
    QAction* undo = nullptr; // made by the undo group
    QAction* redo = nullptr;
    QAction* back;
    QAction* forward;
    QAction* previousLayer;
    QAction* nextLayer;
    QAction* clearSelection;
    // Accelerator
    QAction* editForm;
    QAction* editYaml;
    QAction* revert;
    QAction* editShown;
    // Network
    QAction* filterLayers;
    // Run
    QAction* run;
    QAction* cancel;
    QAction* clearJobs;
    // View
    QAction* design;
    QAction* runView;
    QAction* compareView;
    QAction* themeSystem;
    QAction* themeLight;
    QAction* themeDark;
    QAction* resetLayout;
    QAction* beside;
    QAction* nextPart;
    QAction* clearProblems;
    // Help
    QAction* shortcuts;
    QAction* about;

    /// Draws the icons in the colours of the palette.
    void refreshIcons(const QWidget* window) const;
};

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
