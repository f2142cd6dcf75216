// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/latex_text.h"

#include <QRegularExpression>

#include <algorithm>
#include <cmath>
#include <optional>
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
        const auto it = std::find_if(signs.begin(), signs.end(),
                                     [&](const auto& sign) { return sign.first == character.unicode(); });
        escaped += it == signs.end() ? QString(character) : QLatin1String(it->second);
    }
    return escaped;
}

QString latexLines(const QString& text)
{
    QString lines;
    for (const QString& line : text.split(QLatin1Char('\n'), Qt::SkipEmptyParts)) {
        const qsizetype blanks =
            std::distance(line.begin(), std::find_if(line.begin(), line.end(), [](QChar c) { return c != u' '; }));
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

} // namespace nestloom::ui
