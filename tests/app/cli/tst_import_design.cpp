// SPDX-License-Identifier: GPL-3.0-or-later
// The commands `import` and `export` with files of Timeloop, AccelForge and SCALE-Sim.
#include "tests/app/support/command_line.h"
#include "tests/app/support/json_schema.h"
#include "tests/engine/io/accelforge/accelforge_samples.h"
#include "tests/engine/io/timeloop/timeloop_samples.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

using namespace nestloom::testing;
using namespace nestloom::tests;

namespace {

void writeAll(const CommandLine& cli)
{
    cli.write(QStringLiteral("arch.yaml"), QByteArray::fromStdString(kFirstForm));
    cli.write(QStringLiteral("keep.yaml"), QByteArray::fromStdString(kFirstFormConstraints));
    cli.write(QStringLiteral("prob.yaml"), QByteArray::fromStdString(kOldProblem));
    cli.write(QStringLiteral("map.yaml"), QByteArray::fromStdString(kMapping));
}

QJsonObject json(const CommandResult& result) { return QJsonDocument::fromJson(result.out.toUtf8()).object(); }

} // namespace

class TestImportDesign : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void printsLevelsLayersAndMapping()
    {
        const CommandLine cli;
        writeAll(cli);
        const auto result = cli.run(words("import arch.yaml keep.yaml prob.yaml map.yaml"));
        QCOMPARE(result.err, QString());
        QCOMPARE(result.exitCode, 0);
        for (const char* part :
             {"1,024 MAC units", "64 KiB", "10 B/cycle", "115,605,504", "par for K in 0..16", "mapping verified",
              "112,896 cycle", "249 µJ", "assumed: arch.yaml:9: arch.storage[5].bandwidth",
              "ignored: arch.yaml:4: arch.storage[0].num-ports"})
            QVERIFY2(result.out.contains(QString::fromUtf8(part)),
                     qPrintable(QString::fromUtf8(part) + QLatin1Char('\n') + result.out));
    }

    void readsFilesOfAccelForge()
    {
        const CommandLine cli;
        cli.write(QStringLiteral("machine.yaml"), QByteArray::fromStdString(kAccelforgeArch));
        cli.write(QStringLiteral("chain.yaml"), QByteArray::fromStdString(kAccelforgeWorkload));
        const auto result =
            cli.run(words("import machine.yaml chain.yaml --answer FANOUT=8 --answer Shared=inputs --save saved"));
        QCOMPARE(result.err, QString());
        QCOMPARE(result.exitCode, 0);
        for (const char* part :
             {"AccelForge: machine.yaml chain.yaml", "16 MAC units", "* --answer FANOUT=8", "* --answer Shared=inputs",
              "network chain: 2 layers", "assumed: machine.yaml:25: arch.nodes[2].spatial[0].reuse"})
            QVERIFY2(result.out.contains(QString::fromUtf8(part)),
                     qPrintable(QString::fromUtf8(part) + QLatin1Char('\n') + result.out));
        const auto scheduled = cli.run(words("schedule --accelerator saved/accelerator.yaml --network "
                                             "saved/network.yaml --objective edp --no-store"));
        QVERIFY2(scheduled.out.contains(QStringLiteral("2 of 2 layers")), qPrintable(scheduled.out + scheduled.err));
        cli.write(QStringLiteral("open.yaml"), "workload:\n  rank_sizes: {M: {{M}}}\n");
        const auto open = cli.run(words("import open.yaml"));
        QCOMPARE(open.exitCode, 1);
        QVERIFY2(open.out.contains(QStringLiteral("refused: open.yaml:2: M: ")), qPrintable(open.out));
    }

    void tellsAllOfItAsJson()
    {
        const CommandLine cli;
        writeAll(cli);
        const auto result = cli.run(words("import arch.yaml keep.yaml prob.yaml map.yaml --json"));
        QCOMPARE(result.exitCode, 0);
        const nestloom::testing::JsonSchema schema(QStringLiteral("import.schema.json"));
        QCOMPARE(schema.complaint(result.out), QString());
        const QJsonObject report = json(result);
        QCOMPARE(report[QStringLiteral("kind")].toString(), QStringLiteral("Timeloop"));
        QCOMPARE(report[QStringLiteral("accelerator")][QStringLiteral("levels")].toArray().size(), 6);
        QCOMPARE(report[QStringLiteral("accelerator")][QStringLiteral("levels")][1][QStringLiteral("capacityBytes")]
                     .toInteger(),
                 65536);
        QCOMPARE(report[QStringLiteral("layers")][0][QStringLiteral("K")].toInteger(), 256);
        QVERIFY(report[QStringLiteral("verified")].toBool());
        QCOMPARE(report[QStringLiteral("cost")][QStringLiteral("timeloop")][QStringLiteral("cycles")].toInteger(),
                 112896);
        const QJsonObject ignored = report[QStringLiteral("ignored")][0].toObject();
        QCOMPARE(ignored[QStringLiteral("file")].toString(), QStringLiteral("arch.yaml"));
        QCOMPARE(ignored[QStringLiteral("line")].toInteger(), 4);
        QVERIFY(ignored[QStringLiteral("key")].toString().contains(QStringLiteral("num-ports")));
    }

    void savesAndExportsTheSameAgain()
    {
        const CommandLine cli;
        writeAll(cli);
        QCOMPARE(cli.run(words("import arch.yaml keep.yaml prob.yaml map.yaml --save saved")).exitCode, 0);
        const auto evaluated =
            cli.run(words("evaluate --accelerator saved/accelerator.yaml --network saved/network.yaml "
                          "--mapping saved/mapping.json --model timeloop-2022"));
        QVERIFY2(evaluated.out.contains(QStringLiteral("112,896 cycle")), qPrintable(evaluated.out + evaluated.err));
        const auto exported = cli.run(words("export --accelerator saved/accelerator.yaml --network saved/network.yaml "
                                            "--layer prob --mapping saved/mapping.json --to timeloop --out out"));
        QCOMPARE(exported.err, QString());
        QCOMPARE(exported.exitCode, 0);
        const auto again =
            cli.run(words("import out/architecture.yaml out/energies.yaml out/problem.yaml out/mapping.yaml --json "
                          "--answer timeloop=timeloop-2022"));
        QCOMPARE(again.exitCode, 0);
        const auto first = cli.run(words("import arch.yaml keep.yaml prob.yaml map.yaml --json"));
        QVERIFY(json(again)[QStringLiteral("mapping")] == json(first)[QStringLiteral("mapping")]);
        const auto energy = [](const CommandResult& result) {
            return json(result)[QStringLiteral("cost")][QStringLiteral("timeloop")][QStringLiteral("energy_pj")]
                .toDouble();
        };
        QVERIFY(energy(first) > 0);
        QCOMPARE(energy(again), energy(first));
    }

    void exportsAMappingMadeNowAndOneOfAStoredRun()
    {
        const CommandLine cli;
        writeAll(cli);
        cli.run(words("import arch.yaml keep.yaml prob.yaml --save saved"));
        const auto now = cli.run(
            words("export --accelerator saved/accelerator.yaml --network saved/network.yaml --layer prob --out now"));
        QCOMPARE(now.exitCode, 0);
        QVERIFY(cli.read(QStringLiteral("now/mapping.yaml")).contains("target: DRAM, type: temporal"));
        QCOMPARE(cli.run(words("schedule --accelerator saved/accelerator.yaml --network saved/network.yaml")).exitCode,
                 0);
        const auto stored = cli.run(words("export --run 1 --layer prob --out stored"));
        QVERIFY2(stored.exitCode == 0, qPrintable(stored.err));
        QCOMPARE(cli.read(QStringLiteral("stored/mapping.yaml")), cli.read(QStringLiteral("now/mapping.yaml")));
        const auto alone = cli.run(words("export --run 1 --out alone")); // of the one layer that the run has
        QVERIFY2(alone.exitCode == 0 && !alone.out.contains(QStringLiteral("the accelerator alone")),
                 qPrintable(alone.out));
        QCOMPARE(cli.read(QStringLiteral("alone/mapping.yaml")), cli.read(QStringLiteral("now/mapping.yaml")));
        QCOMPARE(cli.run(words("export --run 7 --layer prob --out stored")).exitCode, 2);
        QCOMPARE(cli.run(words("export --run 1 --layer none --out stored")).exitCode, 2);
        QCOMPARE(cli.run(words("export --out stored")).exitCode, 2);
    }

    /// Files of Timeloop are of one layer: of a run with several it must be named.
    void saysWhatIsNotWrittenOfARunOfSeveralLayers()
    {
        const CommandLine cli;
        cli.write(QStringLiteral("two.yaml"), "network:\n  name: two\n  layers:\n    - {name: a, C: 4, K: 4, P: 4}\n"
                                              "    - {name: b, C: 8, K: 4, P: 4}\n");
        cli.write(QStringLiteral("one.yaml"), "network: {name: one, layers: [{name: a, C: 4, K: 4, P: 4}]}\n");
        QCOMPARE(cli.run(words("run --accelerator simba --network two.yaml --engine random")).exitCode, 0);
        const auto all = cli.run(words("export --run 1 --out all"));
        QCOMPARE(all.exitCode, 0);
        QVERIFY2(all.out.contains(QStringLiteral("note: the accelerator alone; with --layer NAME one of the run's 2 "
                                                 "layers")),
                 qPrintable(all.out));
        QVERIFY(cli.read(QStringLiteral("all/mapping.yaml")).isEmpty());
        QVERIFY(!cli.read(QStringLiteral("all/architecture.yaml")).isEmpty());
        QCOMPARE(cli.run(words("export --run 1 --layer b --out b")).exitCode, 0);
        QVERIFY(!cli.read(QStringLiteral("b/mapping.yaml")).isEmpty());
        cli.run(QStringList{words("run --accelerator simba --network one.yaml --engine random --constraint")}
                << QStringLiteral("DRAM: K = 3"));
        const auto none = cli.run(words("export --run 2 --out none"));
        QVERIFY2(
            none.out.contains(QStringLiteral("note: the accelerator alone: layer a: there is no verified mapping")),
            qPrintable(none.out + none.err));
    }

    void readsAndWritesTopologies()
    {
        const CommandLine cli;
        cli.write(QStringLiteral("net.csv"), "Layer, M, N, K,\na, 128, 256, 512,\n");
        const auto imported = cli.run(words("import net.csv --output net.yaml"));
        QVERIFY2(imported.exitCode == 0 && imported.out.contains(QStringLiteral("16,777,216")),
                 qPrintable(imported.out + imported.err));
        QCOMPARE(cli.run(words("export --network net.yaml --to scale-sim --out out")).exitCode, 0);
        QCOMPARE(cli.read(QStringLiteral("out/topology.csv")), QByteArray("Layer, M, N, K,\na, 128, 256, 512,\n"));
    }

    void schedulesATopologyAsItIs()
    {
        const CommandLine cli;
        cli.write(
            QStringLiteral("net.csv"),
            "\xEF\xBB\xBFLayer name, IFMAP Height, IFMAP Width, Filter Height, Filter Width, Channels, Num Filter, "
            "Strides,\nc, 9, 9, 3, 3, 4, 8, 2,\n");
        const auto result = cli.run(words("schedule --accelerator simba --network net.csv"));
        QVERIFY2(result.exitCode == 0 && result.out.contains(QStringLiteral("c      3×3 4→8 /2, 4×4")),
                 qPrintable(result.out + result.err));
        cli.write(QStringLiteral("other.csv"), "id,lower,upper,size\n0,1,2,3\n");
        const auto other = cli.run(words("schedule --accelerator simba --network other.csv"));
        QCOMPARE(other.exitCode, 2);
        QVERIFY2(other.err.contains(
                     QStringLiteral("other.csv:1: 'id,lower,upper,size' is no header of a SCALE-Sim topology")),
                 qPrintable(other.err));
    }

    void failsWhenATopologyLacksLayers()
    {
        const CommandLine cli;
        cli.write(QStringLiteral("net.yaml"), "network:\n  name: n\n  layers:\n  - {name: a, C: 4, K: 8, P: 4}\n  - "
                                              "{name: b, C: 4, K: 8, P: 4, Q: 4, R: 3, S: 3, dilation: 2}\n");
        const auto part = cli.run(words("export --network net.yaml --to scale-sim --out out"));
        QCOMPARE(part.exitCode, 1);
        QVERIFY2(part.out.contains(QStringLiteral("note: layer b is left out")), qPrintable(part.out + part.err));
        cli.write(QStringLiteral("none.yaml"),
                  "network:\n  name: n\n  layers:\n  - {name: b, C: 4, K: 8, P: 4, Q: 4, R: 3, S: 3, dilation: 2}\n");
        const auto none = cli.run(words("export --network none.yaml --to scale-sim --out out"));
        QCOMPARE(none.exitCode, 2);
        QVERIFY2(none.err.contains(QStringLiteral("none of its layers fits")), qPrintable(none.err));
    }

    void takesATableOfEnergiesOntoAPreset()
    {
        const CommandLine cli;
        cli.write(QStringLiteral("ERT.yaml"), QByteArray::fromStdString(kEnergies));
        const auto result = cli.run(words("import ERT.yaml --accelerator simba --save saved"));
        QVERIFY2(result.exitCode == 0, qPrintable(result.err));
        QVERIFY2(result.out.contains(QStringLiteral("no energy of level InputBuffer")), qPrintable(result.out));
        QVERIFY(cli.read(QStringLiteral("saved/accelerator.yaml")).contains("energy: 512 pJ"));
    }

    void namesTheFileThatIsOfNoTool()
    {
        const CommandLine cli;
        writeAll(cli);
        cli.write(QStringLiteral("mapper.yaml"), "mapper:\n  algorithm: random\n");
        QCOMPARE(cli.run(words("import arch.yaml keep.yaml mapper.yaml")).exitCode, 0);
        const auto alone = cli.run(words("import mapper.yaml"));
        QCOMPARE(alone.exitCode, 2);
        QVERIFY2(alone.err.contains(QStringLiteral("mapper.yaml:1: there is neither an architecture nor a problem")),
                 qPrintable(alone.err));
        cli.write(QStringLiteral("other.yaml"), "colours: [red]\n");
        const auto mixed = cli.run(words("import arch.yaml keep.yaml other.yaml"));
        QCOMPARE(mixed.exitCode, 2);
        QVERIFY2(mixed.err.contains(QStringLiteral("other.yaml: these files do not belong together")),
                 qPrintable(mixed.err));
    }

    void endsInOneSentence_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("arguments");
        QTest::newRow("cycle") << QByteArray("problem: &p\n  <<: *p\n") << QString();
        QTest::newRow("outside") << QByteArray("{{include_text('/etc/hostname')}}\nproblem: 1\n") << QString();
        QTest::newRow("huge") << QByteArray("problem: {shape: cnn-layer, C: 1e300}\n") << QString();
        QTest::newRow("type") << QByteArray("problem: {shape: cnn-layer, C: {}}\n") << QString();
        QTest::newRow("answer") << QByteArray("problem: {shape: cnn-layer, C: 2}\n") << QStringLiteral("--answer x=y");
        QTest::newRow("not an answer") << QByteArray("problem: {shape: cnn-layer, C: 2}\n")
                                       << QStringLiteral("--answer x");
        QTest::newRow("dimensions") << QByteArray("problem: {shape: cnn-layer, C: 2}\n")
                                    << QStringLiteral("--dims batch=1");
    }
    void endsInOneSentence()
    {
        QFETCH(const QByteArray, text);
        QFETCH(const QString, arguments);
        const CommandLine cli;
        cli.write(QStringLiteral("bad.yaml"), text);
        const auto result = cli.run(words("import bad.yaml") + arguments.split(QLatin1Char(' '), Qt::SkipEmptyParts));
        QCOMPARE(result.exitCode, 2);
        QCOMPARE(result.out, QString());
        QCOMPARE(result.err.count(QLatin1Char('\n')), 1);
    }

    void tellsOfAMappingThatDoesNotFit()
    {
        const CommandLine cli;
        writeAll(cli);
        cli.write(QStringLiteral("map.yaml"),
                  "mapping:\n  - {target: Registers, type: temporal, factors: C=0 K=256 R3 S3 P14 Q14}\n");
        const auto result = cli.run(words("import arch.yaml keep.yaml prob.yaml map.yaml"));
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.out.contains(QStringLiteral("not valid: ")), qPrintable(result.out));
        QVERIFY(result.out.contains(QStringLiteral("taken as what is left, 256")));
    }
};

QTEST_GUILESS_MAIN(TestImportDesign)
#include "tst_import_design.moc"
