// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <QString>

class QAbstractItemView;
class QAction;
class QWidget;

namespace nestloom::ui {

/// The one way out of every table: Ctrl+C copies as TSV, the context menu as TSV, CSV, Markdown or LaTeX (the
/// selection, or the whole table when nothing is selected), and "Export table..." writes the whole table to a file.
/// Actions that the table has already stand above. Returns the line above these entries: insert actions of rows before
/// it.
QAction* enableTableExport(QAbstractItemView& view);

/// Asks for the file of a table.
void askExportTable(QAbstractItemView& view);

/// Writes the whole table; the suffix says how: .tsv, .md, .tex, all others CSV. Fails   Io.
Status exportTable(const QAbstractItemView& view, const QString& path);

/// The table to export of a page: the one with the focus, or else the first that is shown; nullptr when there is none.
QAbstractItemView* tableOf(QWidget* page);

} // namespace nestloom::ui
