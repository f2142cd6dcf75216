// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/store/migrations.h"
#include "tests/places.h"
#include "tests/support/read_file.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <array>
#include <thread>

using namespace nestloom;
using namespace nestloom::records;
using namespace nestloom::store;
using tests::bytesOf;

namespace {

constexpr Migration kFirst{"001_first.sql", "CREATE TABLE things (name TEXT); INSERT INTO things VALUES ('old')"};
constexpr Migration kSecond{"002_second.sql", "ALTER TABLE things ADD COLUMN size INTEGER NOT NULL DEFAULT 7"};
constexpr Migration kBroken{"002_broken.sql",
                            "ALTER TABLE things ADD COLUMN size INTEGER; INSERT INTO nowhere VALUES (1)"};
constexpr Migration kOneStep[]{kFirst};
constexpr Migration kTwoSteps[]{kFirst, kSecond};
constexpr Migration kBrokenSteps[]{kFirst, kBroken};

} // namespace

class TestMigrations : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void bringsANewFileToTheLastVersion()
    {
        auto database = open();
        QVERIFY(migrate(database, kTwoSteps));
        QCOMPARE(*database.integer("PRAGMA user_version"), 2);
        QCOMPARE(*database.integer("SELECT size FROM things"), 7);
        QVERIFY(!QFile::exists(path() + QStringLiteral(".before-v2")));
    }

    void keepsACopyBeforeItChangesAnOldFile()
    {
        auto database = open();
        QVERIFY(migrate(database, kOneStep));
        QVERIFY(migrate(database, kTwoSteps));
        QCOMPARE(*database.integer("SELECT size FROM things"), 7);
        auto copy = Database::open((path() + QStringLiteral(".before-v2")).toStdString());
        QVERIFY(copy);
        QCOMPARE(*copy->integer("PRAGMA user_version"), 1);
        QCOMPARE(*copy->integer("SELECT count(*) FROM things WHERE name = 'old'"), 1);
    }

    void leavesAnOldFileAsItWasWhenAStepFails()
    {
        auto database = open();
        QVERIFY(migrate(database, kOneStep));
        QVERIFY(!migrate(database, kBrokenSteps));
        QCOMPARE(*database.integer("PRAGMA user_version"), 1);
        QCOMPARE(*database.integer("SELECT count(*) FROM pragma_table_info('things')"), 1);
    }

    void refusesANewerFileAndDoesNotTouchIt()
    {
        {
            auto database = open();
            QVERIFY(migrate(database, kTwoSteps));
        }
        const QByteArray before = bytesOf(path());
        {
            auto database = open();
            const Status refused = migrate(database, kOneStep);
            QVERIFY(!refused);
            QCOMPARE(refused.error().code, ErrorCode::InvalidInput);
            QVERIFY(refused.error().message.find("newer version") != std::string::npos);
        }
        QCOMPARE(bytesOf(path()), before);
    }

    void changesNothingInAFileThatIsUpToDate()
    {
        auto database = open();
        QVERIFY(migrate(database, kTwoSteps));
        QVERIFY(migrate(database, kTwoSteps));
        QCOMPARE(*database.integer("SELECT count(*) FROM things"), 1);
    }

    void twoAtOnceMigrateOnce()
    {
        { // a file with WAL, as ours have
            auto database = open();
            QVERIFY(database.useWriteAheadLog());
        }
        std::vector<std::thread> threads;
        std::atomic<int> succeeded = 0;
        for (int i = 0; i < 4; ++i)
            threads.emplace_back([&] {
                auto database = Database::open(path().toStdString());
                if (database && migrate(*database, kTwoSteps))
                    ++succeeded;
            });
        for (std::thread& thread : threads)
            thread.join();
        QCOMPARE(succeeded.load(), 4);
        auto database = open();
        QCOMPARE(*database.integer("SELECT count(*) FROM things"), 1);
    }

    void manyUpgradeOneOldFileAtOnce()
    {
        for (int round = 0; round < 5; ++round) {
            init();
            {
                auto database = open();
                QVERIFY(database.useWriteAheadLog());
                QVERIFY(migrate(database, kOneStep));
                QVERIFY(
                    database.execute("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)"
                                     " INSERT INTO things SELECT 'thing ' || i FROM n"));
            }
            std::vector<std::thread> threads;
            std::array<std::string, 6> problems;
            for (std::string& problem : problems)
                threads.emplace_back([&] {
                    auto database = Database::open(path().toStdString());
                    const Status migrated = database ? migrate(*database, kTwoSteps) : Status(database.error());
                    problem = migrated ? "" : migrated.error().text();
                });
            for (std::thread& thread : threads)
                thread.join();
            for (const std::string& problem : problems)
                QCOMPARE(problem, std::string());
            QCOMPARE(*open().integer("SELECT count(*) FROM things WHERE size = 7"), 20001);
            auto copy = Database::open((path() + QStringLiteral(".before-v2")).toStdString());
            QCOMPARE(*copy->integer("PRAGMA user_version"), 1);
            QCOMPARE(*copy->integer("SELECT count(*) FROM things"), 20001);
            QVERIFY(!QFile::exists(path() + QStringLiteral(".before-v2.tmp")));
        }
    }

    void theBuiltInLadderMatchesItsFiles()
    {
        const auto steps = migrations();
        const QStringList files =
            QDir(QStringLiteral(NESTLOOM_SOURCE_DIR "/resources/sql")).entryList({QStringLiteral("*.sql")});
        QCOMPARE(qsizetype(steps.size()), files.size());
        for (qsizetype i = 0; i < files.size(); ++i) {
            QCOMPARE(QString::fromUtf8(steps[std::size_t(i)].fileName.data()), files[i]);
            QCOMPARE(QByteArray(steps[std::size_t(i)].sql.data()),
                     bytesOf(QStringLiteral(NESTLOOM_SOURCE_DIR "/resources/sql/") + files[i]));
        }
        auto database = open();
        QVERIFY(migrate(database));
        QCOMPARE(*database.integer("PRAGMA user_version"), std::int64_t(steps.size()));
    }

private:
    QString path() const { return m_folder->filePath(QStringLiteral("x.sqlite")); }
    Database open() const { return *Database::open(path().toStdString()); }
    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(TestMigrations)
#include "tst_migrations.moc"
