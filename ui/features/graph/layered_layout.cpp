// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/graph/layered_layout.h"

#include "ui/features/graph/layer_columns.h"

#include <QThreadPool>

#include <algorithm>
#include <mutex>
#include <new>

namespace nestloom::ui {

namespace {

constexpr double kBoxGap = 18, kLaneGap = 10;
constexpr int kColumnSweeps = 10;
constexpr int kLongestBend = 40; // layers; longer edges run straight, which keeps the number of bends linear

/// Boxes, and bends of edges that cross layers, as vertices of layers.
class Layouter {
public:
    Layouter(const LayoutProblem& problem, std::stop_token stop)
        : m_problem(problem), m_stop(std::move(stop)), m_widths(problem.sizes.size())
    {
        for (std::size_t i = 0; i < problem.sizes.size(); ++i)
            m_widths[i] = problem.sizes[i].width();
    }

    std::optional<LayeredLayout> run()
    {
        findLayers();
        bendEdges();
        if (!orderLayers(m_layers, m_neighbours, m_stop) || !findColumns())
            return std::nullopt;
        return draw();
    }

private:
    static std::pair<int, int> downwards(std::pair<int, int> edge)
    {
        return {std::min(edge.first, edge.second), std::max(edge.first, edge.second)};
    }

    void findLayers()
    {
        const std::size_t boxes = m_problem.sizes.size();
        std::vector<std::vector<int>> next(boxes);
        std::vector<int> incoming(boxes);
        for (const auto& edge : m_problem.edges) {
            const auto [from, to] = downwards(edge);
            next[std::size_t(from)].push_back(to);
            ++incoming[std::size_t(to)];
        }
        m_layerOf.assign(boxes, 0);
        for (std::size_t box = 0; box < boxes; ++box)
            for (const int to : next[box])
                m_layerOf[std::size_t(to)] = std::max(m_layerOf[std::size_t(to)], m_layerOf[box] + 1);
        for (std::size_t box = boxes; box-- > 0;) { // what nothing leads to stands next to its use
            if (incoming[box] > 0 || next[box].empty())
                continue;
            int nearest = m_layerOf[std::size_t(next[box].front())];
            for (const int to : next[box])
                nearest = std::min(nearest, m_layerOf[std::size_t(to)]);
            m_layerOf[box] = nearest - 1;
        }
        m_layers.resize(boxes == 0 ? 0 : std::size_t(*std::ranges::max_element(m_layerOf)) + 1);
        for (std::size_t box = 0; box < boxes; ++box)
            m_layers[std::size_t(m_layerOf[box])].push_back(int(box));
    }

    int addVertex(int layer)
    {
        const int vertex = int(m_widths.size());
        m_widths.push_back(0);
        m_layerOf.push_back(layer);
        m_layers[std::size_t(layer)].push_back(vertex);
        return vertex;
    }

    void bendEdges()
    {
        for (const auto& edge : m_problem.edges) {
            const auto [from, to] = downwards(edge);
            const int first = m_layerOf[std::size_t(from)], last = m_layerOf[std::size_t(to)];
            std::vector<int> chain{from};
            if (last - first <= kLongestBend)
                for (int layer = first + 1; layer < last; ++layer)
                    chain.push_back(addVertex(layer));
            chain.push_back(to);
            m_chains.push_back(std::move(chain));
        }
        m_neighbours.resize(m_widths.size());
        for (const std::vector<int>& chain : m_chains)
            for (std::size_t i = 0; i + 1 < chain.size(); ++i) {
                m_neighbours[std::size_t(chain[i])].below.push_back(chain[i + 1]);
                m_neighbours[std::size_t(chain[i + 1])].above.push_back(chain[i]);
            }
    }

    bool isBend(int vertex) const { return std::size_t(vertex) >= m_problem.sizes.size(); }

    double distance(int left, int right) const
    {
        const double gap = isBend(left) || isBend(right) ? kLaneGap : kBoxGap;
        return (m_widths[std::size_t(left)] + m_widths[std::size_t(right)]) / 2 + gap;
    }

    bool findColumns()
    {
        m_columns.assign(m_widths.size(), 0);
        for (const std::vector<int>& layer : m_layers)
            for (std::size_t i = 1; i < layer.size(); ++i)
                m_columns[std::size_t(layer[i])] =
                    m_columns[std::size_t(layer[i - 1])] + distance(layer[i - 1], layer[i]);
        for (int sweep = 0; sweep < kColumnSweeps; ++sweep) {
            const bool down = sweep % 2 == 0;
            for (std::size_t i = 0; i < m_layers.size(); ++i) {
                if (m_stop.stop_requested())
                    return false;
                settle(m_layers[down ? i : m_layers.size() - 1 - i], down, sweep + 1 == kColumnSweeps);
            }
        }
        return true;
    }

    /// Where a vertex would like to stand, and how much it minds.
    std::pair<double, double> wish(int vertex, bool down, bool both) const
    {
        const LayerNeighbours& around = m_neighbours[std::size_t(vertex)];
        double sum = 0, weight = 0;
        const auto pull = [&](const std::vector<int>& others) {
            for (const int other : others) {
                const double strength = isBend(vertex) && isBend(other) ? 8 : isBend(vertex) || isBend(other) ? 2 : 1;
                sum += strength * m_columns[std::size_t(other)];
                weight += strength;
            }
        };
        if (down || both)
            pull(around.above);
        if (!down || both)
            pull(around.below);
        return weight > 0 ? std::pair{sum / weight, weight} : std::pair{m_columns[std::size_t(vertex)], 0.01};
    }

