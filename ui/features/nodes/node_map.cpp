// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/nodes/node_map.h"

#include "ui/features/nodes/nodes_words.h"
#include "ui/style/format.h"
#include "ui/style/paint_tools.h"
#include "ui/widgets/make_widgets.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

namespace nestloom::ui {

NodeMap::NodeMap(ShownNodes& nodes, QWidget* parent) : PaintedChart(parent), m_nodes(nodes)
{
    named(this, "nodeMap", tr("Nodes of the segment"));
    connect(&m_nodes, &ShownNodes::runChanged, this, &NodeMap::refresh);
    connect(&m_nodes, &ShownNodes::layerChanged, this, &NodeMap::refresh);
    refresh();
}

void NodeMap::refresh()
{
    m_cells.clear();
    if (const auto* placed = m_nodes.placed()) {
        m_segment = placed->segment;
        for (const kapla::Node node : kapla::nodesOf(m_nodes.run()->machine.nodes))
            m_cells.push_back({node, {}});
        const SegmentChain& chain = m_nodes.chain();
        const SegmentChain::Span& span = chain.segments[m_segment];
        for (std::size_t i = span.first; i < span.first + span.count; ++i)
            for (const kapla::Node node : kapla::nodesOf(chain.layers[i].place->placement.nodes))
                for (Cell& cell : m_cells)
                    if (cell.node == node)
                        cell.layers.push_back(i);
    }
    update();
}

QString NodeMap::letter(std::size_t layer) const
{
    return layerLetter(layer - m_nodes.chain().segments[m_segment].first);
}

QRectF NodeMap::mesh() const
{
    const double title = QFontMetricsF(captionFont(font())).height() + 8;
    const kapla::Extent extent = m_nodes.run()->machine.nodes.extent;
    const double room = std::max(40.0, std::min(height() - title - 10.0, width() * 0.52));
    const double cell = std::min(room / double(extent.h), room / double(extent.w));
    return {10, title + 2, cell * double(extent.w), cell * double(extent.h)};
}

QRectF NodeMap::rectOf(std::size_t cell) const
{
    const QRectF area = mesh();
    const kapla::NodeRegion& nodes = m_nodes.run()->machine.nodes;
    const double size = area.width() / double(nodes.extent.w);
    const double gap = size > 14 ? 2 : 0.5;
    return QRectF(area.left() + double(m_cells[cell].node.w - nodes.origin.w) * size,
                  area.top() + double(m_cells[cell].node.h - nodes.origin.h) * size, size, size)
        .adjusted(gap, gap, -gap, -gap);
}

void NodeMap::paintChart(QPainter& painter)
{
    const Theme& theme = themeFor(palette());
    painter.fillRect(rect(), theme.card);
    if (m_cells.empty()) {
        painter.setFont(font());
        return paint::message(painter, rect(), tr("No schedule yet"), tr("Nodes show which layers they work on."),
                              theme);
    }
    painter.setFont(captionFont(font()));
    const SegmentChain::Span& span = m_nodes.chain().segments[m_segment];
    const QFontMetricsF metrics(painter.font());
    painter.setPen(theme.text);
    painter.drawText(QRectF(10, 4, width() - 14, metrics.height()), Qt::AlignLeft,
                     metrics.elidedText(tr("Segment %1 of %2, %3")
                                            .arg(m_segment + 1)
                                            .arg(m_nodes.chain().segments.size())
                                            .arg(format::cycles(span.end - span.begin)),
                                        Qt::ElideRight, width() - 14));
    for (std::size_t i = 0; i < m_cells.size(); ++i)
        paintCell(painter, theme, i);
    paintMemory(painter, theme);
    paintLegend(painter, theme);
}

/// Layers that take turns stand side by side.
void NodeMap::paintCell(QPainter& painter, const Theme& theme, std::size_t index) const
{
    const Cell& cell = m_cells[index];
    const QRectF box = rectOf(index);
    const QFontMetricsF metrics(painter.font());
    if (cell.layers.empty()) {
        painter.fillRect(box, theme.alternate);
        painter.setPen(theme.border);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(box);
        return;
    }
    const double width = box.width() / double(cell.layers.size());
    for (std::size_t turn = 0; turn < cell.layers.size(); ++turn) {
        const QRectF part(box.left() + double(turn) * width, box.top(), width, box.height());
        const SegmentChain::Layer& layer = m_nodes.chain().layers[cell.layers[turn]];
        const QColor fill = nodeLayerColour(theme, layer.layer);
        painter.fillRect(part, fill);
        const QString name = letter(cell.layers[turn]);
        if (metrics.horizontalAdvance(name) <= part.width() && metrics.height() <= part.height() + 3) {
            painter.setPen(textOn(fill));
            painter.drawText(part, Qt::AlignCenter, name);
        }
    }
    if (m_nodes.placed() != nullptr
        && std::ranges::find(cell.layers, std::size_t(m_nodes.placed() - m_nodes.chain().layers.data()))
               != cell.layers.end()
        && m_nodes.chain().segments[m_segment].count > 1) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(theme.text, box.width() > 14 ? 2 : 1));
        painter.drawRect(box);
    }
}

