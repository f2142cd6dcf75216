// SPDX-License-Identifier: GPL-3.0-or-later
// A stored run as the measure for what changed since.
#include "engine/io/read_accelerator.h"
#include "tests/app/support/command_line.h"
#include "tests/app/support/json_schema.h"
#include "tests/app/support/small_inputs.h"
#include "tests/places.h"

#include <QtTest>

using namespace nestloom;
using namespace nestloom::testing;

class TestCheck : public QObject {
    Q_OBJECT

    QString m_half; // simba with half of its DRAM bandwidth

private Q_SLOTS:
    void initTestCase()
    {
        auto accelerator = *io::readAccelerator(NESTLOOM_SOURCE_DIR "/presets/accelerators/simba.yaml");
        accelerator.levels[0].readBandwidth = accelerator.levels[0].writeBandwidth = BytesPerCycle{2};
        m_half = QString::fromStdString(io::writeAccelerator(accelerator));
    }

    void theSameQuestionHasNotGotWorse()
    {
        const CommandLine cli;
        QCOMPARE(cli.run(words("run --accelerator simba --network alexnet --no-proof")).exitCode, 0);
        const auto same = cli.run({QStringLiteral("check"), QStringLiteral("--against"), QStringLiteral("1"),
                                   QStringLiteral("--fail-if"), QStringLiteral("cycles > 0 %"),
                                   QStringLiteral("--fail-if"), QStringLiteral("utilisation < 0 %")});
        QVERIFY2(same.exitCode == 0, qPrintable(same.out + same.err));
        QVERIFY2(same.out.startsWith(QStringLiteral("ok    cycles > 0 %: ")), qPrintable(same.out));
        QVERIFY(cli.run(words("runs")).out.count(QStringLiteral("alexnet")) == 1); // it is not stored
    }

    void aSlowerAcceleratorFailsAndTheLayersAreNamed()
    {
        const CommandLine cli;
        cli.write(QStringLiteral("half.yaml"), m_half.toUtf8());
        QCOMPARE(cli.run(words("run --accelerator simba --network alexnet --no-proof")).exitCode, 0);
        const QStringList line{
            QStringLiteral("check"),         QStringLiteral("--against"), QStringLiteral("1"),
            QStringLiteral("--accelerator"), QStringLiteral("half.yaml"), QStringLiteral("--fail-if"),
            QStringLiteral("Cycles > 5 %"),  QStringLiteral("--fail-if"), QStringLiteral("energy > 500 %")};
        const auto worse = cli.run(line);
        QCOMPARE(worse.exitCode, 1);
        for (const char* part : {"fail  Cycles > 5 %: ", "ok    energy > 500 %: ", "  layer ", "cycles +", "DRAM"})
            QVERIFY2(worse.out.contains(QLatin1String(part)), qPrintable(worse.out));
        const auto absolute = cli.run({QStringLiteral("check"), QStringLiteral("--against"), QStringLiteral("1"),
                                       QStringLiteral("--fail-if"), QStringLiteral("cycles > 1000")});
        QCOMPARE(absolute.exitCode, 1);
    }

    void theVerdictIsThereAsJson()
    {
        const CommandLine cli;
        cli.write(QStringLiteral("half.yaml"), m_half.toUtf8());
        QCOMPARE(cli.run(words("run --accelerator simba --network alexnet --no-proof")).exitCode, 0);
        const auto asked = [&](const char* accelerator) {
            return cli.run({QStringLiteral("check"), QStringLiteral("--against"), QStringLiteral("1"),
                            QStringLiteral("--accelerator"), QString::fromLatin1(accelerator),
                            QStringLiteral("--fail-if"), QStringLiteral("cycles > 5 %"), QStringLiteral("--fail-if"),
                            QStringLiteral("energy > 1 J"), QStringLiteral("--json")});
        };
        const JsonSchema schema(QStringLiteral("check.schema.json"));
        const auto worse = asked("half.yaml"), same = asked("simba");
        QCOMPARE(worse.exitCode, 1);
        QCOMPARE(same.exitCode, 0);
        QCOMPARE(schema.complaint(worse.out), QString());
        QCOMPARE(schema.complaint(same.out), QString());
        const QJsonObject verdict = QJsonDocument::fromJson(worse.out.toUtf8()).object();
        QVERIFY(verdict[QStringLiteral("failed")].toBool());
        const QJsonObject cycles = verdict[QStringLiteral("conditions")][0].toObject();
        const double was = cycles[QStringLiteral("was")].toDouble(), is = cycles[QStringLiteral("is")].toDouble();
        QVERIFY(is > was && was > 0);
        QVERIFY(qFuzzyCompare(cycles[QStringLiteral("change_percent")].toDouble(), 100 * (is / was - 1)));
        QVERIFY(!verdict[QStringLiteral("conditions")][1][QStringLiteral("failed")].toBool());
        QVERIFY(!verdict[QStringLiteral("layers")].toArray().isEmpty());
        QVERIFY(QJsonDocument::fromJson(same.out.toUtf8())[QStringLiteral("layers")].toArray().isEmpty());
    }

