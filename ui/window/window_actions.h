// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>

class QAction;
class QWidget;

namespace nestloom::ui {

/// Every action of the main window, with text, shortcut and status tip; what they do is connected by the window.
/// The parent owns them.
struct WindowActions {
    explicit WindowActions(QWidget* parent);

    // File
    QAction* open;
    QAction* saveAccelerator;
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
    QAction* clearProblems;
    // Help
    QAction* shortcuts;
    QAction* about;

    /// Draws the icons in the colours of the palette.
    void refreshIcons(const QWidget* window) const;
};

} // namespace nestloom::ui
