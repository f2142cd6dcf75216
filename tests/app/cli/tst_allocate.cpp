// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/support/command_line.h"
#include "tests/app/support/json_schema.h"

#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include <csignal>

using namespace nestloom::testing;

namespace {

/// The example of minimalloc's README; its load is 12 B.
constexpr const char* kExample = "id,lower,upper,size\nb1,0,3,4\nb2,3,9,4\nb3,0,9,4\nb4,9,21,4\nb5,0,21,4\n";

/// Does `column` of each line hold addresses at which no two buffers overlap, all below `capacity`?
bool isPacked(const QString& csv, qint64 capacity)
{
    QList<QList<qint64>> rows; // lower, upper, size, offset
    for (const QString& line : csv.split(u'\n', Qt::SkipEmptyParts).mid(1)) {
        QList<qint64> numbers;
        for (const QString& field : line.split(u',').mid(1))
            numbers << field.toLongLong();
        rows << numbers;
    }
    for (int a = 0; a < rows.size(); ++a) {
        if (rows[a][3] + rows[a][2] > capacity)
            return false;
        for (int b = 0; b < a; ++b)
            if (rows[a][0] < rows[b][1] && rows[b][0] < rows[a][1] && rows[a][3] < rows[b][3] + rows[b][2]
                && rows[b][3] < rows[a][3] + rows[a][2])
                return false;
    }
    return !rows.isEmpty();
}

/// Whether a program has come as far as to wait for Ctrl+C, which is blocked then: before that it would just end.
bool waitsForInterrupts(qint64 pid)
{
    const QString process = QStringLiteral("/proc/%1/").arg(pid);
    QFile status(process + QStringLiteral("status"));
    if (QFile::symLinkTarget(process + QStringLiteral("exe"))
            == QCoreApplication::applicationFilePath() // not begun yet
        || !status.open(QIODevice::ReadOnly))
        return false;
    const QString blocked =
        QString::fromLatin1(status.readAll()).section(QStringLiteral("SigBlk:"), 1).section(u'\n', 0, 0);
    return (blocked.trimmed().toULongLong(nullptr, 16) >> (SIGINT - 1) & 1) != 0;
}

} // namespace

