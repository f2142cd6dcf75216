// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QModelIndexList>
#include <QStringList>
#include <QVariantList>

#include <vector>

class QAbstractItemModel;

namespace nestloom::ui {

/// A column of a table, for LaTeX.
struct LatexColumn {
    QString title; // as shown
    bool isNumber = false;
    QStringList shown;    // cell by cell: "31.2 mJ"
    QString exactTitle{}; // with the unit of `exact`: "Energy [pJ]"
    QVariantList exact{}; // full precision
};

/// A tabular with the rules of booktabs. Units stand in the header: the one all cells share, or else that of the exact
/// values, scaled so that the largest has one to three digits before the point.
QString latexTable(std::vector<LatexColumn> columns);

/// Indented text, two blanks for each step, line by line: what a loop nest is printed as.
QString latexLines(const QString& text);

/// Text that LaTeX prints as it is: special characters escaped, signs such as × and µ as commands.
QString latexEscaped(const QString& text);

enum class TableFormat { Tsv, Csv, Markdown, Latex };

/// A table of plain values; each row has one value for each column, an invalid one for an empty cell.
struct TableValues {
    QStringList columns; // with units: "energy [pJ]"
    std::vector<QVariantList> rows;
};

/// The selected cells as text with a header line; rows and columns in the order of the model (for a sorted view: of its
/// proxy). Cells inside the block that are not selected stay empty. TSV and CSV carry TableModel::ExportRole (full
/// precision, no separators) where a model has it, Markdown what is shown, LaTeX the same with units in the header.
QString copyTable(const QModelIndexList& selection, TableFormat format);
/// The whole table.
QString copyTable(const QAbstractItemModel& model, TableFormat format);
/// The whole table as values, with what CSV would carry.
TableValues tableValues(const QAbstractItemModel& model);
/// CSV after lines that begin with "# "; numbers in full precision.
QString csvText(const TableValues& table, const QStringList& comments);

} // namespace nestloom::ui
