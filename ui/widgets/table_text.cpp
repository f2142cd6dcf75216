// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/table_text.h"

#include "ui/widgets/table_model.h"

#include <QAbstractItemModel>
#include <QRegularExpression>
#include <QSet>

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <utility>

namespace nestloom::ui {

namespace {

constexpr int kDigits = 3; // of what is scaled

/// Larger units of one that is exported, the smallest first.
struct ScaledUnit {
    const char* name;
    double size;
};
const std::vector<std::pair<QString, std::vector<ScaledUnit>>>& scales()
{
    static const std::vector<std::pair<QString, std::vector<ScaledUnit>>> all{
        {QStringLiteral("pJ"), {{"pJ", 1}, {"nJ", 1e3}, {"µJ", 1e6}, {"mJ", 1e9}, {"J", 1e12}}},
        {QStringLiteral("B"), {{"B", 1}, {"KiB", 1024}, {"MiB", 1048576}, {"GiB", 1073741824}}}};
    return all;
}

bool isEmptyCell(const QString& cell) { return cell.isEmpty() || cell == QLatin1String("-"); }

/// "31.2 mJ" is a number and a unit; a text without a number in front is neither.
std::optional<std::pair<QString, QString>> numberAndUnit(const QString& cell)
{
    static const QRegularExpression form(
        QStringLiteral("^([+\\-\u2212]?[0-9][0-9,]*(?:\\.[0-9]+)?)\\s*([^0-9\\s][^0-9]*)?$"));
    const auto match = form.match(cell);
    if (!match.hasMatch())
        return std::nullopt;
    return std::pair(match.captured(1), match.captured(2));
}

/// Moves the unit that all cells share into the title; false when they share none.
bool shareUnit(LatexColumn& column)
{
    QStringList numbers;
    std::optional<QString> shared;
    for (const QString& cell : std::as_const(column.shown)) {
        const auto parts = numberAndUnit(cell);
        if (!parts && !isEmptyCell(cell))
            return false;
        if (parts && shared.value_or(parts->second) != parts->second)
            return false;
        if (parts)
            shared = parts->second;
        numbers << (parts ? parts->first : cell);
    }
    const QString unit = shared.value_or(QString());
    if (!unit.isEmpty() && !column.title.contains(QLatin1Char('[')))
        column.title += QStringLiteral(" [%1]").arg(unit);
    else if (!unit.isEmpty())
        return false; // the title names another one
    column.shown = numbers;
    return true;
}

/// Shows the exact values in a unit that suits the largest; false when they have no unit.
bool scaleExact(LatexColumn& column)
{
    static const QRegularExpression form(QStringLiteral("^(.*) \\[([^\\]]+)\\]$"));
    const auto title = form.match(column.exactTitle);
    if (!title.hasMatch())
        return false;
    double largest = 0;
    for (const QVariant& value : std::as_const(column.exact))
        largest = std::max(largest, std::abs(value.toDouble()));
    QString name = title.captured(2);
    double size = 1;
    for (const auto& [unit, larger] : scales())
        for (const ScaledUnit& each : larger)
            if (unit == title.captured(2) && largest >= each.size) {
                name = QString::fromUtf8(each.name);
                size = each.size;
            }
    column.title = QStringLiteral("%1 [%2]").arg(title.captured(1), name);
    for (qsizetype row = 0; row < column.exact.size(); ++row) {
        bool ok = false;
        const double value = column.exact[row].toDouble(&ok) / size;
        if (!ok)
            continue;
        const int decimals =
            value == 0 ? 0 : std::clamp(kDigits - 1 - int(std::floor(std::log10(std::abs(value)))), 0, 6);
        column.shown[row] = QString::number(value, 'f', std::floor(value) == value && size == 1 ? 0 : decimals);
    }
    return true;
}

QString latexRow(const QStringList& cells) { return cells.join(QStringLiteral(" & ")) + QStringLiteral(" \\\\\n"); }

} // namespace

QString latexEscaped(const QString& text)
{
    static const std::vector<std::pair<char16_t, const char*>> signs{{u'\\', "\\textbackslash{}"},
                                                                     {u'{', "\\{"},
                                                                     {u'}', "\\}"},
                                                                     {u'$', "\\$"},
                                                                     {u'&', "\\&"},
                                                                     {u'#', "\\#"},
                                                                     {u'%', "\\%"},
                                                                     {u'_', "\\_"},
                                                                     {u'^', "\\textasciicircum{}"},
                                                                     {u'~', "\\textasciitilde{}"},
                                                                     {u'<', "$<$"},
                                                                     {u'>', "$>$"},
                                                                     {u'|', "$|$"},
                                                                     {u'\u00d7', "$\\times$"},
                                                                     {u'\u00b7', "$\\cdot$"},
                                                                     {u'\u00b5', "$\\mu$"},
                                                                     {u'\u0394', "$\\Delta$"},
                                                                     {u'\u2192', "$\\rightarrow$"},
                                                                     {u'\u2264', "$\\le$"},
                                                                     {u'\u2265', "$\\ge$"},
                                                                     {u'\u2212', "$-$"},
                                                                     {u'\u00b2', "$^2$"},
                                                                     {u'\u00b3', "$^3$"},
                                                                     {u'\u221e', "$\\infty$"},
                                                                     {u'\u00a0', "~"},
                                                                     {u'\n', " "}};
    QString escaped;
    for (const QChar character : text) {
        const auto it =
            std::ranges::find_if(signs, [&](const auto& sign) { return sign.first == character.unicode(); });
        escaped += it == signs.end() ? QString(character) : QLatin1String(it->second);
    }
    return escaped;
}

QString latexLines(const QString& text)
{
    QString lines;
    for (const QString& line : text.split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
        const qsizetype blanks =
            std::distance(line.begin(), std::ranges::find_if(line, [](QChar c) { return c != u' '; }));
        lines +=
            QStringLiteral("\\hspace*{%1em}%2 \\\\\n").arg(QString::number(blanks / 2), latexEscaped(line.mid(blanks)));
    }
    return QStringLiteral("\\begin{tabular}{@{}l@{}}\n") + lines + QStringLiteral("\\end{tabular}\n");
}

QString latexTable(std::vector<LatexColumn> columns)
{
    QString alignment;
    QStringList titles;
    qsizetype rows = 0;
    for (LatexColumn& column : columns) {
        alignment += column.isNumber ? QLatin1Char('r') : QLatin1Char('l');
        if (column.isNumber && !shareUnit(column))
            (void)scaleExact(column); // else every cell keeps its own unit
        titles << latexEscaped(column.title);
        rows = std::max(rows, column.shown.size());
    }
    QString text = QStringLiteral("% \\usepackage{booktabs}\n\\begin{tabular}{%1}\n\\toprule\n").arg(alignment)
                   + latexRow(titles) + QStringLiteral("\\midrule\n");
    for (qsizetype i = 0; i < rows; ++i) {
        QStringList cells;
        for (const LatexColumn& column : columns) {
            QString cell = latexEscaped(column.shown.value(i));
            if (column.isNumber && cell.startsWith(QLatin1Char('-')))
                cell = cell.size() == 1 ? QStringLiteral("--") : QStringLiteral("$-$") + cell.mid(1);
            cells << cell;
        }
        text += latexRow(cells);
    }
    return text + QStringLiteral("\\bottomrule\n\\end{tabular}\n");
}

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
