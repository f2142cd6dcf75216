// SPDX-License-Identifier: GPL-3.0-or-later
// The command `import`: its report, its JSON, the YAML it writes, and what it says of files that it cannot read.
#include "tests/app/support/command_line.h"
#include "tests/app/support/json_schema.h"
#include "tests/support/onnx_models.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

using namespace nestloom::testing;
using nestloom::tests::OnnxModel;

namespace {

using Shape = std::vector<std::int64_t>;

QByteArray small(const char* lastType = "Relu")
{
    OnnxModel model;
    model.openInput("image", {"batch", "3", "8", "8"}).weights("w", {4, 3, 3, 3}).output("y");
    model.node("Conv", {"image", "w"}, {"c"}).named("/stem/Conv");
    model.node("Identity", {"c"}, {"i"}).named("/stem/Identity");
    model.node(lastType, {"i"}, {"y"}).named("/head/Last");
    return QByteArray::fromStdString(model.bytes());
}

} // namespace

class TestImport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void printsNodesOperatorsAndSums()
    {
        const CommandLine cli;
        cli.write(QStringLiteral("net.onnx"), small());
        const auto result = cli.run(words("import net.onnx --dims batch=2"));
        QCOMPARE(result.err, QString());
        QCOMPARE(result.exitCode, 0);
        for (const char* part :
             {"stem.Conv", "mapped", "3 nodes: 1 mapped, 1 planned, 0 data movement, 1 folded, 0 unsupported",
              "2x4x6x6", "7,776", "108 parameters", "note: dimension batch = 2"})
            QVERIFY2(result.out.contains(QString::fromUtf8(part)),
                     qPrintable(QString::fromUtf8(part) + QLatin1Char('\n') + result.out));
    }

    void asksForOpenDimensions()
    {
        const CommandLine cli;
        cli.write(QStringLiteral("net.onnx"), small());
        const auto result = cli.run(words("import net.onnx --output out.yaml"));
        QCOMPARE(result.exitCode, 2);
        QCOMPARE(result.out, QString());
        QCOMPARE(result.err.count(QLatin1Char('\n')), 1);
        QVERIFY2(result.err.contains(
                     QStringLiteral("net.onnx: the file leaves a size open: 'batch' (dimension 0 of input 'image')")),
                 qPrintable(result.err));
        QVERIFY2(result.err.contains(QStringLiteral("--dims batch=1")), qPrintable(result.err));
        QVERIFY(!QFile::exists(cli.path(QStringLiteral("out.yaml"))));
    }

    void printsJson()
    {
        const CommandLine cli;
        cli.write(QStringLiteral("net.onnx"), small());
        const auto result = cli.run(words("import net.onnx --dims batch=1 --element-bits 8 --json"));
        QCOMPARE(nestloom::testing::JsonSchema(QStringLiteral("import.schema.json")).complaint(result.out), QString());
        const QJsonObject json = QJsonDocument::fromJson(result.out.toUtf8()).object();
        QCOMPARE(json.value(QStringLiteral("kind")).toString(), QStringLiteral("ONNX"));
        QCOMPARE(json.value(QStringLiteral("macs")).toInteger(), 27 * 36 * 4);
        QCOMPARE(json.value(QStringLiteral("parameterBytes")).toInteger(), 108);
        QCOMPARE(json.value(QStringLiteral("nodes")).toArray().size(), 3);
        const QJsonObject graph = json.value(QStringLiteral("graph")).toObject();
        QCOMPARE(graph.value(QStringLiteral("operators")).toArray().size(), 3);
        QCOMPARE(graph.value(QStringLiteral("tensors"))
                     .toArray()
                     .at(1)
                     .toObject()
                     .value(QStringLiteral("bytes"))
                     .toInteger(),
                 144);
        QCOMPARE(json.value(QStringLiteral("layers")).toArray().at(0).toObject().value(QStringLiteral("K")).toInteger(),
                 4);
    }

    void writesYamlThatCanBeScheduledAndImportedAgain()
    {
        const CommandLine cli;
        cli.write(QStringLiteral("net.onnx"), small());
        QCOMPARE(cli.run(words("import net.onnx --dims batch=1 --output net.yaml")).exitCode, 0);
        QVERIFY(cli.read(QStringLiteral("net.yaml")).contains("stem.Conv"));
        const auto again = cli.run(words("import net.yaml --json"));
        QCOMPARE(again.err, QString());
        const QJsonObject json = QJsonDocument::fromJson(again.out.toUtf8()).object();
        QCOMPARE(json.value(QStringLiteral("macs")).toInteger(), 27 * 36 * 4);
        QCOMPARE(json.value(QStringLiteral("kind")).toString(), QStringLiteral("YAML"));
        QCOMPARE(json.value(QStringLiteral("graph")).toObject().value(QStringLiteral("operators")).toArray().size(), 3);
        QCOMPARE(cli.run(words("schedule --accelerator simba --network net.yaml")).exitCode, 0);
    }

    void unsupportedNodesAreReportedAndTellTheExitCode()
    {
        const CommandLine cli;
        cli.write(QStringLiteral("net.onnx"), small("NonZero"));
        const auto result = cli.run(words("import net.onnx --dims batch=1"));
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.out.contains(QRegularExpression(QStringLiteral("head\\.Last +NonZero +unsupported +\\S"))),
                 qPrintable(result.out));
        QVERIFY(result.out.contains(QStringLiteral("note: 1 of 3 nodes are not supported")));
    }

    void badInputIsOneSentence_data()
    {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* name, const QByteArray& content, const char* arguments, const char* expected) {
            QTest::newRow(name) << content << QString::fromLatin1(arguments) << QString::fromLatin1(expected);
        };
        row("empty", "", "import net.onnx", "net.onnx: the file is empty");
        row("truncated", small().left(60), "import net.onnx", "does not fit what contains it");
        row("text", "layers: none", "import net.onnx", "no ONNX file");
        row("unknown dimension", small(), "import net.onnx --dims batsh=1",
            "no open dimension 'batsh'; open are 'batch'");
        row("size 0", small(), "import net.onnx --dims batch=0", "between 1 and 10^9");
        row("no size", small(), "import net.onnx --dims batch", "'batch' is no dimension with a size");
        row("twice", small(), "import net.onnx --dims batch=1,batch=2", "'batch' is given twice");
        row("bits", small(), "import net.onnx --element-bits 0", "--element-bits");
        row("no file", small(), "import nosuch.onnx", "nosuch.onnx: there is no such file");
        row("folder", small(), "import .", "this is no file");
        row("cannot write", small(), "import net.onnx --dims batch=1 --output nosuch/x.yaml", "cannot be written");
    }
    void badInputIsOneSentence()
    {
        QFETCH(QByteArray, content);
        QFETCH(QString, arguments);
        QFETCH(QString, expected);
        const CommandLine cli;
        cli.write(QStringLiteral("net.onnx"), content);
        const auto result = cli.run(arguments.split(QLatin1Char(' ')));
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.err.startsWith(QStringLiteral("nestloom-cli: ")) && result.err.contains(expected),
                 qPrintable(result.err));
        QCOMPARE(result.err.count(QLatin1Char('\n')), 1);
        QCOMPARE(result.out, QString());
    }
};

QTEST_GUILESS_MAIN(TestImport)
#include "tst_import.moc"
