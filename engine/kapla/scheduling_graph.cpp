// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/scheduling_graph.h"

#include <algorithm>

namespace nestloom::kapla {

namespace {

using Vertices = std::vector<std::vector<std::size_t>>;

bool reads(const NetworkLayer& reader, std::size_t layer)
{
    return std::ranges::find(reader.sources, Source{false, layer}) != reader.sources.end();
}

/// Whether a layer without filters can follow the vertex in place: it reads what the vertex ends with and nothing of
/// what lies before, and nobody else reads that end.
bool canFollow(const std::vector<std::size_t>& vertex, const NetworkLayer& layer,
               const std::vector<std::vector<std::size_t>>& consumers)
{
    const std::size_t last = vertex.back();
    const bool readsEarlier =
        std::any_of(vertex.begin(), vertex.end() - 1, [&layer](std::size_t one) { return reads(layer, one); });
    return !readsEarlier && reads(layer, last) && consumers[last].size() == 1;
}

/// Vertices in the order of the network.
Vertices mergedLayers(const Network& network, const std::vector<std::vector<std::size_t>>& consumers)
{
    Vertices vertices;
    for (std::size_t layer = 0; layer < network.layers.size(); ++layer) {
        auto host = vertices.rend();
        if (!network.layers[layer].layer.hasFilters())
            host = std::find_if(vertices.rbegin(), vertices.rend(), [&](const auto& vertex) {
                return canFollow(vertex, network.layers[layer], consumers);
            });
        if (host == vertices.rend())
            vertices.push_back({layer});
        else
            host->push_back(layer);
    }
    return vertices;
}

/// Depth-first over what reads the vertices; the reverse of the order in which they are left is topological.
class DepthFirst {
public:
    DepthFirst(const Vertices& vertices, const std::vector<std::vector<std::size_t>>& consumers,
               const std::vector<std::size_t>& vertexOf)
        : m_vertices(vertices), m_consumers(consumers), m_vertexOf(vertexOf), m_entered(vertices.size())
    {
    }

    void visit(std::size_t vertex)
    {
        if (m_entered[vertex])
            return;
        m_entered[vertex] = true;
        std::vector<std::size_t> next;
        for (const std::size_t layer : m_vertices[vertex])
            for (const std::size_t reader : m_consumers[layer])
                if (m_vertexOf[reader] != vertex && std::ranges::find(next, reader) == next.end())
                    next.push_back(reader);
        // Last reader first, so that the reversed order begins with the first one.
        for (auto reader = next.rbegin(); reader != next.rend(); ++reader)
            visit(m_vertexOf[*reader]);
        m_left.push_back(vertex);
    }

    std::vector<std::size_t> order() const { return {m_left.rbegin(), m_left.rend()}; }

private:
    const Vertices& m_vertices;
    const std::vector<std::vector<std::size_t>>& m_consumers;
    const std::vector<std::size_t>& m_vertexOf;
    std::vector<bool> m_entered;
    std::vector<std::size_t> m_left;
};

std::vector<std::size_t> vertexOfLayer(const Vertices& vertices, std::size_t layers)
{
    std::vector<std::size_t> of(layers);
    for (std::size_t vertex = 0; vertex < vertices.size(); ++vertex)
        for (const std::size_t layer : vertices[vertex])
            of[layer] = vertex;
    return of;
}

bool readsInputsOnly(const NetworkLayer& layer)
{
    return std::ranges::all_of(layer.sources, [](const Source& source) { return source.isInput; });
}

} // namespace

std::vector<std::size_t> SchedulingGraph::order() const
{
    std::vector<std::size_t> layers;
    for (const auto& vertex : vertices)
        layers.insert(layers.end(), vertex.begin(), vertex.end());
    return layers;
}

SchedulingGraph schedulingGraph(const Network& network)
{
    const auto consumers = consumersOf(network);
    const Vertices merged = mergedLayers(network, consumers);
    const std::vector<std::size_t> mergedOf = vertexOfLayer(merged, network.layers.size());
    DepthFirst search(merged, consumers, mergedOf);
    for (std::size_t layer = network.layers.size(); layer-- > 0;)
        if (readsInputsOnly(network.layers[layer]))
            search.visit(mergedOf[layer]);
    SchedulingGraph graph;
    for (const std::size_t vertex : search.order())
        graph.vertices.push_back(merged[vertex]);
    graph.predecessors.resize(merged.size());
    graph.successors.resize(merged.size());
    const std::vector<std::size_t> vertexOf = vertexOfLayer(graph.vertices, network.layers.size());
    for (std::size_t layer = 0; layer < network.layers.size(); ++layer)
        for (const Source& source : network.layers[layer].sources) {
            const std::size_t from = source.isInput ? SchedulingGraph::kInput : vertexOf[source.at];
            if (from == vertexOf[layer])
                continue;
            graph.predecessors[vertexOf[layer]].insert(from);
            if (!source.isInput)
                graph.successors[from].insert(vertexOf[layer]);
        }
    return graph;
}

} // namespace nestloom::kapla
