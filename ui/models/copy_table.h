// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QModelIndexList>
#include <QString>

class QAbstractItemModel;

namespace nestloom::ui {

enum class TableFormat { Tsv, Csv, Markdown };

/// The selected cells as text with a header line; rows and columns in the order of the model (for a sorted view: of its
/// proxy). Cells inside the block that are not selected stay empty. TSV and CSV carry TableModel::ExportRole (full
/// precision, no separators) where a model has it, Markdown what is shown.
QString copyTable(const QModelIndexList& selection, TableFormat format);
/// The whole table.
QString copyTable(const QAbstractItemModel& model, TableFormat format);

} // namespace nestloom::ui
