// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/graph/layer_columns.h"

#include <algorithm>

namespace nestloom::ui {

namespace {

constexpr int kOrderSweeps = 12;

std::vector<int> places(const std::vector<std::vector<int>>& layers, std::size_t vertices)
{
    std::vector<int> places(vertices);
    for (const std::vector<int>& layer : layers)
        for (std::size_t i = 0; i < layer.size(); ++i)
            places[std::size_t(layer[i])] = int(i);
    return places;
}

/// Inversions of a sequence of places below `size`, counted with a Fenwick tree.
std::int64_t inversions(const std::vector<int>& sequence, std::size_t size)
{
    std::vector<std::int64_t> tree(size + 1);
    std::int64_t count = 0, seen = 0;
    for (const int place : sequence) {
        std::int64_t notAfter = 0;
        for (std::size_t i = std::size_t(place) + 1; i > 0; i &= i - 1)
            notAfter += tree[i];
        count += seen - notAfter;
        ++seen;
        for (std::size_t i = std::size_t(place) + 1; i <= size; i += i & (~i + 1))
            ++tree[i];
    }
    return count;
}

void sortByBarycentre(std::vector<int>& layer, const std::vector<LayerNeighbours>& neighbours, bool byAbove,
                      const std::vector<int>& place)
{
    std::vector<std::pair<double, int>> keyed;
    for (std::size_t i = 0; i < layer.size(); ++i) {
        const LayerNeighbours& around = neighbours[std::size_t(layer[i])];
        const std::vector<int>& others = byAbove ? around.above : around.below;
        double sum = 0;
        for (const int other : others)
            sum += place[std::size_t(other)];
        keyed.emplace_back(others.empty() ? double(i) : sum / double(others.size()), layer[i]);
    }
    std::ranges::stable_sort(keyed, [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t i = 0; i < layer.size(); ++i)
        layer[i] = keyed[i].second;
}

} // namespace

std::int64_t crossings(const std::vector<std::vector<int>>& layers, const std::vector<LayerNeighbours>& neighbours)
{
    const std::vector<int> place = places(layers, neighbours.size());
    std::int64_t count = 0;
    for (std::size_t l = 0; l + 1 < layers.size(); ++l) {
        std::vector<int> ends;
        for (const int vertex : layers[l]) {
            const std::size_t from = ends.size();
            for (const int below : neighbours[std::size_t(vertex)].below)
                ends.push_back(place[std::size_t(below)]);
            std::sort(ends.begin() + std::ptrdiff_t(from), ends.end());
        }
        std::size_t width = layers[l + 1].size();
        for (const int end : ends)
            width = std::max(width, std::size_t(end) + 1); // a long straight edge ends further down
        count += inversions(ends, width);
    }
    return count;
}

bool orderLayers(std::vector<std::vector<int>>& layers, const std::vector<LayerNeighbours>& neighbours,
                 const std::stop_token& stop)
{
    std::vector<std::vector<int>> best = layers;
    std::int64_t fewest = crossings(layers, neighbours);
    for (int sweep = 0; sweep < kOrderSweeps && fewest > 0; ++sweep) {
        const bool down = sweep % 2 == 0;
        std::vector<int> place = places(layers, neighbours.size());
        for (std::size_t i = 0; i < layers.size(); ++i) {
            if (stop.stop_requested())
                return false;
            std::vector<int>& layer = layers[down ? i : layers.size() - 1 - i];
            sortByBarycentre(layer, neighbours, down, place);
            for (std::size_t at = 0; at < layer.size(); ++at)
                place[std::size_t(layer[at])] = int(at);
        }
        if (const std::int64_t now = crossings(layers, neighbours); now < fewest) {
            fewest = now;
            best = layers;
        }
    }
    layers = std::move(best);
    return !stop.stop_requested();
}

namespace {

constexpr double kLayerGap = 34;
constexpr double kColumnGap = 56;
constexpr double kTurn = 14; // from the last box of a column to the line under it
constexpr int kLanes = 8;    // side by side in the gap between columns
constexpr double kLaneWidth = 4;
constexpr std::size_t kMostColumns = 24;

} // namespace

LayerColumns::LayerColumns(std::vector<LayerExtent> layers, double aspect) : m_layers(std::move(layers))
{
    m_columns = cut(1);
    double best = aspect > 0 ? scale(m_columns, aspect) : 1;
    for (std::size_t count = 2; aspect > 0 && count <= std::min(kMostColumns, m_layers.size() / 3); ++count) {
        std::vector<Column> columns = cut(count);
        if (const double now = scale(columns, aspect); now > 1.05 * best) {
            best = now;
            m_columns = std::move(columns);
        }
    }
    m_middle.resize(m_layers.size());
    for (const Column& column : m_columns) {
        double y = 0;
        for (std::size_t i = column.first; i < column.end; ++i) {
            m_middle[i] = y + m_layers[i].height / 2;
            y += m_layers[i].height + kLayerGap;
        }
    }
}

/// Columns of about the same height, each ending where few edges pass.
std::vector<LayerColumns::Column> LayerColumns::cut(std::size_t columns) const
{
    const std::size_t ideal = std::max<std::size_t>(1, (m_layers.size() + columns - 1) / columns);
    const std::size_t slack = columns > 1 ? ideal / 4 : 0;
    std::vector<Column> result;
    for (std::size_t first = 0; first < m_layers.size();) {
        std::size_t end = std::min(m_layers.size(), first + ideal);
        if (end < m_layers.size()) {
            std::size_t best = end;
            for (std::size_t at = std::max(first + 1, end - std::min(end, slack));
                 at < std::min(m_layers.size(), end + slack); ++at)
                if (m_layers[at - 1].lines + m_layers[at].lines < m_layers[best - 1].lines + m_layers[best].lines)
                    best = at;
            end = best;
        }
        Column column{
            first,     end, 0, std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
            -kLayerGap};
        for (std::size_t i = first; i < end; ++i) {
            column.left = std::min(column.left, m_layers[i].left);
            column.right = std::max(column.right, m_layers[i].right);
            column.bottom += m_layers[i].height + kLayerGap;
        }
        const double from = result.empty() ? column.left : result.back().right + kColumnGap;
        column.shift = from - column.left;
        column.left += column.shift;
        column.right += column.shift;
        result.push_back(column);
        first = end;
    }
    return result;
}

/// How large it can be drawn into a window of this aspect ratio and of height 1.
double LayerColumns::scale(const std::vector<Column>& columns, double aspect) const
{
    if (columns.empty())
        return 1;
    double height = 1;
    for (const Column& column : columns)
        height = std::max(height, column.bottom + 2 * kTurn);
    return std::min(aspect / std::max(1.0, columns.back().right - columns.front().left), 1 / height);
}

std::size_t LayerColumns::columnOf(std::size_t layer) const
{
    const auto after = std::upper_bound(m_columns.begin(), m_columns.end(), layer,
                                        [](std::size_t l, const Column& column) { return l < column.first; });
    return std::size_t(after - m_columns.begin()) - 1;
}

QPointF LayerColumns::place(double x, std::size_t layer) const
{
    return {x + m_columns[columnOf(layer)].shift, m_middle[layer]};
}

void LayerColumns::addTurn(QPolygonF& route, std::size_t fromLayer, std::size_t toLayer, double x, int lane) const
{
    const std::size_t from = columnOf(fromLayer), to = columnOf(toLayer);
    if (from == to)
        return;
    const double away = kLaneWidth * (lane % kLanes);
    double under = 0;
    for (std::size_t c = from; c < to; ++c)
        under = std::max(under, m_columns[c].bottom);
    const double gap = m_columns[to].left - kColumnGap + 12 + away;
    const double below = under + kTurn + away / 2, above = -kTurn - away / 2;
    route << QPointF(route.back().x(), below) << QPointF(gap, below) << QPointF(gap, above) << QPointF(x, above);
}

} // namespace nestloom::ui
