// SPDX-License-Identifier: GPL-3.0-or-later
// How GraphView draws itself.
#include "ui/graph/graph_view.h"
#include "ui/views/paint_tools.h"
#include "ui/views/sequential_colours.h"

#include <QPainter>
#include <QPainterPath>
#include <QTransform>

#include <algorithm>

namespace nestloom::ui {

namespace {

constexpr double kTextFrom = 0.45; // scale below which text could not be read
constexpr double kStripe = 5;

/// Bends become curves that leave and enter boxes vertically.
QPainterPath curve(const QPolygonF& route)
{
    QPainterPath path(route.front());
    for (qsizetype i = 1; i < route.size(); ++i) {
        const QPointF from = route[i - 1], to = route[i];
        const double middle = (from.y() + to.y()) / 2;
        path.cubicTo({from.x(), middle}, {to.x(), middle}, to);
    }
    return path;
}

} // namespace

void GraphView::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = themeFor(palette());
    painter.fillRect(rect(), theme.card);
    if (!m_graph || m_layout.boxes.empty()) {
        if (isBusy())
            paint::message(painter, rect(), tr("Drawing the graph..."), {}, theme);
        return;
    }
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF shown = transform().inverted().mapRect(QRectF(rect()));
    painter.save();
    painter.setTransform(transform(), true);
    paintEdges(painter, theme, shown);
    paintNodes(painter, theme, shown);
    painter.restore();
    const double height = QFontMetricsF(captionFont(font())).height() + 10;
    paintLegend(painter, theme, {0, this->height() - height, double(width()), height});
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.accent, 1, Qt::DotLine));
        painter.drawRect(QRectF(rect()).adjusted(1.5, 1.5, -1.5, -1.5));
    }
}

void GraphView::paintEdges(QPainter& painter, const Theme& theme, const QRectF& shown) const
{
    const int current = currentNode();
    painter.setBrush(Qt::NoBrush);
    for (const bool marked : {false, true}) { // those of the selected node lie on top
        QColor line = marked ? theme.accent : theme.mutedText;
        line.setAlpha(marked ? 255 : 150);
        QPen pen(line, marked ? 2 : 1.2);
        if (m_scale < kTextFrom)
            pen.setCosmetic(true);
        painter.setPen(pen);
        for (std::size_t e = 0; e < m_folded.edges.size(); ++e) {
            const FoldedEdge& edge = m_folded.edges[e];
            const QPolygonF& route = m_layout.routes[e];
            if ((current >= 0 && (edge.from == current || edge.to == current)) != marked
                || !route.boundingRect().adjusted(-1, -1, 1, 1).intersects(shown))
                continue;
            painter.drawPath(curve(route));
            if (m_scale < kTextFrom)
                continue;
            const QPointF tip = route.back();
            painter.drawPolyline(QPolygonF{tip + QPointF(-3.5, -5), tip, tip + QPointF(3.5, -5)});
        }
    }
}

void GraphView::paintNodes(QPainter& painter, const Theme& theme, const QRectF& shown) const
{
    for (std::size_t i = 0; i < m_layout.boxes.size(); ++i)
        if (m_layout.boxes[i].intersects(shown))
            paintNode(painter, theme, int(i));
}

void GraphView::paintNode(QPainter& painter, const Theme& theme, int index) const
{
    const FoldedNode& node = m_folded.nodes[std::size_t(index)];
    const QRectF box = m_layout.boxes[std::size_t(index)];
    const bool isKind = m_colour == NodeColour::Kind;
    const QColor kind = kindColour(theme, kindOf(*m_graph, node));
    const double fraction = m_largest > 0 ? m_values[std::size_t(index)] / m_largest : 0;
    const QColor fill = isKind || fraction == 0 ? theme.base : sequentialColour(theme, fraction);
    const bool isDimmed = !m_search.isEmpty() && !isMatch(index);
    painter.save();
    if (isDimmed)
        painter.setOpacity(0.3);
    painter.setPen(QPen(isKind ? kind : theme.border, 1));
    painter.setBrush(fill);
    if (node.isBlock) { // a stack of sheets
        painter.drawRoundedRect(box.translated(3, 3), 4, 4);
    }
    painter.drawRoundedRect(box, 4, 4);
    if (isKind) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(kind);
        painter.drawRoundedRect(QRectF(box.left(), box.top(), kStripe, box.height()), 2, 2);
    }
    if (m_scale >= kTextFrom) {
        const QRectF text = box.adjusted(kStripe + 5, 3, -7, -3);
        const QFont title = strongFont(font()), caption = captionFont(font());
        const QFontMetricsF titleMetrics(title), captionMetrics(caption);
        painter.setPen(isKind ? theme.text : textOn(fill));
        painter.setFont(title);
        painter.drawText(QRectF(text.topLeft(), QSizeF(text.width(), titleMetrics.height())), Qt::AlignLeft,
                         titleMetrics.elidedText(QString::fromStdString(node.title), Qt::ElideMiddle, text.width()));
        painter.setFont(caption);
        if (isKind)
            painter.setPen(theme.mutedText);
        const QString below = isKind || m_values[std::size_t(index)] <= 0
                                  ? subtitle(node)
                                  : valueText(m_colour, m_values[std::size_t(index)]);
        painter.drawText(QRectF(text.left(), text.bottom() - captionMetrics.height(), text.width(),
                                captionMetrics.height()),
                         Qt::AlignLeft, captionMetrics.elidedText(below, Qt::ElideRight, text.width()));
    }
    painter.setOpacity(1);
    if (index == currentNode()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.accent, 2.5));
        painter.drawRoundedRect(box.adjusted(-2, -2, 2, 2), 5, 5);
    }
    painter.restore();
}

