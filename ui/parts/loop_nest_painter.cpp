// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/loop_nest_painter.h"

#include "ui/style/paint_tools.h"

#include <QPainter>

namespace nestloom::ui {

namespace {

using Band = LoopNestLayout::Band;

constexpr double kSmallestDrawnCell = 3; // smaller cells would be noise: draw one bar instead
constexpr double kMarkWidth = 4;

class BandPainter {
public:
    BandPainter(QPainter& painter, const LoopNestFonts& fonts, const Theme& theme, const LoopNestHighlight& highlight,
                const LoopNestLayout::LoopRow* shownRow)
        : m_painter(painter), m_fonts(fonts), m_theme(theme), m_highlight(highlight), m_shownRow(shownRow)
    {
    }

    void paint(const Band& band)
    {
        m_painter.fillRect(band.rect, m_theme.levelBand(band.level));
        m_painter.fillRect(QRectF(band.rect.left(), band.rect.top(), kMarkWidth, band.rect.height()),
                           m_theme.levelColour(band.level));
        header(band);
        if (band.loops.empty()) {
            m_painter.setFont(m_fonts.caption);
            m_painter.setPen(m_theme.mutedText);
            m_painter.drawText(band.noLoopsRect, Qt::AlignLeft | Qt::AlignVCenter,
                               LoopNestViewWords::tr("no loops at this level"));
        }
        for (const LoopNestLayout::LoopRow& row : band.loops)
            loopRow(row);
        if (band.grid.shown())
            grid(band.grid, m_theme.levelColour(band.level + 1));
        for (const LoopNestLayout::TensorRow& row : band.tensors)
            tensorRow(band, row);
    }

private:
    void header(const Band& band)
    {
        m_painter.setFont(m_fonts.strong);
        m_painter.setPen(m_theme.text);
        m_painter.drawText(band.headerRect, Qt::AlignLeft | Qt::AlignVCenter, band.name);
        const double nameWidth = QFontMetricsF(m_fonts.strong).horizontalAdvance(band.name);
        m_painter.setFont(m_fonts.caption);
        m_painter.setPen(m_theme.mutedText);
        m_painter.drawText(band.headerRect.adjusted(nameWidth + 10, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                           band.instances);
        m_painter.setPen(band.overflows ? m_theme.warning : m_theme.text);
        m_painter.drawText(band.headerRect, Qt::AlignRight | Qt::AlignVCenter,
                           band.overflows ? LoopNestViewWords::tr("does not fit: %1").arg(band.capacity)
                                          : band.capacity);
    }

    void loopRow(const LoopNestLayout::LoopRow& row)
    {
        if (m_highlight.selected == row.loop) {
            m_painter.fillRect(row.rect, m_theme.accentSoft);
            m_painter.fillRect(QRectF(row.rect.left(), row.rect.top(), 3, row.rect.height()), m_theme.accent);
        }
        if (m_highlight.hovered == row.loop) {
            m_painter.setPen(m_theme.accent);
            m_painter.setBrush(Qt::NoBrush);
            m_painter.drawRect(row.rect.adjusted(0.5, 0.5, -0.5, -0.5));
        }
        m_painter.setFont(m_fonts.code);
        m_painter.setPen(m_theme.text);
        const QRectF text(row.textLeft, row.rect.top(), row.rect.right() - row.textLeft, row.rect.height());
        m_painter.drawText(text, Qt::AlignLeft | Qt::AlignVCenter, row.text);
        m_painter.setFont(m_fonts.caption);
        for (const TensorRole role : kTensorRoles)
            paint::tensorChip(m_painter, row.chips[role], role, m_theme, !isReuse(row.effects[role].effect));
        for (std::size_t i = 0; i < row.factors.size(); ++i)
            factorChip(row.factors[i], m_highlight.selected == row.loop && m_highlight.factor == i);
    }

    void factorChip(const LoopNestLayout::Factor& factor, bool isChosen)
    {
        m_painter.setPen(QPen(isChosen ? m_theme.accent : m_theme.mutedText, isChosen ? 1.5 : 1));
        m_painter.setBrush(isChosen ? m_theme.accent : m_theme.card);
        m_painter.drawRoundedRect(factor.rect.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
        m_painter.setPen(isChosen ? m_theme.onAccent : m_theme.text);
        m_painter.drawText(factor.rect, Qt::AlignCenter, QString::number(factor.prime));
    }

    /// Children on columns and rows; the loops along each say how many of these are used.
    void grid(const LoopNestLayout::Grid& grid, const QColor& colour)
    {
        const double cellWidth = grid.rect.width() / double(grid.columns);
        const double cellHeight = grid.rect.height() / double(grid.rows);
        if (std::min(cellWidth, cellHeight) < kSmallestDrawnCell) {
            paint::capacityBar(m_painter, grid.rect, double(grid.used) / double(grid.columns * grid.rows), colour,
                               m_theme);
        } else {
            const double gap = std::min(cellWidth, cellHeight) >= 6 ? 2 : 1;
            for (std::int64_t i = 0; i < grid.columns * grid.rows; ++i) {
                const QRectF cell(grid.rect.left() + double(i % grid.columns) * cellWidth,
                                  grid.rect.top() + double(i / grid.columns) * cellHeight, cellWidth - gap,
                                  cellHeight - gap);
                const bool used = i % grid.columns < grid.usedColumns && i / grid.columns < grid.usedRows;
                m_painter.fillRect(cell, used ? colour : m_theme.grid);
                if (!used) { // an outline says "unused" without colour
                    m_painter.setPen(m_theme.border);
                    m_painter.setBrush(Qt::NoBrush);
                    m_painter.drawRect(cell.adjusted(0.5, 0.5, -0.5, -0.5));
                }
            }
        }
        m_painter.setFont(m_fonts.body);
        m_painter.setPen(m_theme.text);
        m_painter.drawText(grid.captionRect, Qt::AlignLeft | Qt::AlignTop, grid.caption);
        m_painter.setFont(m_fonts.caption);
        m_painter.setPen(m_theme.mutedText);
        m_painter.drawText(grid.captionRect, Qt::AlignLeft | Qt::AlignBottom, grid.count);
    }

    void tensorRow(const Band& band, const LoopNestLayout::TensorRow& row)
    {
        const TensorRole role = row.use.role;
        if (isTarget(band.level, role)) { // the loop that is pointed at concerns this tile
            m_painter.setPen(QPen(m_theme.accent, 1.5));
            m_painter.setBrush(m_theme.accentSoft);
            m_painter.drawRect(row.rect.adjusted(-4, -1, 4, -2));
        }
        const double chip = 15;
        const double textHeight = row.rect.height() - 11;
        const QRectF line(row.rect.left(), row.rect.top() + 1, row.rect.width(), textHeight);
        paint::tensorChip(m_painter, QRectF(line.left(), line.center().y() - chip / 2, chip, chip), role, m_theme);
        m_painter.setFont(m_fonts.body);
        m_painter.setPen(m_theme.text);
        m_painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, row.bytes);
        const QRectF words = line.adjusted(chip + 6, 0, 0, 0);
        m_painter.drawText(words, Qt::AlignLeft | Qt::AlignVCenter, tensorName(role));
        m_painter.setFont(m_fonts.caption);
        m_painter.setPen(m_theme.mutedText);
        const double nameWidth = QFontMetricsF(m_fonts.body).horizontalAdvance(tensorName(role));
        m_painter.drawText(words.adjusted(nameWidth + 8, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter, row.shape);
        if (row.bounded)
            paint::capacityBar(m_painter, QRectF(line.left(), line.bottom() + 1, line.width(), 4), row.fraction,
                               m_theme.tensor[role], m_theme);
    }

    bool isTarget(std::size_t level, TensorRole role) const
    {
        return m_shownRow && m_shownRow->effects[role].level == level;
    }

    QPainter& m_painter;
    const LoopNestFonts& m_fonts;
    const Theme& m_theme;
    const LoopNestHighlight& m_highlight;
    const LoopNestLayout::LoopRow* m_shownRow;
};

} // namespace

void paintLoopNest(QPainter& painter, const LoopNestLayout& layout, const LoopNestFonts& fonts, const Theme& theme,
                   const LoopNestHighlight& highlight, const QRectF& visible)
{
    const std::optional<LoopRef> shown = highlight.shown();
    BandPainter bands(painter, fonts, theme, highlight, shown ? layout.row(*shown) : nullptr);
    for (const Band& band : layout.bands)
        if (band.rect.intersects(visible))
            bands.paint(band);
    if (!highlight.drop)
        return;
    painter.setPen(QPen(theme.accent, 1.5));
    painter.setBrush(highlight.drop->height() < 8 ? QBrush(theme.accent) : QBrush(Qt::NoBrush));
    painter.drawRect(*highlight.drop);
}

} // namespace nestloom::ui
