// SPDX-License-Identifier: GPL-3.0-or-later
// Folding blocks and laying out in layers, without a window.
#include "engine/zoo/zoo.h"
#include "tests/support/operator_graphs.h"
#include "tests/ui/support/colour_vision.h"
#include "ui/features/graph/folded_graph.h"
#include "ui/features/graph/layer_columns.h"
#include "ui/features/graph/layered_layout.h"
#include "ui/features/graph/node_colours.h"

#include <QTest>

using namespace nestloom;
using namespace nestloom::ui;

namespace {

/// in -> a.1.x -> a.1.y -> a.2 -> out, and in -> out.
workload::OperatorGraph blocks()
{
    workload::OperatorGraph graph;
    const TensorId in = append(graph, "in", "input", {}, {8});
    const TensorId x = append(graph, "a.1.x", "conv", {in}, {4});
    const TensorId y = append(graph, "a.1.y", "relu", {x}, {4});
    const TensorId z = append(graph, "a.2", "conv", {y}, {4});
    append(graph, "out", "add", {z, in}, {8});
    return graph;
}

LayoutProblem problemOf(const FoldedGraph& folded)
{
    LayoutProblem problem;
    for (std::size_t i = 0; i < folded.nodes.size(); ++i)
        problem.sizes.emplace_back(60 + 10 * double(i % 5), 30);
    for (const FoldedEdge& edge : folded.edges)
        problem.edges.emplace_back(edge.from, edge.to);
    return problem;
}

using Paths = std::vector<std::string>;

Paths paths(const FoldedGraph& folded)
{
    Paths list;
    for (const FoldedNode& node : folded.nodes)
        list.push_back(node.path);
    return list;
}

} // namespace

class TestGraphParts : public QObject {
    Q_OBJECT
private slots:
    void blocksAreClosedUnlessOpen();
    void edgesOfABlockAreJoined();
    void aBlockOfOneIsNoBlock();
    void blocksThatHoldOnlyABlockAreSkipped();
    void longPathsAreCalledByTheirEnd();
    void kindsDifferForEveryEye();
    void theLargestBlocksOpenFirst();
    void boxesStandBelowWhatLeadsToThem();
    void boxesDoNotOverlap();
    void inputsStandNextToTheirUse();
    void crossingsAreCounted();
    void orderingTakesCrossingsAway();
    void edgesAgainstTheOrderAreDrawn();
    void deepGraphsAreCutIntoColumns();
    void aStoppedLayoutGivesNothing();
    void nothingIsLaidOutAsNothing();
};

void TestGraphParts::blocksAreClosedUnlessOpen()
{
    const auto graph = blocks();
    QCOMPARE(paths(fold(graph, {})), (Paths{"in", "a", "out"}));
    QCOMPARE(paths(fold(graph, {"a"})), (Paths{"in", "a.1", "a.2", "out"}));
    const FoldedGraph all = fold(graph, allBlocks(graph));
    QCOMPARE(paths(all), (Paths{"in", "a.1.x", "a.1.y", "a.2", "out"}));
    QCOMPARE(all.nodes[1].title, "a.1.x");
    QVERIFY(!all.nodes[1].isBlock);
    QCOMPARE(fold(graph, {"a.1"}).nodes.size(), std::size_t(3)); // inside of a closed one
}

void TestGraphParts::edgesOfABlockAreJoined()
{
    const FoldedGraph folded = fold(blocks(), {});
    QCOMPARE(folded.edges.size(), std::size_t(3)); // in-a, in-out, a-out; none within a
    Bytes sum{};
    for (const FoldedEdge& edge : folded.edges)
        sum += edge.bytes;
    QCOMPARE(sum.count, 8 + 8 + 4);
    QCOMPARE(folded.nodeOf, (std::vector<int>{0, 1, 1, 1, 2}));
}

void TestGraphParts::aBlockOfOneIsNoBlock()
{
    workload::OperatorGraph graph;
    append(graph, "only.one", "input", {}, {1});
    QCOMPARE(paths(fold(graph, {})), Paths{"only.one"});
    QVERIFY(allBlocks(graph).empty());
    QVERIFY(blocksAround(graph, {0}).empty());
}

