// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report_pdf/table_painter.h"

#include "app/report_pdf/figure_colours.h"

#include <algorithm>
#include <numeric>

namespace nestloom::report {

namespace {

constexpr double kSmallestFont = 4.5; // points
constexpr double kPadding = 1.8;      // points above and below a row
constexpr std::size_t kRowsTogether = 3;

QString words(const Cell& cell) { return QString::fromStdString(cell.text); }

QColor colourOf(Tone tone, bool isHead)
{
    if (tone == Tone::Good)
        return QColor(0x00, 0x73, 0x4f);
    if (tone == Tone::Bad)
        return QColor(0xb3, 0x26, 0x1e);
    return isHead || tone == Tone::Soft ? paperColour("soft") : QColor(Qt::black);
}

int flagsOf(const Cell& cell)
{
    return int(cell.isNumber ? Qt::AlignRight : Qt::AlignLeft) | int(Qt::AlignTop) | int(Qt::TextWordWrap)
           | int(Qt::TextDontClip);
}

double longestWord(const QString& text, const QFontMetricsF& metrics)
{
    double longest = 0;
    for (const QString& word : text.split(u' '))
        longest = std::max(longest, metrics.horizontalAdvance(word));
    return longest;
}

double sum(const std::vector<double>& values) { return std::accumulate(values.begin(), values.end(), 0.0); }

} // namespace

TablePainter::TablePainter(const Table& table, PagePainter& page) : m_table(table), m_page(page)
{
    while (!fits(m_size) && m_size > kSmallestFont)
        m_size = std::max(kSmallestFont, m_size * 0.94);
}

QFont TablePainter::fontOf(bool isHead) const { return m_page.font(m_size, isHead ? QFont::DemiBold : QFont::Normal); }

/// Finds the widths for a size of font; false when they do not fit even with every text broken at its spaces.
bool TablePainter::fits(double size)
{
    m_size = size;
    const std::size_t columns = m_table.columns.size();
    std::vector<double> natural(columns, 0), least(columns, 0);
    const auto measure = [&](const Row& row, bool isHead) {
        const QFontMetricsF metrics(fontOf(isHead), m_page.device());
        std::size_t column = 0;
        for (const Cell& cell : row) {
            if (cell.span == 1 && column < columns) {
                const double whole = metrics.horizontalAdvance(words(cell)) + m_page.pt(0.5);
                const double word = longestWord(words(cell), metrics) + m_page.pt(0.5);
                natural[column] = std::max(natural[column], isHead && cell.isNumber ? word : whole);
                least[column] = std::max(least[column], cell.isNumber && !isHead ? whole : word);
            }
            column += std::size_t(cell.span);
        }
    };
    measure(m_table.columns, true);
    for (const Row& row : m_table.rows)
        measure(row, false);
    const double room = m_page.width() - gap() * double(columns > 0 ? columns - 1 : 0);
    m_widths = natural;
    if (sum(natural) <= room)
        return true;
    const double spare = room - sum(least);
    const double wanted = sum(natural) - sum(least);
    for (std::size_t i = 0; i < columns; ++i)
        m_widths[i] = spare >= 0 ? least[i] + (wanted > 0 ? (natural[i] - least[i]) * spare / wanted : 0)
                                 : least[i] * room / sum(least);
    return spare >= 0;
}

double TablePainter::cellWidth(const Row& row, std::size_t cell, std::size_t column) const
{
    double width = 0;
    const std::size_t end = std::min(column + std::size_t(row[cell].span), m_widths.size());
    for (std::size_t i = column; i < end; ++i)
        width += m_widths[i] + (i > column ? gap() : 0);
    if (row[cell].span > 1) // a reason may use what the page has left
        width = std::max(width, m_page.width()
                                    - std::accumulate(m_widths.begin(), m_widths.begin() + std::ptrdiff_t(column), 0.0)
                                    - gap() * double(column));
    return width;
}

double TablePainter::rowHeight(const Row& row, bool isHead) const
{
    const QFontMetricsF metrics(fontOf(isHead), m_page.device());
    double height = metrics.height();
    std::size_t column = 0;
    for (std::size_t i = 0; i < row.size() && column < m_widths.size(); ++i) {
        const QRectF room(0, 0, cellWidth(row, i, column), 1e9);
        height = std::max(height, metrics.boundingRect(room, flagsOf(row[i]), words(row[i])).height());
        column += std::size_t(row[i].span);
    }
    return height + 2 * m_page.pt(kPadding);
}

double TablePainter::leadHeight() const
{
    double height = rowHeight(m_table.columns, true);
    for (std::size_t i = 0; i < std::min(kRowsTogether, m_table.rows.size()); ++i)
        height += rowHeight(m_table.rows[i], false);
    return height;
}

void TablePainter::paintRow(const Row& row, bool isHead)
{
    QPainter& painter = m_page.painter();
    const double height = rowHeight(row, isHead);
    painter.setFont(fontOf(isHead));
    double x = 0;
    std::size_t column = 0;
    for (std::size_t i = 0; i < row.size() && column < m_widths.size(); ++i) {
        const double width = cellWidth(row, i, column);
        painter.setPen(colourOf(row[i].tone, isHead));
        painter.drawText(QRectF(x, m_page.y() + m_page.pt(kPadding), width, height), flagsOf(row[i]), words(row[i]));
        for (int step = 0; step < row[i].span && column < m_widths.size(); ++step)
            x += m_widths[column++] + gap();
    }
    painter.setPen(QPen(QColor(0xd9, 0xdc, 0xe1), m_page.pt(isHead ? 0.8 : 0.4)));
    const double right = std::min(m_page.width(), sum(m_widths) + gap() * double(m_widths.size() - 1));
    painter.drawLine(QPointF(0, m_page.y() + height), QPointF(right, m_page.y() + height));
    m_page.move(height);
}

void TablePainter::paint()
{
    if (m_widths.empty())
        return;
    m_page.need(leadHeight());
    paintRow(m_table.columns, true);
    for (const Row& row : m_table.rows) {
        if (rowHeight(row, false) > m_page.left() && !m_page.isAtTop()) {
            m_page.newPage();
            paintRow(m_table.columns, true);
        }
        paintRow(row, false);
    }
}

} // namespace nestloom::report
