// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/store/run_store.h"

#include "engine/io/read_network.h"
#include "engine/io/result_json.h"
#include "tests/app/support/small_inputs.h"
#include "tests/support/read_file.h"

#include <QDataStream>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <unistd.h>

#include <chrono>
#include <thread>

using namespace nestloom;
using namespace nestloom::records;
using namespace nestloom::store;
using nestloom::testing::failedLayer;
using nestloom::testing::smallInputs;
using nestloom::testing::solvedLayer;
using nestloom::tests::bytesOf;

namespace {

void writeBytes(const QString& path, const QByteArray& bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
}

/// The rollback journal of a transaction that began with an empty file. Layout: https://www.sqlite.org/fileformat2.html
/// section 3 (magic, count of records, nonce, pages before, sector and page size, big endian).
QByteArray emptyJournal(quint32 pageSize)
{
    QByteArray journal = QByteArray::fromHex("d9d505f920a163d7");
    QDataStream numbers(&journal, QIODevice::Append);
    for (const quint32 number : {0U, 1U, 0U, 512U, pageSize})
        numbers << number;
    journal.append(512 - journal.size(), '\0');
    return journal;
}

} // namespace

class TestRunStore : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void aRunWithoutLayersIsNotWhole()
    {
        records::RunSummary run;
        run.status = RunStatus::Finished;
        QVERIFY(!run.isWhole());
        run.layerCount = 1;
        run.totals.emplace().solved = 1;
        QVERIFY(run.isWhole());
    }

    void givesARunBackAsItWas()
    {
        RunInputs inputs = smallInputs();
        inputs.options.seed = 0xFFFF'FFFF'FFFF'FFF0;
        inputs.options.cosa.gap = 0.025;
        RunId id = 0;
        {
            RunStore store = open();
            id = *store.begin(inputs);
            QVERIFY(store.addLayer(id, inputs.accelerator, solvedLayer(inputs, 1)));
            QVERIFY(store.addLayer(id, inputs.accelerator, solvedLayer(inputs, 0)));
            QVERIFY(store.addLayer(id, inputs.accelerator, failedLayer(inputs, 2)));
            QVERIFY(store.finish(id, RunStatus::Finished));
        }
        RunStore store = open();
        const auto run = store.load(id);
        QVERIFY2(run, run ? "" : run.error().text().c_str());
        QVERIFY(run->inputs.accelerator == inputs.accelerator);
        QVERIFY(run->inputs.network == inputs.network);
        QVERIFY(run->inputs.options == inputs.options);
        QCOMPARE(run->inputs.acceleratorYaml, inputs.acceleratorYaml); // verbatim, with its comments
        QCOMPARE(run->inputs.networkYaml, inputs.networkYaml);
        QCOMPARE(run->summary.engineVersion, std::string(NESTLOOM_VERSION));
        QCOMPARE(run->summary.seed, inputs.options.seed);
        QVERIFY(run->summary.status == RunStatus::Finished);
        QVERIFY(run->summary.finishedAt.has_value());
        QCOMPARE(run->layers.size(), std::size_t(3));
        for (std::size_t i = 0; i < 3; ++i) {
            const auto expected = i < 2 ? solvedLayer(inputs, i) : failedLayer(inputs, i);
            QCOMPARE(io::layerResultToJson(inputs.accelerator, run->layers[i]),
                     io::layerResultToJson(inputs.accelerator, expected));
        }
    }

    void aReaderSeesWhatAWriterAdds()
    {
        RunStore writer = open();
        auto reader = RunStore::open(path().toStdString(), store::kForReading);
        QVERIFY2(reader, reader ? "" : reader.error().text().c_str());
        QCOMPARE(reader->list()->size(), std::size_t(0));
        writer.begin(smallInputs()).value();
        QCOMPARE(reader->list()->size(), std::size_t(1));
    }

    /// The list reads them out of the options as they are written; opened, a run has them from its inputs.
    void whatARunWasAskedForBesidesIsInTheList()
    {
        RunStore store = open();
        RunInputs inputs = smallInputs();
        store.begin(inputs).value();
        inputs.options.fuseOperators = inputs.options.bypass = true;
        inputs.options.largerSizes = false;
        inputs.options.constraints = {inputs.accelerator.levels[1].name + ": temporal only K"};
        inputs.edited = true;
        inputs.options.engine = "flexer";
        inputs.options.flexer.extensions = schedule::flexer::kPublished;
        store.begin(inputs).value();
        inputs.options.flexer.extensions = {};
        inputs.options.flexer.extensions.seed = false;
        const RunId unseeded = store.begin(inputs).value();
        inputs.nodes.emplace();
        inputs.nodes->training = inputs.nodes->alone = true;
        store.begin(inputs).value();
        inputs.nodes.reset();
        inputs.memory.emplace();
        inputs.memory->fused = true;
        store.begin(inputs).value();
        const auto runs = store.list().value(); // newest first
        QCOMPARE(runs.size(), std::size_t(5));
        QCOMPARE(runs[0].variant.words(), std::string("fused"));
        QCOMPARE(runs[1].variant.words(), std::string("training, layers alone"));
        QCOMPARE(runs[2].id, unseeded);
        QCOMPARE(runs[2].variant.words(), std::string("fused, any bypass, own sizes, unseeded, constrained"));
        QCOMPARE(runs[3].variant.words(), std::string("fused, any bypass, own sizes, as published, constrained"));
        QCOMPARE(runs[4].variant.words(), std::string());
        QCOMPARE(runs[2].acceleratorName, inputs.accelerator.name + "*");
        QCOMPARE(runs[4].acceleratorName, inputs.accelerator.name);
        const auto edited = store.load(runs[2].id);
        QVERIFY2(edited, edited ? "" : edited.error().text().c_str());
        QVERIFY(edited->inputs.edited);
        QCOMPARE(edited->inputs.accelerator.name, inputs.accelerator.name);
        QCOMPARE(edited->inputs.variant(), runs[2].variant);
        QVERIFY(!store.load(runs[4].id)->inputs.edited);
    }

    void writesTextsThatAreMissingAndThoseOfBuilders()
    {
        RunInputs inputs = smallInputs();
        inputs.acceleratorYaml.clear();
        inputs.networkYaml = "network: {builder: resnet50}";
        RunStore store = open();
        const auto run = store.load(*store.begin(inputs));
        QVERIFY2(run, run ? "" : run.error().text().c_str());
        QVERIFY(run->inputs == inputs); // read from what was written
        QCOMPARE(run->inputs.networkYaml, io::writeNetwork(inputs.network));
    }

    void listsRunsNewestFirstWithTheTotalsOfTheirLayers()
    {
        const RunInputs inputs = smallInputs();
        RunStore store = open();
        const RunId first = *store.begin(inputs);
        const RunId second = *store.begin(inputs);
        const std::vector<schedule::LayerResult> layers{solvedLayer(inputs, 0), solvedLayer(inputs, 1),
                                                        failedLayer(inputs, 2)};
        for (const auto& layer : layers)
            QVERIFY(store.addLayer(second, inputs.accelerator, layer));
        const auto runs = store.list();
        QVERIFY(runs);
        QCOMPARE(runs->size(), std::size_t(2));
        QCOMPARE((*runs)[0].id, second);
        QCOMPARE((*runs)[1].id, first);
        QVERIFY(!(*runs)[1].totals);
        QCOMPARE((*runs)[0].layersDone, 3);
        QCOMPARE((*runs)[0].layerCount, 3);
        const schedule::Totals expected = schedule::totals(inputs.accelerator, layers);
        const schedule::Totals& sum = (*runs)[0].totals.value();
        QCOMPARE(sum.cycles.count, expected.cycles.count);
        QCOMPARE(sum.energy.count, expected.energy.count);
        QCOMPARE(sum.macs, expected.macs);
        QCOMPARE(sum.edp, expected.edp);
        QCOMPARE(sum.utilization, expected.utilization);
        QCOMPARE(sum.layers, expected.layers);
        QCOMPARE(sum.solved, expected.solved);
        QCOMPARE(sum.failed, expected.failed);
        QCOMPARE(sum.lowerBoundCycles.value(), expected.lowerBoundCycles.value());
        QCOMPARE(sum.solveCpuMs, expected.solveCpuMs);
    }

    /// Also without the layers: the totals that a list says are those of the opened run.
    void totalsInTheListHaveVectorOperators()
    {
        const RunInputs inputs = nestloom::testing::inputsWithOperators();
        RunStore store = open();
        const RunId id = *store.begin(inputs);
        std::vector<schedule::LayerResult> layers;
        for (std::size_t i = 0; i < inputs.network.layers.size(); ++i) {
            layers.push_back(solvedLayer(inputs, i));
            QVERIFY(store.addLayer(id, inputs.accelerator, layers.back()));
        }
        const schedule::Totals expected = totalsOf(inputs, layers), listed = (*store.list())[0].totals.value();
        QVERIFY(expected.vector.operators == std::int64_t(layers.size()) && !expected.vector.leftOut.empty());
        QVERIFY(listed.vector == expected.vector);
        QCOMPARE(listed.cycles.count, expected.cycles.count);
        QCOMPARE(listed.energy.count, expected.energy.count);
        QCOMPARE(listed.cycles.count,
                 schedule::totals(inputs.accelerator, layers).cycles.count + expected.vector.cycles.count);
        const auto loaded = store.load(id);
        QVERIFY2(loaded, loaded ? "" : loaded.error().text().c_str());
        QVERIFY(totalsOf(*loaded).vector == expected.vector);
    }

    void aLayerOutsideOfTheNetworkIsDamage_data()
    {
        QTest::addColumn<bool>("twin");
        QTest::newRow("the layer itself") << false;
        QTest::newRow("the one that it was solved as") << true;
    }
    void aLayerOutsideOfTheNetworkIsDamage()
    {
        QFETCH(const bool, twin);
        const RunInputs inputs = smallInputs();
        RunStore store = open();
        const RunId id = *store.begin(inputs);
        schedule::LayerResult layer = solvedLayer(inputs, 1);
        if (twin)
            layer.sameShapeAs = 4'000'000'000;
        else
            layer.index = 4'000'000'000;
        QVERIFY(store.addLayer(id, inputs.accelerator, layer));
        const auto run = store.load(id);
        QVERIFY(run);
        for (const schedule::LayerResult& shown :
             run->layers) // everything that shows a run looks its layers up in the network
            QVERIFY(shown.index < 3 && shown.sameShapeAs.value_or(0) < 3);
        QCOMPARE(run->damage.size(), std::size_t(1));
        const std::string& damage = run->damage.front();
        QVERIFY2(damage.starts_with("run " + std::to_string(id)) && damage.find("4000000000") != std::string::npos,
                 damage.c_str());
    }

    void aRefusedRunIsToldFromOneThatBrokeOff_data()
    {
        QTest::addColumn<int>("code");
        QTest::addColumn<bool>("refused");
        QTest::newRow("such inputs are not taken") << int(ErrorCode::Unsupported) << true;
        QTest::newRow("the inputs break a rule") << int(ErrorCode::InvalidInput) << true;
        QTest::newRow("the solver died") << int(ErrorCode::SolverFailure) << false;
        QTest::newRow("the disk is full") << int(ErrorCode::Io) << false;
        QTest::newRow("a mistake of ours") << int(ErrorCode::Internal) << false;
    }
    void aRefusedRunIsToldFromOneThatBrokeOff()
    {
        QFETCH(int, code);
        QFETCH(bool, refused);
        RunStore store = open();
        const RunId id = *store.begin(smallInputs());
        QVERIFY(store.finish(id, RunStatus::Failed, failureMessage({ErrorCode(code), "something is wrong", "here"})));
        const RunSummary run = store.list()->front();
        QCOMPARE(!run.refusal().empty(), refused);
        QVERIFY(run.message.find("here: something is wrong") != std::string::npos);
    }

    void aLayerOfNoRunIsRefused()
    {
        const RunInputs inputs = smallInputs();
        RunStore store = open();
        QVERIFY(!store.addLayer(99, inputs.accelerator, solvedLayer(inputs, 0))); // foreign keys are on
    }

    void thereIsNoRunThatWasNeverBegun()
    {
        RunStore store = open();
        for (const RunId missing : {RunId(0), RunId(-1), RunId(12)}) {
            const auto run = store.load(missing);
            QVERIFY(!run);
            QCOMPARE(run.error().code, ErrorCode::InvalidInput);
        }
    }

    void aFullDiskCostsTheLayerThatDidNotFitAndNothingElse()
    {
        const RunInputs inputs = smallInputs();
        RunId id = 0;
        std::size_t kept = 0;
        {
            auto opened = RunStore::open(path().toStdString(), {.maxPages = 40});
            QVERIFY(opened);
            RunStore& store = *opened;
            id = *store.begin(inputs);
            Status stored = success();
            for (; kept < 1000; ++kept) {
                schedule::LayerResult layer = solvedLayer(inputs, 0);
                layer.index = kept;
                stored = store.addLayer(id, inputs.accelerator, layer);
                if (!stored)
                    break;
            }
            QVERIFY(!stored);
            QCOMPARE(stored.error().code, ErrorCode::Io);
            QVERIFY(stored.error().message.find("the disk is full") != std::string::npos);
            QVERIFY(kept > 3);
            QCOMPARE(std::size_t((*store.list())[0].layersDone), kept); // still readable
        }
        RunStore store = open(); // with room again
        QCOMPARE(std::size_t((*store.list())[0].layersDone), kept);
        QVERIFY(store.addLayer(id, inputs.accelerator, solvedLayer(inputs, 0)));
        QVERIFY(store.finish(id, RunStatus::Finished));
    }

    void aDamagedFileIsRefusedInOneSentenceAndLeftAlone_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("text") << QByteArray("This is not a database at all.\n").repeated(50);
        QTest::newRow("short") << QByteArray("x");
        QTest::newRow("zeros") << QByteArray(8192, '\0');
        QTest::newRow("half of a database") << [] {
            QTemporaryDir folder;
            const QString whole = folder.filePath(QStringLiteral("runs.sqlite"));
            {
                auto store = RunStore::open(whole.toStdString());
            }
            const QByteArray bytes = bytesOf(whole);
            return bytes.left(bytes.size() / 2);
        }();
    }
    void aDamagedFileIsRefusedInOneSentenceAndLeftAlone()
    {
        QFETCH(QByteArray, content);
        QVERIFY(!content.isEmpty());
        writeBytes(path(), content);
        const auto store = RunStore::open(path().toStdString());
        QVERIFY(!store);
        QVERIFY(store.error().text().find("damaged or not a database") != std::string::npos);
        QVERIFY(store.error().text().find(path().toStdString()) == 0);
        QCOMPARE(store.error().text().find('\n'), std::string::npos);
        QCOMPARE(bytesOf(path()), content);
        QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files), QStringList{QStringLiteral("runs.sqlite")});
    }

    void aFileThatIsBeingWrittenIsWaitedFor()
    {
        const QString whole = m_folder->filePath(QStringLiteral("whole.sqlite"));
        {
            QVERIFY(RunStore::open(whole.toStdString()));
        }
        const QByteArray bytes = bytesOf(whole);
        writeBytes(path(), bytes.left(bytes.size() / 2));
        std::thread writer([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(30));
            writeBytes(path(), bytes);
        });
        const auto store = RunStore::open(path().toStdString());
        writer.join();
        QVERIFY2(store, store ? "" : store.error().text().c_str());
    }

    void aHalfWrittenFileIsLeftToItsJournal()
    {
        // no more than the beginning of its first page was written when the process was killed: SQLite undoes that
        const QString whole = m_folder->filePath(QStringLiteral("whole.sqlite"));
        {
            QVERIFY(RunStore::open(whole.toStdString()));
        }
        const QByteArray bytes = bytesOf(whole);
        writeBytes(path(), bytes.left(bytes.size() / 2));
        writeBytes(path() + QStringLiteral("-journal"), emptyJournal(4096));
        const auto store = RunStore::open(path().toStdString());
        QVERIFY2(store, store ? "" : store.error().text().c_str());
        QVERIFY(!QFile::exists(path() + QStringLiteral("-journal")));
    }

    void aDatabaseOfANewerProgramIsRefusedAndLeftAlone()
    {
        {
            open();
        }
        {
            auto database = Database::open(path().toStdString());
            QVERIFY(database->execute("PRAGMA user_version = 1000"));
        }
        const QByteArray before = bytesOf(path());
        const auto store = RunStore::open(path().toStdString());
        QVERIFY(!store);
        QVERIFY(store.error().message.find("newer version of Nestloom") != std::string::npos);
        QCOMPARE(bytesOf(path()), before);
    }

    void aDatabaseOfAnotherProgramIsRefusedAndLeftAlone_data()
    {
        QTest::addColumn<QString>("sql");
        QTest::newRow("without a version") << QStringLiteral("CREATE TABLE bookmarks (url TEXT)");
        QTest::newRow("with a version of its own")
            << QStringLiteral("CREATE TABLE bookmarks (url TEXT); PRAGMA user_version = 3");
        QTest::newRow("with a table of an equal name")
            << QStringLiteral("CREATE TABLE runs (distance REAL); PRAGMA user_version = 1");
    }
    void aDatabaseOfAnotherProgramIsRefusedAndLeftAlone()
    {
        QFETCH(QString, sql);
        {
            auto database = Database::open(path().toStdString());
            QVERIFY(database->execute(sql.toStdString()));
        }
        const QByteArray before = bytesOf(path());
        const auto store = RunStore::open(path().toStdString());
        QVERIFY(!store);
        QCOMPARE(store.error().code, ErrorCode::InvalidInput);
        QVERIFY(store.error().message.find("the database of another program") != std::string::npos);
        QCOMPARE(bytesOf(path()), before);
        QCOMPARE(QDir(m_folder->path()).entryList(QDir::Files), QStringList{QStringLiteral("runs.sqlite")});
    }

    void aDatabaseThatWasRemovedMeanwhileIsNotCalledStored()
    {
        RunStore store = open();
        const RunId id = *store.begin(smallInputs());
        QVERIFY(QFile::remove(path()));
        const Status finished = store.finish(id, RunStatus::Finished);
        QVERIFY(!finished && finished.error().message.find("removed or replaced") != std::string::npos);
    }

    void whatIsMadeIsForItsUserOnly()
    {
        const QString path = m_folder->filePath(QStringLiteral("made/runs.sqlite"));
        const auto store = RunStore::open(path.toStdString());
        QVERIFY(store);
        const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup | QFile::ReadOther
                            | QFile::WriteOther | QFile::ExeOther;
        for (const char* made : {"made", "made/runs.sqlite", "made/runs.sqlite-wal", "made/runs.sqlite-shm"})
            QVERIFY2(!(QFileInfo(m_folder->filePath(QLatin1String(made))).permissions() & others), made);
    }

    void whereNothingCanBeWrittenRunsAreStillRead()
    {
        const RunInputs inputs = smallInputs();
        RunId id = 0;
        {
            RunStore store = open();
            id = *store.begin(inputs);
            QVERIFY(store.addLayer(id, inputs.accelerator, solvedLayer(inputs, 0)));
            auto database = Database::open(path().toStdString()); // its process is gone, and nobody could mark it
            QVERIFY(database->execute("UPDATE runs SET owner_start_ticks = 1"));
        }
        const bool isRoot = geteuid() == 0; // who may write everywhere
        QVERIFY(QFile::setPermissions(path(), QFile::ReadOwner | QFile::ReadGroup | QFile::ReadOther));
        QVERIFY(QFile::setPermissions(m_folder->path(), QFile::ReadOwner | QFile::ExeOwner | QFile::ReadGroup
                                                            | QFile::ExeGroup | QFile::ReadOther | QFile::ExeOther));
        if (isRoot)
            QCOMPARE(seteuid(65534), 0);
        const auto writing = RunStore::open(path().toStdString());
        auto reading = RunStore::open(path().toStdString(), kForReading);
        const auto runs = reading ? reading->list() : Result<std::vector<RunSummary>>(reading.error());
        const auto run = reading ? reading->load(id) : Result<RunRecord>(reading.error());
        const auto begun = reading ? reading->begin(inputs) : Result<RunId>(reading.error());
        if (isRoot)
            QCOMPARE(seteuid(0), 0);
        QVERIFY(QFile::setPermissions(m_folder->path(), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
        QVERIFY(!writing);
        QVERIFY2(runs, runs ? "" : runs.error().text().c_str());
        QVERIFY((*runs)[0].status == RunStatus::Interrupted);
        QVERIFY2(run, run ? "" : run.error().text().c_str());
        QCOMPARE(run->layers.size(), std::size_t(1));
        QVERIFY(!begun);
        QVERIFY2(begun.error().message.find("no permission to write") != std::string::npos,
                 begun.error().text().c_str());
    }

    void aFolderThatCannotBeMadeIsOneSentence()
    {
        writeBytes(m_folder->filePath(QStringLiteral("file")), "x");
        const auto store = RunStore::open(m_folder->filePath(QStringLiteral("file/runs.sqlite")).toStdString());
        QVERIFY(!store);
        QCOMPARE(store.error().code, ErrorCode::Io);
    }

    void twoConnectionsSeeEachOther()
    {
        const RunInputs inputs = smallInputs();
        RunStore one = open();
        RunStore two = open();
        const std::int64_t before = *two.foreignChanges();
        const RunId id = *one.begin(inputs);
        QVERIFY(*two.foreignChanges() != before);
        QVERIFY(two.addLayer(id, inputs.accelerator, solvedLayer(inputs, 0)));
        QCOMPARE((*one.list())[0].layersDone, 1);
        QVERIFY((*one.list())[0].status == RunStatus::Running); // its process, this one, is alive
    }

    void theDefaultPlaceFollowsTheEnvironment()
    {
        qputenv("NESTLOOM_DATA", "/a");
        QCOMPARE(defaultStorePath().string(), std::string("/a/runs.sqlite"));
        qunsetenv("NESTLOOM_DATA");
        qputenv("XDG_DATA_HOME", "/b");
        QCOMPARE(defaultStorePath().string(), std::string("/b/nestloom/runs.sqlite"));
        qunsetenv("XDG_DATA_HOME");
        qputenv("HOME", "/c");
        QCOMPARE(defaultStorePath().string(), std::string("/c/.local/share/nestloom/runs.sqlite"));
        qunsetenv("HOME");
        QVERIFY(defaultStorePath().empty());
    }

private:
    QString path() const { return m_folder->filePath(QStringLiteral("runs.sqlite")); }
    RunStore open() const { return *RunStore::open(path().toStdString()); }
    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(TestRunStore)
#include "tst_run_store.moc"
