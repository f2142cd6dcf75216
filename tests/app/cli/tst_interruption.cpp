// SPDX-License-Identifier: GPL-3.0-or-later
// Ctrl-C and SIGKILL while nestloom-cli works.
#include "app/store/run_store.h"
#include "tests/app/support/command_line.h"
#include "tests/support/patience.h"

#include <QElapsedTimer>
#include <QtTest>

#include <csignal>

using namespace nestloom;
using namespace nestloom::testing;

namespace {

const char* const kLongRun = "schedule --accelerator simba --network long.yaml --threads 1";
constexpr int kLayers = 300;

/// Layers of different shapes, each of which takes some 100 ms: far more than these tests wait for.
void writeLongNetwork(const CommandLine& cli)
{
    QByteArray yaml("network:\n  name: long\n  layers:\n");
    for (int i = 0; i < kLayers; ++i)
        yaml += "    - {name: conv" + QByteArray::number(i)
                + ", R: 3, S: 3, P: 28, Q: 28, C: 64, K: " + QByteArray::number(32 + 32 * i) + "}\n";
    cli.write(QStringLiteral("long.yaml"), yaml);
}

/// Waits until the run has stored some layers; false after 30 s.
bool waitForLayers(const QString& database, int wanted)
{
    QElapsedTimer clock;
    for (clock.start(); clock.elapsed() < 30'000; QTest::qWait(5)) {
        if (!QFile::exists(database))
            continue;
        auto store = store::RunStore::open(database.toStdString());
        const auto runs = store ? store->list() : Result<std::vector<records::RunSummary>>(store.error());
        if (runs && !runs->empty() && runs->front().layersDone >= wanted)
            return true;
    }
    return false;
}

} // namespace

class TestInterruption : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void controlCKeepsWhatWasFoundAndExitsWith130WithinASecond_data()
    {
        QTest::addColumn<int>("layersBefore");
        QTest::newRow("in the first layer") << 0;
        QTest::newRow("in the midst") << 3;
    }
    void controlCKeepsWhatWasFoundAndExitsWith130WithinASecond()
    {
        QFETCH(int, layersBefore);
        const CommandLine cli;
        writeLongNetwork(cli);
        QProcess process;
        cli.start(process, words(kLongRun));
        QVERIFY(waitForLayers(cli.path(QStringLiteral("data/runs.sqlite")), layersBefore));
        QElapsedTimer clock;
        clock.start();
        ::kill(pid_t(process.processId()), SIGINT);
        const auto result = CommandLine::finish(process);
        // A second, and one more for a machine that is busy with other tests.
        QVERIFY2(clock.elapsed() < 2000 * tests::kSlowness, qPrintable(QString::number(clock.elapsed())));
        QCOMPARE(result.exitCode, 130);
        QVERIFY(result.out.contains(QStringLiteral("conv0")));
        QVERIFY(result.out.contains(QStringLiteral("cancelled")));
        auto store = store::RunStore::open(cli.path(QStringLiteral("data/runs.sqlite")).toStdString());
        QVERIFY(store);
        const auto run = store->load(1);
        QVERIFY(run);
        QVERIFY(run->summary.status == records::RunStatus::Cancelled);
        QCOMPARE(run->layers.size(), std::size_t(kLayers));
        QVERIFY(std::count_if(run->layers.begin(), run->layers.end(), [](const auto& layer) { return layer.verified; })
                >= layersBefore);
    }

    void sigkillWhileStoringLeavesAnInterruptedRunWithItsFinishedLayers()
    {
        const CommandLine cli;
        writeLongNetwork(cli);
        QProcess process;
        cli.start(process, words(kLongRun));
        const QString database = cli.path(QStringLiteral("data/runs.sqlite"));
        QVERIFY(waitForLayers(database, 4));
        process.kill();
        QVERIFY(process.waitForFinished());
        const auto runs = cli.run(words("runs"));
        QCOMPARE(runs.exitCode, 0);
        QVERIFY2(runs.out.contains(QStringLiteral("interrupted")), qPrintable(runs.out));
        auto store = store::RunStore::open(database.toStdString());
        const auto run = store->load(1);
        QVERIFY(run);
        QVERIFY(run->layers.size() >= 4 && run->layers.size() < std::size_t(kLayers));
        for (const auto& layer : run->layers)
            QVERIFY(layer.verified);
        const auto next = cli.run(words("schedule --accelerator simba --network deepbench --layer db_07_OCR"));
        QCOMPARE(next.exitCode, 0);
        QVERIFY(next.out.contains(QStringLiteral("stored as run 2")));
    }
};

QTEST_GUILESS_MAIN(TestInterruption)
#include "tst_interruption.moc"
