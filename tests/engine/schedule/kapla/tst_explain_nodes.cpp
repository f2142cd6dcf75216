// SPDX-License-Identifier: Apache-2.0
// The trees of formulas of schedules on nodes: every sum adds up, and the roots are the figures of the run.
#include "engine/schedule/kapla/explain_nodes.h"
#include "tests/engine/schedule/kapla/small_nodes.h"

#include <QTest>

#include <cmath>

using namespace nestloom;
using namespace nestloom::kapla;

namespace {

bool isClose(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

void addsUp(const cost::Formula& formula)
{
    QVERIFY2(isClose(cost::computed(formula), formula.value), cost::oneLine(formula).c_str());
    for (const cost::Formula& part : formula.parts)
        addsUp(part);
}

} // namespace

class ExplainNodesTest : public QObject {
    Q_OBJECT
private slots:
    void figuresAddUpToTheRun_data()
    {
        QTest::addColumn<bool>("training");
        QTest::addColumn<bool>("alone");
        QTest::newRow("inference") << false << false;
        QTest::newRow("training") << true << false;
        QTest::newRow("layers alone") << false << true;
    }
    void figuresAddUpToTheRun()
    {
        QFETCH(const bool, training);
        QFETCH(const bool, alone);
        NodeRunOptions options;
        options.batch = 4;
        options.training = training;
        options.alone = alone;
        const auto run = scheduleOnNodes(tests::smallNodes(), tests::branches(), options);
        QVERIFY(run && run->schedule);
        const cost::Formula energy = explainEnergy(*run), cycles = explainCycles(*run);
        addsUp(energy);
        addsUp(cycles);
        QVERIFY(isClose(energy.value, nodeEnergy(*run).total()));
        QVERIFY(isClose(energy.value, run->schedule->cost));
        QCOMPARE(cycles.value, double(run->schedule->cycles));
        QVERIFY(isClose(explainEdp(*run, {1e9}).value, energy.value * cycles.value * 1e-9));
    }

    void figuresOfALayerAddUp()
    {
        NodeRunOptions options;
        options.batch = 4;
        const auto run = scheduleOnNodes(tests::smallNodes(), tests::branches(), options);
        QVERIFY(run && run->schedule);
        const auto layers = run->schedule->layers();
        for (std::size_t i = 0; i < layers.size(); ++i) {
            const cost::Formula energy = explainLayerEnergy(*run, i), cycles = explainLayerCycles(*run, i);
            addsUp(energy);
            addsUp(cycles);
            QVERIFY(isClose(energy.value, layers[i]->cost.total()));
            QCOMPARE(cycles.value, double(layers[i]->cost.cycles()));
        }
    }
};

QTEST_GUILESS_MAIN(ExplainNodesTest)
#include "tst_explain_nodes.moc"
