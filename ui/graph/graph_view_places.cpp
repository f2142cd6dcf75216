// SPDX-License-Identifier: GPL-3.0-or-later
// Where the nodes of GraphView stand: their sizes, the layout of what is folded, and which part of it is in sight.
#include "ui/graph/graph_view.h"

#include "ui/counted.h"
#include "ui/format.h"
#include "ui/graph/text_widths.h"

#include <QTransform>

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

namespace {
constexpr double kMargin = 20, kLegendHeight = 26;
constexpr double kLargestFit = 1.25;
constexpr double kLeastBoxWidth = 84, kMostBoxWidth = 240;
} // namespace

QSizeF GraphView::sizeOf(const FoldedNode& node, const TextWidths& title, const TextWidths& caption) const
{
    const double width = std::max(title.of(QString::fromStdString(node.title)), caption.of(subtitle(node)));
    return {std::clamp(std::ceil(width) + 24, kLeastBoxWidth, kMostBoxWidth),
            std::ceil(title.height() + caption.height() + 8)};
}

QString GraphView::subtitle(const FoldedNode& node) const
{
    return node.isBlock ? counted(qint64(node.operators.size()), tr("1 operator"), tr("%1 operators"))
                        : QString::fromStdString(m_graph->operators[node.operators.front().value].type);
}

void GraphView::refold(OpenBlocks open)
{
    m_wanted = std::move(open);
    m_next = fold(*m_graph, m_wanted);
    const TextWidths title(strongFont(font())), caption(captionFont(font()));
    LayoutProblem problem;
    for (const FoldedNode& node : m_next.nodes)
        problem.sizes.push_back(sizeOf(node, title, caption));
    for (const FoldedEdge& edge : m_next.edges)
        problem.edges.emplace_back(edge.from, edge.to);
    problem.aspect = double(width()) / std::max(1, height());
    m_layouter.start(std::move(problem));
    Q_EMIT busyChanged(true);
}

void GraphView::takeLayout(const LayeredLayout& layout)
{
    // What was opened or closed stays where it is on the screen.
    const int before = currentNode();
    const std::optional<QPointF> anchor =
        before >= 0 ? std::optional(transform().map(m_layout.boxes[std::size_t(before)].center())) : std::nullopt;
    m_open = m_wanted;
    m_folded = std::move(m_next);
    m_layout = layout;
    drawRoutes();
    recolour();
    if (m_isFitted)
        fit();
    else if (const int node = currentNode(); anchor && node >= 0)
        m_origin += *anchor - transform().map(m_layout.boxes[std::size_t(node)].center());
    if (std::exchange(m_showCurrent, false))
        bringIntoSight(currentNode());
    update();
    Q_EMIT busyChanged(false);
    Q_EMIT blocksChanged();
}

void GraphView::cancelLayout()
{
    if (!m_layouter.isBusy())
        return;
    m_layouter.cancel();
    m_wanted = m_open;
    Q_EMIT busyChanged(false);
}

QTransform GraphView::transform() const
{
    return QTransform::fromTranslate(m_origin.x(), m_origin.y()).scale(m_scale, m_scale);
}

void GraphView::fit()
{
    m_isFitted = true;
    const QRectF area = QRectF(rect()).adjusted(kMargin, kMargin, -kMargin, -kMargin - kLegendHeight);
    if (m_layout.bounds.isEmpty() || area.isEmpty())
        return;
    m_scale = std::min({area.width() / m_layout.bounds.width(), area.height() / m_layout.bounds.height(), kLargestFit});
    m_origin = area.center() - m_layout.bounds.center() * m_scale;
    update();
}

void GraphView::zoom(QPointF at, double factor)
{
    const double scale = std::clamp(m_scale * factor, 0.01, 4.0);
    m_origin = at - (at - m_origin) * (scale / m_scale);
    m_scale = scale;
    m_isFitted = false;
    update();
}

void GraphView::bringIntoSight(int node)
{
    if (node < 0)
        return;
    constexpr double kReadable = 0.55;
    if (m_scale < kReadable)
        zoom(boxOf(node).center(), 0.8 / m_scale);
    const QRectF area = QRectF(rect()).adjusted(kMargin, kMargin, -kMargin, -kMargin - kLegendHeight);
    if (const QRectF box = boxOf(node); !area.contains(box)) {
        m_origin += area.center() - box.center();
        m_isFitted = false;
    }
    update();
}

QRectF GraphView::boxOf(int node) const { return transform().mapRect(m_layout.boxes[std::size_t(node)]); }

int GraphView::nodeAt(QPointF position) const
{
    const QPointF at = transform().inverted().map(position);
    for (std::size_t i = 0; i < m_layout.boxes.size(); ++i)
        if (m_layout.boxes[i].contains(at))
            return int(i);
    return -1;
}

} // namespace nestloom::ui
