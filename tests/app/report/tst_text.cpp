// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/text.h"

#include "app/report/charts.h"

#include <QtTest>

using namespace nestloom::report;

class TestText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void controlCharactersAreWritten_data()
    {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QByteArray>("shown");
        QTest::newRow("plain") << QByteArray("layer1.0.conv1") << QByteArray("layer1.0.conv1");
        QTest::newRow("other alphabets") << QByteArray("\u00b5m \u2192 \u4e2d\u6587 \U0001F600")
                                         << QByteArray("\u00b5m \u2192 \u4e2d\u6587 \U0001F600");
        QTest::newRow("title of the terminal") << QByteArray("\x1b]0;pwned\x07") << QByteArray("\\x1b]0;pwned\\x07");
        QTest::newRow("rows") << QByteArray("a\r\nb\tc") << QByteArray("a\\x0d\\nb\\tc");
        QTest::newRow("delete") << QByteArray("a\x7f") << QByteArray("a\\x7f");
        QTest::newRow("C1") << QByteArray("\u009b2J") << QByteArray("\\x9b2J");
        QTest::newRow("right to left") << QByteArray("a\u202eb\u2066c\u200f") << QByteArray("a\\u202eb\\u2066c\\u200f");
        QTest::newRow("line separator") << QByteArray("a\u2028b") << QByteArray("a\\u2028b");
        QTest::newRow("cut") << QByteArray("a\xe2\x80") << QByteArray("a\xe2\x80");
    }
    void controlCharactersAreWritten()
    {
        QFETCH(const QByteArray, name);
        QFETCH(const QByteArray, shown);
        QCOMPARE(QByteArray::fromStdString(printable(name.toStdString())), shown);
    }

    void wholeTextsKeepTheirLines() { QCOMPARE(printable("a\n\tb\x1b[0m", true), std::string("a\n\tb\\x1b[0m")); }

    void ticksAreRoundAndReachTheLargest_data()
    {
        QTest::addColumn<double>("largest");
        QTest::addColumn<double>("step");
        QTest::addColumn<int>("count");
        QTest::newRow("100") << 100.0 << 20.0 << 6;
        QTest::newRow("247450") << 247450.0 << 50000.0 << 6;
        QTest::newRow("0.7") << 0.7 << 0.2 << 5;
        QTest::newRow("1") << 1.0 << 0.2 << 6;
    }
    void ticksAreRoundAndReachTheLargest()
    {
        QFETCH(double, largest);
        QFETCH(double, step);
        QFETCH(int, count);
        const auto marks = ticks(largest, 6);
        QCOMPARE(int(marks.size()), count);
        QCOMPARE(marks[1], step);
        QVERIFY(marks.back() >= largest * (1 - 1e-9));
        QCOMPARE(ticks(0, 6), std::vector<double>{0});
    }

    void saysWhatTheMeshMakesOfMappings()
    {
        nestloom::schedule::Totals totals;
        totals.layers = totals.solved = 2;
        totals.cycles = nestloom::Cycles{1200};
        totals.vector.cycles = nestloom::Cycles{200};
        QCOMPARE(meshSentence(totals, nestloom::Cycles{1060}), std::string());
        QCOMPARE(meshSentence(totals, nestloom::Cycles{1061}),
                 std::string("the cost model gives the mesh no bandwidth; with the mesh these mappings take 1,261 "
                             "cycles, 1.05 times as many (engine cosa-mesh maps for it)"));
        totals.overMesh = 1;
        totals.worstMeshLoad = 1.25;
        QCOMPARE(meshSentence(totals),
                 std::string("on 1 of 2 layers the mesh would not carry what the cost model "
                             "assumes; for its bytes alone the worst needs at least 1.25 times its cycles"));
        QCOMPARE(
            meshSentence(totals, nestloom::Cycles{1500}),
            std::string("on 1 of 2 layers the mesh would not carry what the cost model assumes; with the mesh these "
                        "mappings take 1,700 cycles, 1.42 times as many (engine cosa-mesh maps for it)"));
    }

    void writesTimeInUtc()
    {
        QCOMPARE(
            utcText(std::chrono::sys_time<std::chrono::milliseconds>(std::chrono::milliseconds(1'795'254'007'999))),
            std::string("2026-11-21 09:40:07"));
    }
};

QTEST_APPLESS_MAIN(TestText)
#include "tst_text.moc"
