// SPDX-License-Identifier: Apache-2.0
#include "engine/conformance/nocsim_cases.h"
#include "tests/places.h"

#include <QTest>

using namespace nestloom;
using namespace nestloom::conformance;

namespace {

const std::filesystem::path kFolder = std::filesystem::path(NESTLOOM_SOURCE_DIR) / "tests/engine/conformance/nocsim";

std::string differences(const CaseReport& report)
{
    std::string text;
    for (const std::string& difference : report.differences)
        text += report.name + ": " + difference + "\n";
    return text;
}

} // namespace

class TestNocsimConformance : public QObject {
    Q_OBJECT
private slots:
    void everyRecordedTestIsMet()
    {
        const auto tests = readNocsimTests(kFolder / "micro.json");
        QVERIFY(tests);
        QCOMPARE(tests->size(), 27u);
        for (const NocsimCase& test : *tests)
            QCOMPARE(differences(compareNocsim(test)), std::string());
    }

    void everyRecordedRunIsMet_data()
    {
        QTest::addColumn<QString>("file");
        QTest::newRow("without DRAM") << "random_0.csv";
        QTest::newRow("with DRAM") << "random_2.csv";
    }
    void everyRecordedRunIsMet()
    {
        QFETCH(QString, file);
        const auto recorded = readNocsimRun(kFolder / file.toStdString());
        QVERIFY(recorded);
        QVERIFY(recorded->transactions.list.size() >= 300);
        QCOMPARE(differences(compareNocsim(*recorded)), std::string());
    }

    void aCycleTooManyIsADifference()
    {
        auto recorded = readNocsimRun(kFolder / "random_0.csv");
        QVERIFY(recorded);
        recorded->events["TC_0_UniCast"].end += 1;
        recorded->events.erase("TC_2_Count");
        const CaseReport report = compareNocsim(*recorded);
        QVERIFY(!report.passed());
        QCOMPARE(report.differences.size(), 2u);
        QCOMPARE(report.differences[0], std::string("TC_0_UniCast: ours from 2 to 181, recorded from 2 to 182"));
    }

    void aDramPhaseMayBeTwoPercentOff()
    {
        auto tests = readNocsimTests(kFolder / "micro.json");
        QVERIFY(tests);
        NocsimCase* test = nullptr;
        for (NocsimCase& candidate : *tests)
            if (candidate.name == "dram_read_29_to_0_100pkt")
                test = &candidate;
        QVERIFY(test);
        auto& phase = test->events["TC_0_UniCast-DRAM-Read"];
        phase.end += 30;
        QCOMPARE(differences(compareNocsim(*test)), std::string());
        phase.end += 10;
        QVERIFY(!compareNocsim(*test).passed());
    }

    void refusesBadFiles_data()
    {
        QTest::addColumn<QByteArray>("csv");
        QTest::addColumn<QString>("message");
        QTest::newRow("columns") << QByteArray("0,1,0,5,1,2") << "the line does not have 7 columns";
        QTest::newRow("operation") << QByteArray("0,1,3,5,1,2,")
                                   << "the line does not begin with number, actor, operation (0, 1 or 2) and size";
        QTest::newRow("destinations") << QByteArray("0,1,0,5,1,x,") << "'x' is no list of numbers separated by spaces";
        QTest::newRow("order") << QByteArray("1,1,0,5,1,2,\n1,1,0,5,1,2,")
                               << "the number does not rise above that of the transaction before";
        QTest::newRow("wait") << QByteArray("1,1,0,5,1,2,7") << "it waits for transaction 7, which is not there";
    }
    void refusesBadFiles()
    {
        QFETCH(QByteArray, csv);
        QFETCH(QString, message);
        const auto table = io::readTransactionCsv(csv.toStdString(), "bad.csv");
        QVERIFY(!table);
        QCOMPARE(table.error().message, message.toStdString());
        QVERIFY(table.error().where.starts_with("bad.csv:"));
    }

    void readsCommentsAndEmptyLists()
    {
        const auto table = io::readTransactionCsv("# a comment\r\n\n3,1,1,5,1,2 4 ,\r\n9,2,2,8,2,,3 3\n", "good.csv");
        QVERIFY(table);
        QCOMPARE(table->numbers, (std::vector<std::int64_t>{3, 9}));
        QCOMPARE(table->list.destinations(0).size(), 2u);
        QCOMPARE(table->list.after(1).size(), 1u);
    }
};

QTEST_APPLESS_MAIN(TestNocsimConformance)
#include "tst_nocsim_cases.moc"
