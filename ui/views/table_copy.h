// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

class QAbstractItemView;

namespace nestloom::ui {

/// Gives a table Ctrl+C (TSV) and a context menu that copies the selection as TSV, CSV or Markdown; the whole table
/// when nothing is selected.
void enableCopy(QAbstractItemView& view);

} // namespace nestloom::ui
