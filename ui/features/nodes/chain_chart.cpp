// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/nodes/chain_chart.h"

#include "ui/features/nodes/nodes_words.h"
#include "ui/style/format.h"
#include "ui/style/paint_tools.h"
#include "ui/widgets/make_widgets.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

namespace {
constexpr double kMemoryLane = 12; // pixels
constexpr double kLeastBox = 3;    // narrower parts of the batch are drawn as one box
} // namespace

ChainChart::ChainChart(ShownNodes& nodes, TimeFocus& focus, QWidget* parent) : TimeChart(focus, parent), m_nodes(nodes)
{
    named(this, "chainChart", tr("Segment chain"));
    setTimeLabels(true);
    connect(&m_nodes, &ShownNodes::runChanged, this, [this] {
        const SegmentChain& chain = m_nodes.chain();
        m_firstBox.assign(chain.layers.size(), chain.boxes.size());
        for (std::size_t i = chain.boxes.size(); i-- > 0;)
            m_firstBox[chain.boxes[i].at] = i;
        if (hasData())
            this->focus().setEnd(std::max<std::int64_t>(1, std::int64_t(chain.end)));
        layOut();
    });
    connect(&m_nodes, &ShownNodes::layerChanged, this, [this] {
        const auto* placed = m_nodes.placed();
        setAccessibleDescription(placed != nullptr ? hint(rectOf(*m_nodes.chain().find(placed->layer)).center())
                                                   : QString());
        update();
    });
}

void ChainChart::setEmptyText(const QString& title, const QString& text, bool isWarning)
{
    m_emptyTitle = title;
    m_emptyText = text;
    m_isWarning = isWarning;
    update();
}

double ChainChart::headRoom() const { return QFontMetricsF(captionFont(font())).height() + 6; }

QRectF ChainChart::nodesArea() const { return geometryOf().plot.adjusted(0, 0, 0, -kMemoryLane - 4); }

QRectF ChainChart::memoryLane() const
{
    const QRectF& plot = geometryOf().plot;
    return {plot.left(), plot.bottom() - kMemoryLane, plot.width(), kMemoryLane};
}

QRectF ChainChart::rect(const SegmentChain::Layer& layer, double begin, double end) const
{
    const QRectF area = nodesArea();
    const double perNode = area.height() / double(std::max<std::int64_t>(1, m_nodes.chain().nodes));
    double top = area.top() + double(layer.firstNode) * perNode, height = double(layer.nodes) * perNode;
    const SegmentChain::Span& segment = m_nodes.chain().segments[layer.segment];
    if (!hasBoxes(segment)) { // layers that take turns stand above each other: their turns are too short to be seen
        top += height * layer.before;
        height *= layer.share;
    }
    const double left = geometryOf().x(begin), right = geometryOf().x(end);
    return {left, top, std::max(1.0, right - left), height};
}

/// Whether the parts of the batch are wide enough to be told apart.
bool ChainChart::hasBoxes(const SegmentChain::Span& segment) const
{
    if (segment.parts == 1)
        return true;
    const double part = (segment.end - segment.begin) / double(segment.parts) / geometryOf().perPixel();
    return segment.parts <= SegmentChain::kMostParts && part >= kLeastBox;
}

QRectF ChainChart::rectOf(std::size_t at) const
{
    const SegmentChain::Layer& layer = m_nodes.chain().layers[at];
    return rect(layer, layer.begin, layer.end);
}

std::optional<std::size_t> ChainChart::segmentAt(double cycle) const
{
    const auto& segments = m_nodes.chain().segments;
    const auto at =
        std::partition_point(segments.begin(), segments.end(), [cycle](const auto& one) { return one.end <= cycle; });
    return at != segments.end() && at->begin <= cycle ? std::optional(std::size_t(at - segments.begin()))
                                                      : std::nullopt;
}

std::optional<std::size_t> ChainChart::layerAt(QPointF at) const
{
    if (!hasData() || !nodesArea().contains(at))
        return std::nullopt;
    const SegmentChain& chain = m_nodes.chain();
    const double cycle = geometryOf().cycleAt(at.x());
    const auto segment = segmentAt(cycle);
    if (!segment)
        return std::nullopt;
    const SegmentChain::Span& span = chain.segments[*segment];
    for (std::size_t i = span.first; i < span.first + span.count; ++i) {
        if (!rectOf(i).contains(at))
            continue;
        if (!hasBoxes(span))
            return i;
        for (std::size_t box = m_firstBox[i]; box < chain.boxes.size() && chain.boxes[box].at == i; ++box)
            if (chain.boxes[box].begin <= cycle && cycle < chain.boxes[box].end)
                return i;
    }
    return std::nullopt;
}

