// SPDX-License-Identifier: Apache-2.0
// The zoo's graphs against graphs that were recorded elsewhere, with the least scratchpads that were proven for them.
#include "engine/conformance/cosma_cases.h"
#include "engine/schedule/cosma/cosma.h"
#include "engine/workload/fuse.h"
#include "engine/zoo/zoo.h"
#include "tests/places.h"

#include <QTest>

using namespace nestloom;
namespace cosma = schedule::cosma;

namespace {

workload::OperatorGraph graphOf(const char* name)
{
    auto network = zoo::build(name);
    if (!network)
        qFatal("%s", network.error().text().c_str());
    return std::move(network->graph);
}

/// How two graphs differ first, names and types aside; empty = not at all. `sizes`: those of tensors as well.
std::string difference(const workload::OperatorGraph& ours, const workload::OperatorGraph& recorded, bool parameters,
                       bool sizes)
{
    if (ours.operators.size() != recorded.operators.size())
        return std::to_string(ours.operators.size()) + " operators, recorded "
               + std::to_string(recorded.operators.size());
    for (std::size_t o = 0; o < ours.operators.size(); ++o) {
        const workload::Operator& a = ours.operators[o];
        const workload::Operator& b = recorded.operators[o];
        if (a.inputs != b.inputs || a.outputs != b.outputs || (parameters && a.parameters != b.parameters))
            return a.name + " and " + b.name + " differ";
    }
    for (std::size_t t = 0; t < ours.tensors.size(); ++t)
        if (sizes && ours.tensors[t].size != recorded.tensors[t].size)
            return ours.tensors[t].name + " and " + recorded.tensors[t].name + " differ in size";
    return {};
}

workload::OperatorGraph recorded(const std::string& name)
{
    auto read = conformance::readCosmaCase(NESTLOOM_SOURCE_DIR "/tests/engine/conformance/cosma/" + name + ".json");
    if (!read)
        qFatal("%s", read.error().text().c_str());
    return std::move(read->graph);
}

} // namespace

class TestReferenceGraphs : public QObject {
    Q_OBJECT
private slots:
    void graphsEqualTheRecordings()
    {
        QCOMPARE(difference(graphOf("transformer"), recorded("transformer.act"), false, true), std::string());
        QCOMPARE(difference(workload::fused(graphOf("resnet50")), recorded("resnet50_fused.actpar"), true, true),
                 std::string());
        // The recording rounds up where it halves an even height by factorized reduction, which no framework does and
        // which misses the published multiply-accumulates by 8 %: the sizes of such tensors differ.
        QCOMPARE(difference(graphOf("nasnet_a_mobile"), recorded("nasnet_a_mobile.act"), false, false), std::string());
    }

    void theComparisonSeesADifference()
    {
        auto graph = graphOf("transformer");
        graph.tensors[7].size += Bytes{1};
        QVERIFY(!difference(graph, recorded("transformer.act"), false, true).empty());
        QVERIFY(difference(graph, recorded("transformer.act"), false, false).empty());
        graph = graphOf("transformer");
        graph.operators[7].inputs = {{0}};
        QVERIFY(!difference(graph, recorded("transformer.act"), false, false).empty());
    }

