// SPDX-License-Identifier: GPL-3.0-or-later
// How GraphView keeps what it has painted: nodes and edges in a layer, that moves along while the picture is dragged,
// and the selection over it.
#include "ui/graph/graph_view.h"

#include <QPainter>
#include <QTransform>

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

namespace {
constexpr int kMostSmooth =
    500; // nodes and edges in sight; more are drawn without curves, round corners and smooth edges
} // namespace

void GraphView::invalidate()
{
    m_isLayerOld = true;
    update();
}

/// How many nodes and edges there are to be drawn.
int GraphView::countIn(const QRectF& shown) const
{
    const auto nodes = std::count_if(m_layout.boxes.begin(), m_layout.boxes.end(),
                                     [&](const QRectF& box) { return box.intersects(shown); });
    const auto edges = std::count_if(m_edgeBounds.begin(), m_edgeBounds.end(),
                                     [&](const QRectF& bounds) { return bounds.intersects(shown); });
    return int(nodes + edges);
}

void GraphView::refreshLayer(const Theme& theme)
{
    const double ratio = devicePixelRatioF();
    const QSize size = this->size() * ratio;
    const bool isRough = countIn(transform().inverted().mapRect(QRectF(rect()))) > kMostSmooth;
    const QPointF moved = (m_origin - m_layerOrigin) * ratio;
    const QPoint by = moved.toPoint();
    const bool isWhole = m_isLayerOld || m_layer.size() != size || m_layerScale != m_scale || isRough != m_isRough
                         || (moved - QPointF(by)).manhattanLength() > 0.02 || std::abs(by.x()) >= size.width()
                         || std::abs(by.y()) >= size.height();
    m_isRough = isRough;
    QRegion exposed;
    if (isWhole) {
        m_layer = QPixmap(size);
        m_layer.setDevicePixelRatio(ratio);
        exposed = QRect({}, size);
    } else if (!by.isNull()) {
        m_layer.scroll(by.x(), by.y(), QRect({}, size), &exposed);
    }
    m_isLayerOld = false;
    m_layerScale = m_scale;
    m_layerOrigin = isWhole ? m_origin : m_layerOrigin + QPointF(by) / ratio;
    for (const QRect& part : exposed)
        paintLayer(theme, QRectF(QPointF(part.topLeft()) / ratio, QSizeF(part.size()) / ratio));
}

void GraphView::paintLayer(const Theme& theme, const QRectF& part)
{
    QPainter painter(&m_layer);
    painter.setClipRect(part);
    painter.fillRect(part, theme.card);
    painter.setRenderHint(QPainter::Antialiasing, !m_isRough);
    painter.setTransform(transform(), true);
    const QRectF shown = transform().inverted().mapRect(part.adjusted(-4, -4, 4, 4));
    paintEdges(painter, theme, shown, m_isRough);
    paintNodes(painter, theme, shown, m_isRough);
}

/// The selected node, and the edges that begin or end there.
void GraphView::paintCurrent(QPainter& painter, const Theme& theme) const
{
    const int current = currentNode();
    if (current < 0)
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setTransform(transform(), true);
    for (std::size_t e = 0; e < m_folded.edges.size(); ++e)
        if (m_folded.edges[e].from == current || m_folded.edges[e].to == current)
            paintEdge(painter, theme, e, true);
    painter.setBrush(Qt::NoBrush);
    QPen pen(theme.accent, 2.5);
    pen.setCosmetic(m_scale < 1); // seen from afar as well
    painter.setPen(pen);
    painter.drawRoundedRect(m_layout.boxes[std::size_t(current)].adjusted(-2, -2, 2, 2), 5, 5);
    painter.restore();
}

} // namespace nestloom::ui