class TestAllocate : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void placesAndWritesOffsets()
    {
        const CommandLine cli;
        cli.write(QStringLiteral("in.csv"), kExample);
        const auto result = cli.run(words("allocate in.csv --capacity 12 --output out.csv"));
        QCOMPARE(result.exitCode, 0);
        QVERIFY2(result.out.startsWith(QStringLiteral("5 buffers, capacity 12 B, at most 12 B in use at once")),
                 qPrintable(result.out));
        QVERIFY(result.out.contains(QStringLiteral("placed, height 12 B")));
        const QString csv = QString::fromUtf8(cli.read(QStringLiteral("out.csv")));
        QVERIFY(csv.startsWith(QStringLiteral("id,lower,upper,size,offset\nb1,0,3,4,")));
        QVERIFY(isPacked(csv, 12));
        QVERIFY(!result.out.contains(QStringLiteral("the addresses:"))); // they are in the file
    }

    void oneBufferIsNoPlural()
    {
        const CommandLine cli;
        cli.write(QStringLiteral("in.csv"), "id,lower,upper,size\na,0,1,4\n");
        const auto result = cli.run(words("allocate in.csv --capacity 12"));
        QCOMPARE(result.exitCode, 0);
        QVERIFY2(result.out.startsWith(QStringLiteral("1 buffer, ")), qPrintable(result.out));
        QVERIFY(result.out.contains(QStringLiteral("the addresses: with --output FILE")));
    }

    void aLoadAboveTheCapacityIsRefusedWithTheExcess()
    {
        const CommandLine cli;
        cli.write(QStringLiteral("in.csv"), kExample);
        const auto result = cli.run(words("allocate in.csv --capacity 10 --output out.csv"));
        const auto json = cli.run(words("allocate in.csv --capacity 10 --json"));
        QCOMPARE(JsonSchema(QStringLiteral("allocate.schema.json")).complaint(json.out), QString());
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.out.contains(QStringLiteral("infeasible: the buffers in use at step 0 need 12 B, the capacity "
                                                    "is 10 B (2 B too little)")),
                 qPrintable(result.out));
        QVERIFY(!QFile::exists(cli.path(QStringLiteral("out.csv"))));
    }

    void whatDoesNotFitComesBackWithItsExcess_data()
    {
        QTest::addColumn<QString>("retries");
        QTest::addColumn<QString>("status");
        QTest::newRow("proven") << QStringLiteral("500") << QStringLiteral("infeasible");
        QTest::newRow("out of budget") << QStringLiteral("0") << QStringLiteral("not placed");
    }

    void whatDoesNotFitComesBackWithItsExcess()
    {
        QFETCH(QString, retries);
        QFETCH(QString, status);
        const CommandLine cli; // v, c and w, d and u, b would have to be neighbours: no packing in 77 B
        cli.write(QStringLiteral("in.csv"), "id,start,end,size\na,0,0,7\nb,0,1,10\nc,0,2,20\nd,0,3,40\nu,1,1,1\n"
                                            "v,1,2,2\nw,1,3,4\nx,2,4,11\ny,3,4,22\nz,4,4,44\n");
        const auto result =
            cli.run(words("allocate in.csv --capacity 77 --json --output out.csv --retries") << retries);
        QCOMPARE(result.exitCode, 1);
        QCOMPARE(JsonSchema(QStringLiteral("allocate.schema.json")).complaint(result.out), QString());
        const QJsonObject json = QJsonDocument::fromJson(result.out.toUtf8()).object();
        QCOMPARE(json[QStringLiteral("status")].toString(), status);
        QCOMPARE(json[QStringLiteral("loadBytes")].toInt(), 77);
        const int excess = json[QStringLiteral("excessBytes")].toInt();
        QVERIFY(excess > 0);
        QCOMPARE(json[QStringLiteral("heightBytes")].toInt(), 77 + excess);
        QVERIFY(cli.read(QStringLiteral("out.csv")).startsWith("id,start,end,size,offset\n"));
    }

    void alignmentGapsAndGivenOffsetsAreKept()
    {
        const CommandLine cli;
        cli.write(QStringLiteral("in.csv"), "id,lower,upper,size,alignment,gaps,offset\na,0,9,8,1,3-6,0\n"
                                            "b,3,6,8,4,,\nc,0,3,3,4,,\n");
        const auto result = cli.run(words("allocate in.csv --capacity 12B --output out.csv"));
        QCOMPARE(result.exitCode, 0);
        QVERIFY2(cli.read(QStringLiteral("out.csv")).contains("a,0,9,8,1,3-6,0\nb,3,6,8,4,,0\nc,0,3,3,4,,8\n"),
                 cli.read(QStringLiteral("out.csv")).constData());
    }

    void badInputIsOneSentence_data()
    {
        QTest::addColumn<QByteArray>("csv");
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<QString>("expected");
        QTest::newRow("field") << QByteArray("id,lower,upper,size\na,0,x,4\n") << QStringLiteral("--capacity 12")
                               << QStringLiteral("bad.csv:2: upper: 'x' is no whole number");
        QTest::newRow("only a header") << QByteArray("id,lower,upper,size\n") << QStringLiteral("--capacity 12")
                                       << QStringLiteral("bad.csv:1: the file has no buffers");
        QTest::newRow("unit") << QByteArray(kExample) << QStringLiteral("--capacity 12parsec")
                              << QStringLiteral("--capacity: ");
        QTest::newRow("negative") << QByteArray(kExample) << QStringLiteral("--capacity=-12")
                                  << QStringLiteral("--capacity: '-12 B' is negative");
        QTest::newRow("binary") << QByteArray("\0\1\377", 3) << QStringLiteral("--capacity 12")
                                << QStringLiteral("bad.csv:1");
        QTest::newRow("folder") << QByteArray(kExample) << QStringLiteral("--capacity 12 --output missing/out.csv")
                                << QStringLiteral("missing");
    }
    void badInputIsOneSentence()
    {
        QFETCH(QByteArray, csv);
        QFETCH(QString, arguments);
        QFETCH(QString, expected);
        const CommandLine cli;
        cli.write(QStringLiteral("bad.csv"), csv);
        const auto result = cli.run(words(qPrintable(QStringLiteral("allocate bad.csv ") + arguments)));
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.err.contains(expected), qPrintable(result.err));
        QCOMPARE(result.err.count(u'\n'), 1);
    }

    void controlCKeepsTheLowestPacking()
    {
        const CommandLine cli;
        QByteArray csv("id,lower,upper,size\n"); // sizes that never fit together: 601 of 602 B are needed everywhere
        for (int i = 0; i < 300; ++i)
            csv += QByteArray::number(i) + "," + QByteArray::number(i) + "," + QByteArray::number(i + 7 + i % 11) + ","
                   + QByteArray::number(40 + (i * 37) % 53) + "\n";
        cli.write(QStringLiteral("long.csv"), csv);
        const auto load = cli.run(words("allocate long.csv --capacity 1"));
        const int need = load.out.section(QStringLiteral(" need "), 1).section(u' ', 0, 0).toInt();
        QVERIFY(need > 0);
        QProcess process;
        cli.start(process, {QStringLiteral("allocate"), QStringLiteral("long.csv"), QStringLiteral("--capacity"),
                            QString::number(need), QStringLiteral("--retries"), QStringLiteral("1000000000")});
        QTRY_VERIFY_WITH_TIMEOUT(waitsForInterrupts(process.processId()), 20'000);
        QTest::qWait(500);
        ::kill(pid_t(process.processId()), SIGINT);
        const auto result = CommandLine::finish(process);
        if (result.exitCode == 0)
            QSKIP("it was placed before");
        QCOMPARE(result.exitCode, 130);
        QVERIFY(result.out.contains(QStringLiteral("cancelled, height")));
        QVERIFY(result.out.contains(QStringLiteral("B above the capacity")));
    }
};

QTEST_GUILESS_MAIN(TestAllocate)
#include "tst_allocate.moc"
