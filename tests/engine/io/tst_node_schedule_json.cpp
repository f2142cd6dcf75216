// SPDX-License-Identifier: Apache-2.0
#include "engine/io/node_run_json.h"

#include "tests/engine/schedule/kapla/small_nodes.h"

#include <QTest>

using namespace nestloom;

class NodeScheduleJsonTest : public QObject {
    Q_OBJECT
private slots:
    void decisionsComeBackAsTheyWere()
    {
        kapla::NodeRunOptions options;
        options.batch = 4;
        hardware::Accelerator accelerator = tests::smallNodes();
        accelerator.nodes->spatialLayerPipe = accelerator.nodes->temporalLayerPipe = true;
        for (const bool training : {false, true}) {
            options.training = training;
            const auto run = kapla::scheduleOnNodes(accelerator, tests::branches(), options);
            QVERIFY(run && run->schedule);
            const auto decisions = kapla::decisionsOf(*run->schedule);
            const auto read = io::nodeDecisionsFromJson(io::nodeDecisionsToJson(decisions));
            QVERIFY2(read, read ? "" : read.error().text().c_str());
            QVERIFY(*read == decisions);
        }
    }

    void optionsComeBackAsTheyWere()
    {
        kapla::NodeRunOptions options;
        options.engine = "kapla-annealing";
        options.batch = 16;
        options.training = options.alone = true;
        options.goal = kapla::Goal::EnergyDelay;
        options.kapla.chains = 2;
        options.keep = 0.25;
        options.iterations = 7;
        options.seed = 0xFFFF'FFFF'FFFF'FFF0;
        const auto read = io::nodeOptionsFromJson(io::nodeOptionsToJson(options));
        QVERIFY(read);
        QCOMPARE(io::nodeOptionsToJson(*read), io::nodeOptionsToJson(options));
        QCOMPARE(read->seed, options.seed);
        QVERIFY(read->goal == options.goal);
    }

    void anythingElseIsRefused_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("no object") << QByteArray("[1]");
        QTest::newRow("no segments") << QByteArray("{\"inputs\": []}");
        QTest::newRow("segments are no lists") << QByteArray("{\"inputs\": [], \"segments\": [1]}");
        QTest::newRow("a layer is no object") << QByteArray("{\"inputs\": [], \"segments\": [[1]]}");
        QTest::newRow("a layer is empty") << QByteArray("{\"inputs\": [], \"segments\": [[{}]]}");
    }
    void anythingElseIsRefused()
    {
        QFETCH(const QByteArray, text);
        const auto read = io::nodeDecisionsFromJson(text.toStdString());
        QVERIFY(!read);
        QVERIFY(!read.error().message.empty());
        QVERIFY(!io::nodeOptionsFromJson(text.toStdString()));
    }
};

QTEST_APPLESS_MAIN(NodeScheduleJsonTest)
#include "tst_node_schedule_json.moc"
