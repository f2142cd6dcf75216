// SPDX-License-Identifier: GPL-3.0-or-later
// Runs that are one schedule for a whole network, on nodes or of its memory, and databases of before there was one
// table of runs.
#include "app/store/migrations.h"
#include "app/store/run_store.h"
#include "app/store/simulation_store.h"
#include "app/store/stored_values.h"
#include "app/store/sweep_store.h"
#include "engine/schedule/kapla/rebuild_nodes.h"
#include "engine/zoo/zoo.h"
#include "tests/app/support/kept_samples.h"
#include "tests/places.h"

#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QtTest>

using namespace nestloom;
using namespace nestloom::records;
using namespace nestloom::store;

namespace {

RunInputs onNodes(bool training = false)
{
    RunInputs inputs;
    inputs.accelerator = tests::smallNodes();
    inputs.network = tests::branches();
    inputs.nodes = nestloom::testing::smallNodeOptions(training);
    return inputs;
}

const kapla::NodeRun& scheduled(bool training = false)
{
    static std::map<bool, kapla::NodeRun> known;
    auto found = known.find(training);
    if (found == known.end()) {
        const RunInputs inputs = onNodes(training);
        found =
            known.emplace(training, *kapla::scheduleOnNodes(inputs.accelerator, inputs.network, *inputs.nodes)).first;
    }
    return found->second;
}

/// The memory of a shipped network that has to spill.
RunInputs ofMemory(bool fused)
{
    RunInputs inputs;
    inputs.network = *zoo::build("squeezenet1_1");
    inputs.memory = MemoryOptions{};
    inputs.memory->fused = fused;
    const auto graph = schedule::cosma::plannedGraph(inputs.network.graph, true, fused);
    inputs.memory->scratchpad = schedule::cosma::budgets(graph, {})->half;
    return inputs;
}

PlannedMemory planned(const RunInputs& inputs)
{
    return plannedMemory(*schedule::cosma::planMemory(inputs.network, *inputs.memory, {}, {}),
                         inputs.memory->scratchpad);
}

template <typename Result>
RunId keep(RunStore& store, const RunInputs& inputs, const Result& result)
{
    const RunId run = *store.begin(inputs);
    const Status added = store.addWhole(run, inputs, result);
    if (!added || !store.finish(run, RunStatus::Finished))
        qFatal("the run was not stored");
    return run;
}

} // namespace

