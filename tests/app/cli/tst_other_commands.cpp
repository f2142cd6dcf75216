// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/support/command_line.h"
#include "tests/app/support/json_schema.h"
#include "tests/app/support/small_inputs.h"
#include "tests/places.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include <sys/stat.h>

using namespace nestloom::testing;

namespace {

// All in DRAM but K, which is spread over the 4 MACs: 3*3*4*4*4*8 / 4 = 1152 compute cycles, 4608 MACs.
const char* const kMapping = R"([
  {"level": "DRAM", "keep": ["weights", "inputs", "outputs"],
   "temporal": [{"dim": "P", "bound": 4}, {"dim": "Q", "bound": 4}, {"dim": "C", "bound": 4}, {"dim": "R", "bound": 3},
                {"dim": "S", "bound": 3}, {"dim": "K", "bound": 2}], "spatial": []},
  {"level": "Buffer", "keep": ["weights", "inputs", "outputs"], "temporal": [], "spatial": [{"dim": "K", "bound": 4}]}])";

QString pathOfTestData(const char* name)
{
    return QStringLiteral(NESTLOOM_SOURCE_DIR "/tests/engine/conformance/") + QString::fromUtf8(name);
}

} // namespace

class TestOtherCommands : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesCommandNoTerminal()
    {
        const CommandLine cli;
        cli.write(QStringLiteral("bad.yaml"),
                  "network: {name: x, layers: [{name: \"\\e]0;pwned\\a\\n\\u202e\", P: 2, Q: 2, C: 4, K: 8}]}\n");
        const auto result = cli.run({QStringLiteral("schedule"), QStringLiteral("--accelerator"),
                                     QStringLiteral("simba"), QStringLiteral("--network"), QStringLiteral("bad.yaml"),
                                     QStringLiteral("--no-store"), QStringLiteral("--no-proof")});
        QCOMPARE(result.exitCode, 0);
        QVERIFY(result.out.contains(QStringLiteral("\\x1b]0;pwned\\x07\\n\\u202e  ")));
        QVERIFY(!result.out.contains(QChar(0x1b)) && !result.out.contains(QChar(0x202e)));
    }

    void searchesSideBySideAreThereAsJson()
    {
        const CommandLine cli;
        cli.write(QStringLiteral("tiny.yaml"), kSmallNetwork);
        const auto result = cli.run(words("converge --accelerator simba --network tiny.yaml --layer first --engines "
                                          "cosa,random --seeds 2 --evaluations 500 --objective energy --json"));
        QVERIFY2(result.exitCode == 0, qPrintable(result.err));
        QCOMPARE(JsonSchema(QStringLiteral("converge.schema.json")).complaint(result.out), QString());
        const QJsonObject all = QJsonDocument::fromJson(result.out.toUtf8()).object();
        QCOMPARE(all[QStringLiteral("unit")].toString(), QStringLiteral("pJ"));
        QCOMPARE(all[QStringLiteral("searches")].toArray().size(), 4);
        const double bound = all[QStringLiteral("bound")][QStringLiteral("value")].toDouble();
        for (const QJsonValue& search : all[QStringLiteral("searches")].toArray()) {
            QVERIFY(!search[QStringLiteral("mapping")].toArray().isEmpty());
            const QJsonArray points = search[QStringLiteral("points")].toArray();
            QVERIFY(!points.isEmpty() && bound > 0);
            QVERIFY(points.last()[QStringLiteral("value")].toDouble() >= bound * (1 - 1e-9));
        }
    }

    void aDeviceOrAPipeIsNoAccelerator()
    {
        const CommandLine cli;
        QCOMPARE(mkfifo(cli.path(QStringLiteral("pipe")).toUtf8().constData(), 0600), 0);
        for (const QString& file : {QStringLiteral("/dev/zero"), cli.path(QStringLiteral("pipe"))}) {
            const auto result = cli.run({QStringLiteral("schedule"), QStringLiteral("--accelerator"), file,
                                         QStringLiteral("--network"), QStringLiteral("alexnet")});
            QCOMPARE(result.exitCode, 2);
            QVERIFY2(result.err.contains(QStringLiteral("it is a device, a pipe or a socket")), qPrintable(result.err));
            QCOMPARE(cli.run({QStringLiteral("import"), file}).exitCode, 2);
        }
    }

    void evaluatePrintsCountsPerLevelAndTensor()
    {
        const CommandLine cli;
        writeSmallFiles(cli);
        for (const char* model : {"nestloom", "timeloop-2022", "timeloop-2025"}) {
            const auto result = cli.run(evaluateArguments() << QStringLiteral("--model") << QString::fromUtf8(model));
            QCOMPARE(result.exitCode, 0);
            QVERIFY(result.out.contains(QStringLiteral("model %1:").arg(QString::fromUtf8(model))));
            QVERIFY(result.out.contains(QStringLiteral("mapping verified")));
            QVERIFY(result.out.contains(QStringLiteral("par for K in 0..4")));
            QVERIFY(result.out.contains(QStringLiteral("compute 1,152 cycle")));
            QVERIFY(result.out.contains(QRegularExpression(QStringLiteral("Buffer +outputs +4 "))));
            QVERIFY(result.out.contains(QRegularExpression(QStringLiteral("MAC +4 .*4,608"))));
        }
    }

    void evaluatePrintsJsonWithBothModels()
    {
        const CommandLine cli;
        writeSmallFiles(cli);
        const auto result = cli.run(evaluateArguments() << QStringLiteral("--json"));
        QCOMPARE(result.exitCode, 0);
        const QJsonObject layer = QJsonDocument::fromJson(result.out.toUtf8()).object();
        QVERIFY(layer[QStringLiteral("verified")].toBool());
        QVERIFY(layer[QStringLiteral("cycles")].toDouble() >= 1152);
        QVERIFY(result.out.contains(QStringLiteral("timeloop")));
    }

    void frontPrintsPointsThatNoOtherBeats()
    {
        const CommandLine cli;
        writeSmallFiles(cli);
        QStringList arguments = evaluateArguments();
        arguments[0] = QStringLiteral("front");
        if (const auto at = arguments.indexOf(QStringLiteral("--mapping")); at >= 0)
            arguments.remove(at, 2);
        if (!arguments.contains(QStringLiteral("--layer")))
            arguments << QStringLiteral("--layer") << QStringLiteral("small");
        const auto table = cli.run(arguments);
        QCOMPARE(table.exitCode, 0);
        QVERIFY(table.out.contains(QStringLiteral("proven")));
        const auto result = cli.run(arguments + QStringList{QStringLiteral("--json")});
        QCOMPARE(nestloom::testing::JsonSchema(QStringLiteral("front.schema.json")).complaint(result.out), QString());
        const QJsonObject front = QJsonDocument::fromJson(result.out.toUtf8()).object();
        QVERIFY(front[QStringLiteral("complete")].toBool());
        const QJsonArray points = front[QStringLiteral("points")].toArray();
        QVERIFY(!points.isEmpty());
        for (qsizetype i = 1; i < points.size(); ++i) {
            QVERIFY(points[i][QStringLiteral("cycles")].toDouble()
                    > points[i - 1][QStringLiteral("cycles")].toDouble());
            QVERIFY(points[i][QStringLiteral("energy_pj")].toDouble()
                    < points[i - 1][QStringLiteral("energy_pj")].toDouble());
        }
        QVERIFY(!points.first()[QStringLiteral("mapping")].toArray().isEmpty());
        arguments[arguments.indexOf(QStringLiteral("--layer")) + 1] = QStringLiteral("nowhere");
        QCOMPARE(cli.run(arguments).exitCode, 2);
    }

    void presetsListsEveryFileOfTheFolder()
    {
        const CommandLine cli;
        const auto text = cli.run(words("presets"));
        QCOMPARE(text.exitCode, 0);
        const auto json = cli.run(words("presets --json"));
        QCOMPARE(json.exitCode, 0);
        const QString broken = nestloom::testing::JsonSchema(QStringLiteral("presets.schema.json")).complaint(json.out);
        QVERIFY2(broken.isEmpty(), qPrintable(broken));
        const QJsonArray listed = QJsonDocument::fromJson(json.out.toUtf8()).array();
        int files = 0;
        for (const char* folder : {"accelerators", "networks"})
            for (const QString& file : QDir(QStringLiteral(NESTLOOM_SOURCE_DIR "/presets/") + QString::fromUtf8(folder))
                                           .entryList({QStringLiteral("*.yaml")})) {
                ++files;
                QVERIFY(text.out.contains(QStringLiteral("  ") + file.chopped(5) + QStringLiteral("  ")));
            }
        QCOMPARE(listed.size(), files);
        QCOMPARE(text.out.count(QLatin1Char('\n')), files + 1); // one line each and a head
    }

    void presetsComeFromTheFolderThatTheEnvironmentNames()
    {
        CommandLine cli;
        QVERIFY(QDir().mkpath(cli.path(QStringLiteral("mine/accelerators"))));
        cli.write(QStringLiteral("mine/accelerators/own.yaml"), kSmallAccelerator);
        cli.write(QStringLiteral("mine/accelerators/broken.yaml"), "accelerator: 1");
        cli.setVariable(QStringLiteral("NESTLOOM_PRESETS"), cli.path(QStringLiteral("mine")));
        const auto result = cli.run(words("presets"));
        QCOMPARE(result.exitCode, 1); // one is broken; the other is listed all the same
        QVERIFY(result.out.contains(
            QRegularExpression(QStringLiteral("own +4 MAC units, 1 KiB on chip +a buffer and 4 MACs"))));
        QVERIFY(result.out.contains(QRegularExpression(QStringLiteral("broken +unreadable"))));
    }

    void reportOfANewRunAndOfTheStoredOneSayTheSame()
    {
        const CommandLine cli;
        writeSmallFiles(cli);
        const auto fresh = cli.run(words("report --accelerator small.yaml --network tiny.yaml --output new.html"));
        QVERIFY2(fresh.exitCode == 0, qPrintable(fresh.err));
        QCOMPARE(fresh.out, QStringLiteral("new.html\n"));
        QCOMPARE(cli.run(words("report --run 1 --output stored.html")).exitCode, 0);
        const auto withoutTime = [](QByteArray html) { return html.left(html.lastIndexOf("started ")); };
        const QByteArray html = cli.read(QStringLiteral("new.html"));
        QVERIFY(html.startsWith("<!DOCTYPE html>"));
        QCOMPARE(withoutTime(html), withoutTime(cli.read(QStringLiteral("stored.html"))));
        QCOMPARE(cli.run(words("report --run 7 --output x.html")).exitCode, 2);
        QVERIFY(!QFile::exists(cli.path(QStringLiteral("x.html"))));
    }

    void reportComparesStoredRunsAndSweepsAsHtmlAndPdf()
    {
        const CommandLine cli;
        writeSmallFiles(cli);
        for (const char* seed : {"1", "2", "3"})
            QCOMPARE(cli.run(words("schedule --accelerator small.yaml --network tiny.yaml --seed ")
                             + QStringList{QString::fromLatin1(seed)})
                         .exitCode,
                     0);
        QCOMPARE(
            cli.run(words("sweep --accelerator small.yaml --network tiny.yaml --axis levels.Buffer.capacity=512,1024"))
                .exitCode,
            0);
        const auto written = [&cli](const char* arguments, const QString& file) {
            const auto result = cli.run(words(arguments));
            return result.exitCode == 0 ? cli.read(file) : result.err.toUtf8();
        };
        const QByteArray comparison = written("report --compare 3,1 -o c.html", QStringLiteral("c.html"));
        QVERIFY2(comparison.contains("Comparison of runs 3 and 1"), comparison.left(300).constData());
        const QByteArray sweep = written("report --sweep 1 -o s.html", QStringLiteral("s.html"));
        QVERIFY2(sweep.contains("Sweep 1 of small"), sweep.left(300).constData());
        QVERIFY(written("report 2 -o r.html", QStringLiteral("r.html")).contains("run 2"));
        QVERIFY(
            written("report 2 --baseline 1 -o b.html", QStringLiteral("b.html")).contains("Changes are against run 1"));
        const QByteArray pdf = written("report --compare 1,2,3 -o c.pdf", QStringLiteral("c.pdf"));
        QVERIFY2(pdf.startsWith("%PDF-") || pdf.contains("made without the window"), pdf.left(300).constData());
    }

    void reportRefusesWhatCannotBeCompared_data()
    {
        QTest::addColumn<QString>("part");
        const auto row = [](const char* arguments, const char* part) {
            QTest::newRow(arguments) << QString::fromUtf8(part);
        };
        row("report --compare 1,1 -o x.html", "run 1 is named twice");
        row("report --compare 1,2,3,4,5 -o x.html", "compares two to 4, not 5");
        row("report --compare 1,9 -o x.html", "there is no run 9");
        row("report --sweep 9 -o x.html", "there is no sweep 9");
        row("report 1 --compare 1,2 -o x.html", "excludes");
    }
    void reportRefusesWhatCannotBeCompared()
    {
        QFETCH(QString, part);
        const CommandLine cli;
        writeSmallFiles(cli);
        QCOMPARE(cli.run(words("schedule --accelerator small.yaml --network tiny.yaml")).exitCode, 0);
        const auto result = cli.run(words(QTest::currentDataTag()));
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.err.contains(part), qPrintable(result.err));
        QVERIFY(!QFile::exists(cli.path(QStringLiteral("x.html"))));
    }

    void conformanceCountsWhatPassesFailsAndIsSkipped()
    {
        const CommandLine cli;
        QFile file(pathOfTestData("timeloop_cases.jsonl"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray line = file.readLine();
        QVERIFY(line.contains("\"cycles\""));
        QByteArray wrong = line;
        const QRegularExpression cycles(QStringLiteral("\"cycles\": ?(\\d+)"));
        const QString number = cycles.match(QString::fromUtf8(line)).captured(1);
        wrong.replace(number.toUtf8(), QByteArray::number(number.toLongLong() + 5));
        cli.write(QStringLiteral("good.jsonl"), line);
        cli.write(QStringLiteral("mixed.jsonl"),
                  line + wrong + "{\"layer\": \"l\", \"arch\": \"simba\", \"found\": false}\n");
        cli.write(QStringLiteral("none.jsonl"), "{\"layer\": \"l\", \"arch\": \"simba\", \"found\": false}\n");

        const auto good = cli.run(words("conformance timeloop good.jsonl"));
        QCOMPARE(good.out, QStringLiteral("1 passed, 0 failed\n"));
        QCOMPARE(good.exitCode, 0);
        const auto mixed = cli.run(words("conformance timeloop mixed.jsonl"));
        QCOMPARE(mixed.exitCode, 1);
        QVERIFY2(mixed.out.endsWith(QStringLiteral("\n1 passed, 1 failed, 1 skipped\n")), qPrintable(mixed.out));
        QCOMPARE(mixed.out.count(QLatin1Char('\n')), 2);
        QVERIFY(mixed.out.contains(number)
                && mixed.out.contains(QString::number(number.toLongLong() + 5))); // both numbers
        const auto none = cli.run(words("conformance timeloop none.jsonl"));
        QCOMPARE(none.out, QStringLiteral("0 passed, 0 failed, 1 skipped\n"));
        QCOMPARE(none.exitCode, 1);
        const auto missing = cli.run(words("conformance timeloop good.jsonl missing.jsonl"));
        QCOMPARE(missing.exitCode, 1);
        QVERIFY(missing.out.endsWith(QStringLiteral("1 passed, 1 failed\n")));
        const auto empty = cli.run(words("conformance timeloop") << cli.write(QStringLiteral("empty.jsonl"), ""));
        QCOMPARE(empty.exitCode, 1);
        QVERIFY2(empty.out.contains(QStringLiteral("it holds no recording\n0 passed, 1 failed\n")),
                 qPrintable(empty.out));
    }

    void manyAtOnceShareOneNewDatabase()
    {
        const CommandLine cli;
        writeSmallFiles(cli);
        std::vector<std::unique_ptr<QProcess>> processes;
        for (int i = 0; i < 5; ++i) {
            processes.push_back(std::make_unique<QProcess>());
            cli.start(*processes.back(),
                      words("schedule --accelerator small.yaml --network tiny.yaml --store shared.sqlite --threads 1"));
        }
        for (const auto& process : processes) {
            const auto result = CommandLine::finish(*process);
            QVERIFY2(result.exitCode == 0, qPrintable(result.err));
            QCOMPARE(result.err, QString());
        }
        const QString runs = cli.run(words("runs --store shared.sqlite")).out;
        QCOMPARE(runs.count(QRegularExpression(QStringLiteral("finished +cosa +own +small +tiny +1 +3/3"))), 5);
    }

    void helpNamesEveryCommandAndExitCode()
    {
        const CommandLine cli;
        const auto help = cli.run(words("--help"));
        QCOMPARE(help.exitCode, 0);
        for (const char* part :
             {"schedule", "import", "evaluate", "report", "presets", "runs", "conformance", "130", "Exit codes"})
            QVERIFY2(help.out.contains(QString::fromUtf8(part)), part);
        QVERIFY(cli.run(words("--version")).out.startsWith(QStringLiteral("nestloom-cli " NESTLOOM_VERSION "\n")));
    }

private:
    static void writeSmallFiles(const CommandLine& cli)
    {
        cli.write(QStringLiteral("small.yaml"), kSmallAccelerator);
        cli.write(QStringLiteral("tiny.yaml"), kSmallNetwork);
        cli.write(QStringLiteral("m.json"), kMapping);
    }
    static QStringList evaluateArguments()
    {
        return words("evaluate --accelerator small.yaml --network tiny.yaml --layer first --mapping m.json");
    }
};

QTEST_GUILESS_MAIN(TestOtherCommands)
#include "tst_other_commands.moc"