    /// Places a layer as near as possible to the wishes (least squares) without changing its order or distances.
    void settle(const std::vector<int>& layer, bool down, bool both)
    {
        struct Pool {
            double mean, weight;
            std::size_t count;
        };
        std::vector<Pool> pools;
        double offset = 0;
        std::vector<double> offsets;
        for (std::size_t i = 0; i < layer.size(); ++i) {
            offset += i == 0 ? 0 : distance(layer[i - 1], layer[i]);
            offsets.push_back(offset);
            const auto [place, weight] = wish(layer[i], down, both);
            pools.push_back({place - offset, weight, 1});
            while (pools.size() > 1 && pools[pools.size() - 2].mean > pools.back().mean) {
                const Pool right = pools.back();
                pools.pop_back();
                Pool& left = pools.back();
                left.mean = (left.mean * left.weight + right.mean * right.weight) / (left.weight + right.weight);
                left.weight += right.weight;
                left.count += right.count;
            }
        }
        std::size_t i = 0;
        for (const Pool& pool : pools)
            for (std::size_t n = 0; n < pool.count; ++n, ++i)
                m_columns[std::size_t(layer[i])] = pool.mean + offsets[i];
    }

    /// How much room each layer takes.
    std::vector<LayerExtent> extents() const
    {
        std::vector<LayerExtent> extents;
        for (const std::vector<int>& layer : m_layers) {
            LayerExtent extent;
            for (const int vertex : layer) {
                const double centre = m_columns[std::size_t(vertex)], half = m_widths[std::size_t(vertex)] / 2;
                extent.left = std::min(extent.left, centre - half);
                extent.right = std::max(extent.right, centre + half);
                if (!isBend(vertex))
                    extent.height = std::max(extent.height, m_problem.sizes[std::size_t(vertex)].height());
            }
            extent.lines = layer.size();
            extents.push_back(extent);
        }
        return extents;
    }

    LayeredLayout draw() const
    {
        const LayerColumns columns(extents(), m_problem.aspect);
        LayeredLayout layout;
        const auto place = [&](int vertex) {
            return columns.place(m_columns[std::size_t(vertex)], std::size_t(m_layerOf[std::size_t(vertex)]));
        };
        for (std::size_t box = 0; box < m_problem.sizes.size(); ++box) {
            QRectF rect({}, m_problem.sizes[box]);
            rect.moveCenter(place(int(box)));
            layout.boxes.push_back(rect);
            layout.bounds |= rect;
        }
        for (std::size_t e = 0; e < m_chains.size(); ++e) {
            const std::vector<int>& chain = m_chains[e];
            QPolygonF route;
            route << QPointF(place(chain.front()).x(), layout.boxes[std::size_t(chain.front())].bottom());
            for (std::size_t i = 1; i < chain.size(); ++i) {
                const auto layer = [&](std::size_t at) { return std::size_t(m_layerOf[std::size_t(chain[at])]); };
                const bool isEnd = i + 1 == chain.size();
                const QPointF next(place(chain[i]).x(),
                                   isEnd ? layout.boxes[std::size_t(chain[i])].top() : place(chain[i]).y());
                columns.addTurn(route, layer(i - 1), layer(i), next.x(), int(e));
                route << next;
            }
            if (m_problem.edges[e].first > m_problem.edges[e].second)
                std::ranges::reverse(route); // against the order of the boxes
            layout.bounds |= route.boundingRect();
            layout.routes.push_back(std::move(route));
        }
        return layout;
    }

    const LayoutProblem& m_problem;
    std::stop_token m_stop;
    std::vector<double> m_widths; // by vertex: boxes first, then bends
    std::vector<int> m_layerOf;
    std::vector<std::vector<int>> m_layers; // vertices from left to right
    std::vector<std::vector<int>> m_chains; // vertices of an edge, downwards
    std::vector<LayerNeighbours> m_neighbours;
    std::vector<double> m_columns; // centre of each vertex
};

} // namespace

std::optional<LayeredLayout> layOutInLayers(const LayoutProblem& problem, std::stop_token stop)
{
    return Layouter(problem, std::move(stop)).run();
}

struct GraphLayouter::Request {
    LayoutProblem problem;
    std::stop_source stop;
    std::mutex mutex;                  // guards `receiver`
    GraphLayouter* receiver = nullptr; // null once nobody waits any more
};

GraphLayouter::GraphLayouter(QObject* parent) : QObject(parent) {}

GraphLayouter::~GraphLayouter() { cancel(); }

void GraphLayouter::start(LayoutProblem problem)
{
    cancel();
    m_request = std::make_shared<Request>();
    m_request->problem = std::move(problem);
    m_request->receiver = this;
    QThreadPool::globalInstance()->start([request = m_request] {
        std::optional<LayeredLayout> layout;
        try {
            layout = layOutInLayers(request->problem, request->stop.get_token());
        } catch (const std::bad_alloc&) { // a graph that is too large keeps the layout that it has
        }
        const std::lock_guard lock(request->mutex);
        if (!layout || !request->receiver)
            return;
        QMetaObject::invokeMethod(
            request->receiver,
            [receiver = request->receiver, request, layout = std::move(*layout)] {
                if (receiver->m_request != request)
                    return; // a newer one was asked for meanwhile
                receiver->m_request.reset();
                Q_EMIT receiver->finished(layout);
            },
            Qt::QueuedConnection);
    });
}

void GraphLayouter::cancel()
{
    if (!m_request)
        return;
    const std::shared_ptr<Request> request = std::exchange(m_request, nullptr); // outlives its lock
    request->stop.request_stop();
    const std::lock_guard lock(request->mutex);
    request->receiver = nullptr;
}

} // namespace nestloom::ui
