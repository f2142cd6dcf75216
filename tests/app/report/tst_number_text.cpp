// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/number_text.h"

#include "app/report/bar_chart.h"
#include "app/report/time_text.h"

#include <QtTest>

using namespace nestloom;
using namespace nestloom::report;

class TestNumberText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void groupsThousands()
    {
        QCOMPARE(grouped(0), std::string("0"));
        QCOMPARE(grouped(999), std::string("999"));
        QCOMPARE(grouped(1000), std::string("1,000"));
        QCOMPARE(grouped(-1234567), std::string("-1,234,567"));
        QCOMPARE(grouped(-123), std::string("-123"));
        QCOMPARE(exactCycles({112896}), std::string("112,896 cycles"));
        QCOMPARE(exactCycles({1}), std::string("1 cycle"));
    }

    void keepsThreeSignificantDigits()
    {
        QCOMPARE(shortCycles(12'410'000), std::string("12.4 Mcycle"));
        QCOMPARE(shortCycles(999), std::string("999 cycles"));
        QCOMPARE(shortCycles(1), std::string("1 cycle"));
        QCOMPARE(shortCycles(999'600), std::string("1.00 Mcycle")); // not 1000 kcycle
        QCOMPARE(shortEnergy({31.2e9}), std::string("31.2 mJ"));
        QCOMPARE(shortEnergy({0.25}), std::string("0.25 pJ"));
        QCOMPARE(shortEnergy({0}), std::string("0 J"));
        QCOMPARE(shortTime(5.19e-3), std::string("5.19 ms"));
    }

    void oneIsNotMany()
    {
        QCOMPARE(counted(1, "layer"), std::string("1 layer"));
        QCOMPARE(counted(0, "layer"), std::string("0 layers"));
        QCOMPARE(counted(1024, "layer"), std::string("1,024 layers"));
    }

    void writesTheEnergyDelayProductAsTheWindowDoes()
    {
        QCOMPARE(shortEdp(731e-9), std::string("731 nJ\u00b7s"));
        QCOMPARE(shortEdp(31.2e9 * 12.4e6, Hertz{1e9}), std::string("387 \u00b5J\u00b7s"));
        QCOMPARE(shortEdp(1e9, Hertz{0}), std::string("-"));
    }

    void writesBytesInBinaryUnits()
    {
        QCOMPARE(shortBytes(192), std::string("192 B"));
        QCOMPARE(shortBytes(65536), std::string("64.0 KiB"));
        QCOMPARE(shortBytes(1.5 * 1024 * 1024), std::string("1.50 MiB"));
        QCOMPARE(shortBytes(1023.9 * 1024), std::string("1.00 MiB"));
    }

    void writesPercent()
    {
        QCOMPARE(percent(0.6125), std::string("61.3 %"));
        QCOMPARE(percent(1), std::string("100.0 %"));
    }

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

    void writesTimeInUtc()
    {
        QCOMPARE(
            utcText(std::chrono::sys_time<std::chrono::milliseconds>(std::chrono::milliseconds(1'795'254'007'999))),
            std::string("2026-11-21 09:40:07"));
    }
};

QTEST_GUILESS_MAIN(TestNumberText)
#include "tst_number_text.moc"
