// SPDX-License-Identifier: Apache-2.0
#include "engine/workload/fuse.h"
#include "engine/workload/operator_graph.h"
#include "tests/support/operator_graphs.h"

#include <QTest>

using namespace nestloom;

class TestOperatorGraph : public QObject {
    Q_OBJECT

    static void expect(const workload::OperatorGraph& graph, const char* key, const char* words)
    {
        for (const workload::Finding& finding : workload::check(graph))
            if (finding.key == key && finding.message.find(words) != std::string::npos)
                return;
        QFAIL("the finding is missing");
    }

private slots:
    void acceptsAGraph() { QVERIFY(workload::check(tests::diamond()).empty()); }
    void rejectsAGraphWithoutOperators() { expect({}, "operators", "at least one operator"); }

    void rejectsIdsOutOfRange()
    {
        auto graph = tests::diamond();
        graph.operators[1].inputs = {{9}};
        expect(graph, "operators[1].inputs", "there is no tensor 9");
        graph = tests::diamond();
        graph.tensors[1].producer = {7};
        expect(graph, "tensors[1].producer", "there is no operator 7");
        graph = tests::diamond();
        graph.tensors[1].consumers = {{12}};
        expect(graph, "tensors[1].consumers", "there is no operator 12");
    }

    void rejectsInputsThatAreMadeLater()
    {
        auto graph = tests::diamond();
        graph.operators[1].inputs = {{2}};
        expect(graph, "operators[1].inputs", "not made by an earlier operator");
    }

    void rejectsListsThatDisagree()
    {
        auto graph = tests::diamond();
        graph.tensors[0].consumers.clear();
        expect(graph, "operators[1].inputs", "does not list this operator");
        graph = tests::diamond();
        graph.operators[0].outputs.clear();
        expect(graph, "tensors[0].producer", "does not list this tensor");
    }

    void rejectsSizesThatMakeNoSense()
    {
        auto graph = tests::diamond();
        graph.tensors[3].size = {-1};
        expect(graph, "tensors[3].size", "negative");
        graph.tensors[3].size = {std::numeric_limits<std::int64_t>::max()};
        graph.tensors[2].size = {std::numeric_limits<std::int64_t>::max()};
        expect(graph, "tensors", "2^62");
    }

    void appendListsAnInputOnce()
    {
        auto graph = tests::diamond();
        workload::append(graph, "square", "mul", {{3}, {3}}, {3});
        QVERIFY(workload::check(graph).empty());
        QCOMPARE(graph.operators.back().inputs.size(), std::size_t(1));
    }

    void sharedParametersCountOnceAndHaveOneSize()
    {
        auto graph = tests::diamond();
        graph.operators[1].parameters = {{5}, {1}};
        graph.operators[1].shared = {"w", ""};
        graph.operators[2].parameters = {{1}, {5}};
        graph.operators[2].shared = {"", "w"};
        QVERIFY(workload::check(graph).empty());
        QCOMPARE(workload::parameterBytes(graph), Bytes{7});
        QCOMPARE(workload::workingSet(graph, {2}).count, 4 + 2 + 6); // each operator has it on chip
        QCOMPARE(workload::parameterBytes(workload::fused(graph)), Bytes{7});
        QVERIFY(workload::withoutParameters(graph).operators[1].shared.empty());
        graph.operators[2].parameters[1] = {6};
        QCOMPARE(workload::check(graph).front().key, std::string("operators[2].parameters[1]"));
        graph.operators[2].shared = {"w"};
        QCOMPARE(workload::check(graph).front().key, std::string("operators[2].parameters"));
    }

    void workingSetIsInputsOutputsAndParameters()
    {
        auto graph = tests::diamond();
        QCOMPARE(workload::workingSet(graph, {3}).count, 9);
        graph.operators[3].parameters = {{5}, {1}};
        QCOMPARE(workload::workingSet(graph, {3}).count, 15);
        QCOMPARE(workload::workingSet(workload::withoutParameters(graph), {3}).count, 9);
    }
};

QTEST_GUILESS_MAIN(TestOperatorGraph)
#include "tst_operator_graph.moc"
