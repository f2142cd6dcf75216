// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/store/plan_store.h"

#include "app/store/migrations.h"
#include "engine/schedule/cosma/planner.h"
#include "engine/workload/fuse.h"
#include "engine/zoo/zoo.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace nestloom;
using namespace nestloom::records;
using namespace nestloom::store;
namespace cosma = schedule::cosma;

namespace {

/// A plan of a shipped network that has to spill.
PlanRecord samplePlan(bool fused)
{
    PlanRecord record;
    record.network = *zoo::build("squeezenet1_1");
    record.graph = fused ? workload::fused(record.network.graph) : record.network.graph;
    record.summary.fused = fused;
    record.summary.budgets = *cosma::budgets(record.graph, {});
    record.summary.scratchpad = record.summary.budgets.half;
    const auto found = cosma::solve(record.graph, record.summary.scratchpad, {}, {});
    record.plan = *found->solution;
    record.summary.traffic = record.plan.traffic;
    record.summary.bound = {std::int64_t(*found->stats.bound)};
    record.summary.bestBaseline = Bytes{record.plan.traffic.count + 1};
    return record;
}

} // namespace

class TestPlanStore : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void whatIsKeptIsLoadedAgain_data()
    {
        QTest::addColumn<bool>("fused");
        QTest::newRow("unfused") << false;
        QTest::newRow("fused") << true;
    }

    void whatIsKeptIsLoadedAgain()
    {
        QFETCH(bool, fused);
        const PlanRecord kept = samplePlan(fused);
        const auto id = open().keep(kept);
        QVERIFY(id);
        const auto loaded = open().load(*id);
        QVERIFY2(loaded, loaded ? "" : loaded.error().text().c_str());
        QVERIFY(loaded->plan == kept.plan);
        QVERIFY(loaded->graph == kept.graph);
        QVERIFY(loaded->network == kept.network);
        QCOMPARE(loaded->summary.fused, fused);
        QVERIFY(loaded->summary.scratchpad == kept.summary.scratchpad);
        QVERIFY(loaded->summary.budgets.half == kept.summary.budgets.half);
        QVERIFY(loaded->summary.bestBaseline == kept.summary.bestBaseline);
        QCOMPARE(loaded->summary.engineVersion, std::string(NESTLOOM_VERSION));
    }

    void listsTheNewestFirstAndForgetsWhatIsRemoved()
    {
        PlanRecord record = samplePlan(false);
        auto store = open();
        const PlanId first = *store.keep(record);
        record.summary.order = cosma::Order::LeastPeak;
        record.summary.bestBaseline.reset();
        const PlanId second = *store.keep(record);
        const auto plans = store.list();
        QVERIFY(plans);
        QCOMPARE(plans->size(), std::size_t(2));
        QCOMPARE(plans->front().id, second);
        QVERIFY(plans->front().order == cosma::Order::LeastPeak);
        QVERIFY(!plans->front().bestBaseline);
        QCOMPARE(plans->back().id, first);
        QVERIFY(store.remove(second));
        QVERIFY(store.remove(second)); // gone already
        QCOMPARE(store.list()->size(), std::size_t(1));
        QVERIFY(!store.load(second));
        QVERIFY(*store.keep(record) > second); // numbers are never given twice
    }

    void namesAndTagsCanBeGiven()
    {
        PlanRecord record = samplePlan(false);
        record.summary.acceleratorName = "simba: GlobalBuffer";
        auto store = open();
        const PlanId id = *store.keep(record);
        QVERIFY(store.list()->front().marks == PlanMarks());
        QVERIFY(store.setMarks(id, {"the small one", {"paper", "b", "b"}}));
        const PlanSummary summary = store.list()->front();
        QCOMPARE(summary.marks.title, std::string("the small one"));
        QVERIFY((summary.marks.tags == std::vector<std::string>{"b", "paper"}));
        QCOMPARE(summary.acceleratorName, std::string("simba: GlobalBuffer"));
        QVERIFY(store.load(id)->summary.marks == summary.marks);
        QVERIFY(!store.setMarks(id, {"", {"two words"}}));
        QVERIFY(!store.setMarks(id + 1, {}));
        QVERIFY(store.list()->front().marks == summary.marks); // nothing was changed
    }

    void plansOfVersionFourAreStillThere()
    {
        const std::string path = m_folder->filePath(QStringLiteral("runs.sqlite")).toStdString();
        {
            auto database = Database::open(path);
            QVERIFY(migrate(*database, migrations().first(4)));
            QVERIFY(database->execute("INSERT INTO memory_plan (kept_at_ms, network_name, network_yaml, "
                                      "with_parameters, fused, operator_order,"
                                      " method, scratchpad_bytes, traffic_bytes, bound_bytes, least_bytes, peak_bytes, "
                                      "peak_proven, plan_json,"
                                      " engine_version) VALUES (1, 'old', '', 0, 0, 'free', 'search', 100, 10, 10, 90, "
                                      "200, 1, '{}', '0.9')"));
        }
        const auto plans = open().list();
        QVERIFY(plans);
        QCOMPARE(plans->size(), std::size_t(1));
        QCOMPARE(plans->front().networkName, std::string("old"));
        QVERIFY(plans->front().marks == PlanMarks());
        QVERIFY(QFile::exists(m_folder->filePath(QStringLiteral("runs.sqlite.before-v%1").arg(migrations().size()))));
    }

    void aPlanThatTheVerifierRefusesIsNotShown()
    {
        PlanRecord record = samplePlan(false);
        record.plan.traffic.count += 1;
        auto store = open();
        const auto id = store.keep(record);
        QVERIFY(id);
        const auto loaded = store.load(*id);
        QVERIFY(!loaded);
        QVERIFY(QString::fromStdString(loaded.error().message).startsWith(QStringLiteral("it is damaged: ")));
    }

private:
    PlanStore open() { return *PlanStore::open(m_folder->filePath(QStringLiteral("runs.sqlite")).toStdString()); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_APPLESS_MAIN(TestPlanStore)
#include "tst_plan_store.moc"
