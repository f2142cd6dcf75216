// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>
#include <QPalette>

namespace nestloom::ui {

/// An icon of resources/icons/ by its file name ("run"), drawn in the text colour of the palette.
QIcon icon(const QString& name, const QPalette& palette);
/// The same in a colour of its own.
QIcon icon(const QString& name, const QColor& colour);
/// The program's icon.
QIcon programIcon();

} // namespace nestloom::ui
