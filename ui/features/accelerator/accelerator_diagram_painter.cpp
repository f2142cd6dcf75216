// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/accelerator/accelerator_diagram_painter.h"

#include "ui/style/paint_tools.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace nestloom::ui {

using Layout = AcceleratorDiagramLayout;
using Kind = AcceleratorBlock::Kind;

namespace {

constexpr double kRadius = 5;
constexpr double kStripe = 4;
constexpr double kStack = 3; // offset of the copies behind a box

class DiagramPainter {
public:
    DiagramPainter(QPainter& painter, const Layout& layout, const hardware::Accelerator& accelerator,
                   const AcceleratorDiagramFonts& fonts, const Theme& theme,
                   const AcceleratorDiagramHighlight& highlight)
        : m_painter(painter), m_layout(layout), m_accelerator(accelerator), m_fonts(fonts), m_theme(theme),
          m_highlight(highlight)
    {
    }

    void paint()
    {
        m_painter.setRenderHint(QPainter::Antialiasing);
        if (m_layout.array) {
            array(*m_layout.array);
            magnifier(*m_layout.array);
            pe();
        }
        for (const Layout::Arrow& each : m_layout.arrows)
            arrow(each);
        for (const Layout::Box& each : m_layout.boxes)
            box(each);
        legend();
    }

private:
    bool isMarked(AcceleratorBlock block) const
    {
        return std::ranges::any_of(m_highlight.marks, [&](const BlockMark& mark) { return mark.block == block; });
    }

    QPen outline(AcceleratorBlock block) const
    {
        if (m_highlight.selected == block)
            return QPen(m_theme.accent, m_highlight.focused ? 2.5 : 1.8);
        if (isMarked(block))
            return QPen(m_theme.warning, 1.8);
        return QPen(m_highlight.hovered == block ? m_theme.accent : m_theme.border, 1);
    }

    QColor fill(AcceleratorBlock block) const
    {
        return block.isLevel() ? m_theme.levelBand(block.level) : m_theme.alternate;
    }

    QColor stripe(AcceleratorBlock block) const
    {
        return block.isLevel() ? m_theme.levelColour(block.level) : m_theme.colour(BoundBy::Compute);
    }

    void box(const Layout::Box& box)
    {
        if (box.several)
            for (const double behind : {2 * kStack, kStack}) {
                m_painter.setPen(QPen(m_theme.border, 1));
                m_painter.setBrush(fill(box.block));
                m_painter.drawRoundedRect(box.rect.translated(behind, behind), kRadius, kRadius);
            }
        QPainterPath shape;
        shape.addRoundedRect(box.rect, kRadius, kRadius);
        m_painter.fillPath(shape, fill(box.block));
        m_painter.save();
        m_painter.setClipPath(shape, Qt::IntersectClip);
        m_painter.fillRect(QRectF(box.rect.left(), box.rect.top(), kStripe, box.rect.height()), stripe(box.block));
        m_painter.restore();
        m_painter.strokePath(shape, outline(box.block));
        words(box);
        if (box.block.isLevel())
            tensors(box);
        if (isMarked(box.block))
            warning(QPointF(box.rect.right() - 4, box.rect.top() + 1));
    }

    void words(const Layout::Box& box)
    {
        text(m_fonts.strong, m_theme.text, box.titleRect, Qt::AlignLeft | Qt::AlignVCenter, box.title);
        text(m_fonts.caption, m_theme.mutedText, box.noteRect, Qt::AlignLeft | Qt::AlignVCenter, box.note);
    }

    void text(const QFont& font, const QColor& colour, const QRectF& room, Qt::Alignment alignment,
              const QString& words)
    {
        m_painter.setFont(font);
        m_painter.setPen(colour);
        m_painter.drawText(room, alignment, QFontMetricsF(font).elidedText(words, Qt::ElideMiddle, room.width() + 0.5));
    }

    /// Kept: a chip. Bypassing: a line that runs through.
    void tensors(const Layout::Box& box)
    {
        m_painter.setFont(m_fonts.caption);
        for (const TensorRole role : kTensorRoles) {
            if (m_accelerator.levels[box.block.level].keeps.contains(role))
                paint::tensorChip(m_painter, box.chips[role], role, m_theme);
            else
                bypass(box.chips[role].center().x(), box.rect.top() + 1, box.rect.bottom() - 1, m_theme.tensor[role]);
        }
    }

    void bypass(double x, double top, double bottom, const QColor& colour)
    {
        m_painter.setPen(QPen(colour, 1.6, Qt::DotLine, Qt::FlatCap));
        m_painter.drawLine(QPointF(x, top), QPointF(x, bottom));
    }

    /// A disc with an exclamation mark on the corner of what has a finding.
    void warning(QPointF at)
    {
        const QRectF disc(at.x() - 7, at.y() - 8, 15, 15);
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(m_theme.warning);
        m_painter.drawEllipse(disc);
        m_painter.setFont(m_fonts.strong);
        m_painter.setPen(textOn(m_theme.warning));
        m_painter.drawText(disc, Qt::AlignCenter, QStringLiteral("!"));
    }