    void figuresAreComparedInTheirUnits_data()
    {
        QTest::addColumn<QString>("condition");
        QTest::addColumn<bool>("holds");
        const auto row = [](const char* condition, bool holds) {
            QTest::newRow(condition) << QString::fromUtf8(condition) << holds;
        };
        row("cycles > 1 kcycle", true);
        row("cycles < 853 cycles", false);
        row("cycles < 1 Gcycle", true);
        row("energy > 1 nJ", true);
        row("energy > 1 J", false);
        row("energy > 1000000 \u00b5J", false);
        row("time > 1 us", true);
        row("time > 1 s", false);
        row("power > 1000 W", false);
        row("edp < 1 J\u00b7s", true);
        row("utilisation < 0.999", true);
        row("DRAM traffic > 1 KiB", true);
        row("DRAM traffic > 1.5 GiB", false);
    }
    void figuresAreComparedInTheirUnits()
    {
        QFETCH(QString, condition);
        QFETCH(bool, holds);
        const CommandLine cli;
        QCOMPARE(cli.run(words("run --accelerator simba --network alexnet --no-proof")).exitCode, 0);
        const auto result = cli.run({QStringLiteral("check"), QStringLiteral("--against"), QStringLiteral("1"),
                                     QStringLiteral("--fail-if"), condition});
        QVERIFY2(result.out.startsWith(holds ? QLatin1String("fail") : QLatin1String("ok")),
                 qPrintable(result.out + result.err));
        QCOMPARE(result.exitCode, holds ? 1 : 0);
    }

    void otherClocksAreJudgedByTime()
    {
        const CommandLine cli;
        auto accelerator = *io::readAccelerator(NESTLOOM_SOURCE_DIR "/presets/accelerators/simba.yaml");
        accelerator.clock = {accelerator.clock.count / 2};
        cli.write(QStringLiteral("slow.yaml"), QByteArray::fromStdString(io::writeAccelerator(accelerator)));
        QCOMPARE(cli.run(words("run --accelerator simba --network alexnet --no-proof")).exitCode, 0);
        const auto judged = [&](const char* condition) {
            return cli.run({QStringLiteral("check"), QStringLiteral("--against"), QStringLiteral("1"),
                            QStringLiteral("--accelerator"), QStringLiteral("slow.yaml"), QStringLiteral("--fail-if"),
                            QString::fromUtf8(condition)});
        };
        const auto cycles = judged("cycles > 5 %");
        QCOMPARE(cycles.exitCode, 1);
        QVERIFY2(cycles.out.contains(QStringLiteral("cannot be told: the clocks differ")), qPrintable(cycles.out));
        QCOMPARE(judged("time > 99 %").exitCode, 1);
        QCOMPARE(judged("time > 101 %").exitCode, 0);
    }

    void anotherNetworkCannotBeCompared()
    {
        const CommandLine cli;
        QCOMPARE(cli.run(words("run --accelerator simba --network alexnet --no-proof")).exitCode, 0);
        const auto other = cli.run({QStringLiteral("check"), QStringLiteral("--against"), QStringLiteral("1"),
                                    QStringLiteral("--network"), QStringLiteral("squeezenet1_1"),
                                    QStringLiteral("--fail-if"), QStringLiteral("cycles > 5 %")});
        QCOMPARE(other.exitCode, 1);
        QVERIFY2(other.out.contains(QStringLiteral("cannot be told: ")), qPrintable(other.out));
        const auto absolute = cli.run({QStringLiteral("check"), QStringLiteral("--against"), QStringLiteral("1"),
                                       QStringLiteral("--network"), QStringLiteral("squeezenet1_1"),
                                       QStringLiteral("--fail-if"), QStringLiteral("cycles > 1 Gcycle")});
        QCOMPARE(absolute.exitCode, 0);
        QVERIFY2(absolute.out.contains(QStringLiteral(", was ")) && !absolute.out.contains(u'%'),
                 qPrintable(absolute.out));
    }

    void whatIsNotUnderstoodIsRefused_data()
    {
        QTest::addColumn<QString>("condition");
        QTest::addColumn<QString>("part");
        QTest::newRow("no sign") << "cycles 5 %"
                                 << "is written 'FIGURE > NUMBER'";
        QTest::newRow("no number") << "cycles > many"
                                   << "is written 'FIGURE > NUMBER'";
        QTest::newRow("no figure") << "speed > 5 %"
                                   << "no figure 'speed'; they have Cycles, ";
        QTest::newRow("no unit") << "energy > 8"
                                 << "compared with a value and its unit, such as ";
        QTest::newRow("another unit") << "energy > 8 ms"
                                      << "compared with a value and its unit, such as ";
        QTest::newRow("a ratio beyond one") << "utilisation < 10"
                                            << "a part of one: 0.1 for 10 %";
        QTest::newRow("a unit of a count") << "cycles > 8 mJ"
                                           << "is a count and has no such unit";
        QTest::newRow("no bytes") << "DRAM traffic > 8"
                                  << "has no unit; use ";
        QTest::newRow("a fact") << "seed > 5"
                                << "no figure 'seed'";
        QTest::newRow("words") << "layers counted > 5"
                               << "no figure 'layers counted'";
    }
    void whatIsNotUnderstoodIsRefused()
    {
        QFETCH(QString, condition);
        QFETCH(QString, part);
        const CommandLine cli;
        QCOMPARE(cli.run(words("run --accelerator simba --network alexnet --no-proof")).exitCode, 0);
        const auto result = cli.run({QStringLiteral("check"), QStringLiteral("--against"), QStringLiteral("1"),
                                     QStringLiteral("--fail-if"), condition});
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.err.contains(part), qPrintable(result.err));
    }
};

QTEST_GUILESS_MAIN(TestCheck)
#include "tst_check.moc"
