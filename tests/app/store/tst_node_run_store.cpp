// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/store/node_run_store.h"

#include "app/store/stored_values.h"
#include "engine/schedule/kapla/rebuild_nodes.h"
#include "tests/app/support/kept_samples.h"
#include "tests/app/support/storing_child.h"

#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

using namespace nestloom;
using namespace nestloom::records;
using namespace nestloom::store;
using nestloom::testing::smallNodeOptions;

namespace {

kapla::NodeRun scheduled(const kapla::NodeRunOptions& options)
{
    return *kapla::scheduleOnNodes(tests::smallNodes(), tests::branches(), options);
}

PackedNodeRun sample(bool training = false)
{
    const auto options = smallNodeOptions(training);
    return *pack(tests::smallNodes(), tests::branches(), options, scheduled(options));
}

StoredNodeRun asStored(const PackedNodeRun& run)
{
    return {run.summary, run.acceleratorYaml, run.networkYaml, run.schedule};
}

} // namespace

class TestNodeRunStore : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void givesAScheduleBackAsItWas_data()
    {
        QTest::addColumn<bool>("training");
        QTest::newRow("inference") << false;
        QTest::newRow("training") << true;
    }
    void givesAScheduleBackAsItWas()
    {
        QFETCH(const bool, training);
        const auto options = smallNodeOptions(training);
        const kapla::NodeRun before = scheduled(options);
        const auto id = open().keep(*pack(tests::smallNodes(), tests::branches(), options, before));
        QVERIFY(id);
        const auto stored = open().load(*id);
        QVERIFY(stored);
        const auto record = restore(*stored);
        QVERIFY2(record, record ? "" : record.error().text().c_str());
        QVERIFY(record->accelerator == tests::smallNodes());
        QCOMPARE(record->network.name, std::string("branches"));
        QVERIFY(record->run.schedule);
        QCOMPARE(record->run.schedule->cost, before.schedule->cost);
        QCOMPARE(record->run.schedule->cycles, before.schedule->cycles);
        QVERIFY(kapla::decisionsOf(*record->run.schedule) == kapla::decisionsOf(*before.schedule));
        QVERIFY(record->run.graph.network == before.graph.network);
        QCOMPARE(record->run.evaluated, before.evaluated);
        QCOMPARE(record->run.effort.schemes, before.effort.schemes);
        QVERIFY(record->run.notes == before.notes); // no word of another version
        const NodeRunSummary& summary = record->summary;
        QCOMPARE(summary.options.training, training);
        QVERIFY(std::abs(summary.energy.total() / before.schedule->cost - 1) < 1e-9);
        QCOMPARE(summary.cycles.count, before.schedule->cycles);
        QCOMPARE(summary.segmentCount, int(before.schedule->segments.size()));
        QCOMPARE(summary.layerCount, int(before.graph.network.layers.size()));
    }

    void equalInputsHaveOneNumber()
    {
        auto store = open();
        const NodeRunId first = *store.keep(sample());
        const NodeRunId second = *store.keep(sample(true));
        QVERIFY(second > first);
        QCOMPARE(*store.keep(sample()), first);
        const auto runs = store.list();
        QVERIFY(runs);
        QCOMPARE(runs->size(), std::size_t(2));
        QVERIFY(store.remove(first));
        QVERIFY(store.remove(first)); // gone already
        QVERIFY(!store.load(first));
        QCOMPARE(store.list()->size(), std::size_t(1));
        QVERIFY(*store.keep(sample()) > second); // numbers are never given twice
    }

    void onlyWholeAnswersAreKept()
    {
        const auto options = smallNodeOptions();
        kapla::NodeRun run = scheduled(options);
        run.stopped = true;
        QVERIFY(!pack(tests::smallNodes(), tests::branches(), options, run));
        run.stopped = false;
        run.schedule.reset();
        QVERIFY(!pack(tests::smallNodes(), tests::branches(), options, run));
    }

    void whatIsDamagedIsRefused_data()
    {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::newRow("layer") << QByteArray("\"layer\":1,") << QByteArray("\"layer\":77,");
        QTest::newRow("twice") << QByteArray("\"layer\":1,") << QByteArray("\"layer\":0,");
        QTest::newRow("row") << QByteArray("\"slot\":[") << QByteArray("\"slot\":[1,");
        QTest::newRow("word") << QByteArray("\"filters_stay\":false") << QByteArray("\"filters_stay\":\"no\"");
        QTest::newRow("no loops") << QByteArray("\"loops\"") << QByteArray("\"leaps\"");
        QTest::newRow("other work") << QByteArray("\"trips\":[") << QByteArray("\"trips\":[9999");
        QTest::newRow("nothing divided by nothing") << QByteArray("\"blocking\":[1") << QByteArray("\"blocking\":[0");
        QTest::newRow("no JSON") << QByteArray("{") << QByteArray("<");
    }
    void whatIsDamagedIsRefused()
    {
        QFETCH(const QByteArray, from);
        QFETCH(const QByteArray, to);
        PackedNodeRun run = sample();
        QByteArray json = QByteArray::fromStdString(*unpacked(run.schedule));
        const qsizetype at = json.indexOf(from);
        QVERIFY(at >= 0);
        json.replace(at, from.size(), to);
        run.schedule = packed(json.toStdString());
        const auto id = open().keep(run);
        const auto refused = restore(*open().load(*id));
        QVERIFY(!refused);
        QVERIFY2(QString::fromStdString(refused.error().message).startsWith(QStringLiteral("it is damaged: ")),
                 refused.error().text().c_str());
    }

    void noNumberOfAScheduleBringsTheProgramDown()
    {
        const PackedNodeRun run = sample();
        const QByteArray json = QByteArray::fromStdString(*unpacked(run.schedule));
        static const QRegularExpression number(QStringLiteral("-?\\d+(\\.\\d+)?([eE][-+]?\\d+)?"));
        StoredNodeRun stored = asStored(run);
        int refused = 0, accepted = 0;
        for (auto match = number.globalMatch(QString::fromLatin1(json)); match.hasNext();) {
            const auto found = match.next();
            for (const QByteArray other : {"0", "-1", "2", "7", "2147483648", "4611686018427387904"}) {
                QByteArray changed = json;
                changed.replace(found.capturedStart(), found.capturedLength(), other);
                stored.schedule = packed(changed.toStdString());
                ++(restore(stored) ? accepted : refused);
            }
        }
        QVERIFY(refused > 1000);
        QVERIFY(accepted > 0); // positions of loops of one iteration, say
    }

    void anotherBatchIsAnotherSchedule()
    {
        StoredNodeRun stored = asStored(sample());
        QVERIFY(restore(stored));
        for (const std::int64_t batch : {1, 2, 3, 8, 64, 65'536}) {
            if (batch == smallNodeOptions().batch)
                continue;
            stored.summary.options.batch = batch;
            QVERIFY(!restore(stored));
        }
    }

    void figuresOfTheModelAreNotBelieved()
    {
        const PackedNodeRun run = sample();
        QByteArray json = QByteArray::fromStdString(*unpacked(run.schedule));
        const qsizetype at = json.indexOf("\"operations\""), cycles = json.indexOf("\"cycles\":", at) + 9;
        QVERIFY(at >= 0 && cycles > at);
        json.insert(cycles, "5");
        StoredNodeRun stored = asStored(run);
        stored.schedule = packed(json.toStdString());
        const auto restored = restore(stored);
        QVERIFY(restored);
        QCOMPARE(restored->run.schedule->cycles, run.summary.cycles.count);
    }

    void aKilledProcessLeavesWholeSchedulesOnly()
    {
        PackedNodeRun run = sample();
        const testing::StoringChild child([&, path = path()](int count) {
            run.identity = std::to_string(count);
            auto store = NodeRunStore::open(path);
            return store && store->keep(run);
        });
        const int reported = child.killAfter(6);
        QVERIFY(reported >= 6);
        const auto list = open().list();
        QVERIFY(list);
        QVERIFY(int(list->size()) == reported || int(list->size()) == reported + 1);
        for (const NodeRunSummary& one : *list)
            QVERIFY(restore(*open().load(one.id)));
    }

    void aFullDiskCostsWhatDidNotFitAndNothingElse()
    {
        PackedNodeRun run = sample();
        std::size_t kept = 0;
        {
            auto store = NodeRunStore::open(path(), {.maxPages = 60});
            QVERIFY(store);
            Result<NodeRunId> stored = store->keep(run);
            while (stored && ++kept < 1000) {
                run.identity = std::to_string(kept);
                stored = store->keep(run);
            }
            QVERIFY(!stored);
            QVERIFY(stored.error().message.find("the disk is full") != std::string::npos);
        }
        QVERIFY(kept > 0);
        QCOMPARE(open().list()->size(), kept);
        QVERIFY(open().keep(run)); // with room again
    }

private:
    std::string path() const { return m_folder->filePath(QStringLiteral("runs.sqlite")).toStdString(); }
    NodeRunStore open() const { return *NodeRunStore::open(path()); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_APPLESS_MAIN(TestNodeRunStore)
#include "tst_node_run_store.moc"
