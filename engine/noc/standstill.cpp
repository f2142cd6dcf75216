// SPDX-License-Identifier: Apache-2.0
#include "engine/noc/standstill.h"

#include <algorithm>
#include <optional>

namespace nestloom::noc {

namespace {

constexpr const char* kPortNames[kRouterPorts] = {"local", "north", "east", "south", "west"};
constexpr std::size_t kMostLines = 32;

using Wait = WormholeMesh::Wait;

std::string words(const WormholeMesh& mesh, const Wait& wait, std::size_t output)
{
    std::string text = "router " + std::to_string(wait.router) + ": transaction "
                       + std::to_string(wait.flit.transaction()) + " from " + kPortNames[wait.input]
                       + " waits for output " + kPortNames[output];
    if (wait.held >> output & 1)
        return text + ", held by transaction " + std::to_string(mesh.holder(wait.router, output));
    return text + (wait.flit.isHead() ? ", which has no room for its packet" : ", which is full");
}

/// What each flit that cannot move waits for: other such flits, by way of one of its outputs.
class WaitGraph {
public:
    struct Edge {
        std::size_t output = 0;
        std::optional<std::size_t> to; // none: an endpoint, or nothing that could be found
    };
    WaitGraph(const Grid& grid, const WormholeMesh& mesh) : m_grid(grid), m_mesh(mesh), waits(mesh.waits())
    {
        for (const Wait& wait : waits)
            edges.push_back(edgesOf(wait));
    }

    using Path = std::vector<std::pair<std::size_t, Edge>>; // waits that each lead to the next

    /// Waits that come back to the first one; empty if there are none.
    Path circle() const
    {
        std::vector<int> state(waits.size(), 0); // 1 = on the way, 2 = leads into no circle
        Path path;
        for (std::size_t start = 0; start < waits.size(); ++start)
            if (state[start] == 0 && findCircle(start, state, path))
                return path;
        return {};
    }

    /// The longest way that leads to an end, always by the first output. There is no circle.
    Path chain() const
    {
        Path longest;
        for (std::size_t start = 0; start < waits.size(); ++start) {
            Path path;
            for (std::optional<std::size_t> at = start; at && !edges[*at].empty(); at = path.back().second.to)
                path.emplace_back(*at, edges[*at].front());
            if (path.size() > longest.size())
                longest = path;
        }
        return longest;
    }

private:
    std::vector<Edge> edgesOf(const Wait& wait) const
    {
        std::vector<Edge> found;
        for (std::size_t output = 0; output < kRouterPorts; ++output)
            if (wait.held >> output & 1)
                found.push_back({output, nextFlitOf(m_mesh.holder(wait.router, output), wait, output)});
            else if (wait.full >> output & 1)
                found.push_back({output, behind(wait.router, output)});
        return found;
    }

    /// Where the packet that holds an output is stuck: at another input of the router, or before it came there.
    std::optional<std::size_t> nextFlitOf(TransactionId holder, const Wait& wait, std::size_t output) const
    {
        std::optional<std::size_t> upstream;
        for (std::size_t i = 0; i < waits.size(); ++i) {
            const Wait& other = waits[i];
            if (other.flit.transaction() != holder || &other == &wait)
                continue;
            if (other.router == wait.router && (other.outputs >> output & 1))
                return i;
            for (std::size_t port = 0; port < kRouterPorts; ++port) {
                const GridLink link = gridLink(m_grid, m_grid.outOf(other.router, port));
                if ((other.outputs >> port & 1) && link.kind == GridLink::Kind::Hop && link.to == wait.router)
                    upstream = i;
            }
        }
        return upstream;
    }

    /// What the flits in a full output wait for: the input that they leave to.
    std::optional<std::size_t> behind(RouterId router, std::size_t output) const
    {
        const GridLink link = gridLink(m_grid, m_grid.outOf(router, output));
        if (link.kind == GridLink::Kind::Hop)
            for (std::size_t i = 0; i < waits.size(); ++i)
                if (waits[i].router == link.to && waits[i].input == (output + 1) % 4 + 1)
                    return i;
        return std::nullopt;
    }

    bool findCircle(std::size_t at, std::vector<int>& state, Path& path) const
    {
        state[at] = 1;
        for (const Edge& edge : edges[at]) {
            if (!edge.to || state[*edge.to] == 2)
                continue;
            path.emplace_back(at, edge);
            if (state[*edge.to] == 1) {
                path.erase(path.begin(),
                           std::ranges::find_if(path, [&](const auto& step) { return step.first == *edge.to; }));
                return true;
            }
            if (findCircle(*edge.to, state, path))
                return true;
            path.pop_back();
        }
        state[at] = 2;
        return false;
    }

    const Grid& m_grid;
    const WormholeMesh& m_mesh;

public:
    const std::vector<Wait> waits;
    std::vector<std::vector<Edge>> edges;
};

std::vector<std::string> describeWaits(const Grid& grid, const WormholeMesh& mesh)
{
    const WaitGraph graph(grid, mesh);
    const auto circle = graph.circle();
    const auto steps = circle.empty() ? graph.chain() : circle;
    std::vector<std::string> lines;
    for (const auto& [index, edge] : steps) {
        lines.push_back(words(mesh, graph.waits[index], edge.output));
        if (lines.size() == kMostLines)
            return lines;
    }
    if (!circle.empty())
        lines.push_back("which brings it back to router " + std::to_string(graph.waits[steps.front().first].router));
    return lines;
}

} // namespace

Standstill describeStandstill(const Grid& grid, const TransactionList& list, const WormholeMesh& mesh,
                              const TransactionTracker& tracker, Cycle since)
{
    Standstill standstill{since, describeWaits(grid, mesh)};
    return standstill.waits.empty() ? describeStandstill(list, tracker, since) : standstill;
}

Standstill describeStandstill(const TransactionList& list, const TransactionTracker& tracker, Cycle since)
{
    Standstill standstill{since, {}};
    for (const TransactionId id : tracker.incomplete(kMostLines))
        standstill.waits.push_back("transaction " + std::to_string(id) + " of endpoint "
                                   + std::to_string(list[id].actor) + " is not complete and waits for "
                                   + std::to_string(tracker.openWaits(id)) + " others");
    return standstill;
}

} // namespace nestloom::noc
