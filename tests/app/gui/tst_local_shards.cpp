// SPDX-License-Identifier: GPL-3.0-or-later
// The window's shards with the real command line, and a queue that works at once.
#include "app/gui/local_shards.h"

#include "app/store/run_store.h"
#include "app/store/sweep_store.h"
#include "tests/app/support/small_sweep.h"
#include "tests/places.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

using namespace nestloom;
using app::LocalShards;
using nestloom::testing::smallSweep;

class TestLocalShards : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_path = qgetenv("PATH"); }
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(store::RunStore::open(storePath()));
        qputenv("PATH", m_folder->path().toUtf8() + ":" NESTLOOM_BIN_DIR ":" + m_path);
        program("scancel", "touch " + inFolder("cancelled"));
    }
    void cleanup() { qputenv("PATH", m_path); }

    void submitsFollowsAndCollects()
    {
        program("sbatch", "for word; do script=$word; case $word in --array=*) range=${word#--array=};; esac; done\n"
                          "for task in $(seq ${range%-*} ${range#*-}); do SLURM_ARRAY_TASK_ID=$task $script; done\n"
                          "echo 12");
        program("squeue", "true");
        LocalShards shards(storePath());
        QSignalSpy changes(&shards, &ui::Shards::changed), collected(&shards, &ui::Shards::collected),
            problems(&shards, &ui::Shards::failed);
        shards.watch(parts(), 3);
        shards.submit(smallSweep(6));
        QTRY_VERIFY_WITH_TIMEOUT(!changes.isEmpty() && last(changes).done == 3 && !last(changes).isSubmitting, 60'000);
        shards.collect();
        QTRY_COMPARE_WITH_TIMEOUT(collected.size(), 1, 30'000);
        auto sweeps = store::SweepStore::open(storePath(), store::kForReading);
        QVERIFY(sweeps);
        const auto list = sweeps->list();
        QVERIFY(list && list->size() == 1);
        QCOMPARE(list->front().id, collected[0][0].toLongLong());
        QCOMPARE(list->front().pointsDone, std::size_t(6));
        QCOMPARE(problems.size(), 0);

        shards.submit(smallSweep(7)); // another sweep
        QTRY_COMPARE_WITH_TIMEOUT(problems.size(), 1, 30'000);
        QVERIFY(problems[0][0].toString().contains(QStringLiteral("belongs to another sweep")));
    }

    void cancelTakesTheJobOutOfTheQueue()
    {
        program("sbatch", "echo 12");
        program("squeue", "echo PENDING 'Nodes are DOWN,JobHeldUser'");
        LocalShards shards(storePath());
        QSignalSpy changes(&shards, &ui::Shards::changed);
        shards.watch(parts(), 2);
        shards.submit(smallSweep(2));
        QTRY_VERIFY_WITH_TIMEOUT(!changes.isEmpty() && last(changes).said.contains(QStringLiteral("job 12")), 30'000);
        QVERIFY(last(changes).isSubmitting);
        const QString waits =
            QStringLiteral("job 12 waits: Nodes are DOWN,JobHeldUser; it is held until \"scontrol release 12\"");
        QTRY_VERIFY_WITH_TIMEOUT(last(changes).said.contains(waits), 30'000);
        shards.cancel();
        QTRY_VERIFY_WITH_TIMEOUT(!last(changes).isSubmitting, 30'000);
        QVERIFY(QFile::exists(m_folder->filePath(QStringLiteral("cancelled"))));
        QVERIFY2(last(changes).said.contains(QStringLiteral("cancelled")), qPrintable(last(changes).said));
    }

    void makesLinesForOtherQueues()
    {
        LocalShards shards(storePath());
        QSignalSpy lines(&shards, &ui::Shards::linesMade);
        shards.watch(parts(), 5);
        shards.makeLines(smallSweep(2));
        QTRY_COMPARE_WITH_TIMEOUT(lines.size(), 1, 30'000);
        QVERIFY(lines[0][0].toString().contains(QStringLiteral("qsub -t 1-5")));
    }

    void saysWhatIsMissing()
    {
        qputenv("PATH", m_folder->path().toUtf8()); // no nestloom-cli
        LocalShards shards({});
        QSignalSpy problems(&shards, &ui::Shards::failed);
        shards.watch(parts(), 2);
        shards.submit(smallSweep(2));
        QTRY_COMPARE_WITH_TIMEOUT(problems.size(), 1, 30'000);
        QVERIFY(problems[0][0].toString().contains(QStringLiteral("nestloom-cli is not installed")));
        shards.collect();
        QCOMPARE(problems.size(), 2);
        QVERIFY(problems[1][0].toString().contains(QStringLiteral("no database")));
    }

private:
    static ui::ShardState last(const QSignalSpy& changes) { return changes.last()[0].value<ui::ShardState>(); }
    std::string inFolder(const char* name) const { return (m_folder->path() + QLatin1Char('/')).toStdString() + name; }
    std::filesystem::path storePath() const { return inFolder("runs.sqlite"); }
    QString parts() const { return QString::fromStdString(inFolder("parts")); }

    void program(const char* name, const std::string& does) const
    {
        QFile file(QString::fromStdString(inFolder(name)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString("#!/bin/sh\n" + does + "\n"));
        file.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }

    QByteArray m_path;
    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(TestLocalShards)
#include "tst_local_shards.moc"
