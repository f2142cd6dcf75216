// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/graph/graph_view.h"

#include "ui/charts/axis_scale.h"
#include "ui/style/format.h"

#include <QContextMenuEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

namespace {

constexpr std::size_t kNodesAtFirst = 40;

} // namespace

GraphView::GraphView(QWidget* parent) : PaintedChart(parent)
{
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Graph of the network"));
    setContextMenuPolicy(Qt::DefaultContextMenu); // a menu of its own, with those actions in it
    connect(&m_layouter, &GraphLayouter::finished, this, &GraphView::takeLayout);
}

void GraphView::setGraph(std::shared_ptr<const workload::OperatorGraph> graph)
{
    m_graph = std::move(graph);
    m_current.reset();
    m_known = {};
    m_isFitted = true;
    m_showCurrent = false;
    m_folded = {};
    m_layout = {};
    drawRoutes();
    if (!m_graph || m_graph->operators.empty()) {
        m_graph.reset();
        m_layouter.cancel();
        m_matches.clear();
        Q_EMIT busyChanged(false);
        update();
        return;
    }
    search(m_search);
    refold(blocksOpenAtFirst(*m_graph, kNodesAtFirst));
}

void GraphView::setColour(NodeColour colour)
{
    m_colour = colour;
    recolour();
}

void GraphView::setTraffic(const std::vector<Bytes>& byOperator, Bytes scratchpad)
{
    m_known.traffic.clear();
    for (const Bytes bytes : byOperator)
        m_known.traffic.push_back(double(bytes.count));
    m_scratchpad = scratchpad;
    recolour();
}

void GraphView::setCosts(std::vector<double> cycles, std::vector<double> picojoules, const QString& of)
{
    m_known.cycles = std::move(cycles);
    m_known.energy = std::move(picojoules);
    m_costsOf = of;
    recolour();
}

void GraphView::recolour()
{
    m_values.clear();
    m_kinds.clear();
    m_largest = 0;
    for (const FoldedNode& node : m_folded.nodes) {
        m_kinds.push_back(kindOf(*m_graph, node));
        m_values.push_back(nodeValue(*m_graph, node, m_colour, m_known));
        m_largest = std::max(m_largest, m_values.back());
    }
    invalidate();
}

int GraphView::search(const QString& text)
{
    m_search = text;
    m_matches.assign(m_graph ? m_graph->operators.size() : 0, false);
    int count = 0;
    for (std::size_t o = 0; o < m_matches.size() && !text.isEmpty(); ++o) {
        const workload::Operator& op = m_graph->operators[o];
        m_matches[o] =
            qt(op.name).contains(text, Qt::CaseInsensitive) || qt(op.type).contains(text, Qt::CaseInsensitive);
        count += m_matches[o] ? 1 : 0;
    }
    invalidate();
    return count;
}

bool GraphView::isMatch(int node) const
{
    const auto& operators = m_folded.nodes[std::size_t(node)].operators;
    return std::ranges::any_of(operators, [this](OperatorId op) { return m_matches[op.value]; });
}

void GraphView::nextMatch(int step)
{
    const int count = int(m_matches.size());
    const int start = m_current ? int(m_current->value) : step > 0 ? -1 : count;
    for (int i = 1; i <= count; ++i) {
        const int at = ((start + step * i) % count + count) % count;
        if (!m_matches[std::size_t(at)])
            continue;
        const OperatorId found{std::uint32_t(at)};
        showOperator(found);
        Q_EMIT currentChanged(found);
        return;
    }
}

int GraphView::currentNode() const
{
    return m_current && m_current->value < m_folded.nodeOf.size() ? m_folded.nodeOf[m_current->value] : -1;
}

void GraphView::showOperator(OperatorId op)
{
    if (!m_graph || op.value >= m_graph->operators.size())
        return;
    m_current = op;
    OpenBlocks open = m_wanted;
    open.merge(blocksAround(*m_graph, op));
    if (open != m_wanted) {
        m_showCurrent = true;
        refold(std::move(open));
    } else if (!isBusy()) {
        bringIntoSight(currentNode());
    }
    update();
}

