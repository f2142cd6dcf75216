// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/graph/graph_view.h"

#include "ui/style/format.h"
#include "ui/style/paint_tools.h"
#include "ui/style/theme.h"
#include "ui/style/wording.h"

#include <QPainter>
#include <QPainterPath>
#include <QTransform>

#include <algorithm>
#include <cmath>

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
    if (!m_graph || m_layout.boxes.empty()) {
        painter.fillRect(rect(), theme.card);
        if (isBusy())
            paint::message(painter, rect(), tr("Drawing the graph..."), {}, theme);
        return;
    }
    refreshLayer(theme);
    painter.drawPixmap(0, 0, m_layer);
    paintCurrent(painter, theme);
    painter.setRenderHint(QPainter::Antialiasing);
    const double height = QFontMetricsF(captionFont(font())).height() + 10;
    paintLegend(painter, theme, {0, this->height() - height, double(width()), height});
    paint::focusFrame(painter, *this);
}

void GraphView::paintEdges(QPainter& painter, const Theme& theme, const QRectF& shown, bool isRough) const
{
    if (!isRough) {
        for (std::size_t e = 0; e < m_edgeBounds.size(); ++e)
            if (m_edgeBounds[e].intersects(shown))
                paintEdge(painter, theme, e, false);
        return;
    }
    QPen pen(mixed(theme.card, theme.mutedText, 0.6), 1); // opaque: quick
    pen.setCosmetic(true);
    painter.setPen(pen);
    for (std::size_t e = 0; e < m_edgeBounds.size(); ++e)
        if (m_edgeBounds[e].intersects(shown))
            painter.drawPolyline(m_layout.routes[e]);
}

void GraphView::paintEdge(QPainter& painter, const Theme& theme, std::size_t edge, bool isMarked) const
{
    QColor line = isMarked ? theme.accent : theme.mutedText;
    line.setAlpha(isMarked ? 255 : 150);
    QPen pen(line, isMarked ? 2 : 1.2);
    pen.setCosmetic(m_scale < kTextFrom);
    painter.setPen(pen);
    painter.setBrush(Qt::NoBrush);
    painter.drawPath(m_edgePaths[edge]);
    if (m_scale < kTextFrom)
        return;
    const QPointF tip = m_layout.routes[edge].back();
    painter.drawPolyline(QPolygonF{tip + QPointF(-3.5, -5), tip, tip + QPointF(3.5, -5)});
}

/// Curves and their places, once for every layout.
void GraphView::drawRoutes()
{
    m_edgePaths.clear();
    m_edgeBounds.clear();
    for (const QPolygonF& route : m_layout.routes) {
        m_edgePaths.push_back(curve(route));
        m_edgeBounds.push_back(route.boundingRect().adjusted(-4, -1, 4, 1)); // with the head of the arrow
    }
    m_titles.assign(m_folded.nodes.size(), {});
}

void GraphView::paintNodes(QPainter& painter, const Theme& theme, const QRectF& shown, bool isRough) const
{
    for (std::size_t i = 0; i < m_layout.boxes.size(); ++i)
        if (m_layout.boxes[i].adjusted(0, 0, 3, 3).intersects(shown))
            isRough ? paintRoughNode(painter, theme, int(i)) : paintNode(painter, theme, int(i));
}

/// What fills a node: the base where the colour tells its kind, else its figure.
QColor GraphView::fillOf(const Theme& theme, int node) const
{
    const double value = m_values[std::size_t(node)];
    return m_colour == NodeColour::Kind || m_largest <= 0 || value <= 0 ? theme.base
                                                                        : sequentialColour(theme, value / m_largest);
}

/// One of very many: a plain box, in the colour of its kind or figure.
void GraphView::paintRoughNode(QPainter& painter, const Theme& theme, int index) const
{
    const bool isKind = m_colour == NodeColour::Kind;
    QColor fill = isKind ? kindColour(theme, m_kinds[std::size_t(index)]) : fillOf(theme, index);
    if (isKind)
        fill = mixed(theme.card, fill, 0.55);
    else if (fill == theme.base)
        fill = mixed(theme.card, theme.mutedText, 0.3); // nothing to show, but a node
    if (!m_search.isEmpty() && !isMatch(index))
        fill = mixed(theme.card, fill, 0.25);
    const QRectF box = m_layout.boxes[std::size_t(index)];
    painter.fillRect(box, fill);
    if (m_scale >= kTextFrom)
        paintText(painter, theme, index, fill);
}