    void head(QPointF tip, double direction)
    {
        QPolygonF triangle{tip, tip + QPointF(-3.5, -6 * direction), tip + QPointF(3.5, -6 * direction)};
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(m_theme.mutedText);
        m_painter.drawPolygon(triangle);
    }

    void arrow(const Layout::Arrow& arrow)
    {
        m_painter.setPen(QPen(m_theme.mutedText, 1.4));
        m_painter.drawLine(arrow.line.p1() + QPointF(0, 5), arrow.line.p2() - QPointF(0, 5));
        head(arrow.line.p2(), 1);
        head(arrow.line.p1(), -1);
        text(m_fonts.strong, m_theme.text, arrow.label, Qt::AlignLeft | Qt::AlignVCenter, arrow.fanout);
        const double fanout = QFontMetricsF(m_fonts.strong).horizontalAdvance(arrow.fanout);
        text(m_fonts.caption, m_theme.mutedText, arrow.label.adjusted(fanout > 0 ? fanout + 10 : 0, 0, 0, 0),
             Qt::AlignLeft | Qt::AlignVCenter, arrow.bandwidth);
    }

    void array(const Layout::Array& array)
    {
        m_painter.setPen(array.block ? outline(*array.block) : QPen(m_theme.border, 1));
        m_painter.setBrush(m_theme.card);
        m_painter.drawRoundedRect(array.rect, kRadius, kRadius);
        text(m_fonts.strong, m_theme.text, array.titleRect, Qt::AlignLeft | Qt::AlignVCenter, array.title);
        text(m_fonts.caption, m_theme.mutedText, array.noteRect, Qt::AlignLeft | Qt::AlignVCenter, array.note);
        m_painter.setPen(QPen(m_theme.colour(BoundBy::Network), 1.5));
        m_painter.drawLines(array.links.data(), int(array.links.size()));
        m_painter.setPen(QPen(m_theme.levelColour(array.level + 1), 1));
        for (const QRectF& chip : array.chips) {
            m_painter.setBrush(chip == array.enlarged ? m_theme.levelColour(array.level + 1)
                                                      : m_theme.levelBand(array.level + 1));
            m_painter.drawRect(chip);
        }
        m_painter.setPen(Qt::NoPen);
        m_painter.setBrush(m_theme.mutedText);
        for (const QPointF& dot : array.dots)
            m_painter.drawEllipse(dot, 1.3, 1.3);
        if (array.block && isMarked(*array.block))
            warning(QPointF(array.rect.right() - 4, array.rect.top() + 1));
    }

    /// From the chip that is enlarged to its picture.
    void magnifier(const Layout::Array& array)
    {
        m_painter.setPen(QPen(m_theme.mutedText, 1, Qt::DashLine));
        m_painter.drawLine(array.enlarged.topRight(), m_layout.pe.topLeft());
        m_painter.drawLine(array.enlarged.bottomRight(), m_layout.pe.bottomLeft());
    }

    void pe()
    {
        m_painter.setPen(QPen(m_theme.mutedText, 1, Qt::DashLine));
        m_painter.setBrush(m_theme.card);
        m_painter.drawRoundedRect(m_layout.pe, kRadius + 2, kRadius + 2);
        text(m_fonts.strong, m_theme.text, m_layout.pe.adjusted(14, 7, -14, 0), Qt::AlignLeft | Qt::AlignTop,
             m_layout.peTitle);
    }

    void legend()
    {
        const QFontMetricsF metrics(m_fonts.caption);
        double x = m_layout.legend.left();
        const double y = m_layout.legend.top();
        const auto say = [&](const QString& words, double gap) {
            const double width = metrics.horizontalAdvance(words) + 2;
            text(m_fonts.caption, m_theme.mutedText, {x, y, width, 14}, Qt::AlignLeft | Qt::AlignVCenter, words);
            x += width + gap;
        };
        say(AcceleratorDiagramWords::tr("The level keeps"), 6);
        for (const TensorRole role : kTensorRoles) {
            m_painter.setFont(m_fonts.caption);
            paint::tensorChip(m_painter, {x, y, 14, 14}, role, m_theme);
            x += 18;
            say(tensorName(role), 10);
        }
        bypass(x + 4, y, y + 14, m_theme.mutedText);
        x += 12;
        say(AcceleratorDiagramWords::tr("bypassed"), 0);
    }

    QPainter& m_painter;
    const Layout& m_layout;
    const hardware::Accelerator& m_accelerator;
    const AcceleratorDiagramFonts& m_fonts;
    const Theme& m_theme;
    const AcceleratorDiagramHighlight& m_highlight;
};

} // namespace

void paintAcceleratorDiagram(QPainter& painter, const Layout& layout, const hardware::Accelerator& accelerator,
                             const AcceleratorDiagramFonts& fonts, const Theme& theme,
                             const AcceleratorDiagramHighlight& highlight)
{
    DiagramPainter(painter, layout, accelerator, fonts, theme, highlight).paint();
}

} // namespace nestloom::ui
