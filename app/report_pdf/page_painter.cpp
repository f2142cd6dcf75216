// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report_pdf/page_painter.h"

#include <QTextLayout>

#include <algorithm>
#include <map>

namespace nestloom::report {

namespace {

constexpr double kHead = 22, kFoot = 24; // points, beside the body

/// Breaks a text into lines; `line` hears each with its position from the top, and returns nothing.
template <typename Line>
double layOut(const QString& text, const QFont& font, QPaintDevice* device, double width, Line line)
{
    QTextLayout layout(text, font, device);
    QTextOption option;
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    for (QTextLine each = layout.createLine(); each.isValid(); each = layout.createLine()) {
        each.setLineWidth(width);
        each.setPosition({0, 0}); // lines go where they are drawn, perhaps on another page
    }
    layout.endLayout();
    double height = 0;
    for (int i = 0; i < layout.lineCount(); ++i) {
        line(layout.lineAt(i));
        height += layout.lineAt(i).height();
    }
    return height;
}

/// The light colours of html.cpp.
const std::map<std::string_view, const char*>& fills()
{
    static const std::map<std::string_view, const char*> table{
        {"", "#000000"},        {"soft", "#5a6068"},   {"compute", "#4c4c4c"},   {"dram", "#d55e00"},
        {"network", "#56b4e9"}, {"buffer", "#e69f00"}, {"weights", "#0072b2"},   {"inputs", "#e69f00"},
        {"outputs", "#009e73"}, {"front", "#0072b2"},  {"dominated", "#5a6068"}, {"leakage", "#cc79a7"}};
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

PagePainter::PagePainter(QPdfWriter& writer, QString title, QString footer, int pages)
    : m_writer(writer), m_painter(&writer), m_title(std::move(title)), m_footer(std::move(footer)), m_pages(pages)
{
    m_width = m_painter.viewport().width();
    m_top = pt(kHead);
    m_bottom = m_painter.viewport().height() - pt(kFoot);
    m_y = m_top;
    decorate();
}

QFont PagePainter::font(double points, QFont::Weight weight) const
{
    QFont font(QStringLiteral("Inter"));
    font.setStyleHint(QFont::SansSerif);
    font.setPointSizeF(points);
    font.setWeight(weight);
    font.setStyleStrategy(
        QFont::PreferNoShaping); // who copies "-40 %" from the file gets no minus of Inter's alternates
    return font;
}

QFont PagePainter::codeFont(double points) const
{
    QFont font(QStringLiteral("DejaVu Sans Mono"));
    font.setStyleHint(QFont::Monospace);
    font.setFixedPitch(true);
    font.setPointSizeF(points);
    return font;
}

void PagePainter::decorate()
{
    m_painter.save();
    m_painter.setFont(font(7));
    m_painter.setPen(paperColour("soft"));
    const QFontMetricsF metrics(m_painter.font(), &m_writer);
    const QRectF foot(0, m_bottom + pt(10), m_width, pt(12));
    const QString number =
        m_pages > 0 ? QStringLiteral("page %1 of %2").arg(m_page).arg(m_pages) : QStringLiteral("page %1").arg(m_page);
    const double numberWidth = metrics.horizontalAdvance(number) + pt(12);
    m_painter.drawText(foot, Qt::AlignRight | Qt::AlignTop, number);
    m_painter.drawText(foot, Qt::AlignLeft | Qt::AlignTop,
                       metrics.elidedText(m_footer, Qt::ElideRight, m_width - numberWidth));
    if (m_page > 1)
        m_painter.drawText(QRectF(0, 0, m_width, pt(12)), Qt::AlignLeft | Qt::AlignTop,
                           metrics.elidedText(m_title, Qt::ElideRight, m_width));
    m_painter.restore();
}

void PagePainter::newPage()
{
    m_writer.newPage();
    ++m_page;
    m_y = m_top;
    decorate();
}

void PagePainter::need(double height)
{
    if (!isAtTop() && height > left())
        newPage();
}

void PagePainter::skip(double height)
{
    if (!isAtTop())
        m_y += height;
}

void PagePainter::text(const QString& text, const QFont& font, const QColor& colour, double indent)
{
    m_painter.setPen(colour);
    layOut(text, font, &m_writer, m_width - indent, [this, indent](const QTextLine& line) {
        need(line.height());
        line.draw(&m_painter, {indent, m_y});
        m_y += line.height();
    });
}

double PagePainter::textHeight(const QString& text, const QFont& font) const
{
    return layOut(text, font, &m_writer, m_width, [](const QTextLine&) {});
}

} // namespace nestloom::report
