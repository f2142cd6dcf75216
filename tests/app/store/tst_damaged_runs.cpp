// SPDX-License-Identifier: GPL-3.0-or-later
// What is stored is not believed: rows that were changed by hand or by a failing disk are known when they are read.
#include "app/store/run_store.h"
#include "app/store/sweep_store.h"
#include "tests/app/support/small_inputs.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace nestloom;
using namespace nestloom::records;
using namespace nestloom::store;
using nestloom::testing::failedLayer;
using nestloom::testing::smallInputs;
using nestloom::testing::solvedLayer;
using schedule::LayerStatus;

namespace {

/// Rows that are changed with care are still judged: without a seal, as those of before version 7.
const char* const kForgetSeals = "UPDATE layers SET seal = NULL; ";

} // namespace

class TestDamagedRuns : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        RunStore store = open();
        const RunInputs inputs = smallInputs();
        const RunId run = *store.begin(inputs);
        for (std::size_t i = 0; i < 3; ++i)
            QVERIFY(store.addLayer(run, inputs.accelerator, solvedLayer(inputs, i)));
        QVERIFY(store.finish(run, RunStatus::Finished));
    }

    void whatWasStoredHolds()
    {
        QVERIFY(load().damage.empty());
        execute(kForgetSeals);
        const RunRecord run = load();
        QVERIFY(run.damage.empty());
        for (const auto& layer : run.layers)
            QVERIFY(layer.verified && layer.status == LayerStatus::BestFound);
    }

    void aLayerWithoutAMappingHoldsToo()
    {
        RunStore store = open();
        QVERIFY(store.addLayer(1, smallInputs().accelerator, failedLayer(smallInputs(), 1)));
        QVERIFY(store.load(1)->damage.empty());
        QVERIFY(store.load(1)->layers[1].status == LayerStatus::Failed);
    }

    void figuresThatAreNotThoseOfTheMappingAreDamage()
    {
        RunStore store = open();
        schedule::LayerResult slow = solvedLayer(smallInputs(), 0), cheap = solvedLayer(smallInputs(), 1);
        slow.cost->cycles = Cycles{99'999'999};
        cheap.cost->energy = Picojoules{-1e9};
        QVERIFY(store.addLayer(1, smallInputs().accelerator, slow)
                && store.addLayer(1, smallInputs().accelerator, cheap));
        const RunRecord run = load();
        QVERIFY(run.layers[0].status == LayerStatus::Damaged && run.layers[1].status == LayerStatus::Damaged
                && run.layers[2].verified);
        QVERIFY2(run.layers[0].reason.find("it says 99999999 cycles and ") != std::string::npos,
                 run.layers[0].reason.c_str());
        QVERIFY2(run.layers[1].reason.find("its mapping takes") != std::string::npos, run.layers[1].reason.c_str());
    }

    void countsThatAssumeMulticastAreDamageWhereThereIsNone()
    {
        RunInputs inputs = smallInputs();
        inputs.acceleratorYaml.clear();
        const auto spread = [&](std::size_t index) { // 4 of 8 output channels over the MAC units, which share inputs
            schedule::LayerResult result = solvedLayer(inputs, index);
            for (mapping::Loop& loop : result.mapping->levels[0].temporal)
                if (loop.dimension == workload::LoopDimension::K)
                    loop.bound = 2;
            result.mapping->levels[1].spatial = {{workload::LoopDimension::K, 4}};
            result.cost = *cost::evaluate(inputs.accelerator, inputs.network.layers[index], *result.mapping,
                                          cost::Model::Nestloom);
            result.gap.reset();
            result.lowerBoundCycles = result.objectiveBound = 1;
            return result;
        };
        const schedule::LayerResult shared = spread(0);
        inputs.accelerator.levels[1].multicast = {};
        RunStore store = open();
        const RunId run = *store.begin(inputs);
        QVERIFY(store.addLayer(run, inputs.accelerator, shared) && store.addLayer(run, inputs.accelerator, spread(1))
                && store.addLayer(run, inputs.accelerator, spread(2)) && store.finish(run, RunStatus::Finished));
        const RunRecord read = *store.load(run);
        QVERIFY(read.layers[0].status == LayerStatus::Damaged);
        QVERIFY2(read.layers[0].reason.find("its mapping takes") != std::string::npos, read.layers[0].reason.c_str());
        QVERIFY2(read.layers[1].verified && read.layers[2].verified, read.layers[1].reason.c_str());
    }

    /// Its cost model may have been another one, under the same number of a version.
    void figuresFromBeforeThereWereSealsAreCountedAnew()
    {
        const auto counted = load().layers[0].cost;
        execute(QByteArray(kForgetSeals)
                + "UPDATE layers SET cycles = 99999999, result_json = json_set(result_json, '$.cost.cycles', 99999999) "
                  "WHERE layer_index = 0");
        const RunRecord run = load();
        QVERIFY(run.damage.empty());
        QVERIFY(run.layers[0].verified && run.layers[0].cost->cycles == counted->cycles);
        QVERIFY(!run.layers[0].lowerBoundCycles && !run.layers[0].gap);
        QVERIFY(run.layers[1].lowerBoundCycles.has_value());
    }

    void aLayerThatDoesNotHoldIsShownAsDamagedAndTheOthersAsTheyAre_data()
    {
        QTest::addColumn<QString>("sql");
        QTest::addColumn<QString>("why");
        const auto row = [](const char* name, const QString& sql, const char* why) {
            QTest::newRow(name) << sql << QString::fromUtf8(why);
        };
        const QString unsealed = QString::fromUtf8(kForgetSeals);
        const auto json = [&](const char* path, const char* value) {
            return QStringLiteral(
                       "UPDATE layers SET result_json = json_set(result_json, '%1', %2) WHERE layer_index = 0")
                .arg(QString::fromUtf8(path), QString::fromUtf8(value));
        };
        row("one bit",
            QStringLiteral("UPDATE layers SET result_json = replace(result_json, 'best found', 'best f|und') WHERE "
                           "layer_index = 0"),
            "it was changed after it was stored");
        row("its bound", json("$.lower_bound_cycles", "100.5"), "it was changed after it was stored");
        row("cycles in the list", QStringLiteral("UPDATE layers SET cycles = 1 WHERE layer_index = 0"),
            "the numbers in the list");
        row("status in the list", QStringLiteral("UPDATE layers SET status = 'proven' WHERE layer_index = 0"),
            "the list has it as proven");
        row("cycles below the bound",
            unsealed + json("$.cost.cycles", "1")
                + QStringLiteral("; UPDATE layers SET cycles = 1 WHERE layer_index = 0"),
            "its lower bound is above the 1 cycle of its mapping");
        row("a bound above the cost",
            unsealed + json("$.lower_bound_cycles", "1e300")
                + QStringLiteral("; UPDATE layers SET lower_bound_cycles = 1e300 WHERE layer_index = 0"),
            "its lower bound is above");
        row("no loops", unsealed + json("$.mapping[0].temporal", "json('[]')"), "its mapping breaks a rule");
        row("the mapping of another layer",
            unsealed
                + QStringLiteral("UPDATE layers SET result_json = json_set(result_json, '$.mapping', (SELECT "
                                 "json_extract(result_json, '$.mapping') FROM layers"
                                 " WHERE layer_index = 1)) WHERE layer_index = 0"),
            "its mapping breaks a rule");
        row("no mapping",
            unsealed
                + QStringLiteral(
                    "UPDATE layers SET result_json = json_remove(result_json, '$.mapping') WHERE layer_index = 0"),
            "it is best found with no mapping");
        row("neither mapping nor cost",
            unsealed
                + QStringLiteral("UPDATE layers SET cycles = NULL, energy_pj = NULL, macs = NULL, result_json = "
                                 "json_remove(result_json, '$.mapping', '$.cost', '$.timeloop_cost', '$.cycles', "
                                 "'$.energy_pj') WHERE layer_index = 0"),
            "it is best found with no mapping and no cost");
        row("the result of another layer", unsealed + json("$.index", "1"), "its result is that of layer first");
        row("cut off",
            unsealed
                + QStringLiteral("UPDATE layers SET result_json = substr(result_json, 1, 60) WHERE layer_index = 0"),
            "its result cannot be read");
        row("deleted", QStringLiteral("DELETE FROM layers WHERE layer_index = 0"), "it is missing");
    }
    void aLayerThatDoesNotHoldIsShownAsDamagedAndTheOthersAsTheyAre()
    {
        QFETCH(QString, sql);
        QFETCH(QString, why);
        execute(sql.toUtf8());
        const RunRecord run = load();
        QCOMPARE(run.layers.size(), std::size_t(3));
        QVERIFY(run.layers[0].status == LayerStatus::Damaged && !run.layers[0].verified && !run.layers[0].cost
                && !run.layers[0].mapping);
        QVERIFY2(run.layers[0].reason.find(why.toStdString()) != std::string::npos, run.layers[0].reason.c_str());
        QVERIFY(run.layers[1].verified && run.layers[2].verified);
        QCOMPARE(run.damage.size(), std::size_t(1));
        QVERIFY2(run.damage[0].starts_with("run 1 in " + path() + ", layer first: "), run.damage[0].c_str());
        const schedule::Totals sum = schedule::totals(run.inputs.accelerator, run.layers);
        QCOMPARE(sum.solved, std::size_t(2));
    }

    void anotherAcceleratorOrNetworkUnderTheRunIsNoticed_data()
    {
        QTest::addColumn<QString>("sql");
        QTest::newRow("bandwidth") << QStringLiteral(
            "UPDATE runs SET accelerator_yaml = replace(accelerator_yaml, '8 B/cycle', '2 B/cycle')");
        QTest::newRow("energy") << QStringLiteral(
            "UPDATE runs SET accelerator_yaml = replace(accelerator_yaml, '200 pJ', '100 pJ')");
        QTest::newRow("a dimension") << QStringLiteral(
            "UPDATE runs SET network_yaml = replace(network_yaml, 'K: 8', 'K: 9')");
    }
    void anotherAcceleratorOrNetworkUnderTheRunIsNoticed()
    {
        QFETCH(QString, sql);
        execute(sql.toUtf8());
        QVERIFY(!load().damage.empty());
    }

    void aNumberThatTheNetworkDoesNotHaveIsSaid()
    {
        execute("UPDATE layers SET layer_index = 4000000000 WHERE layer_index = 1");
        const RunRecord run = load();
        QCOMPARE(run.layers.size(), std::size_t(3));
        QVERIFY(run.layers[1].status == LayerStatus::Damaged);
        QCOMPARE(run.damage.size(), std::size_t(2));
        QVERIFY(run.damage[0].find("layer 4000000000: the network has no layer of this number") != std::string::npos);
    }

    void aRunOfAnotherVersionIsCountedAnew()
    {
        execute("UPDATE runs SET engine_version = '0.0.9', accelerator_yaml = replace(accelerator_yaml, '200 pJ', '100 "
                "pJ')");
        const RunRecord run = load();
        QVERIFY(run.damage.empty());
        for (const auto& layer : run.layers)
            QVERIFY(layer.verified && layer.cost && !layer.lowerBoundCycles && !layer.gap); // proven in another model
    }

    void inputsThatCannotBeReadNameRunAndDatabase_data()
    {
        QTest::addColumn<QString>("sql");
        QTest::newRow("accelerator") << QStringLiteral("UPDATE runs SET accelerator_yaml = 'x'");
        QTest::newRow("network") << QStringLiteral("UPDATE runs SET network_yaml = 'x'");
        QTest::newRow("options") << QStringLiteral("UPDATE runs SET options_json = '{'");
    }
    void inputsThatCannotBeReadNameRunAndDatabase()
    {
        QFETCH(QString, sql);
        execute(sql.toUtf8());
        const auto run = open().load(1);
        QVERIFY(!run);
        QVERIFY2(run.error().text().find(path() + ", run 1") != std::string::npos, run.error().text().c_str());
    }

    void timesThatNoCalendarHasAreBroughtBack()
    {
        execute("UPDATE runs SET started_at_ms = 9223372036854775807, finished_at_ms = -9223372036854775808");
        const RunSummary run = open().list()->front();
        QCOMPARE(run.startedAt.time_since_epoch().count(), std::int64_t(253'402'300'799'999));
        QCOMPARE(run.finishedAt->time_since_epoch().count(), std::int64_t(0));
    }

    void sweepPointsThatWereChangedAreNeitherShownNorKnown_data()
    {
        QTest::addColumn<QString>("sql");
        QTest::newRow("cycles") << QStringLiteral("UPDATE sweep_point SET cycles = 1 WHERE point_index = 1");
        QTest::newRow("energy") << QStringLiteral("UPDATE sweep_point SET energy_pj = 'abc' WHERE point_index = 1");
        QTest::newRow("bound") << QStringLiteral(
            "UPDATE sweep_point SET lower_bound_cycles = 499 WHERE point_index = 1");
        QTest::newRow("status") << QStringLiteral("UPDATE sweep_point SET status = 'infeasible' WHERE point_index = 1");
        QTest::newRow("the point of another sweep") << QStringLiteral(
            "UPDATE sweep_point SET seal = (SELECT seal FROM sweep_point WHERE point_index = 0) WHERE point_index = 1");
    }
    void sweepPointsThatWereChangedAreNeitherShownNorKnown()
    {
        QFETCH(QString, sql);
        const RunInputs inputs = smallInputs();
        auto sweeps = SweepStore::open(path());
        const SweepId id = *sweeps->begin(
            {{inputs.accelerator, {{"levels.Buffer.capacity", {64, 128}}}}, {inputs.network}, inputs.options});
        for (std::size_t point = 0; point < 2; ++point) {
            explore::PointResult result;
            result.point = point;
            result.status = explore::PointStatus::Finished;
            result.cost = explore::PointCost{Cycles{500}, Picojoules{1.25e6}, 1e-9, Bytes{64}, 0.1, 480.5};
            QVERIFY(sweeps->add(id, result));
        }
        QCOMPARE(sweeps->points(id)->size(), std::size_t(2));
        execute(sql.toUtf8());
        const auto known = sweeps->points(id);
        QCOMPARE(known->size(), std::size_t(1));
        QVERIFY(known->contains({0, 0}));
        const auto shown = sweeps->points(id, SweepStore::Purpose::Read);
        QCOMPARE(shown->size(), std::size_t(2));
        const explore::PointResult& damaged = shown->at({1, 0});
        QVERIFY(damaged.status == explore::PointStatus::Failed && !damaged.cost);
        QVERIFY2(damaged.reason.find("does not hold") != std::string::npos
                     && damaged.reason.find(path()) != std::string::npos,
                 damaged.reason.c_str());
    }

    void aSweepWithOtherInputsIsRefused()
    {
        const RunInputs inputs = smallInputs();
        auto sweeps = SweepStore::open(path());
        const SweepId id = *sweeps->begin(
            {{inputs.accelerator, {{"levels.Buffer.capacity", {64, 128}}}}, {inputs.network}, inputs.options});
        QVERIFY(sweeps->load(id));
        execute("UPDATE sweep SET axes_json = replace(axes_json, '128', '256')");
        const auto loaded = sweeps->load(id, SweepStore::Purpose::Read);
        QVERIFY(!loaded);
        QVERIFY(loaded.error().text().find("it is damaged") != std::string::npos);
    }

private:
    std::string path() const { return m_folder->filePath(QStringLiteral("runs.sqlite")).toStdString(); }
    RunStore open() const { return *RunStore::open(path()); }
    void execute(const QByteArray& sql) const
    {
        auto database = Database::open(path());
        const Status done = database->execute(sql.toStdString());
        QVERIFY2(done, done ? "" : done.error().text().c_str());
    }
    RunRecord load() const
    {
        auto run = open().load(1);
        if (!run)
            QTest::qFail(run.error().text().c_str(), __FILE__, __LINE__);
        return run ? *run : RunRecord();
    }
    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(TestDamagedRuns)
#include "tst_damaged_runs.moc"