/// Triangles in the corners of the nodes at which the memory is attached.
void NodeMap::paintMemory(QPainter& painter, const Theme& theme) const
{
    const QRectF area = mesh();
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.card, 1));
    painter.setBrush(partColour(theme, NodePart::Dram));
    for (const kapla::Node node : kapla::nodesOf(m_nodes.run()->machine.memory))
        for (std::size_t i = 0; i < m_cells.size(); ++i) {
            if (m_cells[i].node != node)
                continue;
            const QRectF box = rectOf(i);
            const double x = box.center().x() < area.center().x() ? box.left() : box.right();
            const double y = box.center().y() < area.center().y() ? box.top() : box.bottom();
            const double size = std::min(10.0, box.width() * 0.5);
            const double dx = x == box.left() ? size : -size, dy = y == box.top() ? size : -size;
            painter.drawPolygon(QPolygonF({QPointF(x, y), QPointF(x + dx, y), QPointF(x, y + dy)}));
        }
    painter.restore();
}

void NodeMap::paintLegend(QPainter& painter, const Theme& theme) const
{
    const QFontMetricsF metrics(painter.font());
    const QRectF area = mesh();
    const SegmentChain& chain = m_nodes.chain();
    const SegmentChain::Span& span = chain.segments[m_segment];
    const double left = area.right() + 12, line = metrics.height() + 4;
    double y = area.top();
    const auto say = [&](const QColor& fill, const QString& chip, const QString& text, bool isStrong) {
        const QRectF box(left, y, std::max(14.0, metrics.horizontalAdvance(chip) + 6), metrics.height() + 1);
        if (!chip.isEmpty()) {
            painter.fillRect(box, fill);
            painter.setPen(textOn(fill));
            painter.drawText(box, Qt::AlignCenter, chip);
        }
        painter.setPen(isStrong ? theme.text : theme.mutedText);
        const QRectF place(box.right() + 5, y, width() - box.right() - 9, metrics.height());
        painter.drawText(place, Qt::AlignLeft | Qt::AlignVCenter,
                         metrics.elidedText(text, Qt::ElideMiddle, place.width()));
        y += line;
    };
    std::size_t drawn = 0;
    for (; drawn < span.count && y + 3 * line < height(); ++drawn) {
        const SegmentChain::Layer& layer = chain.layers[span.first + drawn];
        say(nodeLayerColour(theme, layer.layer), layerLetter(drawn),
            tr("%1 (%2)").arg(qt(m_nodes.run()->graph.network.layers[layer.layer].name)).arg(layer.nodes),
            m_nodes.placed() == &layer);
    }
    if (drawn < span.count)
        say({}, {}, tr("and %1 more").arg(span.count - drawn), false);
    say(partColour(theme, NodePart::Dram), QStringLiteral("\u25e4"), tr("memory"), false);
}

std::optional<std::size_t> NodeMap::layerAt(QPointF at) const
{
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
        const QRectF box = rectOf(i);
        if (!box.contains(at) || m_cells[i].layers.empty())
            continue;
        const auto turn = std::size_t((at.x() - box.left()) / box.width() * double(m_cells[i].layers.size()));
        return m_cells[i].layers[std::min(turn, m_cells[i].layers.size() - 1)];
    }
    return std::nullopt;
}

QString NodeMap::toolTipAt(QPointF at) const
{
    for (std::size_t i = 0; i < m_cells.size(); ++i) {
        if (!rectOf(i).contains(at))
            continue;
        QStringList lines{tr("node in row %1, column %2").arg(m_cells[i].node.h).arg(m_cells[i].node.w)};
        for (const std::size_t layer : m_cells[i].layers)
            lines << QStringLiteral("%1 %2: %3")
                         .arg(letter(layer),
                              qt(m_nodes.run()->graph.network.layers[m_nodes.chain().layers[layer].layer].name),
                              partitionText(m_nodes.chain().layers[layer].schedule->partition));
        if (m_cells[i].layers.empty())
            lines << tr("idle in this segment");
        return lines.join(QLatin1Char('\n'));
    }
    return {};
}

void NodeMap::choose(std::size_t layer)
{
    const std::size_t of = m_nodes.chain().layers[layer].layer;
    m_nodes.selectLayer(of);
    Q_EMIT layerChosen(of);
}

void NodeMap::mousePressEvent(QMouseEvent* event)
{
    if (const auto layer = layerAt(event->position()); layer && event->button() == Qt::LeftButton)
        choose(*layer);
}

void NodeMap::keyPressEvent(QKeyEvent* event)
{
    const int step = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    if (step == 0 || m_cells.empty())
        return QWidget::keyPressEvent(event);
    const auto& segments = m_nodes.chain().segments;
    const auto next =
        std::clamp<std::ptrdiff_t>(std::ptrdiff_t(m_segment) + step, 0, std::ptrdiff_t(segments.size()) - 1);
    choose(segments[std::size_t(next)].first);
}

TableValues NodeMap::chartValues() const
{
    TableValues values;
    values.columns = {tr("row"), tr("column"), tr("layers")};
    for (const Cell& cell : m_cells) {
        QStringList names;
        for (const std::size_t layer : cell.layers)
            names << qt(m_nodes.run()->graph.network.layers[m_nodes.chain().layers[layer].layer].name);
        values.rows.push_back({qlonglong(cell.node.h), qlonglong(cell.node.w), names.join(QLatin1Char(' '))});
    }
    return values;
}

std::optional<Provenance> NodeMap::chartProvenance() const { return nodesProvenance(m_nodes); }

} // namespace nestloom::ui