class TestWholeRuns : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void aScheduleOnNodesComesBackAsItWas_data()
    {
        QTest::addColumn<bool>("training");
        QTest::newRow("inference") << false;
        QTest::newRow("training") << true;
    }
    void aScheduleOnNodesComesBackAsItWas()
    {
        QFETCH(const bool, training);
        const kapla::NodeRun& before = scheduled(training);
        RunStore store = open();
        const RunId run = keep(store, onNodes(training), before);
        const auto record = open().load(run);
        QVERIFY2(record, record ? "" : record.error().text().c_str());
        QVERIFY(record->inputs.accelerator == tests::smallNodes());
        QVERIFY(record->inputs.nodes == onNodes(training).nodes);
        const kapla::NodeRun& after = *record->nodes;
        QCOMPARE(after.schedule->cost, before.schedule->cost);
        QCOMPARE(after.schedule->cycles, before.schedule->cycles);
        QVERIFY(kapla::decisionsOf(*after.schedule) == kapla::decisionsOf(*before.schedule));
        QCOMPARE(after.evaluated, before.evaluated);
        QVERIFY(after.effort == before.effort && before.effort.layers.blockings > 0);
        QVERIFY(after.notes == before.notes); // no word of another version
        const RunSummary summary = open().list()->front();
        QCOMPARE(summary.kind, RunKind::Nodes);
        QCOMPARE(summary.model(), CostModel::Nodes);
        QCOMPARE(summary.batch, std::optional<std::int64_t>(4));
        QCOMPARE(summary.objective, std::string("energy"));
        QVERIFY(summary.isWhole());
        QCOMPARE(summary.layerCount, int(before.graph.network.layers.size()));
        QCOMPARE(summary.totals->cycles.count, before.schedule->cycles);
        QVERIFY(std::abs(summary.nodes->energy.total() / before.schedule->cost - 1) < 1e-9);
        QCOMPARE(summary.nodes->training, training);
        QCOMPARE(summary.nodes->segmentCount, int(before.schedule->segments.size()));
    }

    void aMemoryPlanComesBackAsItWas_data()
    {
        QTest::addColumn<bool>("fused");
        QTest::newRow("unfused") << false;
        QTest::newRow("fused") << true;
    }
    void aMemoryPlanComesBackAsItWas()
    {
        QFETCH(const bool, fused);
        const RunInputs inputs = ofMemory(fused);
        const PlannedMemory before = planned(inputs);
        RunStore store = open();
        const RunId run = keep(store, inputs, before);
        const auto record = open().load(run);
        QVERIFY2(record, record ? "" : record.error().text().c_str());
        QVERIFY(record->inputs.memory == inputs.memory);
        QVERIFY(record->inputs.network == inputs.network);
        QVERIFY(record->memory->plan == before.plan);
        QVERIFY(record->memory->graph == before.graph);
        QVERIFY(record->memory->baselines == before.baselines && before.baselines);
        const RunSummary summary = open().list()->front();
        QCOMPARE(summary.kind, RunKind::Memory);
        QVERIFY(summary.memory == before.figures);
        QVERIFY(summary.isWhole() && !summary.totals);
        QCOMPARE(summary.batch, inputs.network.batch);
        RunInputs batched = inputs;
        batched.network.batch = 4;
        (void)keep(store, batched, before);
        QCOMPARE(open().list()->front().batch, std::optional<std::int64_t>(4));
    }

    void runsOfAllKindsShareNumbersMarksAndBin()
    {
        RunStore store = open();
        const RunInputs memory = ofMemory(false);
        const RunId first = keep(store, onNodes(), scheduled()), second = keep(store, memory, planned(memory));
        QCOMPARE(second, first + 1);
        QVERIFY(store.setMarks({{first, {true, {"paper"}, "a note"}}, {second, {false, {"b"}, ""}}}));
        QVERIFY(store.list()->back().marks.starred);
        QVERIFY(store.moveToBin({first, second}));
        QVERIFY(store.list()->empty());
        QVERIFY(store.restore({second}));
        QCOMPARE(store.list()->front().marks.tags, std::vector<std::string>{"b"});
        QCOMPARE(*store.emptyBin(), std::size_t(1));
        QVERIFY(!store.load(first));
        auto database = openDatabase(path());
        QCOMPARE(*database->integer("SELECT count(*) FROM whole_result"), 1); // gone with its run
    }

    void aRunThatWasRefusedLeavesNothing()
    {
        RunStore store = open();
        const RunId run = *store.begin(onNodes());
        QCOMPARE(store.list()->size(), std::size_t(1));
        QVERIFY(store.forget(run));
        QVERIFY(store.list()->empty());
        QVERIFY(*store.begin(onNodes()) > run); // numbers are never given twice
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
        WholeResult stored = wholeResult(scheduled(), false);
        QByteArray json = QByteArray::fromStdString(*unpacked(stored.result));
        const qsizetype at = json.indexOf(from);
        QVERIFY(at >= 0);
        json.replace(at, from.size(), to);
        stored.result = packed(json.toStdString());
        QVERIFY(!isRestored(stored)); // the seal tells
        stored.seal.reset();          // as of versions without
        QVERIFY(!isRestored(stored));
    }

    void figuresInTheListMustBeThoseOfTheSchedule()
    {
        WholeResult stored = wholeResult(scheduled(), false);
        QVERIFY(isRestored(stored));
        stored.cycles = *stored.cycles + 1;
        QVERIFY(!isRestored(stored));
        RunInputs inputs = ofMemory(false);
        PlannedMemory memory = planned(inputs);
        memory.plan.traffic.count += 1;
        RunRecord record;
        record.inputs = inputs;
        QVERIFY(!store::restore(wholeResult(memory), record));
    }

    void noNumberOfAScheduleBringsTheProgramDown()
    {
        WholeResult stored = wholeResult(scheduled(), false);
        stored.seal.reset();
        const QByteArray json = QByteArray::fromStdString(*unpacked(stored.result));
        static const QRegularExpression number(QStringLiteral("-?\\d+(\\.\\d+)?([eE][-+]?\\d+)?"));
        int refused = 0, accepted = 0;
        for (auto match = number.globalMatch(QString::fromLatin1(json)); match.hasNext();) {
            const auto found = match.next();
            for (const QByteArray other : {"0", "-1", "2", "7", "2147483648", "4611686018427387904"}) {
                QByteArray changed = json;
                changed.replace(found.capturedStart(), found.capturedLength(), other);
                stored.result = packed(changed.toStdString());
                ++(isRestored(stored) ? accepted : refused);
            }
        }
        QVERIFY(refused > 1000);
        QVERIFY(accepted > 0); // positions of loops of one iteration, say
    }

    /// Made by version 0.2.0 with the command line: three runs of layers, one with a simulation, a schedule on nodes, a
    /// memory plan with a title and tags, a sweep.
    void aDatabaseOfVersionEightLosesNothing()
    {
        fillFrom(QStringLiteral(NESTLOOM_SOURCE_DIR "/tests/app/store/version8.sql"));
        RunStore store = open();
        const auto runs = *store.list();
        QCOMPARE(runs.size(), std::size_t(5));
        const auto engines = {"cosma", "kapla", "cosa", "flexer", "cosa"};
        QVERIFY(std::equal(runs.begin(), runs.end(), engines.begin(), engines.end(),
                           [](const RunSummary& run, const char* engine) { return run.engine == engine; }));
        for (const RunSummary& run : runs) {
            const auto record = store.load(run.id);
            QVERIFY2(record, record ? "" : record.error().text().c_str());
            QVERIFY(record->damage.empty());
            QVERIFY(run.isWhole());
            QCOMPARE(record->summary.batch.has_value(), run.kind != RunKind::Memory);
        }
        QVERIFY((runs[0].marks == RunMarks{false, {"small", "tight"}, "the tight one (was memory plan 1)"}));
        QCOMPARE(runs[0].memory->scratchpad.count, 3000);
        QCOMPARE(runs[1].marks.note, std::string("was schedule on nodes 1"));
        QCOMPARE(runs[1].totals->cycles.count, 97);
        QCOMPARE(runs[1].nodes->evaluated, 8050);
        QCOMPARE(runs[3].objective, std::string("latency-transfer"));
        QVERIFY((runs[4].marks == RunMarks{true, {"first"}, "kept"}));
        QCOMPARE(SimulationStore::open(path())->list(3)->size(), std::size_t(1));
        auto sweeps = *SweepStore::open(path());
        QCOMPARE(sweeps.list()->size(), std::size_t(1));
        QCOMPARE(sweeps.read(1, SweepStore::Purpose::Read)->results.size(), std::size_t(2));
        QVERIFY(QFile::exists(QString::fromStdString(path()) + QStringLiteral(".before-v%1").arg(migrations().size())));
    }

    void damagedTextsOfVersionEightDoNotKeepTheFileFromBeingOpened()
    {
        fillFrom(QStringLiteral(NESTLOOM_SOURCE_DIR "/tests/app/store/version8.sql"));
        {
            auto database = Database::open(path());
            QVERIFY(database->execute("UPDATE node_run SET options_json = '{', figures_json = '<';"
                                      " UPDATE memory_plan SET plan_json = '{\"order\": [';"));
        }
        RunStore store = open();
        QCOMPARE(store.list()->size(), std::size_t(5));
        QVERIFY(!store.load(4) && !store.load(5));
        QVERIFY(store.load(1));
    }

private:
    std::string path() const { return m_folder->filePath(QStringLiteral("runs.sqlite")).toStdString(); }
    RunStore open() const { return *RunStore::open(path()); }

    static bool isRestored(const WholeResult& stored)
    {
        RunRecord record;
        record.summary.engineVersion = NESTLOOM_VERSION;
        record.inputs = onNodes();
        return bool(store::restore(stored, record));
    }

    void fillFrom(const QString& file)
    {
        QFile dump(file);
        QVERIFY(dump.open(QIODevice::ReadOnly));
        auto database = Database::open(path());
        QVERIFY(database->execute(dump.readAll().toStdString()));
        QVERIFY(database->execute("PRAGMA user_version = 8"));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_APPLESS_MAIN(TestWholeRuns)
#include "tst_whole_runs.moc"
