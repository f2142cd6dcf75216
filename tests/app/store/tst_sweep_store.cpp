// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/store/database.h"
#include "app/store/migrations.h"
#include "app/store/run_store.h"
#include "app/store/sweep_store.h"
#include "engine/records/sweep.h"
#include "tests/app/support/small_inputs.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <set>

using namespace nestloom;
using namespace nestloom::records;
using namespace nestloom::store;
using explore::PointResult;
using explore::PointStatus;

namespace {

explore::SweepInputs sweepInputs()
{
    const RunInputs run = nestloom::testing::smallInputs();
    explore::SweepInputs inputs;
    inputs.space = {run.accelerator,
                    {{"levels.Buffer.capacity", {512, 1024}}, {"levels.DRAM.read_bandwidth", {4, 0.1}}}};
    inputs.networks = {run.network};
    inputs.options.cosa.evaluations = 123;
    return inputs;
}

PointResult finished(std::size_t point)
{
    PointResult result;
    result.point = point;
    result.status = PointStatus::Finished;
    result.cost = explore::PointCost{Cycles{1000}, Picojoules{0.1}, 1e-17 / 3, Bytes{1024}, 0.7, 990.125, {}, 0.0101};
    return result;
}

} // namespace

class TestSweepStore : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void anEditedAcceleratorKeepsItsMark()
    {
        explore::SweepInputs edited = sweepInputs();
        QCOMPARE(edited.acceleratorTitle(), edited.space.base.name);
        edited.edited = true;
        auto store = open();
        const auto number = store.begin(edited);
        QVERIFY(number);
        QCOMPARE(store.list()->front().acceleratorName, edited.space.base.name + "*");
        const auto loaded = store.load(*number, SweepStore::Purpose::Read);
        QVERIFY(loaded && loaded->edited);
        QVERIFY(records::runInputs(*loaded, 0, 0)->edited);
    }

    void equalInputsFindTheirSweepAndOthersBeginANewOne()
    {
        auto store = open();
        const auto first = store.begin(sweepInputs());
        QVERIFY(first);
        QCOMPARE(*store.begin(sweepInputs()), *first);
        explore::SweepInputs onNodes = sweepInputs();
        onNodes.nodes = kapla::NodeRunOptions{};
        onNodes.nodes->batch = 3;
        auto nodes = open();
        const auto number = nodes.begin(onNodes);
        QVERIFY(number);
        QVERIFY(nodes.load(*number)->nodes == onNodes.nodes);
        QVERIFY(*nodes.begin(sweepInputs()) != *number);
        explore::SweepInputs moreThreads = sweepInputs();
        moreThreads.options.threads = 7; // changes no result
        QCOMPARE(*open().begin(moreThreads), *first);
        explore::SweepInputs otherBudget = sweepInputs(), otherAxis = sweepInputs(), otherBase = sweepInputs(),
                             otherNetwork = sweepInputs();
        otherBudget.options.cosa.evaluations = 124;
        otherAxis.space.axes[0].values = {512};
        otherBase.space.base.clock = {2e9};
        otherNetwork.networks[0].layers.pop_back();
        std::set<SweepId> ids{*first};
        for (const auto& inputs : {otherBudget, otherAxis, otherBase, otherNetwork})
            ids.insert(*store.begin(inputs));
        QCOMPARE(ids.size(), std::size_t(5));
        QCOMPARE(*ids.rbegin() - *ids.begin(), SweepId(5)); // finding one again uses up no number
    }

    void aSweepIsDeletedWithItsPoints()
    {
        auto store = open();
        const SweepId first = *store.begin(sweepInputs());
        explore::SweepInputs other = sweepInputs();
        other.options.cosa.evaluations = 124;
        const SweepId second = *store.begin(other);
        QVERIFY(store.add(first, finished(0)) && store.add(second, finished(0)));
        QVERIFY(store.remove(first));
        QVERIFY(!store.load(first) && store.points(first)->empty());
        QCOMPARE(store.points(second)->size(), std::size_t(1));
        QCOMPARE(store.list()->size(), std::size_t(1));
        const Status again = store.remove(first);
        QVERIFY(!again && again.error().message == "there is no sweep " + std::to_string(first));
        QVERIFY(*store.begin(sweepInputs()) > second); // a number is never given twice
    }

    void inputsComeBackAsTheyWere()
    {
        auto store = open();
        const SweepId id = *store.begin(sweepInputs());
        const auto loaded = store.load(id);
        QVERIFY2(loaded, loaded ? "" : loaded.error().text().c_str());
        QVERIFY(loaded->space.base == sweepInputs().space.base);
        QVERIFY(loaded->space.axes == sweepInputs().space.axes);
        QVERIFY(loaded->networks == sweepInputs().networks);
        QVERIFY(loaded->options == sweepInputs().options);
        QCOMPARE(*store.begin(*loaded), id);
        explore::SweepInputs bandwidths = sweepInputs();
        bandwidths.space.axes[0] = {"levels.DRAM.read_bandwidth", {1e9, 2e9}, true};
        const auto again = store.load(*store.begin(bandwidths));
        QVERIFY(again && again->space.axes == bandwidths.space.axes);
        QVERIFY(!store.load(id + 2));
    }

    void aSweepOfAnotherVersionIsNotGoneOnWith()
    {
        auto store = open();
        const SweepId id = *store.begin(sweepInputs());
        auto database = openDatabase(path());
        QVERIFY(database->execute("UPDATE sweep SET engine_version = '0.0.1'"));
        const auto refused = store.load(id);
        QVERIFY(!refused);
        QVERIFY(refused.error().message.find("0.0.1") != std::string::npos);
    }

    void pointsComeBackBitByBitAndFailedOnesAreTriedAgain()
    {
        auto store = open();
        const SweepId id = *store.begin(sweepInputs());
        PointResult refused{1, 0, PointStatus::Refused, "levels[1].capacity: \"no\"", {}};
        PointResult noBound = finished(3);
        noBound.cost->lowerBoundCycles.reset();
        noBound.cost->gap.reset();
        for (const PointResult& each :
             {finished(0), refused, PointResult{2, 0, PointStatus::Failed, "the solver died", {}}, noBound})
            QVERIFY(store.add(id, each));
        const auto points = open().points(id);
        QVERIFY(points);
        QCOMPARE(points->size(), std::size_t(3));
        QVERIFY(points->at({0, 0}) == finished(0));
        QVERIFY(points->at({1, 0}) == refused);
        QVERIFY(points->at({3, 0}) == noBound);
        QVERIFY(store.add(id, finished(2))); // in place of the failed one
        QVERIFY(store.points(id)->at({2, 0}) == finished(2));
        QVERIFY(!store.add(id + 1, finished(0))); // no such sweep
        const auto list = store.list();
        QCOMPARE(list->size(), std::size_t(1));
        QCOMPARE(list->front().pointCount, std::size_t(4));
        QCOMPARE(list->front().pointsDone, std::size_t(4));
        QCOMPARE(list->front().acceleratorName, std::string("small"));
        QCOMPARE(list->front().networkNames, sweepInputs().networks[0].name);
        QCOMPARE(list->front().engine, sweepInputs().options.engine);
    }

    void aFrontThatHasEndedIsNoted()
    {
        auto store = open();
        const auto id = store.begin(sweepInputs()).value();
        QCOMPARE(store.list()->front().front, std::string());
        QVERIFY(store.noteFront(id, "front of cycles against energy"));
        QCOMPARE(open().list()->front().front, std::string("front of cycles against energy"));
    }

    void aSweepOverEnginesNamesNoneOfThem()
    {
        auto store = open();
        explore::SweepInputs inputs = sweepInputs();
        inputs.space.axes.push_back({"run.engine", {0, 1}});
        QVERIFY(store.begin(inputs));
        QCOMPARE(store.list()->front().engine, std::string("swept"));
    }

    void everySweepNamesItsNetworks()
    {
        auto store = open();
        explore::SweepInputs inputs = sweepInputs();
        inputs.networks.push_back(inputs.networks[0]);
        inputs.networks[0].name = "first, of two";
        inputs.networks[1].name = "second";
        QVERIFY(store.begin(inputs));
        QCOMPARE(store.list()->front().networkNames, std::string("first, of two, second"));
        auto database = openDatabase(path());
        QVERIFY(database->execute("UPDATE sweep SET networks_json = 'broken'"));
        const auto list = store.list();
        QVERIFY(list && list->size() == 1 && list->front().networkNames.empty());
    }

    void plansComeBackWithoutCyclesAndAChangeIsNoticed()
    {
        auto store = open();
        explore::SweepInputs inputs = sweepInputs();
        inputs.memory = RunInputs{}.memory.emplace();
        inputs.memory->engine = "cosma-ilp";
        inputs.memory->fused = true;
        const SweepId id = *store.begin(inputs);
        QVERIFY(id != *store.begin(sweepInputs()));
        QVERIFY(store.load(id)->memory == inputs.memory);
        PointResult planned;
        planned.status = PointStatus::Finished;
        planned.plan = explore::PlanCost{Bytes{300}, Bytes{200}, Bytes{512}};
        QVERIFY(store.add(id, planned));
        QVERIFY(store.points(id)->at({0, 0}) == planned);
        auto database = openDatabase(path());
        QCOMPARE(*database->integer("SELECT count(*) FROM sweep_point WHERE cycles IS NULL AND energy_pj IS NULL"), 1);
        QVERIFY(database->execute("UPDATE sweep_point SET traffic_bytes = 200"));
        QVERIFY(store.points(id)->empty());
        const auto damaged = store.points(id, SweepStore::Purpose::Read);
        QVERIFY(damaged->at({0, 0}).status == PointStatus::Failed && !damaged->at({0, 0}).plan);
    }

    void aDatabaseOfVersionOneKeepsItsRuns()
    {
        {
            auto database = Database::open(path());
            QVERIFY(migrate(*database, migrations().first(1)));
            QCOMPARE(*database->integer("PRAGMA user_version"), 1);
        }
        {
            auto runs = RunStore::open(path());
            QVERIFY(runs);
            QVERIFY(runs->begin(nestloom::testing::smallInputs()));
        }
        QVERIFY(QFile::exists(QString::fromStdString(path().string())
                              + QStringLiteral(".before-v%1").arg(migrations().size())));
        QVERIFY(open().begin(sweepInputs()));
        QCOMPARE(RunStore::open(path())->list()->size(), std::size_t(1));
    }

private:
    std::filesystem::path path() const { return m_folder->filePath(QStringLiteral("x.sqlite")).toStdString(); }
    SweepStore open() const { return *SweepStore::open(path()); }
    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(TestSweepStore)
#include "tst_sweep_store.moc"
