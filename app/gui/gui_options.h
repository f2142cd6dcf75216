// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/theme.h"

#include <QSize>
#include <QStringList>

#include <optional>

namespace nestloom::app {

/// What the command line of the window says.
struct GuiOptions {
    bool example = false;               // --example: map resnet50 onto simba at once
    QString tour;                       // --tour DIR: show every view, save pictures there, and quit
    QSize size;                         // --size 1366x768
    std::optional<ui::ThemeKind> theme; // --theme light|dark|system
    QString store;                      // --store FILE: another database of runs
    QStringList files;                  // accelerators and networks to open
};

/// Ends the program with a message for --help, --version and anything it does not understand.
GuiOptions readGuiOptions(const QApplication& application);

} // namespace nestloom::app