void GraphView::paintLegend(QPainter& painter, const Theme& theme, const QRectF& area) const
{
    painter.fillRect(area, theme.card);
    painter.setFont(captionFont(font()));
    const QFontMetricsF metrics(painter.font());
    double x = area.left() + 12;
    const double middle = area.center().y();
    const auto text = [&](const QString& words, const QColor& colour) {
        painter.setPen(colour);
        const double width = metrics.horizontalAdvance(words) + 2;
        painter.drawText(QRectF(x, area.top(), width, area.height()), Qt::AlignVCenter | Qt::AlignLeft, words);
        x += width + 14;
    };
    if (m_colour != NodeColour::Kind) {
        text(colourTitle(m_colour), theme.mutedText);
        text(valueText(m_colour, 0), theme.text);
        x -= 8;
        for (int i = 0; i < 60; ++i)
            painter.fillRect(QRectF(x + 2 * i, middle - 5, 2.5, 10), sequentialColour(theme, i / 59.0));
        x += 126;
        text(valueText(m_colour, m_largest), theme.text);
        return;
    }
    for (const NodeKind kind :
         {NodeKind::Input, NodeKind::Work, NodeKind::Elementwise, NodeKind::Movement, NodeKind::Block}) {
        painter.fillRect(QRectF(x, middle - 5, kStripe, 10), kindColour(theme, kind));
        x += kStripe + 5;
        text(kindTitle(kind), theme.text);
    }
}

QString GraphView::chartName() const
{
    return !m_graph || m_layout.boxes.empty() ? QString()
                                              : tr("graph of %1").arg(QString::fromStdString(m_graph->name));
}

QSize GraphView::chartSize() const
{
    const QRectF bounds = m_layout.bounds;
    return {std::max(760, int(bounds.width()) + 40), int(bounds.height()) + 66};
}

void GraphView::paintChart(QPainter& painter)
{
    const Theme& theme = themeFor(palette());
    const QRectF whole({0, 0}, QSizeF(chartSize()));
    painter.fillRect(whole, theme.card);
    painter.setRenderHint(QPainter::Antialiasing);
    const double scale = std::exchange(m_scale, 1.0); // all text is drawn
    painter.save();
    painter.translate(QPointF(whole.center().x() - m_layout.bounds.center().x(), 20 - m_layout.bounds.top()));
    paintEdges(painter, theme, m_layout.bounds);
    paintNodes(painter, theme, m_layout.bounds);
    painter.restore();
    m_scale = scale;
    paintLegend(painter, theme, {0, whole.height() - 26, whole.width(), 26});
}

TableValues GraphView::chartValues() const
{
    TableValues table;
    table.columns = {tr("node"), tr("type"), tr("operators")};
    for (const NodeColour figure : {NodeColour::Outputs, NodeColour::Parameters, NodeColour::Macs})
        table.columns << (figure == NodeColour::Macs ? tr("%1 [MAC]") : tr("%1 [B]")).arg(colourTitle(figure));
    table.columns << tr("leads to");
    std::vector<QStringList> next(m_folded.nodes.size());
    for (const FoldedEdge& edge : m_folded.edges)
        next[std::size_t(edge.from)] << QString::fromStdString(m_folded.nodes[std::size_t(edge.to)].path);
    for (std::size_t i = 0; i < m_folded.nodes.size(); ++i) {
        const FoldedNode& node = m_folded.nodes[i];
        QVariantList row{QString::fromStdString(node.path), node.isBlock ? tr("block") : subtitle(node),
                         qlonglong(node.operators.size())};
        for (const NodeColour figure : {NodeColour::Outputs, NodeColour::Parameters, NodeColour::Macs})
            row << nodeValue(*m_graph, node, figure, m_traffic);
        row << next[i].join(u' ');
        table.rows.push_back(row);
    }
    return table;
}

} // namespace nestloom::ui
