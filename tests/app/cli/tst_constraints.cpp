// SPDX-License-Identifier: GPL-3.0-or-later
// Constraints on mappings, given on the command line: kept by what is found, or told to be in conflict.
#include "tests/app/support/command_line.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using nestloom::testing::CommandLine;
using nestloom::testing::CommandResult;
using nestloom::testing::words;

namespace {

const QByteArray kNetwork = R"(network:
  name: tiny
  layers:
    - {name: first, R: 3, S: 3, P: 8, Q: 8, C: 16, K: 32}
)";

CommandResult schedule(const CommandLine& cli, const QStringList& more)
{
    return cli.run(words("schedule --accelerator simba --json --no-store --network")
                   << cli.write(QStringLiteral("tiny.yaml"), kNetwork) << more);
}

/// Product of the loops of a dimension at a level, temporal or spatial, of the only layer.
qint64 factor(const QString& json, const char* level, const char* kind, const char* dimension)
{
    const QJsonObject layer =
        QJsonDocument::fromJson(json.toUtf8())[QStringLiteral("result")][QStringLiteral("layers")][0].toObject();
    qint64 product = layer[QStringLiteral("mapping")].toArray().isEmpty() ? 0 : 1;
    for (const auto& each : layer[QStringLiteral("mapping")].toArray())
        if (each.toObject()[QStringLiteral("level")].toString() == QLatin1String(level))
            for (const auto& loop : each.toObject()[QLatin1String(kind)].toArray())
                if (loop.toObject()[QStringLiteral("dim")].toString() == QLatin1String(dimension))
                    product *= loop.toObject()[QStringLiteral("bound")].toInteger();
    return product;
}

} // namespace

class TestConstraints : public QObject {
    Q_OBJECT
private slots:
    void linesAreKept()
    {
        const CommandLine cli;
        for (const auto& [line, bound] :
             {std::pair("GlobalBuffer: spatial K = 4", 4), {"GlobalBuffer: spatial K = 2", 2}}) {
            const auto result = schedule(cli, {QStringLiteral("--constraint"), QString::fromUtf8(line)});
            QVERIFY2(result.exitCode == 0, qPrintable(result.err));
            QCOMPARE(factor(result.out, "GlobalBuffer", "spatial", "K"), qint64(bound));
        }
    }

    void linesOfAFileAndOfTheCommandLineAreKeptTogether()
    {
        const CommandLine cli;
        const QString file = cli.write(QStringLiteral("limits.txt"),
                                       "# of the array\n\nGlobalBuffer: spatial K = 4\nDRAM: C = 2 # slices\n");
        const auto result = schedule(cli, {QStringLiteral("--constraints"), file, QStringLiteral("--constraint"),
                                           QStringLiteral("DRAM: K = 1")});
        QVERIFY2(result.exitCode == 0, qPrintable(result.err));
        QCOMPARE(factor(result.out, "GlobalBuffer", "spatial", "K"), qint64(4));
        QCOMPARE(factor(result.out, "DRAM", "temporal", "C"), qint64(2));
        QCOMPARE(factor(result.out, "DRAM", "temporal", "K"), qint64(1));
    }

    void everyEngineThatMapsKeepsThem()
    {
        const CommandLine cli;
        for (const char* engine : {"cosa", "random", "hybrid", "annealing"}) {
            const auto result =
                schedule(cli, {QStringLiteral("--engine"), QString::fromUtf8(engine), QStringLiteral("--constraint"),
                               QStringLiteral("GlobalBuffer: no spatial K")});
            QVERIFY2(result.exitCode == 0, qPrintable(result.err));
            QCOMPARE(factor(result.out, "GlobalBuffer", "spatial", "K"), qint64(1));
        }
    }