void ChainChart::choose(std::size_t at)
{
    const std::size_t layer = m_nodes.chain().layers[at].layer;
    m_nodes.selectLayer(layer);
    Q_EMIT layerChosen(layer);
}

void ChainChart::pick(QPointF at)
{
    if (const auto layer = layerAt(at))
        choose(*layer);
}

void ChainChart::showSegment(std::size_t segment)
{
    const SegmentChain::Span& span = m_nodes.chain().segments[segment];
    focus().show({std::int64_t(span.begin), std::int64_t(span.end)});
}

void ChainChart::enter(QPointF at)
{
    if (const auto segment = segmentAt(geometryOf().cycleAt(at.x())))
        showSegment(*segment);
}

bool ChainChart::takeKey(QKeyEvent& event)
{
    const SegmentChain& chain = m_nodes.chain();
    const auto* placed = m_nodes.placed();
    const std::size_t now = placed != nullptr ? std::size_t(placed - chain.layers.data()) : 0;
    switch (event.key()) {
    case Qt::Key_Left:
    case Qt::Key_Up: choose(placed != nullptr && now > 0 ? now - 1 : now); break;
    case Qt::Key_Right:
    case Qt::Key_Down: choose(placed != nullptr ? std::min(now + 1, chain.layers.size() - 1) : now); break;
    case Qt::Key_Home: choose(0); break;
    case Qt::Key_End: choose(chain.layers.size() - 1); break;
    case Qt::Key_Return:
    case Qt::Key_Enter: showSegment(chain.layers[now].segment); return true;
    default: return false;
    }
    focus().setCursor(std::int64_t(m_nodes.placed()->begin)); // brings it into sight
    return true;
}

QString ChainChart::hint(QPointF at) const
{
    if (!geometryOf().plot.contains(at))
        return {};
    const auto segment = segmentAt(geometryOf().cycleAt(at.x()));
    if (!segment)
        return {};
    const SegmentChain& chain = m_nodes.chain();
    const SegmentChain::Span& span = chain.segments[*segment];
    QStringList lines;
    if (const auto found = layerAt(at)) {
        const SegmentChain::Layer& layer = chain.layers[*found];
        lines << tr("%1 on %2 of %3 nodes, cycles %4 to %5")
                     .arg(qt(m_nodes.run()->graph.network.layers[layer.layer].name))
                     .arg(layer.nodes)
                     .arg(chain.nodes)
                     .arg(format::integer(std::int64_t(layer.begin)), format::integer(std::int64_t(layer.end)));
    }
    lines << tr("segment %1 of %2: %n layer(s), %3, the batch in %4 parts", nullptr, int(span.count))
                 .replace(QStringLiteral("layer(s)"),
                          span.count == 1 ? QStringLiteral("layer") : QStringLiteral("layers"))
                 .arg(*segment + 1)
                 .arg(chain.segments.size())
                 .arg(format::exactCycles(span.end - span.begin))
                 .arg(span.parts);
    lines << tr("memory busy for %1 of it")
                 .arg(format::percent((span.memoryEnd - span.begin) / std::max(1.0, span.end - span.begin)));
    return lines.join(QLatin1Char('\n'));
}

TableValues ChainChart::chartValues() const
{
    TableValues values;
    values.columns = {tr("layer"),        tr("segment"),    tr("first node"),        tr("nodes"),
                      tr("from [cycle]"), tr("to [cycle]"), tr("parts of the batch")};
    const SegmentChain& chain = m_nodes.chain();
    for (const SegmentChain::Layer& layer : chain.layers)
        values.rows.push_back({qt(m_nodes.run()->graph.network.layers[layer.layer].name), qulonglong(layer.segment + 1),
                               qlonglong(layer.firstNode), qlonglong(layer.nodes), layer.begin, layer.end,
                               qlonglong(chain.segments[layer.segment].parts)});
    return values;
}

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
        const QString name = qt(m_nodes.run()->graph.network.layers[layer.layer].name);
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
