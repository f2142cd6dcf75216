// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever is wrong with the input: one sentence with file, line and key, and exit code 2.
#include "tests/app/support/command_line.h"
#include "tests/app/support/small_inputs.h"

#include <QtTest>

using namespace nestloom::testing;

namespace {

QByteArray accelerator(const char* from, const char* to)
{
    QByteArray yaml(kSmallAccelerator);
    Q_ASSERT(yaml.contains(from));
    return yaml.replace(from, to);
}

QByteArray nested(int levels)
{
    QByteArray yaml("accelerator:\n");
    for (int i = 1; i <= levels; ++i)
        yaml += QByteArray(2 * i, ' ') + "a:\n";
    return yaml;
}

} // namespace

class TestBadInput : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isOneSentenceWithFileLineAndKey_data()
    {
        QTest::addColumn<QByteArray>("yaml");
        QTest::addColumn<QString>("expected"); // a regular expression
        QTest::newRow("wrong key") << accelerator("capacity: 1 KiB", "capcity: 1 KiB")
                                   << QStringLiteral(
                                          "bad\\.yaml:21: levels\\[1\\]\\.capcity: .*did you mean 'capacity'");
        QTest::newRow("missing unit") << accelerator("1 KiB", "1024")
                                      << QStringLiteral(
                                             "bad\\.yaml:21: levels\\[1\\]\\.capacity: '1024' has no unit; use B, KiB");
        QTest::newRow("negative size") << accelerator(
            "1 KiB", "-1 KiB") << QStringLiteral("bad\\.yaml:21: levels\\[1\\]\\.capacity: '-1 KiB' is negative");
        QTest::newRow("list where a map belongs") << accelerator("mac: {energy: 1 pJ, width: 8 bit}", "mac: [1, 2]")
                                                  << QStringLiteral("bad\\.yaml:8: mac: a map .* not a list");
        QTest::newRow("200 nested levels") << nested(200) << QStringLiteral("bad\\.yaml:\\d+: .*nested deeper than");
        QTest::newRow("not YAML") << QByteArray("accelerator: {a: [") << QStringLiteral("bad\\.yaml:1");
        QTest::newRow("empty") << QByteArray() << QStringLiteral("bad\\.yaml");
        QTest::newRow("binary") << QByteArray("\0\1\2\377", 4) << QStringLiteral("bad\\.yaml");
    }
    void isOneSentenceWithFileLineAndKey()
    {
        QFETCH(QByteArray, yaml);
        QFETCH(QString, expected);
        const CommandLine cli;
        cli.write(QStringLiteral("bad.yaml"), yaml);
        cli.write(QStringLiteral("out.json"), "what was there before");
        const auto result =
            cli.run(words("schedule --accelerator bad.yaml --network alexnet --json --output out.json"));
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(QRegularExpression(QStringLiteral("^nestloom-cli: ") + expected).match(result.err).hasMatch(),
                 qPrintable(result.err));
        for (const QString& line : result.err.split(QLatin1Char('\n'), Qt::SkipEmptyParts))
            QVERIFY2(line.startsWith(QStringLiteral("nestloom-cli: ")), qPrintable(line)); // an error, a line
        QCOMPARE(result.out, QString());
        QCOMPARE(cli.read(QStringLiteral("out.json")), QByteArray("what was there before")); // nothing lost
    }

    void everythingWrongIsTold()
    {
        const CommandLine cli;
        cli.write(QStringLiteral("bad.yaml"),
                  accelerator("capacity: 1 KiB", "capcity: 1 KiB").replace("width: 8 bit", "width: 8"));
        const auto result = cli.run(words("schedule --accelerator bad.yaml --network alexnet"));
        QCOMPARE(result.exitCode, 2);
        const QStringList lines = result.err.split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 3);
        QVERIFY2(lines[0].contains(QStringLiteral("bad.yaml:8: mac.width: ")), qPrintable(lines[0]));
        QVERIFY2(lines[1].contains(QStringLiteral("bad.yaml:21: levels[1].capcity: ")), qPrintable(lines[1]));
        QVERIFY2(lines[2].contains(QStringLiteral("levels[1].capacity: the key 'capacity' is missing")),
                 qPrintable(lines[2]));
        cli.write(QStringLiteral("net.yaml"), "network:\n  nam: x\n  layers:\n    - {name: a, P: 0}\n");
        const auto network = cli.run(words("schedule --accelerator simba --network net.yaml"));
        QCOMPARE(network.exitCode, 2);
        QVERIFY2(network.err.count(QStringLiteral("nestloom-cli: net.yaml:")) > 1, qPrintable(network.err));
    }

    void isOneSentenceForAWrongCommandLine_data()
    {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* arguments, const char* expected) {
            QTest::newRow(arguments) << QString::fromUtf8(arguments) << QString::fromUtf8(expected);
        };
        row("", "subcommand is required");
        row("fly", "'fly' is no command (see nestloom-cli --help)");
        row("shcedule", "'shcedule' is no command; did you mean schedule?");
        row("schedule", "--accelerator is required (see nestloom-cli schedule --help)");
        row("schedule --acelerator simba --network alexnet", "--acelerator is no option of this command; did you mean "
                                                             "--accelerator? (see nestloom-cli schedule --help)");
        row("schedule --accelerator simba --network alexnet --colour=red",
            "--colour is no option of this command (see nestloom-cli schedule --help)");
        row("schedule --accelerator simbaa --network alexnet", "did you mean simba? presets: edge-systolic");
        row("schedule --accelerator simba --network nosuch.yaml",
            "nosuch.yaml: there is no network preset and no file");
        row("schedule --accelerator simba --network alexnet --layer nosuch",
            "there is no layer 'nosuch'; there are features.0");
        row("schedule --accelerator simba --network alexnet --engine magic", "magic not in");
        row("schedule --accelerator simba --network alexnet --objective magic", "magic not in");
        row("schedule --accelerator simba --network alexnet --threads -1", "--threads");
        row("schedule --accelerator simba --network alexnet --time-limit 0", "--time-limit");
        row("schedule --accelerator simba --network alexnet --gap 2", "--gap");
        row("schedule --accelerator simba --network alexnet --output nosuch/out.txt",
            "nosuch/out.txt: the file cannot be written");
        row("schedule --accelerator simba --network alexnet --output .", "the file cannot be written: it is a folder");
        row("schedule --accelerator . --network alexnet", "it is a folder");
        row("schedule --accelerator simba --network alexnet --store /dev/null", "/dev/null: ");
        row("evaluate --accelerator simba --network alexnet --mapping m.json", "8 layers; say with --layer");
        row("front --accelerator simba --network alexnet", "8 layers; say with --layer which one");
        row("converge --accelerator simba --network alexnet", "8 layers; say with --layer which one");
        row("evaluate --accelerator simba --network alexnet --layer features.0 --mapping m.json",
            "m.json: the file cannot be read");
        row("report --output r.html", "name a stored run");
        row("report --run 1 --output r.html", "there is no such database");
        row("runs", "there is no such database");
        row("conformance nosuch file", "known: timeloop");
        row("conformance timeloop", "FILE");
        row("schedule --accelerator simba --network alexnet --seed -1", "--seed: '-1' is not a whole number from 0 on");
        row("schedule --accelerator simba --network alexnet --seed x",
            "--seed: 'x' is not a whole number from 0 on (see nestloom-cli schedule --help)");
        row("schedule --accelerator simba --network alexnet --time-limit nan",
            "--time-limit: 'nan' is not a number that it can be");
        row("sweep --accelerator simba --network alexnet --axis run.seed=1,2 --seed 5",
            "--seed: the axis 'run.seed' has its values");
        row("sweep --accelerator simba --network alexnet --axis clock=1GHz --sampling sobol", "requires --sample");
        row("sweep --accelerator simba --network alexnet --axis clock=1GHz --pareto energy,energy", "named twice");
        row("sweep --accelerator simba --network alexnet --axis run.seed=1 --limit cycles=inf", "is not a number");
        row("sweep --accelerator simba --network alexnet --axis run.seed=1 --limit energy=-1pJ", "no point is below 0");
        row("sweep --accelerator simba --network alexnet --axis run.seed=1 --limit area=1mm2",
            "the area of simba is not known");
        row("sweep --accelerator simba --network alexnet --axis run.seed=1 --where clock<1/0", "division by zero");
        row("sweep --accelerator simba --network alexnet --axis mac.leakage=1pJ", "'pJ'");
        for (const char* engine : {"kapla", "kapla-random", "cosma", "cosa"}) // but cosa-mesh
            row(qPrintable(
                    QStringLiteral("run --accelerator kapla-4x4 --network alexnet --objective simulated --engine ")
                    + QLatin1String(engine)),
                "--objective: candidates are simulated in runs of engine cosa-mesh only");
        row("sweep --accelerator kapla-4x4 --network mlp_l --engine kapla --axis mac.leakage=1uW",
            "engine kapla does not look at it");
        row("report --run 1 --output r.txt", "a report ends in .html or .pdf");
        row("report --compare 1 --output r.html", "name two to four runs");
        row("runs show abc", "run: 'abc' is not a number that it can be (see nestloom-cli runs show --help)");
    }
    void isOneSentenceForAWrongCommandLine()
    {
        QFETCH(QString, arguments);
        QFETCH(QString, expected);
        const CommandLine cli;
        const auto result = cli.run(arguments.split(QLatin1Char(' '), Qt::SkipEmptyParts));
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.err.startsWith(QStringLiteral("nestloom-cli: ")), qPrintable(result.err));
        QVERIFY2(result.err.contains(expected), qPrintable(result.err));
        QCOMPARE(result.err.count(QLatin1Char('\n')), 1);
        QCOMPARE(result.out, QString());
    }

    void aNetworkWithoutLayersIsOneSentence_data()
    {
        QTest::addColumn<QString>("arguments");
        for (const char* arguments :
             {"schedule --accelerator simba --network pools.yaml --no-store",
              "schedule --accelerator flexer-arch5 --engine flexer --network pools.yaml --no-store",
              "report --accelerator simba --network pools.yaml --output r.html --no-store",
              "sweep --accelerator simba --network pools.yaml --network alexnet --axis "
              "levels.GlobalBuffer.capacity=64KiB,128KiB --no-store"})
            QTest::newRow(arguments) << QString::fromUtf8(arguments);
    }
    void aNetworkWithoutLayersIsOneSentence()
    {
        QFETCH(QString, arguments);
        const CommandLine cli;
        cli.write(QStringLiteral("pools.yaml"),
                  "network: {name: pools, operators: [{name: in, type: input, output: {shape: [3, 8, 8]}}, "
                  "{name: r, type: relu, inputs: [in], output: {shape: [3, 8, 8]}}]}\n");
        const auto result = cli.run(words(arguments.toUtf8().constData()));
        QVERIFY2(result.err.startsWith(QStringLiteral("nestloom-cli: network pools: it has no layers to map: ")),
                 qPrintable(result.err));
        QCOMPARE(result.exitCode, 2);
        QCOMPARE(result.err.count(QLatin1Char('\n')), 1);
        QCOMPARE(result.out, QString());
    }

    void aFolderWithoutPresetsIsNoEmptyList()
    {
        CommandLine cli;
        cli.setVariable(QStringLiteral("NESTLOOM_PRESETS"), cli.path(QString()));
        const auto result = cli.run(words("presets"));
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.err.contains(QStringLiteral("no presets lie in this folder")), qPrintable(result.err));
        QCOMPARE(result.out, QString());
    }

    void aMappingFileIsJudgedWithItsName_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("expected");
        QTest::addColumn<int>("exitCode");
        QTest::newRow("not JSON") << QByteArray("[{") << QStringLiteral("m.json: ") << 2;
        QTest::newRow("unknown level") << QByteArray(
            R"([{"level": "Attic", "keep": [], "temporal": [], "spatial": []}])")
                                       << QStringLiteral("m.json: ") << 2;
        QTest::newRow("factors do not multiply to the bound") << QByteArray(
            R"([{"level": "DRAM", "keep": ["weights", "inputs", "outputs"], "temporal": [{"dim": "K", "bound": 3}], "spatial": []},
                              {"level": "Buffer", "keep": [], "temporal": [], "spatial": []}])")
                                                              << QStringLiteral("m.json: layer second: ") << 1;
    }
    void aMappingFileIsJudgedWithItsName()
    {
        QFETCH(QByteArray, json);
        QFETCH(QString, expected);
        QFETCH(int, exitCode);
        const CommandLine cli;
        cli.write(QStringLiteral("small.yaml"), kSmallAccelerator);
        cli.write(QStringLiteral("tiny.yaml"), kSmallNetwork);
        cli.write(QStringLiteral("m.json"), json);
        const auto result =
            cli.run(words("evaluate --accelerator small.yaml --network tiny.yaml --layer second --mapping m.json"));
        QCOMPARE(result.exitCode, exitCode);
        QVERIFY2(result.err.startsWith(QStringLiteral("nestloom-cli: ") + expected), qPrintable(result.err));
        QCOMPARE(result.out, QString());
    }
};

QTEST_GUILESS_MAIN(TestBadInput)
#include "tst_bad_input.moc"
