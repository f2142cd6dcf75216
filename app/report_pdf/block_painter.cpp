// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report_pdf/block_painter.h"

#include "app/report_pdf/figure_colours.h"
#include "app/report_pdf/table_painter.h"

#include <QSvgRenderer>

#include <algorithm>

namespace nestloom::report {

namespace {

constexpr double kBody = 8.5, kCode = 6.3, kCaption = 7; // points
constexpr qsizetype kVerbatimLines = 250;                // a network with a thousand operators fills no twenty pages
constexpr int kTilesAbreast = 3;

QString qt(const std::string& text) { return QString::fromStdString(text); }

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

/// How much from block `i` on must stand together: headings and legends take what follows along.
double leadHeight(const std::vector<Block>& blocks, std::size_t i, const BlockPainter& painter)
{
    double height = 0;
    for (; i < blocks.size(); ++i) {
        height += std::visit([&painter](const auto& block) { return painter.lead(block); }, blocks[i]);
        if (!std::holds_alternative<Heading>(blocks[i]) && !std::holds_alternative<Legend>(blocks[i]))
            break;
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
