// SPDX-License-Identifier: GPL-3.0-or-later
// The clock of the machine is set while nestloom-cli works, as libfaketime tells it.
#include "app/store/run_store.h"
#include "tests/app/support/command_line.h"

#include <QtTest>

using namespace nestloom;
using namespace nestloom::testing;

namespace {

const char* const kLibrary = "/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1";

/// Layers of different shapes, so that none is taken from another.
void writeNetwork(const CommandLine& cli)
{
    QByteArray yaml("network:\n  name: several\n  layers:\n");
    for (int i = 0; i < 12; ++i)
        yaml += "    - {name: conv" + QByteArray::number(i)
                + ", R: 3, S: 3, P: 14, Q: 14, C: 32, K: " + QByteArray::number(32 + 16 * i) + "}\n";
    cli.write(QStringLiteral("several.yaml"), yaml);
}

QStringList figuresOf(const QString& text)
{
    QStringList lines;
    for (const QString& line : text.split(QLatin1Char('\n')))
        if (line.startsWith(QStringLiteral("conv")) || line.contains(QStringLiteral("Total")))
            lines << line.simplified();
    return lines;
}

} // namespace

class TestClockJumps : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        QSKIP("the library that tells another time must be the first one, which a sanitizer's must be as well");
#endif
        if (!QFile::exists(QString::fromUtf8(kLibrary)))
            QSKIP("libfaketime is not installed");
    }

    /// By a year ahead, and back before the run began, and again with each look at the clock.
    void aRunIsWholeWhateverTheClockDoes()
    {
        CommandLine cli;
        writeNetwork(cli);
        const auto plain = cli.run(words("schedule --accelerator simba --network several.yaml --threads 1"));
        QCOMPARE(plain.exitCode, 0);

        for (const auto& [name, value] : {std::pair{"LD_PRELOAD", kLibrary},
                                          {"FAKETIME_TIMESTAMP_FILE", qPrintable(cli.path(QStringLiteral("time")))},
                                          {"FAKETIME_NO_CACHE", "1"},
                                          {"FAKETIME_DONT_FAKE_MONOTONIC", "1"}})
            cli.setVariable(QString::fromUtf8(name), QString::fromUtf8(value));
        cli.write(QStringLiteral("time"), "+365d\n");
        QProcess process;
        cli.start(process, words("schedule --accelerator simba --network several.yaml --threads 1"));
        for (int jumps = 0; process.state() != QProcess::NotRunning && jumps < 20'000; ++jumps) {
            cli.write(QStringLiteral("time"), jumps % 2 == 0 ? "-365d\n" : "+365d\n");
            process.waitForFinished(5);
        }
        QVERIFY(process.exitStatus() == QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 0);
        QCOMPARE(figuresOf(QString::fromUtf8(process.readAllStandardOutput())), figuresOf(plain.out));
        QVERIFY(!figuresOf(plain.out).isEmpty());

        auto store = store::RunStore::open(cli.path(QStringLiteral("data/runs.sqlite")).toStdString());
        QVERIFY(store);
        const auto first = store->load(1), second = store->load(2);
        QVERIFY(first && second);
        QVERIFY(second->summary.status == first->summary.status);
        QCOMPARE(second->layers.size(), first->layers.size());
        const auto year = std::chrono::days(300);
        const auto apart = second->summary.startedAt - first->summary.startedAt;
        QVERIFY(apart > year || apart < -year); // the other time was told
    }

    /// Runs of a year ago, of 1970 and of 2100 lie in one store: all are listed, shown and compared, newest number
    /// first.
    void runsOfAnyYearAreListed()
    {
        CommandLine cli;
        writeNetwork(cli);
        cli.setVariable(QStringLiteral("LD_PRELOAD"), QString::fromUtf8(kLibrary));
        for (const char* time : {"@2100-01-01 10:00:00", "@1970-01-02 10:00:00", "@2026-05-01 10:00:00"}) {
            cli.setVariable(QStringLiteral("FAKETIME"), QString::fromUtf8(time));
            QCOMPARE(cli.run(words("schedule --accelerator simba --network several.yaml --layer conv0")).exitCode, 0);
        }
        const auto listed = cli.run(words("runs"));
        QCOMPARE(listed.exitCode, 0);
        for (const char* day : {"2100-01-01", "1970-01-02", "2026-05-01"})
            QVERIFY2(listed.out.contains(QString::fromUtf8(day)), qPrintable(listed.out));
        for (const char* command : {"runs show 1", "runs show 2", "compare 1 2 3"})
            QCOMPARE(cli.run(words(command)).exitCode, 0);
    }
};

QTEST_GUILESS_MAIN(TestClockJumps)
#include "tst_clock_jumps.moc"
