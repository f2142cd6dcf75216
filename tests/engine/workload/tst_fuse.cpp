// SPDX-License-Identifier: Apache-2.0
#include "engine/workload/fuse.h"

#include <QTest>

using namespace nestloom;
using workload::append;

class TestFuse : public QObject {
    Q_OBJECT

    static workload::OperatorGraph convBnRelu()
    {
        workload::OperatorGraph graph;
        graph.name = "g";
        const TensorId input = append(graph, "input", "input", {}, {4});
        const TensorId conv = append(graph, "conv", "conv", {input}, {6}, {{9}});
        graph.operators.back().layers = {workload::Layer{.name = "conv"}};
        const TensorId bn = append(graph, "bn", "batchnorm", {conv}, {6}, {{1}, {1}});
        append(graph, "relu", "relu", {bn}, {6});
        return graph;
    }

private slots:
    void followersJoinTheConvolution()
    {
        auto graph = convBnRelu();
        append(graph, "pool", "maxpool", {{3}}, {2});
        QVERIFY(workload::check(graph).empty());
        const auto fused = workload::fused(graph);
        QVERIFY(workload::check(fused).empty());
        QCOMPARE(fused.name, std::string("g"));
        QCOMPARE(fused.operators.size(), std::size_t(3));
        QCOMPARE(fused.operators[1].name, std::string("conv"));
        QCOMPARE(fused.operators[1].parameters, (std::vector<Bytes>{{9}, {1}, {1}}));
        QCOMPARE(fused.operators[1].layers.size(), std::size_t(1));
        QCOMPARE(fused.tensors[1].name, std::string("relu")); // what comes out is what the last one made
        QCOMPARE(fused.tensors[1].producer.value, 1u);
        QCOMPARE(fused.tensors[1].consumers, (std::vector<OperatorId>{{2}}));
        QCOMPARE(workload::fusedInto(graph), (std::vector<OperatorId>{{0}, {1}, {1}, {1}, {2}}));
    }

    void aFollowerOfATensorWithOtherUsersStays()
    {
        auto graph = convBnRelu();
        append(graph, "add", "add", {{1}, {3}}, {6}); // uses what the convolution made
        const auto fused = workload::fused(graph);
        QCOMPARE(fused.operators.size(), std::size_t(5));
        QVERIFY(workload::check(fused).empty());
    }

    void followersOfOtherOperatorsStay()
    {
        workload::OperatorGraph graph;
        const TensorId input = append(graph, "input", "input", {}, {4});
        const TensorId pool = append(graph, "pool", "maxpool", {input}, {4});
        const TensorId bn = append(graph, "bn", "batchnorm", {pool}, {4}, {{1}});
        append(graph, "relu", "relu", {bn}, {4});
        QVERIFY(workload::fused(graph) == graph);
    }

    void additionsTakeTheirActivation()
    {
        workload::OperatorGraph graph;
        const TensorId a = append(graph, "a", "input", {}, {4});
        const TensorId b = append(graph, "b", "input", {}, {4});
        append(graph, "relu", "relu", {append(graph, "add", "add", {a, b}, {4})}, {4});
        const auto fused = workload::fused(graph);
        QCOMPARE(fused.operators.size(), std::size_t(3));
        QCOMPARE(fused.operators[2].inputs, (std::vector<TensorId>{{0}, {1}}));
    }

    void aFusedGraphIsItsOwn()
    {
        QVERIFY(workload::fused(workload::fused(convBnRelu())) == workload::fused(convBnRelu()));
    }
};

QTEST_APPLESS_MAIN(TestFuse)
#include "tst_fuse.moc"
