// SPDX-License-Identifier: Apache-2.0
#include "engine/io/plan_json.h"

#include "engine/memory/verify_plan.h"
#include "engine/schedule/cosma/cosma.h"
#include "tests/support/operator_graphs.h"

#include <QTest>

using namespace nestloom;

class TestPlanJson : public QObject {
    Q_OBJECT
private slots:
    void whatIsWrittenIsReadAgain()
    {
        const workload::OperatorGraph graph = tests::diamond();
        const memory::MemoryPlan plan{
            .budget = {20},
            .order = {{0}, {1}, {2}, {3}},
            .residencies = {{{0}, 0, 1, {0}}, {{1}, 1, 3, {8}}, {{2}, 2, 3, {0}}, {{3}, 3, 3, {2}}},
            .parameters = {{{1}, 0, {12}}},
            .traffic = {7},
            .inputsBacked = true};
        const std::string json = io::memoryPlanToJson(graph, plan);
        QCOMPARE(json,
                 std::string(R"({"budget":20,"traffic":7,"inputs_backed":true,"order":[0,1,2,3],)"
                             R"("residencies":[[0,0,1,0],[1,1,3,8],[2,2,3,0],[3,3,3,2]],"parameters":[[1,0,12]]})"));
        const auto read = io::memoryPlanFromJson(graph, json);
        QVERIFY(read);
        QVERIFY(*read == plan);
    }

    void tensorsAreNumberedAsTheirOperatorsMakeThem()
    {
        workload::OperatorGraph graph = tests::diamond();
        std::swap(graph.tensors[1], graph.tensors[2]); // a is now tensor 2, b tensor 1
        for (workload::Operator& op : graph.operators)
            for (auto* list : {&op.inputs, &op.outputs})
                for (TensorId& tensor : *list)
                    tensor.value = tensor.value == 1 ? 2 : tensor.value == 2 ? 1 : tensor.value;
        QVERIFY(check(graph).empty());
        const auto found = schedule::cosma::solve(graph, {14}, {}, {});
        QVERIFY(found && found->solution);
        const std::string json = io::memoryPlanToJson(graph, *found->solution);
        const auto again = io::memoryPlanFromJson(graph, json);
        QVERIFY(again);
        QVERIFY(*again == *found->solution);
        const auto inOrder = io::memoryPlanFromJson(tests::diamond(), json); // the same graph, numbered otherwise
        QVERIFY(inOrder);
        QVERIFY(memory::verify(tests::diamond(), *inOrder).empty());
    }

    void refusesWhatTheGraphDoesNotHave_data()
    {
        QTest::addColumn<QByteArray>("json");
        const auto row = [](const char* name, const char* order, const char* residencies, const char* parameters) {
            QTest::newRow(name) << QByteArray(R"({"budget":20,"traffic":0,"inputs_backed":false,"order":)") + order
                                       + R"(,"residencies":)" + residencies + R"(,"parameters":)" + parameters + "}";
        };
        row("operator in order", "[4]", "[]", "[]");
        row("negative operator", "[-1]", "[]", "[]");
        row("tensor", "[0]", "[[4,0,0,0]]", "[]");
        row("operator of parameter", "[0]", "[]", "[[4,0,0]]");
        row("short row", "[0]", "[[1,2]]", "[]");
        row("no row", "[0]", "[3]", "[]");
        row("fraction", "[0]", "[[0,0,0,0.5]]", "[]");
        row("no list", "{}", "[]", "[]");
        QTest::newRow("no JSON") << QByteArray("{");
        QTest::newRow("nothing there") << QByteArray("{}");
    }

    void refusesWhatTheGraphDoesNotHave()
    {
        QFETCH(QByteArray, json);
        const auto read = io::memoryPlanFromJson(tests::diamond(), json.toStdString());
        QVERIFY(!read);
        QCOMPARE(read.error().code, ErrorCode::InvalidInput);
    }
};

QTEST_APPLESS_MAIN(TestPlanJson)
#include "tst_plan_json.moc"
