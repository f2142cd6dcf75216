// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFileDialog>

#include <functional>

namespace nestloom::ui {

/// Where file dialogs begin: the folder of the last file that was opened or saved through one; at first home.
QString lastFolder();
void rememberFolderOf(const QString& path);

using ChosenFile = std::function<void(const QString& path)>;

/// Dialogs for files that do not block the caller. `chosen` hears only while `parent` lives; `filter` is one of
/// QFileDialog, such as "YAML (*.yaml *.yml)".
void askToOpen(QWidget* parent, const QString& title, const QString& filter, ChosenFile chosen);
void askToOpenSeveral(QWidget* parent, const QString& title, const QString& filter,
                      std::function<void(const QStringList& paths)> chosen);
/// `name` is offered. A file gets the ending of the chosen kind.
void askToSave(QWidget* parent, const QString& title, const QString& name, const QString& filter, ChosenFile chosen);
void askForFolder(QWidget* parent, const QString& title, const QString& from, ChosenFile chosen);

} // namespace nestloom::ui