    void aPlanOfMemoryRefusesThem()
    {
        const CommandLine cli;
        const auto result =
            cli.run({QStringLiteral("run"), QStringLiteral("--engine"), QStringLiteral("cosma"),
                     QStringLiteral("--accelerator"), QStringLiteral("eyeriss"), QStringLiteral("--network"),
                     QStringLiteral("alexnet"), QStringLiteral("--scratchpad"), QStringLiteral("M_R"),
                     QStringLiteral("--constraint"), QStringLiteral("DRAM: no P")});
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.err.contains(QStringLiteral("engine cosma plans order, addresses and spills only")),
                 qPrintable(result.err));
    }

    void aConflictNamesItsLinesAndWhatHelps()
    {
        const CommandLine cli;
        const auto result =
            schedule(cli, {QStringLiteral("--constraint"), QStringLiteral("DRAM: C = 2"),
                           QStringLiteral("--constraint"), QStringLiteral("GlobalBuffer: K = 8"),
                           QStringLiteral("--constraint"), QStringLiteral("InputBuffer: tile K >= 16")});
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.err.contains(QStringLiteral("layer first: infeasible")), qPrintable(result.err));
        for (const char* part : {"'GlobalBuffer: K = 8'", "'InputBuffer: tile K >= 16'", "what helps"})
            QVERIFY2(result.err.contains(QLatin1String(part)), part);
        QVERIFY2(!result.err.contains(QStringLiteral("DRAM: C = 2")), qPrintable(result.err)); // is not part of it
        QCOMPARE(factor(result.out, "GlobalBuffer", "spatial", "K"), qint64(0));               // no mapping
    }

    void linesThatCannotBeReadAreRefused_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("told");
        QTest::newRow("no such level") << QStringList{QStringLiteral("--constraint"), QStringLiteral("Globuf: K = 4")}
                                       << QStringLiteral("Globuf");
        QTest::newRow("no such dimension") << QStringList{QStringLiteral("--constraint"), QStringLiteral("DRAM: X = 4")}
                                           << QStringLiteral("DRAM: X = 4");
        QTest::newRow("no such file") << QStringList{QStringLiteral("--constraints"), QStringLiteral("nowhere.txt")}
                                      << QStringLiteral("nowhere.txt");
        QTest::newRow("in a file") << QStringList{QStringLiteral("--constraints"), QStringLiteral("wrong.txt")}
                                   << QStringLiteral("wrong.txt:2");
    }
    void linesThatCannotBeReadAreRefused()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, told);
        const CommandLine cli;
        cli.write(QStringLiteral("wrong.txt"), "DRAM: K = 1\nDRAM: K is 1\n");
        const auto result = schedule(cli, arguments);
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.err.contains(told), qPrintable(result.err));
        QCOMPARE(result.err.count(QLatin1Char('\n')), 1);
    }

    void aSimulationKeepsThemToo()
    {
        const CommandLine cli;
        const QString network = cli.write(QStringLiteral("tiny.yaml"), kNetwork);
        const auto simulate = [&](const QString& line) {
            return cli.run(words("simulate --accelerator simba --layer first --dram bandwidth --network")
                           << network << QStringLiteral("--constraint") << line);
        };
        const auto one = simulate(QStringLiteral("GlobalBuffer: no spatial")); // a single PE
        QVERIFY2(one.exitCode == 0, qPrintable(one.err));
        QVERIFY(one.out != simulate(QStringLiteral("GlobalBuffer: spatial K = 4")).out);
        const auto conflict = simulate(QStringLiteral("GlobalBuffer: K = 5"));
        QCOMPARE(conflict.exitCode, 2);
        QVERIFY2(conflict.err.contains(QStringLiteral("5 does not divide K = 32")), qPrintable(conflict.err));
        const auto stored =
            cli.run(words("simulate --run 1 --layer first --constraint") << QStringLiteral("DRAM: K = 1"));
        QCOMPARE(stored.exitCode, 2);
        QVERIFY2(stored.err.contains(QStringLiteral("--constraint")), qPrintable(stored.err));
    }

    void aMappingFromAFileThatBreaksThemIsNotSimulated()
    {
        const CommandLine cli;
        const QString network = cli.write(QStringLiteral("tiny.yaml"), kNetwork);
        const auto scheduled =
            schedule(cli, {QStringLiteral("--constraint"), QStringLiteral("GlobalBuffer: spatial K = 4")});
        const QJsonArray layers =
            QJsonDocument::fromJson(scheduled.out.toUtf8())[QStringLiteral("result")][QStringLiteral("layers")]
                .toArray();
        const QString file =
            cli.write(QStringLiteral("mapping.json"),
                      QJsonDocument(layers[0].toObject()[QStringLiteral("mapping")].toArray()).toJson());
        const auto simulate = [&](const char* line) {
            return cli.run(words("simulate --accelerator simba --layer first --network")
                           << network << QStringLiteral("--mapping") << file << QStringLiteral("--constraint")
                           << QString::fromUtf8(line));
        };
        QCOMPARE(simulate("GlobalBuffer: spatial K = 4").exitCode, 0);
        const auto broken = simulate("GlobalBuffer: spatial K = 2");
        QCOMPARE(broken.exitCode, 2);
        QVERIFY2(broken.err.contains(QStringLiteral("GlobalBuffer: spatial K = 2")), qPrintable(broken.err));
    }
};

QTEST_GUILESS_MAIN(TestConstraints)
#include "tst_constraints.moc"
