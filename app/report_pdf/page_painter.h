// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QColor>
#include <QFont>
#include <QPainter>
#include <QPdfWriter>

#include <string>

namespace nestloom::report {

/// The colour on paper of a class of html.cpp; black for one that is not known.
QColor paperColour(std::string_view cssClass);

/// A figure with the classes of html.cpp replaced by what they mean on paper, for a renderer without style sheets.
QByteArray forPaper(const std::string& svg, const QString& fontFamily);

/// Pages that fill from top to bottom. Lengths are device units; pt() makes them from points.
class PagePainter {
public:
    /// `pages`  how many there will be, for "3 of 12"; 0 while that is being found out.
    PagePainter(QPdfWriter& writer, QString title, QString footer, int pages);

    QPainter& painter() { return m_painter; }
    QPaintDevice* device() { return &m_writer; }
    double pt(double points) const { return points * m_writer.resolution() / 72.0; }
    double width() const { return m_width; }
    double bodyHeight() const { return m_bottom - m_top; }
    double y() const { return m_y; }
    double left() const { return m_bottom - m_y; } // on this page
    bool isAtTop() const { return m_y <= m_top; }
    int pages() const { return m_page; }

    /// Begins a page unless so much room is left.
    void need(double height);
    void skip(double height); // nothing at the top of a page
    void move(double height) { m_y += height; }
    void newPage();

    QFont font(double points, QFont::Weight weight = QFont::Normal) const;
    QFont codeFont(double points) const;
    /// Text over the whole width, broken between words and, line by line, over pages.
    void text(const QString& text, const QFont& font, const QColor& colour, double indent = 0);
    /// Height that text() will take.
    double textHeight(const QString& text, const QFont& font) const;

private:
    void decorate();

    QPdfWriter& m_writer;
    QPainter m_painter;
    const QString m_title, m_footer;
    const int m_pages;
    double m_width = 0, m_top = 0, m_bottom = 0, m_y = 0;
    int m_page = 1;
};

} // namespace nestloom::report
