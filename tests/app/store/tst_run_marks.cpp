// SPDX-License-Identifier: GPL-3.0-or-later
// Stars, tags, notes and the bin; and that databases of older versions get them.
#include "app/store/migrations.h"
#include "app/store/run_store.h"

#include "tests/app/support/small_inputs.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace nestloom;
using namespace nestloom::records;
using namespace nestloom::store;
using nestloom::testing::smallInputs;
using nestloom::testing::solvedLayer;

namespace {

const RunMarks kMarks{true, {"paper", "fig4"}, "the one for the talk"};
const RunMarks kStored{true, {"fig4", "paper"}, "the one for the talk"}; // tags are sorted

RunId finishedRun(RunStore& store)
{
    const RunInputs inputs = smallInputs();
    const RunId id = *store.begin(inputs);
    const bool stored =
        store.addLayer(id, inputs.accelerator, solvedLayer(inputs, 0)) && store.finish(id, RunStatus::Finished);
    return stored ? id : 0;
}

std::vector<RunId> ids(const Result<std::vector<RunSummary>>& runs)
{
    std::vector<RunId> ids;
    for (const RunSummary& run : *runs)
        ids.push_back(run.id);
    return ids;
}
std::vector<RunId> idsOf(RunStore& store) { return ids(store.list()); }
std::vector<RunId> idsInBin(RunStore& store) { return ids(store.bin()); }

} // namespace