void TestGraphParts::blocksThatHoldOnlyABlockAreSkipped()
{
    workload::OperatorGraph graph;
    const TensorId a = append(graph, "net.body.a", "input", {}, {1});
    append(graph, "net.body.b", "relu", {a}, {1});
    QCOMPARE(allBlocks(graph), OpenBlocks{"net.body"});
    QCOMPARE(fold(graph, {}).nodes.front().title, "net.body");
}

void TestGraphParts::longPathsAreCalledByTheirEnd()
{
    workload::OperatorGraph graph;
    append(graph, "encoder.layers.encoder_layer_0.mlp.linear", "linear", {}, {1});
    append(graph, "a_name_of_more_than_twenty_letters.b_and_another_long_one", "linear", {}, {1});
    const FoldedGraph folded = fold(graph, allBlocks(graph));
    QCOMPARE(folded.nodes[0].title, "\u2026mlp.linear"); // what is left out is not hidden
    QCOMPARE(folded.nodes[0].path, "encoder.layers.encoder_layer_0.mlp.linear");
    QCOMPARE(folded.nodes[1].title, "\u2026b_and_another_long_one");
}

void TestGraphParts::kindsDifferForEveryEye()
{
    for (const Theme* theme : {&lightTheme(), &darkTheme()}) {
        std::vector<QColor> colours;
        for (const NodeKind kind :
             {NodeKind::Work, NodeKind::Elementwise, NodeKind::Movement, NodeKind::Input, NodeKind::Block})
            colours.push_back(kindColour(*theme, kind));
        QVERIFY2(leastSeenDifference(colours) > kClearlyDifferent, theme->dark ? "dark" : "light");
    }
    const Theme& dark = darkTheme(); // the two blues that are for other things
    QVERIFY(leastSeenDifference({dark.accent, dark.colour(BoundBy::Network)}) < kClearlyDifferent);
}

void TestGraphParts::theLargestBlocksOpenFirst()
{
    const auto graph = blocks();
    QCOMPARE(blocksOpenAtFirst(graph, 3), OpenBlocks{});
    QCOMPARE(blocksOpenAtFirst(graph, 4), OpenBlocks{"a"});
    QCOMPARE(blocksOpenAtFirst(graph, 100), allBlocks(graph));
}

void TestGraphParts::boxesStandBelowWhatLeadsToThem()
{
    Rng rng(3);
    for (int round = 0; round < 20; ++round) {
        const FoldedGraph folded = fold(tests::randomGraph(rng, 40, 8), {});
        const auto layout = layOutInLayers(problemOf(folded), {});
        QVERIFY(layout.has_value());
        for (std::size_t e = 0; e < folded.edges.size(); ++e) {
            const QRectF from = layout->boxes[std::size_t(folded.edges[e].from)];
            const QRectF to = layout->boxes[std::size_t(folded.edges[e].to)];
            QVERIFY(to.top() > from.bottom());
            const QPolygonF& route = layout->routes[e];
            QCOMPARE(route.front().y(), from.bottom());
            QCOMPARE(route.back().y(), to.top());
            for (qsizetype i = 1; i < route.size(); ++i)
                QVERIFY(route[i].y() > route[i - 1].y());
        }
    }
}

void TestGraphParts::boxesDoNotOverlap()
{
    for (const char* name : {"resnet50", "densenet121", "nasnet_a_mobile"}) {
        const auto network = zoo::build(name);
        QVERIFY(bool(network));
        const FoldedGraph folded = fold(network->graph, allBlocks(network->graph));
        const auto layout = layOutInLayers(problemOf(folded), {});
        QVERIFY(layout.has_value());
        for (std::size_t i = 0; i < layout->boxes.size(); ++i) {
            QVERIFY(layout->bounds.contains(layout->boxes[i]));
            for (std::size_t j = i + 1; j < layout->boxes.size(); ++j)
                QVERIFY(!layout->boxes[i].intersects(layout->boxes[j]));
        }
    }
}