    /// Figures of recorded graphs: operators, bytes of all tensors and of all parameters, M_R and M_P of activations
    /// only and with parameters.
    void figuresEqualTheRecorded_data()
    {
        for (const char* column : {"operators", "tensors", "parameters", "least", "peak", "leastWith", "peakWith"})
            QTest::addColumn<qint64>(column);
        const auto row = [](const char* name, qint64 operators, qint64 tensors, qint64 parameters, qint64 least,
                            qint64 peak, qint64 leastWith, qint64 peakWith) {
            QTest::newRow(name) << operators << tensors << parameters << least << peak << leastWith << peakWith;
        };
        row("amoebanet_d", 1054, 45516936, 8549544, 1605632, 2512416, 1609728, 2512416);
        row("deeplabv3_resnet50", 199, 91841360, 39695573, 4816896, 4816896, 6524928, 6926336);
        row("densenet121", 431, 49312488, 8062504, 1605632, 2107392, 1606656, 2108288);
        row("lraspp_mobilenet_v3_large", 194, 18096808, 3245034, 1605632, 1605632, 1605888, 1605888);
        row("r2plus1d_18", 119, 787187480, 31530675, 57802752, 70647808, 57803328, 70648384);
        row("resnet50", 175, 37710312, 25610152, 2408448, 2408448, 2484736, 2585088);
        row("transformer", 118, 48168960, 44140544, 2621440, 3112960, 2689024, 3179008);
        row("vit_b_16", 104, 26324968, 86567656, 1210368, 1361664, 3118848, 3270144);
    }
    void figuresEqualTheRecorded()
    {
        QFETCH(qint64, operators);
        QFETCH(qint64, tensors);
        QFETCH(qint64, parameters);
        const auto graph = graphOf(QTest::currentDataTag());
        QCOMPARE(qint64(graph.operators.size()), operators);
        qint64 tensorBytes = 0, parameterBytes = 0;
        for (const workload::Tensor& tensor : graph.tensors)
            tensorBytes += tensor.size.count;
        for (const workload::Operator& op : graph.operators)
            for (const Bytes size : op.parameters)
                parameterBytes += size.count;
        QCOMPARE(tensorBytes, tensors);
        QCOMPARE(parameterBytes, parameters);
        compareBudgets(workload::withoutParameters(graph), "least", "peak");
        compareBudgets(graph, "leastWith", "peakWith");
    }

    /// M_R and M_P of networks whose graphs are not here to compare.
    void budgetsEqualTheRecorded_data()
    {
        for (const char* column : {"operators", "least", "peak", "leastWith", "peakWith"})
            QTest::addColumn<qint64>(column);
        const auto row = [](const char* name, qint64 operators, qint64 least, qint64 peak, qint64 leastWith,
                            qint64 peakWith) {
            QTest::newRow(name) << operators << least << peak << leastWith << peakWith;
        };
        row("fcn_resnet50", 178, 4816896, 4816896, 11444224, 11444224);
        row("resnext50", 175, 2408448, 2408448, 2408448, 2409472);
        row("s3d", 257, 25690112, 25690112, 25690368, 25690368);
        row("darts", 718, 602112, 602112, 770768, 770768);
        row("nasnet_a_mobile", 907, 788544, 1026880, 1059056, 1059056);
    }
    void budgetsEqualTheRecorded()
    {
        QFETCH(qint64, operators);
        const auto graph = graphOf(QTest::currentDataTag());
        QCOMPARE(qint64(graph.operators.size()), operators);
        compareBudgets(workload::withoutParameters(graph), "least", "peak");
        compareBudgets(graph, "leastWith", "peakWith");
    }

    /// Operators of recorded fused graphs.
    void fusedGraphsHaveTheRecordedOperators_data()
    {
        QTest::addColumn<int>("operators");
        QTest::newRow("deeplabv3_resnet50") << 83;
        QTest::newRow("densenet121") << 313;
        QTest::newRow("fcn_resnet50") << 74;
        QTest::newRow("lraspp_mobilenet_v3_large") << 98;
        QTest::newRow("r2plus1d_18") << 48;
        QTest::newRow("resnet50") << 73;
        QTest::newRow("resnext50") << 73;
        QTest::newRow("s3d") << 103;
        QTest::newRow("vit_b_16") << 92;
    }
    void fusedGraphsHaveTheRecordedOperators()
    {
        QFETCH(int, operators);
        const auto graph = workload::fused(graphOf(QTest::currentDataTag()));
        QCOMPARE(int(graph.operators.size()), operators);
        QVERIFY(workload::check(graph).empty());
    }

private:
    static void compareBudgets(const workload::OperatorGraph& graph, const char* least, const char* peak)
    {
        const auto budgets = cosma::budgets(graph, {});
        QVERIFY(budgets && budgets->peakIsProven);
        QCOMPARE(qint64(budgets->least.count), *static_cast<qint64*>(QTest::qData(least, qMetaTypeId<qint64>())));
        QCOMPARE(qint64(budgets->peak.count), *static_cast<qint64*>(QTest::qData(peak, qMetaTypeId<qint64>())));
    }
};

QTEST_APPLESS_MAIN(TestReferenceGraphs)
#include "tst_reference_graphs.moc"