class TestRunMarks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void marksStay()
    {
        RunId id = 0;
        {
            RunStore store = open();
            id = finishedRun(store);
            QVERIFY((*store.list())[0].marks == RunMarks{});
            QVERIFY(store.setMarks({{id, kMarks}}));
        }
        RunStore store = open();
        QVERIFY((*store.list())[0].marks == kStored);
        QVERIFY(store.load(id)->summary.marks == kStored);
        QVERIFY(store.setMarks({{id, {}}}));
        QVERIFY((*store.list())[0].marks == RunMarks{});
    }

    void aListSaysWhatTheRunMinimisedAndItsClock()
    {
        RunStore store = open();
        finishedRun(store);
        const RunSummary run = (*store.list())[0];
        QCOMPARE(run.objective, std::string("latency"));
        QCOMPARE(run.clock->count, 1e9);
    }

    void marksAreAllOrNothing()
    {
        RunStore store = open();
        const RunId id = finishedRun(store);
        const Status ofNoRun = store.setMarks({{id, kMarks}, {99, kMarks}});
        QVERIFY(!ofNoRun);
        QCOMPARE(ofNoRun.error().code, ErrorCode::InvalidInput);
        const Status twoWords = store.setMarks({{id, {true, {"two words"}, ""}}});
        QVERIFY(!twoWords);
        QVERIFY(twoWords.error().message.find("'two words'") != std::string::npos);
        QVERIFY((*store.list())[0].marks == RunMarks{});
    }

    void theBinHidesRunsAndGivesThemBack()
    {
        RunStore store = open();
        const RunId one = finishedRun(store), two = finishedRun(store), three = finishedRun(store);
        QVERIFY(store.setMarks({{two, kMarks}}));
        QVERIFY(store.moveToBin({one, two}));
        QCOMPARE(idsOf(store), std::vector<RunId>{three});
        QCOMPARE(idsInBin(store), (std::vector<RunId>{two, one}));
        QCOMPARE(store.bin()->front().marks, kStored);
        const auto gone = store.load(two);
        QVERIFY(!gone);
        QVERIFY(gone.error().message.find("it was deleted") != std::string::npos);
        QVERIFY(store.restore({one, two}));
        QCOMPARE(idsOf(store), (std::vector<RunId>{three, two, one}));
        QVERIFY(store.load(two)->summary.marks == kStored); // with all that was said about it
        QVERIFY(store.bin()->empty());
    }

    void aRunThatIsStillGoingOnIsNotDeleted()
    {
        RunStore store = open();
        const RunId ended = finishedRun(store), running = *store.begin(smallInputs());
        const Status refused = store.moveToBin({ended, running});
        QVERIFY(!refused);
        QVERIFY(refused.error().message.find("still running") != std::string::npos);
        QCOMPARE(idsOf(store).size(), std::size_t(2));
    }

    void theBinIsEmptiedOnDemandAndAfterAWeek()
    {
        RunStore store = open();
        const RunId kept = finishedRun(store), gone = finishedRun(store), old = finishedRun(store),
                    recent = finishedRun(store);
        QVERIFY(store.moveToBin({gone}));
        QCOMPARE(*store.emptyBin(), std::size_t(1));
        QCOMPARE(idsOf(store), (std::vector<RunId>{recent, old, kept}));

        QVERIFY(store.moveToBin({old, recent}));
        shiftDeletion(old, -std::chrono::days(RunStore::kDaysInBin) - std::chrono::minutes(1));
        shiftDeletion(recent, -std::chrono::days(RunStore::kDaysInBin) + std::chrono::minutes(1));
        RunStore later = open();
        QCOMPARE(idsInBin(later), std::vector<RunId>{recent});
        QVERIFY(later.restore({recent}));
        QCOMPARE(idsOf(later), (std::vector<RunId>{recent, kept}));
        QVERIFY(later.restore({old})); // nothing left of it
        QVERIFY(later.load(old).error().message.ends_with(": it was refused, or deleted for good"));
        QVERIFY(later.load(recent + 1).error().message.ends_with(std::to_string(recent + 1)));
        QCOMPARE(idsOf(later), (std::vector<RunId>{recent, kept}));
    }

    void layersGoWithTheirRun()
    {
        RunStore store = open();
        QVERIFY(store.moveToBin({finishedRun(store)}));
        QVERIFY(store.emptyBin());
        auto database = Database::open(path().toStdString());
        QCOMPARE(*database->integer("SELECT count(*) FROM layers"), 0);
        QCOMPARE(*database->integer("SELECT count(*) FROM run_marks"), 0);
    }

    void aFullDiskCostsTheMarkInOneSentence()
    {
        {
            RunStore store = open();
            finishedRun(store);
        }
        auto full = RunStore::open(path().toStdString(), {.maxPages = 1}); // SQLite never goes below what is used
        QVERIFY(full);
        const Status refused = full->setMarks({{1, {false, {}, std::string(200'000, 'x')}}});
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, ErrorCode::Io);
        QVERIFY(refused.error().message.find("the disk is full") != std::string::npos);
        QVERIFY((*full->list())[0].marks == RunMarks{});
    }

    void aDatabaseOfVersionTwoGetsMarksObjectiveAndClock()
    {
        const RunInputs inputs = smallInputs();
        {
            auto database = Database::open(path().toStdString());
            QVERIFY(migrate(*database, migrations().first(2)));
            auto insert = database->prepare(
                "INSERT INTO runs (status, started_at_ms, accelerator_name, accelerator_yaml, mac_units, network_name,"
                " network_yaml, layer_count, options_json, engine, engine_version, seed, owner_pid, owner_start_ticks,"
                " owner_boot_id) VALUES ('finished', 5, 'small', ?1, 4, 'tiny', ?2, 3, "
                "'{\"cosa\":{\"objective\":\"energy\"}}',"
                " 'cosa', '0.1.0', 1, 1, 1, '')");
            QVERIFY(insert->bind(1, std::string_view(inputs.acceleratorYaml))
                        .bind(2, std::string_view(inputs.networkYaml))
                        .run());
            QVERIFY(insert->bind(1, std::string_view("damaged")).bind(2, std::string_view(inputs.networkYaml)).run());
        }
        RunStore store = open();
        const auto runs = store.list();
        QVERIFY(runs);
        QCOMPARE(runs->size(), std::size_t(2));
        QCOMPARE((*runs)[1].objective, std::string("energy"));
        QCOMPARE((*runs)[1].clock->count, 1e9);
        QVERIFY(!(*runs)[0].clock); // its text cannot be read; the list works all the same
        QVERIFY(store.setMarks({{1, kMarks}}));
        QVERIFY((*store.list())[1].marks == kStored);
    }

    void totalsFollowARunUntilItEnds()
    {
        const RunInputs inputs = smallInputs();
        RunStore store = open();
        const RunId id = *store.begin(inputs);
        QCOMPARE((*store.list())[0].layersDone, 0);
        QVERIFY(store.addLayer(id, inputs.accelerator, solvedLayer(inputs, 0)));
        QCOMPARE((*store.list())[0].layersDone, 1);
        QVERIFY(store.addLayer(id, inputs.accelerator, solvedLayer(inputs, 1)));
        QVERIFY(store.finish(id, RunStatus::Finished));
        const RunSummary ended = (*store.list())[0];
        QCOMPARE(ended.layersDone, 2);
        QCOMPARE((*store.list())[0].totals->cycles.count, ended.totals->cycles.count); // now from memory
    }

private:
    void shiftDeletion(RunId run, std::chrono::milliseconds by)
    {
        auto database = Database::open(path().toStdString());
        QVERIFY(database->execute("UPDATE run_marks SET deleted_at_ms = deleted_at_ms + " + std::to_string(by.count())
                                  + " WHERE run_id = " + std::to_string(run)));
    }
    QString path() const { return m_folder->filePath(QStringLiteral("runs.sqlite")); }
    RunStore open() const { return *RunStore::open(path().toStdString()); }
    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(TestRunMarks)
#include "tst_run_marks.moc"