void TestGraphParts::inputsStandNextToTheirUse()
{
    // A chain of four, and an input of its last one.
    const LayoutProblem problem{{{40, 20}, {40, 20}, {40, 20}, {40, 20}, {40, 20}}, {{0, 1}, {1, 2}, {3, 4}, {2, 4}}};
    const auto layout = layOutInLayers(problem, {});
    QCOMPARE(layout->boxes[3].top(), layout->boxes[2].top());
}

void TestGraphParts::crossingsAreCounted()
{
    // Two above, two below, joined crosswise; then straight.
    const std::vector<LayerNeighbours> crossed{{{}, {3}}, {{}, {2}}, {{1}, {}}, {{0}, {}}};
    QCOMPARE(crossings({{0, 1}, {2, 3}}, crossed), 1);
    QCOMPARE(crossings({{0, 1}, {3, 2}}, crossed), 0);
    // Complete between three and three: nine lines, nine crossings.
    std::vector<LayerNeighbours> complete(6);
    for (const int a : {0, 1, 2})
        for (const int b : {3, 4, 5}) {
            complete[std::size_t(a)].below.push_back(b);
            complete[std::size_t(b)].above.push_back(a);
        }
    QCOMPARE(crossings({{0, 1, 2}, {3, 4, 5}}, complete), 9);
}

void TestGraphParts::orderingTakesCrossingsAway()
{
    std::vector<std::vector<int>> layers{{0, 1, 2}, {3, 4, 5}};
    const std::vector<LayerNeighbours> neighbours{{{}, {5}}, {{}, {4}}, {{}, {3}}, {{2}, {}}, {{1}, {}}, {{0}, {}}};
    QCOMPARE(crossings(layers, neighbours), 3);
    QVERIFY(orderLayers(layers, neighbours, {}));
    QCOMPARE(crossings(layers, neighbours), 0);
}

void TestGraphParts::edgesAgainstTheOrderAreDrawn()
{
    const auto layout = layOutInLayers({{{40, 20}, {40, 20}, {40, 20}}, {{0, 1}, {1, 2}, {2, 0}}}, {});
    QVERIFY(layout.has_value());
    QVERIFY(layout->routes[2].front().y() > layout->routes[2].back().y());
}

void TestGraphParts::deepGraphsAreCutIntoColumns()
{
    const auto network = zoo::build("resnet50");
    const FoldedGraph folded = fold(network->graph, allBlocks(network->graph));
    LayoutProblem problem = problemOf(folded);
    const auto narrow = layOutInLayers(problem, {});
    problem.aspect = 1.5;
    const auto wide = layOutInLayers(problem, {});
    const auto aspect = [](const QRectF& bounds) { return bounds.width() / bounds.height(); };
    QVERIFY(aspect(narrow->bounds) < 0.1);
    QVERIFY2(aspect(wide->bounds) > 0.7 && aspect(wide->bounds) < 3, qPrintable(QString::number(aspect(wide->bounds))));
    for (std::size_t i = 0; i < wide->boxes.size(); ++i)
        for (std::size_t j = i + 1; j < wide->boxes.size(); ++j)
            QVERIFY(!wide->boxes[i].intersects(wide->boxes[j]));
    for (std::size_t e = 0; e < folded.edges.size(); ++e) { // every edge ends where its boxes are
        QCOMPARE(wide->routes[e].front().y(), wide->boxes[std::size_t(folded.edges[e].from)].bottom());
        QCOMPARE(wide->routes[e].back().y(), wide->boxes[std::size_t(folded.edges[e].to)].top());
    }
}

void TestGraphParts::aStoppedLayoutGivesNothing()
{
    std::stop_source stop;
    stop.request_stop();
    QVERIFY(!layOutInLayers({{{40, 20}, {40, 20}}, {{0, 1}}}, stop.get_token()));
}

void TestGraphParts::nothingIsLaidOutAsNothing()
{
    const auto layout = layOutInLayers({}, {});
    QVERIFY(layout.has_value() && layout->boxes.empty() && layout->bounds.isEmpty());
}

QTEST_GUILESS_MAIN(TestGraphParts)
#include "tst_graph_parts.moc"
