// SPDX-License-Identifier: GPL-3.0-or-later
// What ChainChart paints.
#include "ui/nodes/chain_chart.h"

#include "ui/nodes/nodes_words.h"
#include "ui/views/paint_tools.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

void ChainChart::paintEmpty(QPainter& painter, const Theme& theme)
{
    paint::message(painter, QWidget::rect(), m_emptyTitle, m_emptyText, theme, m_isWarning);
}

void ChainChart::paintAxis(QPainter& painter, const Theme& theme) const
{
    const QFontMetricsF metrics(painter.font());
    const QRectF area = nodesArea();
    const std::int64_t nodes = m_nodes.chain().nodes;
    painter.fillRect(area, theme.alternate);
    painter.fillRect(memoryLane(), theme.alternate);
    painter.setPen(theme.mutedText);
    const auto say = [&](double y, const QString& text) {
        painter.drawText(QRectF(2, y - metrics.height() / 2, area.left() - 8, metrics.height()),
                         Qt::AlignRight | Qt::AlignVCenter, text);
    };
    say(area.top() + metrics.height() / 2, tr("node 1"));
    say(area.bottom() - metrics.height() / 2, tr("node %1").arg(nodes));
    if (area.height() > 5 * metrics.height())
        say(area.center().y(), tr("nodes"));
    say(memoryLane().center().y(), partText(NodePart::Dram));
}

void ChainChart::paintMarks(QPainter& painter, const Theme& theme, bool)
{
    paintAxis(painter, theme);
    paintTimeGrid(painter, theme);
    const QRectF& plot = geometryOf().plot;
    painter.save();
    painter.setClipRect(plot);
    for (const SegmentChain::Span& segment : m_nodes.chain().segments)
        if (segment.end >= geometryOf().low && segment.begin <= geometryOf().high)
            paintSegment(painter, theme, segment);
    paintLabels(painter, theme);
    painter.restore();
    paintHeads(painter, theme);
}

void ChainChart::paintSegment(QPainter& painter, const Theme& theme, const SegmentChain::Span& segment) const
{
    const SegmentChain& chain = m_nodes.chain();
    const bool asBoxes = hasBoxes(segment);
    for (std::size_t i = segment.first; i < segment.first + segment.count; ++i) {
        const SegmentChain::Layer& layer = chain.layers[i];
        const QColor fill = nodeLayerColour(theme, layer.layer);
        const auto draw = [&](const QRectF& box) {
            painter.fillRect(box, fill);
            painter.setPen(QPen(theme.card, box.width() >= 4 ? 1 : 0.5));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(box);
        };
        if (!asBoxes) {
            draw(rectOf(i));
            continue;
        }
        for (std::size_t box = m_firstBox[i]; box < chain.boxes.size() && chain.boxes[box].at == i; ++box)
            if (chain.boxes[box].end >= geometryOf().low && chain.boxes[box].begin <= geometryOf().high)
                draw(rect(layer, chain.boxes[box].begin, chain.boxes[box].end));
    }
    const QRectF lane = memoryLane();
    const double left = geometryOf().x(segment.begin);
    painter.fillRect(QRectF(left, lane.top(), geometryOf().x(segment.memoryEnd) - left, lane.height()),
                     partColour(theme, NodePart::Dram));
}

/// Names where they fit, on a plate of the layer's colour that covers the edges between parts of the batch.
void ChainChart::paintLabels(QPainter& painter, const Theme& theme) const
{
    const QFontMetricsF metrics(painter.font());
    const QRectF& plot = geometryOf().plot;
    const SegmentChain& chain = m_nodes.chain();
    for (std::size_t i = 0; i < chain.layers.size(); ++i) {
        const SegmentChain::Layer& layer = chain.layers[i];
        QRectF box = rectOf(i);
        const SegmentChain::Span& segment = chain.segments[layer.segment];
        if (layer.turns > 1 && segment.parts > 1
            && hasBoxes(segment)) // others take turns in between: name the first part
            box = rect(layer, chain.boxes[m_firstBox[i]].begin, chain.boxes[m_firstBox[i]].end);
        box = box.intersected(plot);
        const QString name = QString::fromStdString(m_nodes.run()->graph.network.layers[layer.layer].name);
        const QSizeF size(metrics.horizontalAdvance(name) + 4, metrics.height());
        const bool lies = size.width() < box.width() - 2 && size.height() < box.height();
        if (!lies && (size.width() > box.height() - 2 || size.height() > box.width())) // nor does it stand
            continue;
        const QColor fill = nodeLayerColour(theme, layer.layer);
        const QRectF plate(QPointF(-size.width() / 2, -size.height() / 2), size);
        painter.save();
        painter.translate(box.center());
        painter.rotate(lies ? 0 : -90);
        painter.fillRect(plate, fill);
        painter.setPen(textOn(fill));
        painter.drawText(plate, Qt::AlignCenter, name);
        painter.restore();
    }
}

/// Where segments begin, and their numbers where they fit.
void ChainChart::paintHeads(QPainter& painter, const Theme& theme) const
{
    const QFontMetricsF metrics(painter.font());
    const QRectF& plot = geometryOf().plot;
    const auto& segments = m_nodes.chain().segments;
    painter.setPen(theme.mutedText);
    painter.drawText(QRectF(2, 3, plot.left() - 8, metrics.height()), Qt::AlignRight, tr("segment"));
    double taken = plot.left();
    for (std::size_t i = 0; i < segments.size(); ++i) {
        const double left = geometryOf().x(segments[i].begin), right = geometryOf().x(segments[i].end);
        if (right < plot.left() || left > plot.right())
            continue;
        painter.setPen(theme.mutedText);
        if (left >= plot.left())
            painter.drawLine(QPointF(std::round(left) + 0.5, plot.top() - 4),
                             QPointF(std::round(left) + 0.5, plot.top()));
        const QString number = QString::number(i + 1);
        const double width = metrics.horizontalAdvance(number);
        const double middle = (std::max(left, plot.left()) + std::min(right, plot.right())) / 2;
        if (middle - width / 2 < taken + 3 || middle + width / 2 > plot.right())
            continue;
        painter.drawText(QRectF(middle - width / 2 - 1, 3, width + 2, metrics.height()), Qt::AlignCenter, number);
        taken = middle + width / 2;
    }
}

void ChainChart::paintOver(QPainter& painter, const Theme& theme)
{
    const auto* placed = m_nodes.placed();
    if (placed == nullptr)
        return;
    painter.save();
    painter.setClipRect(geometryOf().plot);
    painter.setBrush(Qt::NoBrush);
    const QRectF box = rect(*placed, placed->begin, placed->end);
    painter.setPen(QPen(theme.card, 4));
    painter.drawRect(box);
    painter.setPen(QPen(theme.text, 2));
    painter.drawRect(box);
    painter.restore();
}

} // namespace nestloom::ui
