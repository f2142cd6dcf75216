// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

class QSplitter;

namespace nestloom::ui {

/// A raised plate that holds one chart or table up to its edges.
QFrame* cardAround(QWidget* content);

/// A raised plate for lines of words, one below the other, `spacing` pixels apart; its layout is a QVBoxLayout.
QFrame* cardOfLines(QWidget* parent, int spacing);

/// Parts of a page that the user may resize but not hide; the window keeps their sizes under `name`.
QSplitter* pageSplitter(Qt::Orientation orientation, const QString& name);

} // namespace nestloom::ui
