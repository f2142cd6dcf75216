// SPDX-License-Identifier: Apache-2.0
#include "engine/workload/padding.h"
#include "tests/support/builders.h"

#include <QTest>

#include <cmath>

using namespace nestloom;
using namespace nestloom::workload;
using enum workload::LoopDimension;

namespace {

Network small()
{
    OperatorGraph graph;
    graph.name = "small";
    const TensorId in = append(graph, "input", "input", {}, Bytes{4 * 13 * 13});
    append(graph, "conv", "conv", {in}, Bytes{127 * 13 * 13});
    graph.operators[1].layers = {tests::convolution("conv", 1, 13, 4, 127)};
    return networkOf(std::move(graph), "");
}

} // namespace

class TestPadding : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aPaddedLayerCountsAllOfItAndSaysSo()
    {
        const Layer layer = tests::convolution("conv", 3, 13, 4, 127);
        const Padding padding{{P, 13, 14}, {K, 127, 128}};
        const Layer larger = padded(layer, padding);
        QCOMPARE(larger.name, std::string("conv (padded P 13 to 14 and K 127 to 128)"));
        QCOMPARE(larger.bounds, (Extents{{3, 3, 14, 13, 4, 128, 1, 1}}));
        QCOMPARE(macs(larger), 9 * 14 * 13 * 4 * 128);
        QVERIFY(std::abs(extraMacs(layer, padding) - (double(macs(larger)) / double(macs(layer)) - 1)) < 1e-12);
        QCOMPARE(elements(larger, TensorRole::Inputs), 16 * 15 * 4); // the halo grows too
    }

    void refusesWhatIsNoPaddingOfTheLayer_data()
    {
        QTest::addColumn<Padding>("padding");
        QTest::addColumn<QString>("why");
        QTest::newRow("good") << Padding{{P, 13, 14}, {K, 127, 128}} << "";
        QTest::newRow("nothing") << Padding{} << "no dimension is padded";
        QTest::newRow("smaller") << Padding{{P, 13, 12}} << "P 13 to 12 does not";
        QTest::newRow("other bound") << Padding{{P, 12, 14}} << "dimension P is 13, not 12";
        QTest::newRow("order") << Padding{{K, 127, 128}, {P, 13, 14}} << "dimension P is out of order";
        QTest::newRow("twice") << Padding{{P, 13, 14}, {P, 13, 15}} << "dimension P is out of order";
    }

    void refusesWhatIsNoPaddingOfTheLayer()
    {
        QFETCH(Padding, padding);
        QFETCH(QString, why);
        const QString said = QString::fromStdString(whyNotPadding(tests::convolution("conv", 3, 13, 4, 127), padding));
        QCOMPARE(said.isEmpty(), why.isEmpty());
        QVERIFY2(said.contains(why), qPrintable(said));
    }

    void aNetworkKeepsItsGraphAndIsMarked()
    {
        const Network before = small();
        const Network after = withPaddedLayer(before, 0, {{K, 127, 128}});
        QCOMPARE(after.name, std::string("small (padded)"));
        QCOMPARE(after.layers[0].name, std::string("conv (padded K 127 to 128)"));
        QVERIFY(check(after).empty()); // the graph holds the same layers
        QCOMPARE(after.graph.tensors, before.graph.tensors);
        QCOMPARE(after.notes.size(), std::size_t(1));
        QVERIFY2(after.notes[0].find("conv is padded, K 127 to 128: 0.8 % more MACs") != std::string::npos,
                 after.notes[0].c_str());
        QCOMPARE(withPaddedLayer(after, 0, {{P, 13, 14}}).name, std::string("small (padded)")); // once is enough
    }
};

QTEST_APPLESS_MAIN(TestPadding)
#include "tst_padding.moc"
