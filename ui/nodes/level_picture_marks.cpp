// SPDX-License-Identifier: GPL-3.0-or-later
// What LevelPicture draws onto its buffers: numbers of parts, borders of what is shared, arrows of what is passed on.
#include "ui/nodes/level_picture.h"

#include "ui/views/mixed_colour.h"
#include "ui/views/paint_tools.h"

#include <QFontInfo>
#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>

namespace nestloom::ui {

namespace {
using Kind = ShownDirectives::Kind;
constexpr int kLeastNumber = 8; // pixels
} // namespace

/// Readable over the band of a share by a plate.
void LevelPicture::paintNumber(QPainter& painter, const QRectF& cell, std::size_t part, const QColor& under,
                               bool withPlate) const
{
    const QFontMetricsF metrics(painter.font());
    if (painter.font().pixelSize() == 1)
        return;
    const QString number = QString::number(part + 1);
    if (withPlate) {
        const double width = metrics.horizontalAdvance(number) + 4;
        painter.fillRect(QRectF(cell.center().x() - width / 2, cell.center().y() - metrics.height() / 2 + 1, width,
                                metrics.height() - 2),
                         under);
    }
    painter.setPen(textOn(under));
    painter.drawText(cell, Qt::AlignCenter, number);
}

/// One size for all parts of a tensor: either all have a number or none.
QFont LevelPicture::numberFont(std::size_t parts) const
{
    QFont font = m_font;
    for (int size = QFontInfo(m_font).pixelSize(); size >= kLeastNumber; --size) {
        font.setPixelSize(size);
        const QFontMetricsF metrics(font);
        if (metrics.horizontalAdvance(QString::number(parts)) + 3 <= cellSize() && metrics.height() <= cellSize() + 2)
            return font;
    }
    font.setPixelSize(1); // none
    return font;
}

/// Wide gaps between different parts, thin ones between buffers that hold the same.
void LevelPicture::paintBorders(QPainter& painter, const Theme& theme, std::size_t tensor) const
{
    const BufferArray::Holding& holding = of().array.tensors[tensor];
    const kapla::Extent room = of().array.room;
    const double wide = std::clamp(cellSize() * 0.14, 1.0, 3.0);
    QColor thin = theme.card;
    thin.setAlphaF(0.45F);
    for (std::size_t i = 0; i < of().array.buffers.size(); ++i) {
        const kapla::Node at = of().array.buffers[i].at;
        const QRectF cell = cellOf(tensor, at);
        const auto line = [&](kapla::Node other, QPointF from, QPointF to) {
            if (other.h >= room.h || other.w >= room.w)
                return;
            const std::size_t next = m_at[std::size_t(other.h * room.w + other.w)];
            const bool isSame = next < of().array.buffers.size() && holding.part[next] == holding.part[i];
            if (isSame && cellSize() < 5)
                return;
            painter.setPen(QPen(isSame ? thin : theme.card, isSame ? 1 : wide));
            painter.drawLine(from, to);
        };
        line({at.h, at.w + 1}, cell.topRight(), cell.bottomRight());
        line({at.h + 1, at.w}, cell.bottomLeft(), cell.bottomRight());
    }
}

/// Arrows between buffers that hand the tensor on.
void LevelPicture::paintPassing(QPainter& painter, const Theme& theme, std::size_t tensor) const
{
    const double size = std::clamp(cellSize() * 0.18, 2.0, 5.0);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.text);
    for (std::size_t s = 0; s < of().directives.stacks.size(); ++s) {
        if (!passes(of().directives.stacks[s], of().directives.tensors[tensor]) || cellSize() < 8)
            continue;
        for (std::size_t i = 0; i < of().array.buffers.size(); ++i) {
            const auto next = of().array.next(of().directives, i, s);
            if (!next)
                continue;
            const QPointF from = cellOf(tensor, of().array.buffers[i].at).center(),
                          to = cellOf(tensor, of().array.buffers[*next].at).center();
            const QPointF step = to - from;
            if (step.manhattanLength() > 1.5 * cellSize())
                continue; // around a corner of the array
            const QPointF along = step / cellSize() * size, across(-along.y(), along.x());
            const QPointF middle = (from + to) / 2;
            painter.drawPolygon(
                QPolygonF{middle + along, middle - along * 0.6 + across, middle - along * 0.6 - across});
        }
    }
    painter.restore();
}

/// One run through the copies of the marked stack.
void LevelPicture::paintStackMark(QPainter& painter, const Theme& theme, std::size_t tensor) const
{
    const ShownDirectives::Line* marked = m_directives.marked();
    if (marked == nullptr || marked->kind != Kind::Stack || marked->level != m_level)
        return;
    QPolygonF way;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    for (const BufferArray::Buffer& buffer : of().array.buffers) {
        std::int64_t others = 0;
        for (std::size_t s = 0; s < buffer.copy.size(); ++s)
            others += s == marked->at ? 0 : buffer.copy[s];
        if (others > 0)
            continue;
        const QRectF cell = cellOf(tensor, buffer.at);
        painter.setPen(QPen(theme.text, cellSize() > 10 ? 2.5 : 1.5));
        painter.drawRect(cell.adjusted(1, 1, -1, -1));
        way << cell.center() + QPointF(0, cell.height() * 0.3);
    }
    painter.setPen(QPen(theme.text, 1.5));
    painter.drawPolyline(way);
    painter.setBrush(theme.text);
    if (!way.isEmpty())
        painter.drawEllipse(way.back(), 2.5, 2.5);
    painter.restore();
}

} // namespace nestloom::ui