void GraphView::toggleBlock(int node)
{
    if (node < 0 || isBusy())
        return;
    const FoldedNode& toggled = m_folded.nodes[std::size_t(node)];
    if (m_current != toggled.operators.front()) { // as a click on it does
        m_current = toggled.operators.front();
        Q_EMIT currentChanged(*m_current);
    }
    OpenBlocks open = m_open;
    if (toggled.isBlock) {
        open.insert(toggled.path);
    } else {
        const OpenBlocks around = blocksAround(*m_graph, toggled.operators.front());
        if (around.empty())
            return;
        const std::string innermost = *around.rbegin(); // each is the beginning of the next
        std::erase_if(
            open, [&](const std::string& path) { return path == innermost || path.rfind(innermost + ".", 0) == 0; });
    }
    m_isFitted = false;
    refold(std::move(open));
}

void GraphView::openAll()
{
    if (!m_graph)
        return;
    m_isFitted = true;
    refold(allBlocks(*m_graph));
}

void GraphView::closeAll()
{
    if (!m_graph)
        return;
    m_isFitted = true;
    refold({});
}

QString GraphView::figureTitle(NodeColour figure) const
{
    if (figure == NodeColour::Traffic)
        return tr("off-chip traffic beyond the compulsory, scratchpad of %1").arg(sizeText(m_scratchpad));
    const bool isOfRun = figure == NodeColour::Cycles || figure == NodeColour::Energy;
    return isOfRun ? tr("%1, %2").arg(colourTitle(figure), m_costsOf) : colourTitle(figure);
}

QString GraphView::description(int node) const
{
    const FoldedNode& shown = m_folded.nodes[std::size_t(node)];
    QStringList lines{qt(shown.path) + QStringLiteral(", ") + subtitle(shown)};
    for (const NodeColour figure : {NodeColour::Outputs, NodeColour::Parameters, NodeColour::Macs, NodeColour::Traffic,
                                    NodeColour::Cycles, NodeColour::Energy})
        if (const double value = nodeValue(*m_graph, shown, figure, m_known); value > 0)
            lines << QStringLiteral("%1: %2 (%3)")
                         .arg(figureTitle(figure), valueText(figure, value), format::integer(std::int64_t(value)));
    if (!shown.isBlock) {
        const workload::Operator& op = m_graph->operators[shown.operators.front().value];
        const auto list = [&](const QString& title, const std::vector<TensorId>& tensors) {
            for (const TensorId id : tensors) {
                const workload::Tensor& tensor = m_graph->tensors[id.value];
                QStringList shape;
                for (const std::int64_t extent : tensor.shape)
                    shape << QString::number(extent);
                lines << QStringLiteral("%1 %2: %3 %4")
                             .arg(title, qt(tensor.name), shape.join(QStringLiteral("\u00d7")),
                                  format::bytes(tensor.size));
            }
        };
        list(tr("reads"), op.inputs);
        list(tr("makes"), op.outputs);
        for (const workload::Layer& layer : op.layers)
            lines << tr("layer %1: %2").arg(qt(layer.name), qt(workload::describeShape(layer)));
    }
    return lines.join(u'\n');
}

namespace {
constexpr double kKeyZoom = 1.25, kWheelZoom = 1.15;
constexpr double kClickSlop = 4;
} // namespace

void GraphView::choose(int node)
{
    if (node < 0)
        return;
    m_current = m_folded.nodes[std::size_t(node)].operators.front();
    bringIntoSight(node);
    Q_EMIT currentChanged(*m_current);
}

/// The neighbour along an edge that stands nearest below or above.
int GraphView::neighbour(int node, bool below) const
{
    int nearest = -1;
    double best = 0;
    for (const FoldedEdge& edge : m_folded.edges) {
        const int other = below ? edge.to : edge.from;
        if ((below ? edge.from : edge.to) != node)
            continue;
        const QPointF away = m_layout.boxes[std::size_t(other)].center() - m_layout.boxes[std::size_t(node)].center();
        const double distance = std::abs(away.y()) + 0.1 * std::abs(away.x());
        if (nearest < 0 || distance < best) {
            nearest = other;
            best = distance;
        }
    }
    return nearest;
}

/// The next box to the left or right in the same layer.
int GraphView::beside(int node, int step) const
{
    const QPointF at = m_layout.boxes[std::size_t(node)].center();
    int nearest = -1;
    double best = 0;
    for (std::size_t i = 0; i < m_layout.boxes.size(); ++i) {
        const QPointF away = m_layout.boxes[i].center() - at;
        if (std::abs(away.y()) > 1 || away.x() * step <= 0)
            continue;
        if (nearest < 0 || std::abs(away.x()) < best) {
            nearest = int(i);
            best = std::abs(away.x());
        }
    }
    return nearest;
}

