// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report_pdf/block_painter.h"

#include <QColor>
#include <QString>
#include <QSvgRenderer>

#include <algorithm>
#include <numeric>
#include <string>

namespace nestloom::report {

namespace {

constexpr double kSmallestFont = 4.5; // points
constexpr double kPadding = 1.8;      // points above and below a row
constexpr std::size_t kRowsTogether = 3;
constexpr std::size_t kLongNumber = 24; // more letters in a column of numbers are words, broken as others are
constexpr std::size_t kShortText = 16;  // "within 0.56 %" is not broken either

QString words(const Cell& cell) { return QString::fromStdString(cell.text); }

QColor colourOf(Tone tone)
{
    switch (tone) {
    case Tone::Normal: return Qt::black;
    case Tone::Soft: return paperColour("soft");
    case Tone::Good: return QColor(0x00, 0x73, 0x4f);
    case Tone::Bad: return QColor(0xb3, 0x26, 0x1e);
    }
    return Qt::black;
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
                const bool isWhole = !isHead && cell.text.size() <= (cell.isNumber ? kLongNumber : kShortText);
                least[column] = std::max(least[column], isWhole ? whole : word);
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
        painter.setPen(isHead ? paperColour("soft") : colourOf(row[i].tone));
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

namespace {

constexpr double kBody = 8.5, kCode = 6.3, kCaption = 7; // points
constexpr qsizetype kVerbatimLines = 250;                // a network with a thousand operators fills no twenty pages
constexpr int kTilesAbreast = 3;

QString qt(const std::string& text) { return QString::fromStdString(text); }

/// Paints one kind of block, and says how much of it must stand on one page with what is above it.
struct BlockPainter {
    PagePainter& page;

    QFont headingFont(const Heading& heading) const
    {
        return page.font(heading.level == 1 ? 16 : heading.level == 2 ? 11.5 : 9.5, QFont::DemiBold);
    }
    double spaceAbove(const Heading& heading) const
    {
        return page.pt(heading.level == 1 ? 0 : heading.level == 2 ? 16 : 10);
    }

    double lead(const Heading& h) const
    {
        return spaceAbove(h) + page.textHeight(qt(h.text), headingFont(h)) + page.pt(4);
    }
    void paint(const Heading& heading)
    {
        page.skip(spaceAbove(heading));
        page.text(qt(heading.text), headingFont(heading), Qt::black);
        page.move(page.pt(4));
    }

    double lead(const Paragraph& paragraph) const
    {
        return std::min(page.textHeight(qt(paragraph.text), page.font(kBody)), page.pt(3 * kBody * 1.4));
    }
    void paint(const Paragraph& paragraph)
    {
        page.text(qt(paragraph.text), page.font(kBody), colourOf(paragraph.tone));
        page.move(page.pt(4));
    }

    double lead(const Tiles&) const { return page.pt(50); }
    void paint(const Tiles& tiles);

    double lead(const Table& table) const { return TablePainter(table, page).leadHeight(); }
    void paint(const Table& table)
    {
        TablePainter(table, page).paint();
        page.move(page.pt(6));
    }

    double lead(const BulletList&) const { return page.pt(2 * kBody); }
    void paint(const BulletList& list)
    {
        for (const std::string& item : list.items) {
            page.need(page.pt(kBody * 1.4));
            page.painter().setFont(page.font(kBody));
            page.painter().setPen(Qt::black);
            page.painter().drawText(QRectF(page.pt(3), page.y(), page.pt(10), page.pt(kBody * 1.4)),
                                    QStringLiteral("\u2022"));
            page.text(qt(item), page.font(kBody), Qt::black, page.pt(12));
        }
        page.move(page.pt(4));
    }

    double lead(const Legend&) const { return page.pt(16); }
    void paint(const Legend& legend);

    double figureHeight(const QSizeF& size) const
    {
        const double natural = size.width() > 0 ? page.width() * size.height() / size.width() : 0;
        return std::min(natural, page.bodyHeight());
    }
    double lead(const Figure& figure) const
    {
        const QSvgRenderer renderer(forPaper(figure.svg, page.font(kBody).family()));
        return figureHeight(renderer.viewBoxF().size());
    }
    void paint(const Figure& figure)
    {
        QSvgRenderer renderer(forPaper(figure.svg, page.font(kBody).family()));
        const QSizeF size = renderer.viewBoxF().size();
        const double height = figureHeight(size);
        if (!renderer.isValid() || height <= 0)
            return;
        page.need(height);
        page.painter().setFont(page.font(kBody)); // whose style the figure's text takes
        renderer.render(&page.painter(), QRectF(0, page.y(), height * size.width() / size.height(), height));
        page.move(height + page.pt(6));
    }

    double lead(const Verbatim&) const { return page.pt(5 * kCode * 1.4); }
    void paint(const Verbatim& verbatim)
    {
        page.need(lead(verbatim));
        page.skip(page.pt(3));
        page.text(qt(verbatim.title), page.font(kCaption, QFont::DemiBold), paperColour("soft"));
        page.move(page.pt(1));
        const QStringList lines = qt(verbatim.text).split(u'\n');
        for (const QString& line : lines.first(std::min(lines.size(), kVerbatimLines)))
            page.text(line.isEmpty() ? QStringLiteral(" ") : line, page.codeFont(kCode), Qt::black, page.pt(6));
        if (lines.size() > kVerbatimLines)
            page.text(
                QStringLiteral("... and %1 more lines, which the HTML report holds").arg(lines.size() - kVerbatimLines),
                page.font(kCaption), paperColour("soft"), page.pt(6));
        page.move(page.pt(4));
    }
};

void BlockPainter::paint(const Tiles& tiles)
{
    const double gap = page.pt(6), width = (page.width() - gap * (kTilesAbreast - 1)) / kTilesAbreast,
                 height = page.pt(44);
    QPainter& painter = page.painter();
    for (std::size_t i = 0; i < tiles.tiles.size(); i += kTilesAbreast) {
        page.need(height + gap);
        for (std::size_t j = i; j < std::min(tiles.tiles.size(), i + kTilesAbreast); ++j) {
            const Tiles::Tile& tile = tiles.tiles[j];
            const QRectF box(double(j - i) * (width + gap), page.y(), width, height);
            painter.setPen(QPen(QColor(0xd9, 0xdc, 0xe1), page.pt(0.6)));
            painter.setBrush(QColor(0xf8, 0xf9, 0xfa));
            painter.drawRoundedRect(box, page.pt(3), page.pt(3));
            const QRectF inner = box.adjusted(page.pt(7), page.pt(5), -page.pt(7), -page.pt(3));
            painter.setPen(Qt::black);
            painter.setFont(page.font(13, QFont::DemiBold));
            painter.drawText(inner, Qt::AlignLeft | Qt::AlignTop, qt(tile.number));
            painter.setPen(colourOf(tile.changeTone));
            painter.setFont(page.font(9));
            painter.drawText(inner.adjusted(0, page.pt(3), 0, 0), Qt::AlignRight | Qt::AlignTop, qt(tile.change));
            painter.setPen(paperColour("soft"));
            painter.setFont(page.font(kCaption));
            painter.drawText(inner.adjusted(0, page.pt(17), 0, 0),
                             int(Qt::AlignLeft) | int(Qt::AlignTop) | int(Qt::TextWordWrap), qt(tile.words));
        }
        page.move(height + gap);
    }
}

void BlockPainter::paint(const Legend& legend)
{
    QPainter& painter = page.painter();
    const QFont font = page.font(kCaption);
    const QFontMetricsF metrics(font, page.device());
    const double square = page.pt(6), row = page.pt(11);
    painter.setFont(font);
    double x = 0;
    const auto place = [&](const QString& text) { // where the next entry begins
        const double width = square + page.pt(3) + metrics.horizontalAdvance(text) + page.pt(10);
        if (x > 0 && x + width > page.width()) {
            x = 0;
            page.move(row);
        }
        painter.setPen(Qt::black);
        painter.drawText(QPointF(x + square + page.pt(3), page.y() + metrics.ascent()), text);
        const double begin = x;
        x += width;
        return begin;
    };
    for (const LegendEntry& entry : legend.entries) {
        const double begin = place(qt(entry.text));
        QColor fill = paperColour(entry.cssClass);
        fill.setAlphaF(entry.cssClass == "dominated" ? 0.5 : 1.0);
        painter.fillRect(QRectF(begin, page.y() + page.pt(1.5), square, square), fill);
    }
    if (legend.withMarker) {
        const double begin = place(QStringLiteral("proven lower bound"));
        painter.fillRect(QRectF(begin + square / 2, page.y() + page.pt(1), page.pt(1), page.pt(7)), Qt::black);
    }
    page.move(row + page.pt(4));
}

/// How much from block `i` on must stand together: headings, what introduces them, and legends take what follows along.
double leadHeight(const std::vector<Block>& blocks, std::size_t i, const BlockPainter& painter)
{
    double height = 0;
    bool isIntroduced = false;
    for (; i < blocks.size(); ++i) {
        height += std::visit([&painter](const auto& block) { return painter.lead(block); }, blocks[i]);
        const auto* paragraph = std::get_if<Paragraph>(&blocks[i]);
        const bool introduces = paragraph != nullptr && paragraph->tone == Tone::Soft && !isIntroduced;
        if (!introduces && !std::holds_alternative<Heading>(blocks[i]) && !std::holds_alternative<Legend>(blocks[i]))
            break;
        isIntroduced = introduces;
    }
    return height;
}

} // namespace

void paintBlocks(const std::vector<Block>& blocks, PagePainter& page)
{
    BlockPainter painter{page};
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        if (std::holds_alternative<Heading>(blocks[i]) || std::holds_alternative<Legend>(blocks[i]))
            page.need(leadHeight(blocks, i, painter));
        std::visit([&painter](const auto& block) { painter.paint(block); }, blocks[i]);
    }
}

} // namespace nestloom::report
