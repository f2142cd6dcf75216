// SPDX-License-Identifier: Apache-2.0
#include "engine/workload/network.h"

#include <QTest>

#include <functional>

using namespace nestloom;
using workload::Layer;
using workload::Network;
using enum workload::LoopDimension;

namespace {

Network good()
{
    Network network;
    network.name = "good";
    network.layers = {{.name = "conv", .bounds = {{3, 3, 8, 8, 4, 16, 1, 1}}},
                      {.name = "fc", .bounds = {{1, 1, 1, 1, 64, 10, 1, 1}}}};
    return network;
}

Network ofGraph()
{
    workload::OperatorGraph graph;
    graph.name = "graph";
    const TensorId image = append(graph, "image", "input", {}, {300});
    const TensorId map = append(graph, "conv", "conv", {image}, {1600}, {{432}});
    append(graph, "relu", "relu", {map}, {1600});
    graph.operators[1].layers = {good().layers[0]};
    return workload::networkOf(std::move(graph), "one convolution");
}

struct Case {
    const char* name;
    std::function<void(Network&)> breakRule;
    std::string key;
    std::string message;
};

const std::vector<Case>& cases()
{
    static const std::vector<Case> table{
        {"no name", [](Network& n) { n.name.clear(); }, "name", "has no name"},
        {"no layers", [](Network& n) { n.layers.clear(); }, "layers", "has no layers"},
        {"layer without name", [](Network& n) { n.layers[1].name.clear(); }, "layers[1].name", "has no name"},
        {"two layers of a name", [](Network& n) { n.layers[1].name = "conv"; }, "layers[1].name", "used by two layers"},
        {"zero bound", [](Network& n) { n.layers[0].bounds[P] = 0; }, "layers[0].P", "at least 1, not 0"},
        {"negative bound", [](Network& n) { n.layers[1].bounds[G] = -32; }, "layers[1].G", "not -32"},
        {"zero stride", [](Network& n) { n.layers[0].strideQ = 0; }, "layers[0].stride",
         "between 1 and 1000000, not 0"},
        {"absurd stride", [](Network& n) { n.layers[0].strideP = 1'000'001; }, "layers[0].stride", "not 1000001"},
        {"zero dilation", [](Network& n) { n.layers[0].dilationS = 0; }, "layers[0].dilation", "not 0"},
        {"too many MACs",
         [](Network& n) {
             n.layers[0].bounds = {{1, 1, 1, 1, 1'000'000, 1'000'000, 1001, 1}};
         },
         "layers[0]", "more than 10^15 MACs"},
        {"MACs beyond 64 bit", [](Network& n) { n.layers[0].bounds.values.fill(INT64_MAX); }, "layers[0]",
         "more than 10^15 MACs"},
        {"graph with other layers",
         [](Network& n) {
             n = ofGraph();
             n.layers[0].name = "other";
         },
         "layers", "not those of the operators"},
        {"broken graph",
         [](Network& n) {
             n = ofGraph();
             n.graph.tensors[0].size = {-1};
         },
         "tensors[0].size", "negative"},
        {"stretched input",
         [](Network& n) {
             n.layers[0].bounds = {{1, 1, 1'000'000'000, 1'000, 1, 1, 1, 1}};
             n.layers[0].strideP = 2000;
         },
         "layers[0]", "more than 10^15 elements"},
        {"input beyond 64 bit",
         [](Network& n) {
             n.layers[0].bounds = {{1, 1, 1'000'000'000'000'000, 1, 1, 1, 1, 1}};
             n.layers[0].strideP = 1'000'000;
         },
         "layers[0]", "more than 10^15 elements"},
    };
    return table;
}

} // namespace

class TestNetwork : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void acceptsAGoodNetwork();
    void takesItsLayersFromItsGraph();
    void acceptsALayerAtTheEdge();
    void namesEveryBrokenRule_data();
    void namesEveryBrokenRule();
    void totalsAddUpLayers();
};

void TestNetwork::acceptsAGoodNetwork() { QVERIFY(check(good()).empty()); }

void TestNetwork::takesItsLayersFromItsGraph()
{
    Network network = ofGraph();
    QVERIFY(hasGraph(network) && !hasGraph(good()));
    QCOMPARE(network.name, "graph");
    QCOMPARE(network.layers.size(), std::size_t(1));
    QVERIFY(check(network).empty());
    network = workload::networkOf({"data only", {}, {}}, "", {"somewhere"});
    append(network.graph, "image", "input", {}, {300});
    QVERIFY(check(network).empty()); // nothing to map, but something to plan
}

void TestNetwork::acceptsALayerAtTheEdge()
{
    Layer edge{.name = "edge", .bounds = {{1, 1, 1, 1, 1'000'000, 1'000'000, 1000, 1}}}; // 10^15 MACs
    edge.strideP = edge.dilationS = 1'000'000;
    const auto findings = check(edge);
    QVERIFY2(findings.empty(), findings.empty() ? "" : findings.front().message.c_str());
}

void TestNetwork::namesEveryBrokenRule_data()
{
    QTest::addColumn<int>("index");
    for (std::size_t i = 0; i < cases().size(); ++i)
        QTest::newRow(cases()[i].name) << int(i);
}

void TestNetwork::namesEveryBrokenRule()
{
    QFETCH(int, index);
    const Case& rule = cases()[std::size_t(index)];
    Network broken = good();
    rule.breakRule(broken);
    const auto findings = check(broken);
    QVERIFY(!findings.empty());
    QCOMPARE(findings.front().key, rule.key);
    QVERIFY2(findings.front().message.find(rule.message) != std::string::npos, findings.front().message.c_str());
}

void TestNetwork::totalsAddUpLayers()
{
    QCOMPARE(macs(good()), 3 * 3 * 8 * 8 * 4 * 16 + 64 * 10);
    QCOMPARE(weightElements(good()), 3 * 3 * 4 * 16 + 64 * 10);
}

QTEST_APPLESS_MAIN(TestNetwork)
#include "tst_network.moc"