void GraphView::walk(int key)
{
    const int node = currentNode();
    if (node < 0)
        return choose(m_folded.nodes.empty() ? -1 : 0);
    switch (key) {
    case Qt::Key_Down: return choose(neighbour(node, true));
    case Qt::Key_Up: return choose(neighbour(node, false));
    case Qt::Key_Left: return choose(beside(node, -1));
    case Qt::Key_Right: return choose(beside(node, 1));
    case Qt::Key_Home: return choose(0);
    default: return choose(int(m_folded.nodes.size()) - 1);
    }
}

void GraphView::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Down:
    case Qt::Key_Up:
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Home:
    case Qt::Key_End: return walk(event->key());
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space: return toggleBlock(currentNode());
    case Qt::Key_F: return fit();
    case Qt::Key_Plus:
    case Qt::Key_Equal: return zoom(QRectF(rect()).center(), kKeyZoom);
    case Qt::Key_Minus: return zoom(QRectF(rect()).center(), 1 / kKeyZoom);
    case Qt::Key_F3: return nextMatch(event->modifiers() & Qt::ShiftModifier ? -1 : 1);
    case Qt::Key_Escape:
        if (isBusy())
            return cancelLayout();
        break;
    default: break;
    }
    QWidget::keyPressEvent(event);
}

void GraphView::mousePressEvent(QMouseEvent* event)
{
    m_pressed = m_last = event->position();
    m_moved = false;
}

void GraphView::mouseMoveEvent(QMouseEvent* event)
{
    if (!(event->buttons() & (Qt::LeftButton | Qt::MiddleButton))) {
        setCursor(nodeAt(event->position()) >= 0 ? Qt::PointingHandCursor : Qt::ArrowCursor);
        return;
    }
    const QPointF at = event->position();
    m_moved = m_moved || (at - m_pressed).manhattanLength() > kClickSlop;
    if (m_moved) {
        m_origin += at - m_last;
        m_isFitted = false;
        update();
    }
    m_last = at;
}

void GraphView::mouseReleaseEvent(QMouseEvent* event)
{
    if (!m_moved && event->button() == Qt::LeftButton)
        choose(nodeAt(event->position()));
}

void GraphView::mouseDoubleClickEvent(QMouseEvent* event)
{
    m_moved = true; // the release that follows chooses nothing
    if (event->button() == Qt::LeftButton)
        toggleBlock(nodeAt(event->position()));
}

void GraphView::wheelEvent(QWheelEvent* event)
{
    zoom(event->position(), std::pow(kWheelZoom, event->angleDelta().y() / 120.0));
    event->accept();
}

void GraphView::contextMenuEvent(QContextMenuEvent* event)
{
    const int node = event->reason() == QContextMenuEvent::Mouse ? nodeAt(event->pos()) : currentNode();
    QMenu menu(this);
    if (node >= 0) {
        const bool isBlock = m_folded.nodes[std::size_t(node)].isBlock;
        menu.addAction(isBlock ? tr("Open block") : tr("Close block"), QKeySequence(Qt::Key_Return), this,
                       [this, node] { toggleBlock(node); });
    }
    menu.addAction(tr("Open all blocks"), this, &GraphView::openAll)->setEnabled(m_graph != nullptr);
    menu.addAction(tr("Close all blocks"), this, &GraphView::closeAll)->setEnabled(m_graph != nullptr);
    menu.addAction(tr("Fit"), QKeySequence(Qt::Key_F), this, &GraphView::fit);
    menu.addSeparator();
    menu.addActions(actions());
    menu.exec(event->globalPos());
}

void GraphView::resizeEvent(QResizeEvent*)
{
    if (m_isFitted)
        fit();
}

void GraphView::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    m_isLayerOld = true; // colours and font
    if (event->type() == QEvent::FontChange && m_graph)
        refold(OpenBlocks(m_wanted));
}

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
    const auto nodes = std::ranges::count_if(m_layout.boxes, [&](const QRectF& box) { return box.intersects(shown); });
    const auto edges =
        std::ranges::count_if(m_edgeBounds, [&](const QRectF& bounds) { return bounds.intersects(shown); });
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