void GraphView::paintNode(QPainter& painter, const Theme& theme, int index) const
{
    const FoldedNode& node = m_folded.nodes[std::size_t(index)];
    const QRectF box = m_layout.boxes[std::size_t(index)];
    const bool isKind = m_colour == NodeColour::Kind;
    const QColor kind = kindColour(theme, m_kinds[std::size_t(index)]);
    const QColor fill = fillOf(theme, index);
    painter.setOpacity(!m_search.isEmpty() && !isMatch(index) ? 0.3 : 1);
    QPen outline(isKind ? kind : theme.border, 1);
    if (!isKind && fill == theme.base) { // nothing to show, but a node, from far away as well
        outline.setColor(theme.mutedText);
        outline.setCosmetic(true);
    }
    painter.setPen(outline);
    painter.setBrush(fill);
    if (node.isBlock) // a stack of sheets
        painter.drawRoundedRect(box.translated(3, 3), 4, 4);
    painter.drawRoundedRect(box, 4, 4);
    if (isKind) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(kind);
        painter.drawRoundedRect(QRectF(box.left(), box.top(), kStripe, box.height()), 2, 2);
    }
    if (m_scale >= kTextFrom)
        paintText(painter, theme, index, fill);
    painter.setOpacity(1);
}

void GraphView::paintText(QPainter& painter, const Theme& theme, int index, const QColor& fill) const
{
    const FoldedNode& node = m_folded.nodes[std::size_t(index)];
    const QRectF text = m_layout.boxes[std::size_t(index)].adjusted(kStripe + 5, 3, -7, -3);
    const QFont title = strongFont(font()), caption = captionFont(font());
    const QFontMetricsF captionMetrics(caption);
    QString& name = m_titles[std::size_t(index)];
    if (name.isEmpty())
        name = QFontMetricsF(title).elidedText(qt(node.title), Qt::ElideLeft, text.width());
    const bool isKind = m_colour == NodeColour::Kind;
    painter.setPen(isKind && !m_isRough ? theme.text : textOn(fill));
    painter.setFont(title);
    painter.drawText(QPointF(text.left(), text.top() + QFontMetricsF(title).ascent()), name);
    painter.setFont(caption);
    if (isKind && !m_isRough)
        painter.setPen(theme.mutedText);
    const QString below = isKind || m_values[std::size_t(index)] <= 0
                              ? subtitle(node)
                              : valueText(m_colour, m_values[std::size_t(index)]);
    painter.drawText(QPointF(text.left(), text.bottom() - captionMetrics.descent()),
                     captionMetrics.horizontalAdvance(below) <= text.width()
                         ? below
                         : captionMetrics.elidedText(below, Qt::ElideRight, text.width()));
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
        text(figureTitle(m_colour), theme.mutedText);
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
    return !m_graph || m_layout.boxes.empty() ? QString() : tr("graph of %1").arg(qt(m_graph->name));
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
    const bool isRough = std::exchange(m_isRough, false);
    paintEdges(painter, theme, m_layout.bounds.adjusted(-1, -1, 1, 1), false);
    paintNodes(painter, theme, m_layout.bounds.adjusted(-1, -1, 1, 1), false);
    painter.restore();
    m_isRough = isRough;
    m_scale = scale;
    paintLegend(painter, theme, {0, whole.height() - 26, whole.width(), 26});
}

TableValues GraphView::chartValues() const
{
    TableValues table;
    table.columns = {tr("node"), tr("type"), tr("operators")};
    std::vector<NodeColour> figures{NodeColour::Outputs, NodeColour::Parameters, NodeColour::Macs};
    if (!m_known.cycles.empty())
        figures.insert(figures.end(), {NodeColour::Cycles, NodeColour::Energy});
    for (const NodeColour figure : figures)
        table.columns << QStringLiteral("%1 [%2]").arg(colourTitle(figure), unitOf(figure));
    table.columns << tr("leads to");
    std::vector<QStringList> next(m_folded.nodes.size());
    for (const FoldedEdge& edge : m_folded.edges)
        next[std::size_t(edge.from)] << qt(m_folded.nodes[std::size_t(edge.to)].path);
    for (std::size_t i = 0; i < m_folded.nodes.size(); ++i) {
        const FoldedNode& node = m_folded.nodes[i];
        QVariantList row{qt(node.path), node.isBlock ? tr("block") : subtitle(node), qlonglong(node.operators.size())};
        for (const NodeColour figure : figures)
            row << nodeValue(*m_graph, node, figure, m_known);
        row << next[i].join(u' ');
        table.rows.push_back(row);
    }
    return table;
}

namespace {
constexpr double kMargin = 20, kLegendHeight = 26;
constexpr double kLargestFit = 1.25;
constexpr double kLeastBoxWidth = 84, kMostBoxWidth = 240;
} // namespace

QSizeF GraphView::sizeOf(const FoldedNode& node, const TextWidths& title, const TextWidths& caption) const
{
    const double width = std::max(title.of(qt(node.title)), caption.of(subtitle(node)));
    return {std::clamp(std::ceil(width) + 24, kLeastBoxWidth, kMostBoxWidth),
            std::ceil(title.height() + caption.height() + 8)};
}

QString GraphView::subtitle(const FoldedNode& node) const
{
    return node.isBlock ? counted(qint64(node.operators.size()), tr("1 operator"), tr("%1 operators"))
                        : qt(m_graph->operators[node.operators.front().value].type);
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
