// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report_pdf/figure_colours.h"

#include <QString>

#include <map>

namespace nestloom::report {

namespace {

/// The light colours of style.h.
const std::map<std::string_view, const char*>& fills()
{
    static const std::map<std::string_view, const char*> table{
        {"", "#000000"},        {"soft", "#5a6068"},   {"compute", "#4c4c4c"},  {"dram", "#d55e00"},
        {"network", "#56b4e9"}, {"buffer", "#e69f00"}, {"weights", "#0072b2"},  {"inputs", "#e69f00"},
        {"outputs", "#009e73"}, {"front", "#0072b2"},  {"dominated", "#5a6068"}};
    return table;
}

QString attributesOf(const QString& cssClass)
{
    if (cssClass == u"grid")
        return QStringLiteral("stroke=\"#d9dce1\" stroke-width=\"1\"");
    if (cssClass == u"bound")
        return QStringLiteral("stroke=\"#000000\" stroke-width=\"2\"");
    if (cssClass == u"step")
        return QStringLiteral("fill=\"none\" stroke=\"#0072b2\" stroke-width=\"1.5\"");
    const QString fill = QStringLiteral("fill=\"%1\"").arg(paperColour(cssClass.toStdString()).name());
    return cssClass == u"dominated" ? fill + QStringLiteral(" fill-opacity=\"0.5\"") : fill;
}

} // namespace

QColor paperColour(std::string_view cssClass)
{
    const auto found = fills().find(cssClass);
    return QColor(QLatin1String(found == fills().end() ? "#000000" : found->second));
}

QByteArray forPaper(const std::string& svg, const QString& fontFamily)
{
    QString text = QString::fromStdString(svg);
    const QString mark = QStringLiteral("class=\"");
    for (qsizetype at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at)) {
        const qsizetype begin = at + mark.size();
        const qsizetype end = text.indexOf(u'"', begin);
        text.replace(at, end + 1 - at, attributesOf(text.mid(begin, end - begin)));
    }
    text.replace(QStringLiteral("<text "),
                 QStringLiteral("<text font-size=\"11\" font-family=\"%1\" ").arg(fontFamily.toHtmlEscaped()));
    return text.toUtf8();
}

} // namespace nestloom::report
