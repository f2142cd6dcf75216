// SPDX-License-Identifier: GPL-3.0-or-later
// What GraphView knows: the graph, its blocks, what is searched and selected.
#include "ui/graph/graph_view.h"

#include "ui/export/chart_actions.h"
#include "ui/format.h"
#include "ui/graph/text_widths.h"
#include "ui/memory/memory_words.h"

#include <QAccessible>
#include <QTransform>

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

namespace {

constexpr std::size_t kNodesAtFirst = 40;

} // namespace

GraphView::GraphView(QWidget* parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Graph of the network"));
    enableChartExport(*this);
    setContextMenuPolicy(Qt::DefaultContextMenu); // a menu of its own, with those actions in it
    connect(&m_layouter, &GraphLayouter::finished, this, &GraphView::takeLayout);
}

void GraphView::setGraph(std::shared_ptr<const workload::OperatorGraph> graph)
{
    m_graph = std::move(graph);
    m_current.reset();
    m_traffic.clear();
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

void GraphView::setTraffic(std::vector<Bytes> byOperator, Bytes scratchpad)
{
    m_traffic = std::move(byOperator);
    m_scratchpad = scratchpad;
    recolour();
}

void GraphView::recolour()
{
    m_values.clear();
    m_kinds.clear();
    m_largest = 0;
    for (const FoldedNode& node : m_folded.nodes) {
        m_kinds.push_back(kindOf(*m_graph, node));
        m_values.push_back(nodeValue(*m_graph, node, m_colour, m_traffic));
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
        m_matches[o] = QString::fromStdString(op.name).contains(text, Qt::CaseInsensitive)
                       || QString::fromStdString(op.type).contains(text, Qt::CaseInsensitive);
        count += m_matches[o] ? 1 : 0;
    }
    invalidate();
    return count;
}

bool GraphView::isMatch(int node) const
{
    const auto& operators = m_folded.nodes[std::size_t(node)].operators;
    return std::any_of(operators.begin(), operators.end(), [this](OperatorId op) { return m_matches[op.value]; });
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

void GraphView::clearCurrent()
{
    m_current.reset();
    update();
}

void GraphView::toggleBlock(int node)
{
    if (node < 0 || isBusy())
        return;
    const FoldedNode& toggled = m_folded.nodes[std::size_t(node)];
    m_current = toggled.operators.front();
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
    return figure == NodeColour::Traffic
               ? tr("off-chip traffic beyond the compulsory, scratchpad of %1").arg(sizeText(m_scratchpad))
               : colourTitle(figure);
}

QString GraphView::description(int node) const
{
    const FoldedNode& shown = m_folded.nodes[std::size_t(node)];
    QStringList lines{QString::fromStdString(shown.path) + QStringLiteral(", ") + subtitle(shown)};
    for (const NodeColour figure : {NodeColour::Outputs, NodeColour::Parameters, NodeColour::Macs, NodeColour::Traffic})
        if (const double value = nodeValue(*m_graph, shown, figure, m_traffic); value > 0)
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
                             .arg(title, QString::fromStdString(tensor.name), shape.join(QStringLiteral("\u00d7")),
                                  format::bytes(tensor.size));
            }
        };
        list(tr("reads"), op.inputs);
        list(tr("makes"), op.outputs);
        for (const workload::Layer& layer : op.layers)
            lines << tr("layer %1: %2")
                         .arg(QString::fromStdString(layer.name),
                              QString::fromStdString(workload::describeShape(layer)));
    }
    return lines.join(u'\n');
}

} // namespace nestloom::ui
