// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/table_text.h"

#include "ui/widgets/latex_text.h"
#include "ui/widgets/table_model.h"

#include <QAbstractItemModel>
#include <QSet>
#include <QStringList>

#include <set>

namespace nestloom::ui {

namespace {

QString number(const QVariant& value) { return QString::number(value.toDouble(), 'g', 15); }

QString rawText(const QModelIndex& index)
{
    const QVariant exported = index.data(TableModel::ExportRole);
    if (exported.typeId() == QMetaType::Double)
        return number(exported);
    if (exported.isValid() || qobject_cast<const TableModel*>(index.model()))
        return exported.toString();
    return index.data().toString();
}

QString cellText(const QModelIndex& index, TableFormat format)
{
    QString text = format == TableFormat::Markdown ? index.data().toString() : rawText(index);
    text.replace(QLatin1Char('\n'), QLatin1Char(' '));
    return text;
}

QString headerText(const QAbstractItemModel& model, int column, TableFormat format)
{
    const QVariant exported = model.headerData(column, Qt::Horizontal, TableModel::ExportRole);
    return format != TableFormat::Markdown && exported.isValid() ? exported.toString()
                                                                 : model.headerData(column, Qt::Horizontal).toString();
}

QString escaped(QString text, TableFormat format)
{
    switch (format) {
    case TableFormat::Tsv: return text.replace(QLatin1Char('\t'), QLatin1Char(' '));
    case TableFormat::Markdown: return text.replace(QLatin1Char('|'), QStringLiteral("\\|"));
    case TableFormat::Latex: // made column by column
    case TableFormat::Csv: break;
    }
    if (text.startsWith(QLatin1Char('=')) || text.startsWith(QLatin1Char('@')))
        text.prepend(QLatin1Char('\''));                                      // a spreadsheet would compute it
    if (!text.contains(QLatin1Char(',')) && !text.contains(QLatin1Char('"'))) // RFC 4180
        return text;
    return QLatin1Char('"') + text.replace(QLatin1Char('"'), QStringLiteral("\"\"")) + QLatin1Char('"');
}

QString line(const QStringList& cells, TableFormat format)
{
    switch (format) {
    case TableFormat::Tsv: return cells.join(QLatin1Char('\t')) + QLatin1Char('\n');
    case TableFormat::Csv: return cells.join(QLatin1Char(',')) + QLatin1Char('\n');
    case TableFormat::Markdown:
        return QStringLiteral("| ") + cells.join(QStringLiteral(" | ")) + QStringLiteral(" |\n");
    case TableFormat::Latex: break; // made column by column
    }
    return {};
}

bool isNumberColumn(const QAbstractItemModel& model, int column)
{
    return Qt::Alignment(model.headerData(column, Qt::Horizontal, Qt::TextAlignmentRole).toInt()) & Qt::AlignRight;
}

QString markdownRule(const QAbstractItemModel& model, const std::set<int>& columns)
{
    QStringList cells;
    for (const int column : columns)
        cells << (isNumberColumn(model, column) ? QStringLiteral("---:") : QStringLiteral("---"));
    return line(cells, TableFormat::Markdown);
}

LatexColumn latexColumn(const QAbstractItemModel& model, int column)
{
    LatexColumn made{model.headerData(column, Qt::Horizontal).toString(), isNumberColumn(model, column), {}};
    made.exactTitle = headerText(model, column, TableFormat::Csv);
    return made;
}

QString latexText(const QAbstractItemModel& model, const std::set<int>& rows, const std::set<int>& columns,
                  const QModelIndex& parent, const QSet<QModelIndex>& selected)
{
    std::vector<LatexColumn> table;
    for (const int column : columns) {
        LatexColumn made = latexColumn(model, column);
        for (const int row : rows) {
            const QModelIndex index = model.index(row, column, parent);
            const bool isSelected = selected.contains(index);
            made.shown << (isSelected ? index.data().toString() : QString());
            made.exact << (isSelected ? index.data(TableModel::ExportRole) : QVariant());
        }
        table.push_back(std::move(made));
    }
    return latexTable(std::move(table));
}

} // namespace

QString copyTable(const QModelIndexList& selection, TableFormat format)
{
    if (selection.isEmpty())
        return {};
    const QAbstractItemModel& model = *selection.front().model();
    std::set<int> rows;
    std::set<int> columns;
    for (const QModelIndex& index : selection) {
        rows.insert(index.row());
        columns.insert(index.column());
    }
    const QSet<QModelIndex> selected(selection.begin(), selection.end());
    if (format == TableFormat::Latex)
        return latexText(model, rows, columns, selection.front().parent(), selected);

    QStringList header;
    for (const int column : columns)
        header << escaped(headerText(model, column, format), format);
    QString text = line(header, format);
    if (format == TableFormat::Markdown)
        text += markdownRule(model, columns);
    for (const int row : rows) {
        QStringList cells;
        for (const int column : columns) {
            const QModelIndex index = model.index(row, column, selection.front().parent());
            cells << (selected.contains(index) ? escaped(cellText(index, format), format) : QString());
        }
        text += line(cells, format);
    }
    return text;
}

QString copyTable(const QAbstractItemModel& model, TableFormat format)
{
    QModelIndexList all;
    for (int row = 0; row < model.rowCount(); ++row)
        for (int column = 0; column < model.columnCount(); ++column)
            all << model.index(row, column);
    return copyTable(all, format);
}

TableValues tableValues(const QAbstractItemModel& model)
{
    TableValues table;
    for (int column = 0; column < model.columnCount(); ++column)
        table.columns << headerText(model, column, TableFormat::Csv);
    for (int row = 0; row < model.rowCount(); ++row) {
        QVariantList values;
        for (int column = 0; column < model.columnCount(); ++column)
            values << model.index(row, column).data(TableModel::ExportRole);
        table.rows.push_back(values);
    }
    return table;
}

QString csvText(const TableValues& table, const QStringList& comments)
{
    QString text;
    for (const QString& comment : comments)
        text +=
            QStringLiteral("# ") + QString(comment).replace(QLatin1Char('\n'), QLatin1Char(' ')) + QLatin1Char('\n');
    QStringList header;
    for (const QString& column : table.columns)
        header << escaped(column, TableFormat::Csv);
    text += line(header, TableFormat::Csv);
    for (const QVariantList& row : table.rows) {
        QStringList cells;
        for (const QVariant& value : row)
            cells << escaped(value.typeId() == QMetaType::Double ? number(value) : value.toString(), TableFormat::Csv);
        text += line(cells, TableFormat::Csv);
    }
    return text;
}

} // namespace nestloom::ui
