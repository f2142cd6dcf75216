// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QVariantList>

#include <vector>

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

} // namespace nestloom::ui
