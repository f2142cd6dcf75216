// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/graph/layer_order.h"

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
    std::stable_sort(keyed.begin(), keyed.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
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

} // namespace nestloom::ui
