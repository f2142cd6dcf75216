// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/kapla/rebuild_nodes.h"

#include "engine/schedule/kapla/node_run.h"
#include "tests/engine/schedule/kapla/small_nodes.h"

#include <QTest>

#include <algorithm>

using namespace nestloom;
using namespace nestloom::kapla;
using tests::branches;
using tests::smallNodes;

namespace {

/// Layers may share the machine, so that there are segments.
hardware::Accelerator sharedNodes()
{
    hardware::Accelerator accelerator = smallNodes();
    accelerator.nodes->spatialLayerPipe = accelerator.nodes->temporalLayerPipe = true;
    return accelerator;
}

NodeRunOptions options(bool training)
{
    NodeRunOptions made;
    made.batch = 4;
    made.training = training;
    return made;
}

} // namespace

class RebuildNodesTest : public QObject {
    Q_OBJECT
private slots:
    void theScheduleComesBackWithoutASearch_data()
    {
        QTest::addColumn<bool>("training");
        QTest::newRow("inference") << false;
        QTest::newRow("training") << true;
    }
    void theScheduleComesBackWithoutASearch()
    {
        QFETCH(const bool, training);
        const auto run = scheduleOnNodes(sharedNodes(), branches(), options(training));
        QVERIFY(run && run->schedule);
        const NodeDecisions decisions = decisionsOf(*run->schedule);
        const auto again = rebuiltNodeRun(sharedNodes(), branches(), options(training), decisions);
        QVERIFY2(again, again ? "" : again.error().text().c_str());
        QCOMPARE(again->schedule->cost, run->schedule->cost);
        QCOMPARE(again->schedule->cycles, run->schedule->cycles);
        QVERIFY(decisionsOf(*again->schedule) == decisions);
        QVERIFY(again->graph.network == run->graph.network);
        QVERIFY(nodeEnergy(*again) == nodeEnergy(*run));
        QVERIFY(again->violations.empty());
    }

    void decisionsOfSomethingElseAreRefused_data()
    {
        QTest::addColumn<int>("fault");
        QTest::newRow("a layer is missing") << 0;
        QTest::newRow("a layer runs twice") << 1;
        QTest::newRow("a layer runs too early") << 2;
        QTest::newRow("a mapping is missing") << 3;
        QTest::newRow("an input is missing") << 4;
        QTest::newRow("parts of nothing") << 5;
        QTest::newRow("buffers too full") << 6;
    }
    void decisionsOfSomethingElseAreRefused()
    {
        QFETCH(const int, fault);
        const auto run = scheduleOnNodes(smallNodes(), branches(), options(false));
        NodeDecisions decisions = decisionsOf(*run->schedule);
        auto& first = decisions.segments.front();
        switch (fault) {
        case 0: decisions.segments.pop_back(); break;
        case 1: decisions.segments.push_back(first); break;
        case 2: std::rotate(decisions.segments.begin(), decisions.segments.end() - 1, decisions.segments.end()); break;
        case 3: first.mappings.clear(); break;
        case 4: decisions.inputs.clear(); break;
        case 5: first.mappings.front().partition.parts[0] = {0, 1}; break;
        case 6: first.mappings.front().loops.bufferWords.values.fill(1'000'000); break;
        }
        const auto refused = rebuiltNodeRun(smallNodes(), branches(), options(false), decisions);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::InvalidInput);
        QVERIFY2(refused.error().message.find("it is no schedule of this network") == 0,
                 refused.error().text().c_str());
    }

    void anAcceleratorWithoutNodesIsRefusedAsEver()
    {
        const auto run = scheduleOnNodes(smallNodes(), branches(), options(false));
        hardware::Accelerator none = smallNodes();
        none.nodes.reset();
        const auto refused = rebuiltNodeRun(none, branches(), options(false), decisionsOf(*run->schedule));
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Unsupported);
    }
};

QTEST_APPLESS_MAIN(RebuildNodesTest)
#include "tst_rebuild_nodes.moc"
